"""Writes the figures of the README and of Benchmarks/README.md from the files in Benchmarks/Results.

    python3 Scripts/figures.py            writes what is between <!-- figures: NAME --> and <!-- end -->
    python3 Scripts/figures.py --check    fails if that differs, or a figure has no file

A figure is never typed: a sentence that has one is written here, and its numbers come from a file.
"""

from __future__ import annotations

import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "Benchmarks/Results"
DOCUMENTS = ["README.md", "Benchmarks/README.md"]
# A change of the engine may leave results as they are; after so many they have to be measured anew.
MOST_COMMITS_BEHIND = 20
NAMES = {
    "en": "English", "de": "German", "sv": "Swedish", "cs": "Czech", "pl": "Polish", "vi": "Vietnamese",
    "tr": "Turkish", "ru": "Russian", "el": "Greek", "ja": "Japanese", "ko": "Korean", "zh": "Chinese",
    "ar": "Arabic", "th": "Thai", "hi": "Hindi", "mixed": "mixed",
}
SHOWN = ["en", "de", "sv", "ru", "ja", "zh", "ar"]
KEYS, COMPARE = "ICU4C, sort keys", "ICU4C, stable sort with compare"
INDEX, SORTED, FOUNDATION = "ICU4C, ImmutableIndex", "standard library, sorted()", "Foundation, compare(_:locale:)"


class Table:
    """table.txt: the ratio of each operation to each rival, and the bytes that it takes, by language."""

    def __init__(self, text: str):
        self.machine = text.splitlines()[0]
        self.ratios: dict[tuple[str, str, str], float] = {}
        self.bytes: dict[tuple[str, str, str], float] = {}
        language = operation = ""
        for line in text.splitlines()[1:]:
            if match := re.match(r"(\w+): \d+ names of", line):
                language = match[1]
            elif line.startswith("Opening a collation"):
                language = "opening"
            elif match := re.match(r"( {2,4})(\S.*?) {2,}[\d.]+ [nµ]s(.*)", line):
                name = re.sub(r" \(\d+\)$", "", match[2])
                rival = name if len(match[1]) == 4 or language == "opening" else ""
                operation = name if not rival else operation if language != "opening" else ""
                key = (language, operation, rival)
                if ratio := re.search(r"([\d.]+) ×", match[3]):
                    self.ratios[key] = float(ratio[1])
                if size := re.search(r"([\d.]+) bytes", match[3]):
                    self.bytes[key] = float(size[1])
        self.languages = [language for language in NAMES if (language, "partition", KEYS) in self.ratios]

    def of(self, operation: str, rival: str = "") -> list[float]:
        return [self.ratios[language, operation, rival] for language in self.languages]

    def openings(self, kind: str) -> list[float]:
        """Times relative to ICU4C's."""
        return [1 / ratio for (_, _, name), ratio in self.ratios.items() if name.endswith(kind)]


class Calls:
    """one.txt: the ratio of each call to ICU4C's, by language."""

    def __init__(self, text: str):
        _, _, titles, *rows = text.splitlines()
        titles = re.split(r"  +", titles.strip())
        self.ratios: dict[str, dict[str, float]] = {title: {} for title in titles}
        for line in rows:
            language, cells = line.split(" ", 1)
            found = re.findall(r"([\d.]+) \(\d+ \d+\)", cells)
            for title, ratio in zip(titles, found, strict=True):
                self.ratios[title][language] = float(ratio)

    def of(self, call: str) -> list[float]:
        return list(self.ratios[call].values())


def instructions(operation: str) -> int:
    """Of a call, as the median of the languages in instructions.txt."""
    for line in (RESULTS / "instructions.txt").read_text().splitlines():
        name, *counts = line.split()
        if name == operation:
            return int(statistics.median(map(int, counts)))
    sys.exit(f"instructions.txt has no {operation}")


def number(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def between(values: list[float]) -> str:
    low, high = number(min(values)), number(max(values))
    return low if low == high else f"{low} to {high}"


def median(values: list[float]) -> str:
    return number(statistics.median(values))


# The title of a column; the library's operation, and the rival that it is measured beside.
COLUMNS = [
    ("ICU4C: a sort key for each name, then sorting these", "partition", KEYS),
    ("ICU4C: sorting with `ucol_strcollUTF8`", "partition", COMPARE),
    ("`[String].sorted()`, which knows no language", "partition-strings", SORTED),
    ("Foundation: sorting with `compare(_:locale:)`", "partition-strings", FOUNDATION),
    ("Sections alone, unsorted: ICU4C's `getBucketIndex`", "section", INDEX),
]


def alternatives(table: Table, languages: list[str], columns: list[tuple[str, str, str]]) -> str:
    lines = [
        "| Names | " + " | ".join(title for title, _, _ in columns) + " |",
        "| --- |" + " --- |" * len(columns),
    ]
    for language in languages:
        cells = [number(table.ratios[language, operation, rival]) for _, operation, rival in columns]
        lines.append(f"| {NAMES[language]} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "ICU4C gets UTF-8 records in one buffer, as the library does beside it; `sorted()` and Foundation get `[String]`,",
        "as the library does beside those, and Foundation 10,000 names. Medians of seven pairs, taken in turns on",
        f"{table.machine}",
        "([`table.txt`](RESULTS/table.txt)).",
    ]
    return "\n".join(lines)


def costs(table: Table, calls: Calls) -> str:
    few = table.of("100 names, records", COMPARE) + table.of("100 names, strings", COMPARE)
    ours = [table.bytes[language, "partition", ""] for language in table.languages]
    icu = [table.bytes[language, "partition", KEYS] for language in table.languages]
    further, first = table.openings("after another locale"), table.openings("first of the process")
    return "\n".join([
        f"- **Short lists.** A hundred names sort {between(few)} times as fast as by a stable sort with ICU4C's comparison,",
        f"  once a collator has seen a thousand. Two cores are {between(table.of('partition, 2 workers'))} times as fast as one.",
        f"- **Memory.** Sorting takes {between(ours)} bytes a name; sorting by ICU4C's sort keys takes {between(icu)}.",
        f"- **Sort keys** are ICU's own bytes, made {between(table.of('keys', KEYS))} times as fast in bulk and"
        f" {between(calls.of('sort key'))} times one by one.",
        f"- **Comparing two names** of one buffer is {between(calls.of('compare'))} times as fast as `ucol_strcollUTF8`."
        " Comparing two Swift",
        f"  strings is {between(calls.of('from Swift'))} times as fast as that function called from Swift, but only"
        f" {between(calls.of('of strings'))} times as fast as C++",
        "  on a buffer, which counts no references: **slower for most names in Latin letters.**",
        f"- **Opening a collation is slower** than opening ICU4C's collator and index: {median(further)} times as long,"
        f" at most {number(max(further))};",
        f"  {median(first)} times for a process's first. Opened collations are cached; a hit costs"
        f" {instructions('open-collation'):,} instructions.",
        "",
        "([`table.txt`](RESULTS/table.txt), [`one.txt`](RESULTS/one.txt), [`instructions.txt`](RESULTS/instructions.txt))",
    ])


def sections() -> dict[str, str]:
    table = Table((RESULTS / "table.txt").read_text())
    calls = Calls((RESULTS / "one.txt").read_text())
    return {
        "alternatives": alternatives(table, SHOWN, COLUMNS[:4]),
        "all alternatives": alternatives(table, table.languages, COLUMNS),
        "costs": costs(table, calls),
    }


def filled(document: str, texts: dict[str, str]) -> str:
    results = "Benchmarks/Results" if document == "README.md" else "Results"

    def text(match: re.Match[str]) -> str:
        return f"{match[1]}\n{texts[match[2]].replace('RESULTS', results)}\n{match[3]}"

    marks = re.compile(r"(<!-- figures: ([^>]*) -->)\n(?:.*?\n)??(<!-- end -->)", re.S)
    return marks.sub(text, (ROOT / document).read_text())


def behind(commit: str) -> int | None:
    """The number of commits that have changed the engine since; nothing if the clone lacks the commit."""
    command = ["git", "rev-list", "--count", f"{commit}..HEAD", "--", "Sources/Collation/Engine"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return int(result.stdout) if result.returncode == 0 else None


def check_commits() -> None:
    for path in sorted(RESULTS.glob("*.txt")):
        first = path.read_text().splitlines()[0]
        match = re.search(r"commit ([0-9a-f]{7,40})(-dirty)?", first)
        if not match:
            print(f"{path.relative_to(ROOT)}: expected a commit in its first line", file=sys.stderr)
        elif match[2]:
            sys.exit(f"{path.relative_to(ROOT)}: measured with uncommitted changes: commit them and measure again")
        elif (count := behind(match[1])) is None:
            print(f"{path.relative_to(ROOT)}: this clone lacks commit {match[1]}", file=sys.stderr)
        elif count > MOST_COMMITS_BEHIND:
            print(f"{path.relative_to(ROOT)}: {count} commits have changed the engine since", file=sys.stderr)


def main() -> None:
    texts = sections()
    for document in DOCUMENTS:
        path = ROOT / document
        text = filled(document, texts)
        if sys.argv[1:] != ["--check"]:
            path.write_text(text)
        elif text != path.read_text():
            sys.exit(f"{document}: its figures differ from Benchmarks/Results: run Scripts/figures.py to update them")
    check_commits()


if __name__ == "__main__":
    main()
