"""Writes the figures of documents from the files in Benchmarks/Results.

    python3 Scripts/figures.py            writes what is between <!-- figures: NAME --> and <!-- end -->, and the
                                          numbers of the sentences in `claims`
    python3 Scripts/figures.py --check    fails if any of that differs, or an article states a time that no file has

A figure is never typed: its numbers come from a file, here.
"""

from __future__ import annotations

import re
import statistics
import sys
import textwrap
from collections.abc import Callable
from typing import NamedTuple

from results import (
    COMPARE, FOUNDATION, INDEX, KEYS, NAMES, RESULTS, ROOT, SORTED, Calls, Costs, External, Instructions, Peers, Spark,
    SQLite, Table, Throughput, lines_of, postgresql, python,
)

README, BENCHMARKS, PEERS = "README.md", "Benchmarks/README.md", "Benchmarks/Peers/README.md"
CORE = "Sources/Collation/Collation.docc"
PAGING = "Sources/CollationLists/CollationLists.docc/Paging.md"
PAST_ONE_MACHINE = f"{CORE}/PastOneMachine.md"
DOCUMENTS = [README, BENCHMARKS, PEERS, PAST_ONE_MACHINE]
# Begins each figure of a generated text, to count them.
MARK = "\0"


class Claim(NamedTuple):
    """A sentence, or a part of one, in which each {} stands for a number; lines may break anywhere."""

    document: str
    sentence: str
    numbers: list[str]

    def match(self, text: str) -> re.Match[str] | None:
        # A comment's line begins with its marker.
        parts = [r"\s+(?:///\s+)?".join(map(re.escape, part.split(" "))) for part in self.sentence.split("{}")]
        return re.search(r"(\d(?:[\d,.]*\d)?)".join(parts), text)

    def correct(self, checks: bool) -> str | None:
        """Writes the numbers, or only compares them. Returns what is wrong."""
        path = ROOT / self.document
        text = path.read_text()
        match = self.match(text)
        if not match or len(match.groups()) != len(self.numbers):
            return f"{self.document}: does not say \"{self.sentence}\" with {len(self.numbers)} numbers"
        for place in reversed(range(1, len(self.numbers) + 1)):
            expected = self.numbers[place - 1]
            if checks and match[place] != expected:
                return f"{self.document}: expected {expected}, found {match[place]}: \"{self.sentence}\""
            text = text[: match.start(place)] + expected + text[match.end(place) :]
        if not checks:
            path.write_text(text)
        return None


def marked(text: str) -> str:
    return MARK + text


def number(value: float) -> str:
    return marked(f"{value:.0f}" if value >= 10 else f"{value:.1f}")


def whole(value: float) -> str:
    return marked(f"{value:,.0f}")


def ends(values: list[float]) -> list[str]:
    return [number(min(values)), number(max(values))]


def between(values: list[float]) -> str:
    low, high = ends(values)
    return low if low == high else f"{low} to {high}"


def median(values: list[float]) -> str:
    return number(statistics.median(values))


def spelled(count: int) -> str:
    words = {10**4: "ten thousand", 10**5: "a hundred thousand", 10**6: "a million", 10**7: "ten million"}
    return words.get(count, f"{count:,}")


def item(text: str) -> str:
    return textwrap.fill(
        f"- {text}", 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


# The title of a column; the library's operation, and the rival that it is measured beside.
COLUMNS = [
    ("ICU4C: making and sorting sort keys", "partition", KEYS),
    ("ICU4C: sorting with `ucol_strcollUTF8`", "partition", COMPARE),
    ("`[String].sorted()`, which ignores the language", "partition-strings", SORTED),
    ("Foundation: sorting with `compare(_:locale:)`", "partition-strings", FOUNDATION),
    ("Sections alone, unsorted: ICU4C's `getBucketIndex`", "section", INDEX),
]


def rows(titles: list[str], cells: list[list[str]]) -> list[str]:
    lines = [titles, ["---"] * len(titles), *cells]
    return [f"| {' | '.join(line)} |" for line in lines]


def speeds(throughput: Throughput, table: Table) -> str:
    """What the README shows."""
    cells = [
        [
            f"`{name}`", whole(speed.names), *map(marked, (speed.one_core, speed.all_cores, speed.ratio)),
            number(table.ratios[name, "partition-strings", SORTED]),
            number(table.ratios[name, "partition-strings", FOUNDATION]),
        ]
        for name, speed in ((name, speeds["partition"]) for name, speeds in throughput.speeds.items())
    ]
    titles = [
        "List", "Names", "Millions of names a second, one core", "Two cores", "Times as fast as ICU4C",
        "As `[String].sorted()`", "As Foundation",
    ]
    return "\n".join([
        *rows(titles, cells), "",
        "Both sides of a ratio use one core. ICU4C, ICU's C and C++ library, uses sort keys or `ucol_strcollUTF8`, whichever is",
        "faster for the list, with normalization on, as this library has it; both read UTF-8. In the last two columns both sort",
        f"a `[String]` of the whole list or, for Foundation's slow `compare(_:locale:)`, of {whole(table.foundation_names)}"
        " names; `sorted()` ignores",
        "the language. Medians of 7 rounds or more ([`throughput.txt`](RESULTS/throughput.txt),"
        " [`table.txt`](RESULTS/table.txt)), on",
        f"{throughput.machine}",
    ])


def alternatives(table: Table) -> str:
    cells = [
        [f"`{name}`", whole(count)] + [number(table.ratios[name, operation, rival]) for _, operation, rival in COLUMNS]
        for name, count in table.names.items()
    ]
    return "\n".join([
        *rows(["List", "Names"] + [title for title, _, _ in COLUMNS], cells), "",
        "ICU4C and the library read UTF-8 records from one buffer, with normalization on. Compared with `sorted()` and",
        "Foundation, the library sorts a `[String]` as they do; Foundation is slow, so it gets"
        f" {whole(table.foundation_names)} names.",
        f"Ratios are medians of {whole(table.fewest_pairs)} or more pairs of runs in turns, on",
        f"{table.machine}",
        "([`table.txt`](RESULTS/table.txt)). More figures"
        " ([`one.txt`](RESULTS/one.txt), [`instructions.txt`](RESULTS/instructions.txt)):",
    ])


def hosts(throughput: Throughput) -> str:
    found = [line.split(": ") for line in throughput.hosts()]
    ratios = [dict(ratio.split(" ") for ratio in line.split("; ")) for _, line in found]
    cells = [[f"`{name}`", *(marked(ratio[name]) if name in ratio else "–" for ratio in ratios)] for name in throughput.speeds]
    return "\n".join(rows(["List"] + [host for host, _ in found], cells))


def costs(table: Table, calls: Calls, instructions: Instructions, throughput: Throughput) -> str:
    few = table.of("100 names, records", COMPARE) + table.of("100 names, strings", COMPARE)
    further = table.relative_openings("after another locale")
    first = table.relative_openings("first of the process")
    hit = whole(instructions.median("open-collation"))
    return "\n".join([
        item(
            "**Short lists.** After a collator has seen a thousand names, it sorts lists of a hundred names"
            f" {between(few)} times as fast as a stable sort that calls ICU4C's comparison."),
        item(
            "**Two cores** sort a whole list into sections"
            f" {between(throughput.gains('partition'))} times as fast as one."),
        item(
            "**Memory.** Besides the names and the result, sorting records takes"
            f" {between(table.bytes_of('partition'))} bytes per name; sorting by ICU4C's sort keys takes"
            f" {between(table.bytes_of('partition', KEYS))}."),
        item(
            "**Sort keys.** The library makes them"
            f" {between(table.of('keys', KEYS))} times as fast as ICU4C in bulk, and"
            f" {between(calls.ratios['sort key'])} times as fast one by one."),
        item(
            f"**Comparing two names** in one buffer is {between(calls.ratios['compare'])} times as fast as"
            f" `ucol_strcollUTF8`. Comparing two Swift strings is {between(calls.ratios['from Swift'])} times as fast"
            f" as calling that function from Swift, and {between(calls.ratios['of strings'])} times as fast as calling"
            " it from C++ on a buffer" + (", **slower in some languages.**" if min(calls.ratios["of strings"]) < 1 else ".")),
        item(
            "**Opening a collation is slower** than opening ICU4C's collator and index: it takes"
            f" {median(further)} times as long in the median language, and at most {number(max(further))} times."
            f" Opening a process's first collation takes {median(first)} times as long. Opened collations are cached;"
            f" a cache hit costs {hit} instructions."),
    ])


def hostile_texts() -> str:
    hostile = Costs()
    return item(
        f"**Hostile texts** of {whole(hostile.sizes[-1])} bytes take at most {whole(max(hostile.of_longest))} ns a"
        f" byte in any call. ICU's own keys take up to {whole(max(hostile.of_icu))} in shorter texts, and more the longer"
        " the text is ([`costs.txt`](RESULTS/costs.txt)).")


def scaling() -> str:
    keys, spark, external = python(), Spark(), External()

    def millions(language: str) -> str:
        return number(1e3 / keys[language][0])

    def spark_time(job: str, millions: str = "ten") -> str:
        return whole(spark.nanoseconds(job, millions))

    sizes = {language: whole(size) for language, size in spark.key_bytes.items()}
    in_memory, in_runs = (whole(external.nanoseconds(command)) for command in ("sort, in memory", "sort, --memory"))
    rows = [
        (
            "List keys through Arrow arrays, one core",
            f"{millions('sv')} million names a second; Chinese {millions('zh')}, Japanese {millions('ja')},"
            f" Russian {millions('ru')}",
            "python.txt",
        ), (
            "Bytes of a list key",
            f"{sizes['sv']}; Chinese {sizes['zh']}, Japanese {sizes['ja']}, mixed scripts {sizes['mixed']}",
            "spark.txt",
        ), (
            "`collate sort` in memory, two cores",
            f"{in_memory} ns and {whole(external.bytes_of_name('sort, in memory'))} bytes of memory a name",
            "external.txt",
        ), (
            "`collate sort` with a tenth of the memory",
            f"{in_runs} ns a name; GNU `sort` takes {whole(external.nanoseconds('GNU sort -S'))}",
            "external.txt",
        ), (
            "Spark, ten million rows of four columns to a list in Parquet, two cores",
            f"{spark_time('the job')} ns a name; Spark's own sort by bytes takes {spark_time('ORDER BY name (bytes)')},"
            f" and its `COLLATE` {spark_time('ORDER BY name COLLATE sv')}",
            "spark.txt",
        ), (
            "Spark, a hundred million such rows, once",
            f"{spark_time('the job', 'hundred')} ns a name; Spark's own sort by bytes takes"
            f" {spark_time('ORDER BY name (bytes)', 'hundred')}",
            "spark.txt",
        ),
    ]
    return "\n".join(["| What | Figure | File |", "| --- | --- | --- |"] + [
        f"| {what} | {figure} | `{file}` |" for what, figure, file in rows
    ])


def peer_ratio(ratio: float) -> str:
    """Bold where the peer is faster than the library."""
    return f"**{marked(f'{ratio:.2f}')}**" if ratio < 1 else number(ratio)


def peers_table() -> str:
    peers = Peers()
    lines = [
        "| Peer | CLDR | Compare | Sort key | Sort | Search | Section | Key bytes a character | Positions that differ |",
        "| --- |" + " --- |" * 8,
    ]

    def span(values: list[float], written: Callable[[float], str]) -> str:
        low, high = (written(end(values)) if values else "–" for end in (min, max))
        return low if low == high else f"{low} to {high}"

    for peer, found in peers.differ.items():
        version, cldr = (text.replace("-", "–") for text in peers.versions[peer])
        ratios = [peers.ratios.get((peer, operation), []) for operation in Peers.OPERATIONS]
        lines.append("| " + " | ".join([
            peer if version == "–" else f"{peer} {version}", cldr,
            *("1" if peer == Peers.LIBRARY else span(values, peer_ratio) for values in ratios),
            span(peers.key_bytes.get(peer, []), lambda size: marked(f"{size:.1f}")),
            f"{whole(sum(count for count, _ in found))}, ICU {found[0][1]:.0f}",
        ]) + " |")
    languages = ", ".join(NAMES[language] for language in peers.languages)
    return "\n".join(lines + [""] + textwrap.wrap(
        f"{spelled(peers.names).capitalize()} names of each language ({languages}): the lowest ratio of a language to the"
        f" highest. Positions are those of all {whole(peers.names * len(peers.languages))} names.", 118) + [
        f"{peers.machine}", "([`peers.txt`](RESULTS/peers.txt)), with other work on the machine at the same time.",
    ])


def generated(table: Table, calls: Calls, instructions: Instructions, throughput: Throughput) -> dict[str, str]:
    return {
        "speeds": speeds(throughput, table),
        "alternatives": alternatives(table),
        "hosts": hosts(throughput),
        "costs": costs(table, calls, instructions, throughput),
        "hostile texts": hostile_texts(),
        "scaling": scaling(),
        "peers": peers_table(),
    }


def claims(table: Table, calls: Calls, instructions: Instructions, throughput: Throughput) -> list[Claim]:
    """The figures in sentences that are typed."""
    spark, peaks = Spark(), External().peaks
    sqlite = SQLite()
    keys = [ratio for _, ratio in python().values()]
    same_letters = peaks.pop("names of the same letters")

    indexes, inserts, pages = (postgresql()[kind] for kind in ("index", "insert", "page of 50"))
    icu_ext = [ratio for kind, ratio in indexes.items() if kind.startswith("icu_sort_key")]
    jobs = ["the job", "ORDER BY name (bytes)", "ORDER BY name COLLATE sv"]
    memory = ends(table.bytes_of("sort"))
    found = [
        Claim(PAST_ONE_MACHINE, "The names are Swedish ones of two words, {} bytes each", [whole(spark.name_bytes)]),
        Claim(
            PAST_ONE_MACHINE,
            "100 million Swedish names take {} bytes each, {} GB in all, and one core makes them in some {} seconds.",
            [whole(spark.key_bytes["sv"]), number(spark.key_bytes["sv"] / 10), whole(python()["sv"][0] / 10)]),
        Claim(f"{CORE}/OtherLanguages.md", "names is {} to {} times as fast as making PyICU's sort keys", ends(keys)),
        Claim("Integrations/Python/README.md", "`list_keys` of an array is {} to {} times as fast as", ends(keys)),
        Claim(
            "Integrations/Python/README.md", "`sorted(names, key=swedish.list_key)` {} to {} times as fast as",
            ends([ratio for _, ratio in python("sorted(names, key=list_key)").values()])),
        Claim(f"{CORE}/ManyNames.md", "Sorting takes {} to {} bytes per name", memory),
        Claim("Sources/Collation/Collating/Collator+Sorting.swift", "Sorting takes {} to {} bytes per name", memory),
        Claim(
            f"{CORE}/ManyNames.md", "at most {} MiB, and {} for millions of names that all have the same letters",
            [whole(max(map(max, peaks.values()))), whole(max(same_letters))]),
        Claim(PAGING, "takes {} to {} milliseconds", ends(table.milliseconds("after another locale"))),
        Claim(
            "Integrations/Spark/README.md",
            "takes {} s for ten million Swedish names. Spark's own sort by bytes takes {} s, and its `COLLATE` {} s",
            [number(spark.ten_million(job)) for job in jobs]),
        Claim("Integrations/Spark/README.md", "Two hosts are {} times as fast as one", [f"{spark.gain_of_hosts():.1f}"]),
        Claim(
            "Integrations/SQLite/README.md",
            "index on stored keys takes {} times as long as one on the bytes of the names. One on the names in the order of"
            " ICU's comparator, as SQLite's own extension `icu` has it, takes {} times as long. An insert takes {} to {} times"
            " as long as with an index on the bytes, and a page of 50 rows {} to {} times",
            [f"{sqlite.index(order):.1f}" for order in (sqlite.KEYS, sqlite.COMPARATOR)]
            + [f"{end(sqlite.of_keys(what)):.1f}" for what in ("an insert", "a page") for end in (min, max)]),
        Claim(
            "Integrations/SQLite/README.md", "before it has an index, takes {} times as long as without them",
            [f"{sqlite.of_keys('filling')[0]:.1f}"]),
        Claim(
            "Integrations/PostgreSQL/README.md",
            "takes {} times as long by `sv-x-icu`, {} to {} times by the sort keys of icu_ext, and {} times by the bytes",
            [number(indexes["name COLLATE x-icu"]), *ends(icu_ext), number(indexes['name COLLATE "C"'])]),
        Claim(
            "Integrations/PostgreSQL/README.md",
            "An insert takes {} times as long with an index by `sv-x-icu`, and {} times with one by the bytes",
            [number(inserts[kind]) for kind in ("name COLLATE x-icu", 'name COLLATE "C"')]),
        Claim(
            "Integrations/PostgreSQL/README.md",
            "one by the bytes takes {} times as long, one by `sv-x-icu` {} times, and one by an index on the expression {}"
            " times",
            [number(pages[kind]) for kind in ('name COLLATE "C"', "name COLLATE x-icu", "collation_key(name, locale)")]),
        Claim(
            BENCHMARKS, "Comparing two Swift strings takes {} times as long as comparing the same names in one buffer",
            [median([strings / spans for strings, spans in zip(calls.times["of strings"], calls.times["compare"])])]),
        Claim(
            BENCHMARKS, "A sort key takes {} instructions in English and {} in Chinese, and {} and {}",
            [whole(instructions.of(call, language)) for call in ("append-sort-key", "sort-key-one")
             for language in ("en", "zh")]),
        Claim(
            f"{CORE}/ManyNames.md",
            "takes {} instructions in English and {} in Chinese. A key that is returned as a value takes {} and {}",
            [whole(instructions.of(call, language)) for call in ("append-list-key", "list-key-one")
             for language in ("en", "zh")]),
        Claim(
            BENCHMARKS, "In English, two are {} times as fast as one",
            [number(throughput.gains("partition")[0])]),
    ]
    return [claim._replace(numbers=[value.replace(MARK, "") for value in claim.numbers]) for claim in found]


def filled(document: str, texts: dict[str, str]) -> tuple[str, int]:
    """The text of a document with its generated parts, and how many figures these have."""
    results = {BENCHMARKS: "Results", PEERS: "../Results"}.get(document, "Benchmarks/Results")
    count = 0

    def text(match: re.Match[str]) -> str:
        nonlocal count
        count += texts[match[2]].count(MARK)
        return f"{match[1]}\n{texts[match[2]].replace('RESULTS', results).replace(MARK, '')}\n{match[3]}"

    marks = re.compile(r"(<!-- figures: ([^>]*) -->)\n(?:.*?\n)??(<!-- end -->)", re.S)
    return marks.sub(text, (ROOT / document).read_text()), count


def strays(sentences: list[Claim]) -> list[str]:
    """A line for each time, ratio or count of instructions that no file in Results gives."""
    measured = re.compile(r"\d[\d.,]* (?:(?:ns|µs|ms|s|(?:nano|micro|milli)?seconds|instructions)\b|times as)")
    generated = re.compile(r"<!-- figures: .*?<!-- end -->|```.*?```", re.S)
    found = []
    articles = [*ROOT.glob("Sources/*/*.docc/*.md"), *ROOT.glob("Integrations/*/README.md")]
    for path in [ROOT / README, ROOT / BENCHMARKS, ROOT / PEERS, *articles]:
        text, document = path.read_text(), str(path.relative_to(ROOT))
        covered = [match.span() for match in generated.finditer(text)]
        covered += [match.span() for claim in sentences if claim.document == document and (match := claim.match(text))]
        for match in measured.finditer(text):
            if not any(start <= match.start() < end for start, end in covered):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{document}:{line}: no file in Benchmarks/Results gives \"{match[0]}\"")
    return found


def without_commit() -> list[str]:
    """A line for each file in Results that does not say which commit was measured."""
    found = []
    for path in sorted(RESULTS.glob("*.txt")):
        lines = path.read_text().splitlines()
        for line in lines if path.name == "hosts.txt" else lines[:1]:
            if not re.search(r"commit [0-9a-f]{7,40}\b(?!-dirty)", line):
                found.append(f"{path.relative_to(ROOT)}: expected a commit without changes: {line}")
    return found


def main() -> None:
    checks = sys.argv[1:] == ["--check"]
    results = Table(), Calls(), Instructions(), Throughput()
    if not checks:
        (RESULTS / "hosts.txt").write_text("\n".join(results[-1].hosts()) + "\n")
    texts, sentences = generated(*results), claims(*results)
    count = sum(len(claim.numbers) for claim in sentences)
    wrong = []
    for document in DOCUMENTS:
        text, figures = filled(document, texts)
        count += figures
        if not checks:
            (ROOT / document).write_text(text)
        elif text != (ROOT / document).read_text():
            wrong.append(f"{document}: a part between marks differs from Benchmarks/Results")
    wrong += filter(None, (claim.correct(checks) for claim in sentences))
    if lines_of("hosts.txt") != results[-1].hosts():
        wrong.append("Benchmarks/Results/hosts.txt: a line differs from throughput.txt")
    wrong += strays(sentences) + without_commit()
    if wrong:
        sys.exit("\n".join([*wrong, "run Scripts/figures.py to update figures from Benchmarks/Results"]))
    documents = {*DOCUMENTS, *(claim.document for claim in sentences)}
    print(f"{count} figures in {len(documents)} documents are those of Benchmarks/Results")


if __name__ == "__main__":
    main()
