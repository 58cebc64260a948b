"""Prints the table of the peers from the JSON of their runs: table.py RESULTS LANGUAGE...

The best figure of all rounds counts. The library's slowest round says how far it was from that.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys

LIBRARY = "swift-collation@host"
TITLES = {
    LIBRARY: "this library", "icu4j@sid": "ICU4J", "icu4x@sid": "ICU4X", "go@sid": "Go x/text", "node@sid": "Node",
    "duckdb@host": "DuckDB",
}
OPERATIONS = {"compare": "compare", "key": "sort key", "sort": "sort", "search": "search", "section": "section"}
# The ICUs that positions are compared with, each with its CLDR, in the order in which `measure peers` has them.
ICUS = [(72, 42), (78, 48)]


def row(title: str, cells: list[str]) -> None:
    print(title.ljust(16) + "".join(cell.ljust(18) for cell in cells).rstrip())


def digits(value: float) -> str:
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"


def cldr(run: dict) -> int | None:
    # From ICU 72 on each version has a CLDR of its own.
    if number := run.get("cldr"):
        return int(number)
    return int(run["icu"].split(".")[0]) - 30 if "icu" in run else None


def positions(file: pathlib.Path, peers_cldr: int | None) -> str:
    """At how many positions the ICU has another name whose CLDR is nearest."""
    nearest = min(reversed(range(len(ICUS))), key=lambda number: abs(ICUS[number][1] - (peers_cldr or ICUS[-1][1])))
    return f"{file.read_text().split()[nearest]} from ICU {ICUS[nearest][0]}"


def main() -> None:
    results, languages = pathlib.Path(sys.argv[1]), sys.argv[2:]
    runs = {
        (peer, language): [json.loads(file.read_text()) for file in (results / language).glob(f"{peer}.*.json")]
        for language in languages for peer in TITLES
    }
    names = {language: (results / language / "names.txt").read_text() for language in languages}
    print(f"{names[languages[0]].count(chr(10))} names of each language; {len(runs[LIBRARY, languages[0]])} rounds, in"
          " each of which every peer runs once, on one core.")
    print("Nanoseconds of processor time a call, the fastest of all; in brackets, how many times as long as this library"
          " takes. Bytes of keys are by the character.")
    print("Differ: positions of the sorted names at which ICU has another name, that ICU whose CLDR is nearest.\n")
    row("peer", ["version", "CLDR"])
    for peer, title in TITLES.items():
        first = runs[peer, languages[0]][0]
        row(title, [first.get("version", "-"), str(cldr(first) or "-")])
    calls: dict[tuple[str, str], dict[str, list[str]]] = {}
    for language in languages:
        characters = len(names[language]) - names[language].count("\n")
        print(f"\n{language}: {characters} characters")
        row("", ["compare", "sort key", "bytes", "sort", "search", "section", "differ"])
        times = {
            (peer, operation): [run[operation]["ns"] for run in found if operation in run]
            for (peer, other), found in runs.items() if other == language for operation in OPERATIONS
        }
        for peer, title in TITLES.items():
            found, cells = runs[peer, language], []
            for operation, name in OPERATIONS.items():
                ours, theirs = times[LIBRARY, operation], times[peer, operation]
                cells.append(f"{digits(min(theirs))} ({min(theirs) / min(ours):.2f})" if theirs else "-")
                if theirs:
                    how = re.sub(rf"\b(COLLATE |collate_){language}\b", r"\1LOCALE", found[0][operation]["how"])
                    calls.setdefault((title, name), {}).setdefault(how, []).append(language)
            cells.insert(2, f"{found[0]['keyBytes'] / characters:.2f}" if "keyBytes" in found[0] else "-")
            row(title, cells + [positions(results / language / f"{peer}.differ", cldr(found[0]))])
        spreads = [
            f"{name} {max(times[LIBRARY, operation]) / min(times[LIBRARY, operation]):.2f}"
            for operation, name in OPERATIONS.items()
        ]
        print(f"this library's slowest round, times its fastest: {', '.join(spreads)}")
    print()
    for (title, name), found in calls.items():
        for how, some in found.items():
            print(f"{title}, {name}{' in ' + ', '.join(some) if len(found) > 1 else ''}: {how}")


main()
