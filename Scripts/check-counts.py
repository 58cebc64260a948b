"""Checks the numbers that documents and comments state about the code: counts, limits, defaults.

    python3 Scripts/check-counts.py     fails, and prints each number that the code does not have

Each claim takes its number from the sources. A number of functions, options, locales, tests and the like that no claim
covers is refused: it would be wrong after the next change.
"""

from __future__ import annotations

import re
import subprocess
import sys

from claims import NUMBER, ROOT, Claim, corrected, faults, word

CORE, ENGINE = "Sources/Collation", "Sources/Collation/Engine"
ARTICLES = f"{CORE}/Collation.docc"
LISTS, FILING = "Sources/CollationLists", "Sources/CollationFiling"
PAGING = f"{LISTS}/CollationLists.docc/Paging.md"
FILING_NAMES, ELSEWHERE = (f"{FILING}/CollationFiling.docc/{name}.md" for name in ("FilingNames", "FilingElsewhere"))
BENCHMARKS, COMPARE = "Benchmarks/README.md", "Benchmarks/Sources/compare"
SERVER = "Examples/ContactsServer/Sources/ContactsServer"
# What a change of the code adds to or takes from.
COUNTED = (
    "functions|options|locales|tests|suites|collators|tailorings|languages|initializers|methods|subcommands|symbols"
    "|declarations|surnames|products|programs|jobs|targets|limits|integrations|kinds of names|sets of options"
)
# Not counts of this code.
SAID = {
    "that import four locales", "the articles of fourteen languages", "the labels of nine languages",
    "are split into two programs", "and sixty languages",
}


def read(file: str) -> str:
    return (ROOT / file).read_text()


def found(file: str, pattern: str) -> str:
    """What the group of a pattern is in a file."""
    match = re.search(pattern, read(file), re.S)
    if not match:
        sys.exit(f"{file} has no {pattern}")
    return match[1]


def value(expression: str) -> int:
    """A number as Swift or Python writes it, in which shifts bind more than sums."""
    text = expression.replace("_", "").replace("Int(UInt32.max)", str(2**32 - 1))
    text = re.sub(r"(\d+) << (\d+)", r"(\1 << \2)", text)
    if not re.fullmatch(r"[\d\s<>()*+-]+", text):
        sys.exit(f"{expression} is not a number")
    return eval(text)


def constant(file: str, name: str) -> int:
    return value(found(file, rf"\b{name}\b[^=\n]* = ([^\n]+)"))


def threshold(name: str) -> int:
    return constant(f"{ENGINE}/Tuning/Thresholds.swift", name)


def default(file: str, pattern: str) -> int:
    return value(found(file, pattern))


def comma(number: int) -> str:
    return f"{number:,}"


def count_of_files(pattern: str) -> int:
    return len(list(ROOT.glob(pattern)))


def cases_elsewhere() -> tuple[int, int]:
    """The rows of the table of other programs, and its columns beside the name, the list and the library."""
    header, _, *rows = [line for line in read(ELSEWHERE).splitlines() if line.startswith("|")]
    return len(rows), header.count("|") - 1 - 3


def claims() -> list[Claim]:
    # Two of the files are types that the jobs share.
    jobs = word(count_of_files("Examples/FiveJobs/Sources/FiveJobs/*.swift") - 2)
    programs = word(count_of_files("Examples/Programs/Sources/*/main.swift"))
    languages = count_of_files("Benchmarks/Sources/Names/Languages/*.swift")
    block = re.search(r"## The API in \w+ lines\n\n```swift\n(.*?)\n```", read("README.md"), re.S)
    caches = {
        default(file, r"BoundedCache<Request, Storage>\(capacity: (\d+)")
        for file in (f"{CORE}/Collator/Collator.swift", f"{CORE}/Sections/LocalizedIndexedCollation.swift")
    }
    (cache,) = map(str, caches)
    rules = f"{CORE}/Collator/RuleBudget.swift"
    sections = constant(f"{ENGINE}/Keys/ListKeyFormat.swift", "maximumSectionCount")
    marks = constant(f"{CORE}/ICU/ICUMarkRuns.swift", "freeMarks")
    most_bytes = constant(f"{CORE}/ICU/ICUCollator.swift", "maximumLength")
    most_by_rules = constant(f"{CORE}/ICU/ICUCollator.swift", "maximumLengthByRules")
    bits = constant(f"{ENGINE}/Walks/LevelSink.swift", "capacity")
    prefix, query = (
        comma(constant(file, name))
        for file, name in (
            (f"{LISTS}/PrefixSearch.swift", "maximumPrefixLength"),
            (f"{FILING}/NameSearch.swift", "maximumQueryLength"),
        )
    )
    sorted_runs = "Sources/collate/Runs/SortedRuns.swift"
    blocks = default(sorted_runs, r"memory / \((\d+) \* Self\.leastBlock")
    run_memory = blocks * constant(sorted_runs, "leastBlock")
    fewest_runs = default(sorted_runs, r"max\((\d+), memory / ")
    cases, others = cases_elsewhere()
    table = found(f"{FILING}/ChineseSurnames.swift", r"static let table\b(.*?)\n  \]")
    surnames = len(re.findall(r'"[^"]+": "', table))
    margin = found("Benchmarks/count-instructions", r"\nmargin=(\d+)")
    limits, query_file = f"{SERVER}/Limits.swift", f"{SERVER}/NamesQuery.swift"
    server = "Examples/ContactsServer/README.md"
    spark_languages = word(len(re.findall(r'": "', found("Integrations/Spark/check.py", r"LANGUAGES = \{(.*?)\}"))))
    table_options, rivals = f"{COMPARE}/Commands/Table.swift", f"{COMPARE}/Rivals/Rival.swift"
    return [
        Claim("README.md", "[{} jobs](Examples", [jobs.capitalize()]),
        Claim("README.md", "[{} programs](Examples", [programs]),
        Claim("README.md", "## The API in {} lines", [word(len(block[1].splitlines()) if block else 0)]),
        Claim("CHANGELOG.md", "Examples: {} jobs in a few lines each, {} programs", [jobs, programs]),
        Claim("CONTRIBUTING.md", "does the {} jobs of", [jobs]),
        Claim("CONTRIBUTING.md", "fuzzes each target for {} seconds", [found("Scripts/check-fuzz", r"\$\{1:-(\d+)\}")]),
        Claim(
            "CONTRIBUTING.md", "Hostile names alone make {} million cases",
            [word(default("Scripts/check-exactness", r"cases=\$\{1:-(\d+)\}") // 10**6)]),
        Claim("CONTRIBUTING.md", "a count is more than {} % above", [margin]),
        Claim(f"{ARTICLES}/Design.md", "{} common jobs; {} whole programs", [jobs, programs]),
        # Benchmarks
        Claim(BENCHMARKS, "sorting the names of {} languages", [word(languages)]),
        # Those, and the mixed ones.
        Claim(f"{ENGINE}/Tuning/Thresholds.swift", "measured on lists of {} languages", [word(languages + 1)]),
        Claim(BENCHMARKS, "A check fails above {} %", [margin]),
        Claim(
            BENCHMARKS, "results in a minute: {} names, one pair",
            [comma(default(table_options, r"if quick .* min\(input\.count, ([\d_]+)\)"))]),
        Claim(
            BENCHMARKS, "insertion, so both sides get {} names", [comma(default(rivals, r"\.icuAlphabeticIndex: ([\d_]+)"))]),
        Claim(
            BENCHMARKS, "It is slow, so both sides get {} names", [comma(default(rivals, r"\.foundationCompare: ([\d_]+)"))]),
        Claim(
            BENCHMARKS, "it compares the first {} names",
            [comma(constant(f"{COMPARE}/Measuring/Agreement.swift", "fewNames"))]),
        Claim(
            BENCHMARKS, "more than {} seconds in all gets fewer pairs, but at least {}.",
            [
                word(int(found(f"{COMPARE}/Measuring/Pairs.swift", r"patience = (\d+)e9"))),
                word(constant(f"{COMPARE}/Measuring/Pairs.swift", "fewest")),
            ]),
        # Caches, and the engine
        Claim(f"{ARTICLES}/Design.md", "Caches of {} entries", [cache]),
        Claim(f"{ARTICLES}/Deploying.md", "caches of at most {} entries", [cache]),
        Claim(
            f"{ARTICLES}/Deploying.md", "and {} blocks of 4 KB for each table beyond", [str(threshold("blocksInAnyCase"))]),
        Claim(PAGING, "the caches, which hold {}. Offer", [cache]),
        Claim(f"{ARTICLES}/Design.md", "fewer than {} names is sorted by comparing", [word(threshold("namesToMakeKeys"))]),
        Claim(f"{ARTICLES}/Design.md", "For {} names or more, the bytes", [comma(threshold("namesToMakeCode"))]),
        Claim(
            f"{ARTICLES}/Design.md", "a character of a block of {} costs",
            [str(default(f"{ENGINE}/Weights/CodePointBlocks.swift", r"var size: Int \{ ([^}]+) \}"))]),
        Claim(f"{ARTICLES}/Design.md", "so {} bits hold", [str(bits)]),
        Claim(f"{ARTICLES}/Design.md", "the first bits of their keys, at most {};", [str(threshold("digitBits"))]),
        Claim(f"{ARTICLES}/Design.md", "fewer than {} names is one bucket", [str(2 * threshold("bucketNames"))]),
        Claim(f"{ARTICLES}/Design.md", "the bytes of {} such groups are fetched", [str(threshold("tiesAtOnce"))]),
        Claim(f"{ARTICLES}/Design.md", "and those of {} names of the list that made", [str(threshold("namesToCheck"))]),
        Claim(
            f"{ARTICLES}/Design.md", "the keys of one name in {}, at most {};",
            [comma(threshold("namesToCheckOne")), str(threshold("namesToCheck"))]),
        Claim(f"{ARTICLES}/ManyNames.md", "agree in their first {} bits of letters (", [str(threshold("digitBits"))]),
        Claim(f"{ARTICLES}/ManyNames.md", "agree in their first {} bits of letters take 8 bytes", [str(bits)]),
        Claim(f"{ARTICLES}/ManyNames.md", "for at most {} groups at a time", [str(threshold("tiesAtOnce"))]),
        Claim(f"{ARTICLES}/ManyNames.md", "can use the table for up to {} names", [comma(threshold("maximumNames"))]),
        # Limits
        Claim(f"{ARTICLES}/ChoosingOptions.md", "In a run with more than {} of them", [str(marks)]),
        Claim(f"{ARTICLES}/ChoosingOptions.md", "a custom label has at most {} combining marks", [str(marks)]),
        Claim(f"{CORE}/Sections/SectionLayout.swift", "one with more than {} combining marks", [word(marks)]),
        Claim(
            f"{ARTICLES}/ChoosingOptions.md", "followed by more than {} combining marks",
            [word(constant(f"{CORE}/ICU/ICUMarkRuns.swift", "unseenMarks"))]),
        Claim(f"{ARTICLES}/ChoosingOptions.md", "only the first {} MiB are collated", [str(most_bytes >> 20)]),
        Claim(f"{ARTICLES}/ChoosingOptions.md", "it is only the first {} MiB", [str(most_by_rules >> 20)]),
        Claim(
            f"{ARTICLES}/WhereICUDisagrees.md", "names longer than {} MiB, or {} MiB under custom rules",
            [str(most_bytes >> 20), str(most_by_rules >> 20)]),
        Claim(
            f"{CORE}/Collating/Collator+Comparing.swift",
            "the first {} bytes of a string count, or {} under custom rules",
            [comma(most_bytes), comma(most_by_rules)]),
        Claim(
            "Sources/CollationCHeader/collation.h",
            "Only the first {} bytes of a name collate, or {} under custom rules",
            [comma(most_bytes), comma(most_by_rules)]),
        Claim(f"{ARTICLES}/ChoosingOptions.md", "a `PrefixSearch` has at most {} bytes, and so has", [prefix]),
        Claim(f"{ARTICLES}/ChoosingOptions.md", "a `PrefixSearch` has at most {} bytes, and so has", [query]),
        Claim(
            f"{ARTICLES}/ChoosingOptions.md", "at most {} KiB, {} relations, {} characters in a string, and {} imports",
            [
                str(constant(rules, "maximumBytes") >> 10), comma(constant(rules, "maximumRelations")),
                str(constant(rules, "maximumLength")), word(constant(rules, "maximumSettings")),
            ]),
        Claim(f"{ARTICLES}/ChoosingOptions.md", "may total {}, where", [comma(constant(rules, "maximumMappings"))]),
        Claim(
            f"{CORE}/Sections/SectionLayout.swift", "refuses more than {} labels that collate as",
            [comma(constant(f"{CORE}/Sections/Labels.swift", "maximumLabelsOfSeveralWeights"))]),
        Claim(f"{CORE}/Collator/CollationError.swift", "The layout has more than {} sections", [comma(sections)]),
        Claim(f"{CORE}/Sections/LocalizedIndexedCollation.swift", "there are more than {} sections", [comma(sections)]),
        Claim(PAGING, "A collation has at most {} sections", [comma(sections)]),
        Claim(
            PAGING, "at most {} rows for a page, or as many as you pass",
            [comma(default(f"{LISTS}/StoredList.swift", r"examining budget: Int = ([\d_]+)"))]),
        Claim(
            f"{LISTS}/PageCursor.swift", "The most characters of a cursor as text: {}, half",
            [comma(constant(f"{LISTS}/PageCursor.swift", "maximumLength"))]),
        Claim(
            f"{LISTS}/CollationCatalog.swift", "if it has more than {} bytes, is not printable",
            [comma(constant(f"{LISTS}/CollationCatalog.swift", "maximumHeaderLength"))]),
        Claim(
            f"{ARTICLES}/Maintaining.md", "A number has at most {} digits",
            [str(constant(f"{CORE}/ICU/SortKeyFormat.swift", "mostDigits"))]),
        # Filing
        Claim(FILING_NAMES, "The table has {} surnames", [str(surnames)]),
        Claim(
            FILING_NAMES, "A word of more than {} letters is romanized in pieces",
            [str(constant(f"{FILING}/Romanizer.swift", "mostLetters"))]),
        Claim(
            FILING_NAMES, "has a cache of {} megabytes for words",
            [word(constant(f"{FILING}/RomanizedWords.swift", "mostBytes") >> 20)]),
        Claim(FILING_NAMES, "compares {} cases in {} columns", [word(cases), word(others + 1)]),
        Claim(
            ELSEWHERE, "{} cases, and the letter that each name stands under in this library and in {} others",
            [word(cases).capitalize(), word(others)]),
        Claim(ELSEWHERE, "sorts by one of the {} and shows", [word(others + 1)]),
        # The command
        Claim(
            f"{ARTICLES}/ManyNames.md", "and at least {}K. Without",
            [str(constant("Sources/collate/Arguments/MemoryArguments.swift", "minimum") >> 10)]),
        Claim(
            f"{ARTICLES}/ManyNames.md", "takes at least {} KiB of memory per run, so {} MiB merge {} runs",
            [str(run_memory >> 10), "64", str((64 << 20) // run_memory)]),
        Claim(f"{ARTICLES}/ManyNames.md", "At least {} runs are always merged", [word(fewest_runs)]),
        Claim(
            f"{ARTICLES}/ManyNames.md", "exit status is {}; if the disk is full, {}.",
            [str(constant("Sources/collate/Failure.swift", name)) for name in ("cannotCreate", "inputOutput")]),
        Claim(
            f"{ARTICLES}/Maintaining.md", "the command exits with status {} and one line",
            [str(constant("Sources/collate/Failure.swift", "software"))]),
        # Checks and examples
        Claim(
            "Tests/Faults/README.md", "at most {} failing allocations", [found("Scripts/check-faults", r"\$\{1:-(\d+)\}")]),
        Claim("Integrations/Spark/README.md", "with those of `collate partition`, for names in each of {} languages", [spark_languages]),
        Claim(
            "Integrations/Spark/README.md", "# {} names in each of {} languages; some minutes",
            [comma(constant("Integrations/Spark/check.py", "COUNT")), spark_languages]),
        Claim(server, "with {} made-up names", [comma(default(f"{SERVER}/ContactsServer.swift", r"seed: seed \?\? ([\d_]+)"))]),
        Claim(server, "The server keeps {} lists", [str(constant(limits, "lists"))]),
        Claim(server, "how many lists are kept: {} |", [str(constant(limits, "lists"))]),
        Claim(
            server, "on a page, 1 to {}. The default is {}.",
            [found(query_file, r"limits = 1\.\.\.(\d+)"), str(constant(query_file, "limit"))]),
        Claim(
            server, "at no more than {} words for one answer, and stops after {} ms",
            [
                comma(default(query_file, r"\(searchLimit, searchStep\) = \(([\d_]+)")),
                found(limits, r"searchTime = Duration\.milliseconds\((\d+)\)"),
            ]),
        Claim(
            server, "{} searches run at once, {} more wait",
            [word(constant(limits, "searches")).capitalize(), str(constant(limits, "waitingSearches"))]),
        Claim(server, "has not ended {} s after", [found(limits, r"requestTime = TimeAmount\.seconds\((\d+)\)")]),
        Claim(server, "has at most {} bytes, and so does the name", [str(constant(f"{SERVER}/Routes.swift", "nameLimit"))]),
        Claim(server, "have at most {} KiB together", [str(constant(f"{SERVER}/Routes.swift", "keysLimit") >> 10)]),
        Claim(server, "Lists leave {} MiB", [str(constant(limits, "room") >> 20)]),
    ]


def comments(text: str) -> str:
    """The lines of a source that are all comment, in their places."""
    return "\n".join(line if re.match(r"\s*(//|/?\*|#)", line) else "" for line in text.split("\n"))


def strays(document: str, text: str, known: list[Claim]) -> list[str]:
    """A line for each number of things of the code that no claim has."""
    counted = re.compile(rf"(?:\w+ )?\b{NUMBER} (?:{COUNTED})\b")
    number = re.compile(rf"\b(?:[1-9]\d{{0,2}}|{'|'.join(map(word, range(2, 100)))})\b", re.I)
    covered = [match.span() for match in re.finditer(r"```.*?```", text, re.S)]
    covered += [match.span() for claim in known if claim.document == document and (match := claim.match(text))]
    found = []
    for match in counted.finditer(text):
        is_covered = any(start <= match.end() and match.start() < end for start, end in covered)
        if number.search(match[1]) and not is_covered and not match[0].endswith(tuple(SAID)):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{document}:{line}: no claim has \"{match[0]}\"")
    return found


def self_test() -> None:
    planted = "It has 37 options,\nthe header twelve functions. It takes 12 bytes. It has nine surnames."
    claim = Claim("planted.md", "has {} surnames", ["nine"])
    if len(strays("planted.md", planted, [claim])) != 2 or corrected(planted, claim) != planted:
        sys.exit("planted numbers are not found")
    if "has ten surnames" not in corrected(planted, claim._replace(numbers=["ten"])):
        sys.exit("a planted number is not corrected")


def main() -> None:
    self_test()
    known = claims()
    wrong = faults(known)
    patterns = ["*.md", "Sources/*.swift", "Sources/*.h", "Sources/*.cpp", "Scripts/*"]
    files = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    for file in files.stdout.split():
        wrong += strays(file, read(file) if file.endswith(".md") else comments(read(file)), known)
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{sum(len(claim.numbers) for claim in known)} numbers of documents and comments are those of the code")


if __name__ == "__main__":
    main()
