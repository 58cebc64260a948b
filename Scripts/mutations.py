"""Plants one fault in each stage, and checks that the tests of the stage find it.

`Scripts/check mutations` runs it. The working tree is copied to .build/mutations, where faults are planted one at a
time. A fault that no test finds fails the check, and so does one whose text is not found exactly once: move it along
with the code. The step source looks for the texts alone (--texts).
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

COPY = Path(".build/mutations")
# A fault may make a loop endless.
MOST_SECONDS_OF_TESTS = 300


class Mutation(NamedTuple):
    stage: str
    file: str
    before: str
    after: str
    tests: str


MUTATIONS = [
    Mutation(
        "LevelFormat", "Sources/Collation/Engine/Levels/LevelFormat.swift",
        "while count >= most {", "while count > most {",
        "LevelFormatTests",
    ),
    Mutation(
        "LowerSource", "Sources/Collation/Engine/Levels/LowerSource.swift",
        "{ $0 != LevelFormat.common }) > 1 {", "{ $0 != LevelFormat.common }) > 2 {",
        "LowerWeightsTests",
    ),
    Mutation(
        "LowerWeights", "Sources/Collation/Engine/Levels/LowerWeights.swift",
        "bytes.reversed().reduce(0)", "bytes.reduce(0)",
        "LowerWeightsTests",
    ),
    Mutation(
        "PlainWeights", "Sources/Collation/Engine/Levels/PlainWeights.swift",
        "accent & 0xFF > LevelFormat.secondary.high", "accent & 0xFF >= LevelFormat.secondary.high",
        "PlainWeightsTests",
    ),
    Mutation(
        "unknown weights", "Sources/Collation/Engine/Levels/PlainWeights.swift",
        "self = .unknown", "self = .end",
        "TableLimitTests",
    ),
    Mutation(
        "Names", "Sources/Collation/Names/Names.swift",
        "$0 < 0 ? -1 : $0 + shownCount", "$0 < 0 ? -1 : $0 + shownCount / 2",
        "FilingWorkTests",
    ),
    Mutation(
        "Turn", "Sources/Collation/Tools/Turn.swift",
        "await Task.yield()", "",
        "SharedPoolTests",
    ),
    Mutation(
        "limit of blocks", "Sources/Collation/Engine/Weights/CodePointBlocks.swift",
        "count >= limit.blocks, BlockMemory", "count > limit.blocks, BlockMemory",
        "CodePointBlocksTests",
    ),
    Mutation(
        "mark of a script", "Sources/Collation/Engine/Weights/PrimarySource.swift",
        "case SortKeyFormat.scriptMark: return", "case SortKeyFormat.scriptMark where digitsAreComplex: return",
        "CollatorTableTests",
    ),
    Mutation(
        "PlainTable", "Sources/Collation/Engine/Levels/PlainTable.swift",
        "if last & 0xC0 != 0x80 {", "if last & 0xC0 == 0xC0 {",
        "PlainWeightsTests",
    ),
    Mutation(
        "SimpleLetters", "Sources/Collation/Engine/Walks/SimpleLetters+Appending.swift",
        "level.truncate(to: lastCount)", "_ = lastCount",
        "EncoderTests",
    ),
    Mutation(
        "Contexts of simple letters", "Sources/Collation/Engine/Weights/SimpleLetters.swift",
        "|| first >= 0x80 { continue }", "|| first < 0xFF { continue }",
        "EncoderTests",
    ),
    Mutation(
        "U+0000 of simple letters", "Sources/Collation/Engine/Weights/SimpleLetters.swift",
        "if ascii[0] != 0 {", "if ascii[0] == 1 {",
        "EncoderTests",
    ),
    Mutation(
        "Contractions after a space", "Sources/Collation/Engine/Levels/SortKeyEncoder.swift",
        "|| next.mayJoin { break }", "{ break }",
        "SortKeyEncoderTests",
    ),
    Mutation(
        "Two letters of a run", "Sources/Collation/Engine/Weights/PrimaryWeights.swift",
        "clashes(with: b) | b.clashes(with: next)", "clashes(with: b)",
        "PrimaryWeightsTests",
    ),
    Mutation(
        "Four letters of a run", "Sources/Collation/Engine/Weights/PrimaryWeights.swift",
        "c.bits &>> two", "c.bits &>> (two &- b.bits)",
        "PrimaryWeightsTests",
    ),
    Mutation(
        "Appended keys", "Sources/Collation/Engine/Engine+OneName.swift",
        "if length <= room.count { count += length }", "count += min(length, room.count)",
        "AppendedKeyTests",
    ),
    Mutation(
        "Letters that begin alike", "Sources/Collation/Engine/Levels/PlainWeights.swift",
        "if lower != 0 && (lower", "if lower == 0 && (lower",
        "CollatorTableTests",
    ),
    Mutation(
        "SeparatorScan", "Sources/Collation/Tools/SeparatorScan.swift",
        "start = place &+ 1\n", "start = place\n",
        "SeparatorScanTests",
    ),
    Mutation(
        "Copying records", "Sources/Collation/Names/UTF8Records+Copying.swift",
        "if place.count > room { return copied + slot }", "if place.count > room { return copied }",
        "CopyingRecordsTests",
    ),
    Mutation(
        "SortKeyEncoder", "Sources/Collation/Engine/Levels/KeyLevels.swift",
        "newFirst < lead ?", "newFirst > lead ?",
        "SortKeyEncoderTests",
    ),
    Mutation(
        "KeyList", "Sources/Collation/Engine/Keys/KeyList.swift",
        "case .descending: ~word", "case .descending: word",
        "KeyListTests",
    ),
    Mutation(
        "KeyOrder", "Sources/Collation/Engine/Keys/ListKeyFormat.swift",
        "beginsWithShown: Bool { self != .descending }", "beginsWithShown: Bool { self == .ascending }",
        "KeyListTests",
    ),
    Mutation(
        "SectionArrangement", "Sources/Collation/Sections/SectionArrangement.swift",
        "boundaries.last { PrimaryPlace($0.key) <= end }", "boundaries.last { PrimaryPlace($0.key) < end }",
        "SectionArrangementTests",
    ),
    Mutation(
        "SectionedCollection", "Sources/Collation/Sections/SectionedCollection.swift",
        "{ rows[rows.startIndex + place] }", "{ rows[place] }",
        "CollectionTests",
    ),
    Mutation(
        "SearchKeys", "Sources/CollationFiling/SearchKeys.swift",
        "return count > 1 ? key : nil", "return count > 2 ? key : nil",
        "StoredQueryTests",
    ),
    Mutation(
        "SearchRanges", "Sources/CollationFiling/SearchRanges.swift",
        "maybeSecond ? [$0, $0 + letter.bytes]", "maybeSecond ? [$0 + letter.bytes]",
        "StoredQueryTests",
    ),
    Mutation(
        "StoredListWalk", "Sources/CollationLists/StoredListWalk.swift",
        "isFirst(keyOfPlace, of: texts)", "isFirst(keyOfPlace, of: texts).map({ _ in true })",
        "StoredListTests",
    ),
    Mutation(
        "ArticleMatcher", "Sources/CollationFiling/ArticleMatcher.swift",
        "{ $0.bytes.count > $1.bytes.count }", "{ $0.bytes.count < $1.bytes.count }",
        "ArticleMatcherTests",
    ),
    Mutation(
        "Romanizer", "Sources/CollationFiling/Romanizer.swift",
        "[nameLanguage, language].compactMap", "[language, nameLanguage].compactMap",
        "RomanizerTests",
    ),
    Mutation(
        "SearchText", "Sources/CollationFiling/SearchText.swift",
        "(isInWord && !isIdeograph ? 0", "(isInWord ? 0",
        "SearchTextTests",
    ),
    Mutation(
        "SearchElements", "Sources/CollationFiling/SearchElements.swift",
        "isFirst || start.boundary.place >= end", "isFirst || start.boundary.place > end",
        "SearchElementsTests",
    ),
    Mutation(
        "SearchPattern", "Sources/CollationFiling/SearchPattern.swift",
        "codes[code - 1] & Code.endsMatch == 0", "codes[code - 1] & Code.endsMatch != 0",
        "SearchPatternTests",
    ),
    Mutation(
        "SearchLetters", "Sources/CollationFiling/SearchLetters.swift",
        "|| areOfOneSecondary", "|| areOfOneSecondary && left.isEmpty",
        "SearchLettersTests",
    ),
    Mutation(
        "SearchQuery", "Sources/CollationFiling/SearchQuery.swift",
        "worst = max(", "worst = min(",
        "SearchLettersTests",
    ),
    Mutation(
        "PartReader", "Sources/CollationFiling/PartReader.swift",
        "if isSeparated(place, text.count > start)", "if isSeparated(place, text.count >= start)",
        "PartReaderTests",
    ),
    Mutation(
        "NameList by parts", "Sources/CollationFiling/NameList+Parts.swift",
        "let columns = PartColumns(\n      shown: shown, fields: fields, sortAs: sortAs, readings: readings,",
        "let columns = PartColumns(\n      shown: shown, fields: fields, sortAs: readings, readings: sortAs,",
        "PartReaderTests",
    ),
    Mutation(
        "OrderedKeys", "Sources/collate/Runs/OrderedKeys.swift",
        "UInt32(24 - 8 * offset)", "UInt32(8 * offset)",
        "OrderedKeysTests",
    ),
    Mutation(
        "KeyCode", "Sources/collate/Runs/OrderedKeys.swift",
        "var place: Int { Int(UInt32.max - 1 -", "var place: Int { Int(UInt32.max -",
        "OrderedKeysTests",
    ),
    Mutation(
        "MergeTree", "Sources/collate/Runs/MergeTree.swift",
        "if code == .same || code == .end { return run < other }",
        "if code == .same || code == .end { return run > other }",
        "MergeTreeTests",
    ),
    Mutation(
        "QuotedScan", "Sources/collate/Records/RecordScan.swift",
        "case .thirdOfMark where byte == 0xBF: return .beginOfField",
        "case .thirdOfMark: return .beginOfField",
        "QuotedScanTests",
    ),
    Mutation(
        "RecordFormat", "Sources/collate/Records/RecordFormat.swift",
        "isFirst = isMark && !isFirst", "isFirst = isMark",
        "QuotedScanTests",
    ),
    Mutation(
        "RunReader", "Sources/collate/Runs/RunBlock.swift",
        "atMost: 2 * count)", "atMost: count + 2)",
        "RunBlocksTests",
    ),
    Mutation(
        "RunBlocks", "Sources/collate/Runs/RunBlocks.swift",
        "start + block.bytes.count", "start + block.ends[0]",
        "RunBlocksTests",
    ),
    Mutation(
        "CountedTree", "Sources/CollationLists/Living/CountedTree.swift",
        "guard numbers.count == 1, number > 0", "guard !numbers.isEmpty, number > 0",
        "CountedTreeTests",
    ),
    Mutation(
        "CountedTree", "Sources/CollationLists/Living/CountedTree.swift",
        "number > 0, number + 1 < size,", "number + 1 < size,",
        "CountedTreeTests",
    ),
    Mutation(
        "CountedTree", "Sources/CollationLists/Living/CountedTree.swift",
        "number > 0, number + 1 < size,", "number > 0,",
        "CountedTreeTests",
    ),
    Mutation(
        "CountedTree", "Sources/CollationLists/Living/CountedTree.swift",
        "key.count - place.key.count <= Self.byteCapacity", "key.count - place.key.count <= 1 << 20",
        "CountedTreeTests",
    ),
]


def fail(message: str) -> None:
    sys.exit(f"mutations: {message}")


def copy_tree() -> None:
    """Copies the files of the working tree, and leaves those alone that are the same: a build goes by their dates."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True, check=True
    )
    files = {Path(name) for name in os.fsdecode(listed.stdout).split("\0") if name and os.path.lexists(name)}
    for folder, folders, found in os.walk(COPY):
        if ".build" in folders:
            folders.remove(".build")
        for name in found:
            path = Path(folder) / name
            if path.relative_to(COPY) not in files and name != "Package.resolved":
                path.unlink()
    for name in files:
        target = COPY / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if name.is_symlink():
            if not target.is_symlink():
                target.symlink_to(os.readlink(name))
        elif not target.exists() or target.read_bytes() != name.read_bytes():
            shutil.copyfile(name, target)
            shutil.copymode(name, target)


def swift(*arguments: str, seconds: int | None = None) -> tuple[int | None, str]:
    """Runs a command in the copy. Returns its exit status, None if it takes too long, and what it prints."""
    process = subprocess.Popen(
        ["swift", *arguments], cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return None, process.communicate()[0]


def builds() -> bool:
    status, output = swift("build", "--build-tests")
    if status != 0:
        print(output, file=sys.stderr)
    return status == 0


def test(tests: str) -> tuple[int | None, str]:
    return swift("test", "--skip-build", "--filter", tests, seconds=MOST_SECONDS_OF_TESTS)


def main() -> None:
    names = [name for name in sys.argv[1:] if name != "--texts"]
    unknown = set(names) - {mutation.stage for mutation in MUTATIONS}
    if unknown:
        fail(f"unknown stage {', '.join(sorted(unknown))}")
    mutations = [mutation for mutation in MUTATIONS if not names or mutation.stage in names]
    for mutation in mutations:
        count = Path(mutation.file).read_text().count(mutation.before)
        if count != 1:
            fail(f"{mutation.file} has '{mutation.before}' {count} times, not once")
    if "--texts" in sys.argv:
        print(f"the texts of {len(mutations)} planted faults are in the code")
        return

    COPY.mkdir(parents=True, exist_ok=True)
    copy_tree()
    if not builds():
        fail("the code must compile without a fault")
    # A suite that fails by itself, or does not exist, would find nothing.
    for tests in sorted({mutation.tests for mutation in mutations}):
        status, output = test(tests)
        if status != 0 or not re.search(r"Test run with [1-9]", output):
            print(output, file=sys.stderr)
            fail(f"{tests} must pass without a fault")

    print(f"{'stage':20} {'tests':24} seconds  found by", flush=True)
    survived = 0
    for mutation in mutations:
        start = time.monotonic()
        target = COPY / mutation.file
        original = target.read_text()
        target.write_text(original.replace(mutation.before, mutation.after))
        compiles = builds()
        status, output = test(mutation.tests) if compiles else (0, "")
        target.write_text(original)
        survived += status == 0
        failed = re.search(r"Test (\w+)\(.*recorded an issue", output)
        unfound = "nothing" if compiles else "nothing: it does not compile"
        found_by = {0: unfound, None: "a loop without end"}.get(status, failed[1] if failed else "a crash")
        seconds = time.monotonic() - start
        print(f"{mutation.stage:20} {mutation.tests:24} {seconds:7.0f}  {found_by}", flush=True)
    if survived:
        fail(f"{survived} of {len(mutations)} faults were not found")


main()
