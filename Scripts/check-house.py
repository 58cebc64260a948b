"""Checks the rules of the house; Scripts/check-house starts it.

No file of Sources/Collation refers upwards. The folders and their order are those of the house in
Design.md. A module has no imports between its folders, so the references are the compiler's own
(swift_index.py). The check prints how many pairs of files refer from the folder of a row to the
folder of a column.
"""

import re
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from swift_index import Reference, references

MODULE = Path("Sources/Collation")
SCRIPT = "Scripts/check-house.py"
DESIGN = MODULE / "Collation.docc/Design.md"

# Files of one folder that refer to each other in a circle, and why they may.
CIRCLES = {
    frozenset({"CollationStamp.swift", "Collator.swift", "Collator+Opening.swift"}): (
        "one type, too long for one file, which keeps its stamp"
    ),
    frozenset({"Engine.swift", "Engine+OneName.swift", "Engine+Tables.swift"}): (
        "one door, too long for one file"
    ),
    frozenset(
        {
            "LocalizedIndexedCollation.swift",
            "LocalizedIndexedCollation+Filing.swift",
            "LocalizedIndexedCollation+SectionNumbers.swift",
            "LocalizedIndexedCollation+Storage.swift",
        }
    ): "one type, too long for one file",
}

MOST_FILES_OF_ENGINE_FOLDER = 8


def inside(*rooms: str) -> Callable[[str], bool]:
    return lambda file: file.startswith(tuple(f"Sources/{room}" for room in rooms))


class Rule(NamedTuple):
    """A word that may stand in some files only. A comment that fills a line does not count."""

    word: str
    may_stand: Callable[[str], bool]
    error: str


ICU = Rule(
    r"\bimport\s.*\bCICU",
    inside("Collation/ICU/"),
    "ICU outside of Collation/ICU/",
)
FOUNDATION = Rule(
    r"\bimport\s.*\bFoundation",
    inside("CollationFoundationCompat/"),
    "Foundation outside of CollationFoundationCompat/",
)
UNSAFE = Rule(
    r"\bunsafe\b",
    inside(
        "Collation/ICU/",
        "Collation/Names/",
        "Collation/Engine/",
        "CollationC/",
        "collate/StandardIO.swift",
        "collate/Runs/SpillFile.swift",
    ),
    "unsafe code outside of ICU/, Names/, Engine/, CollationC/ and the command's "
    "StandardIO.swift and SpillFile.swift",
)
PUBLIC = Rule(
    r"\bpublic\b",
    lambda file: not inside("Collation/ICU/", "Collation/Engine/")(file),
    "public code in ICU/ or Engine/",
)

# From one file or folder to another, and where the first reference stands.
Arrows = dict[tuple[str, str], str]


def main() -> None:
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    errors, picture = check(Path("."))
    print("\n".join(picture))
    if errors:
        sys.exit("\n".join(errors))


def check(root: Path) -> tuple[list[str], list[str]]:
    """The errors in a tree, and its picture."""
    folders = house((root / DESIGN).read_text())
    files = sorted(str(path.relative_to(root)) for path in (root / MODULE).rglob("*.swift"))
    errors = rule_errors(root) + folder_errors(root, folders, files)
    found = compiled_references(root, files)
    errors += [error for reference in found for error in upward_errors(folders, reference)]

    between_folders: Arrows = {}
    between_files: dict[str, Arrows] = defaultdict(dict)
    for file, line, _, target in found:
        user, used = folder_of(file), folder_of(target)
        if user == used:
            between_files[user].setdefault((file, target), f"{file}:{line}")
        else:
            between_folders.setdefault((user, used), f"{file}:{line}")
    for circle, place in circles(between_folders):
        errors.append(f"{place}: a circle of folders: {', '.join(circle)}")

    # A circle of files in several folders has an upward reference, so those in one folder remain.
    picture = matrix(folders, found)
    allowed = dict(CIRCLES)
    for folder in sorted(between_files):
        for circle, place in circles(between_files[folder]):
            names = [Path(file).name for file in circle]
            reason = allowed.pop(frozenset(names), None)
            if reason:
                picture.append(f"{place}: a circle of files: {', '.join(names)}; {reason}")
            else:
                errors.append(f"{place}: a circle of files: {', '.join(names)}")
    for names in allowed:
        errors.append(f"{SCRIPT}: there is no circle of files: {', '.join(sorted(names))}")
    return errors, picture


def house(design: str) -> list[str]:
    """The folders of the module, lowest first. A folder stands above the folders in it."""
    below = re.search(rf"^( +){MODULE.name}/.*\n((?:\1 +.*\n)+)", design, re.MULTILINE)
    if not below:
        sys.exit(f"{DESIGN}: the house has no folder {MODULE.name}/")
    folders: list[str] = []
    around: list[tuple[int, str]] = []
    for line in [*below[2].splitlines(), ""]:
        indent = len(line) - len(line.lstrip())
        while around and around[-1][0] >= indent:
            folders.append("/".join(name for _, name in around))
            around.pop()
        if folder := re.match(r" +(\w+)/(?: |$)", line):
            around.append((indent, folder[1]))
    return folders


def compiled_references(root: Path, files: list[str]) -> list[Reference]:
    header = (root / "Sources/CICUCxx/include/CICUCxx.h").resolve()
    with tempfile.NamedTemporaryFile("w", suffix=".modulemap") as modules:
        modules.write(f'module CICUCxx {{ header "{header}" export * }}')
        modules.flush()
        arguments = ["-swift-version", "6", "-package-name", "swift_collation"]
        arguments += ["-I", "CICU", "-Xcc", f"-fmodule-map-file={modules.name}"]
        return references(root, files, MODULE.name, arguments)


def folder_of(file: str) -> str:
    return str(Path(file).parent.relative_to(MODULE))


def upward_errors(folders: list[str], reference: Reference) -> list[str]:
    user, used = folder_of(reference.file), folder_of(reference.target)
    if not {user, used} <= set(folders) or folders.index(used) <= folders.index(user):
        return []
    place = f"{reference.file}:{reference.line}"
    return [f"{place}: {user} refers upwards to {used} ({reference.name}, {reference.target})"]


def rule_errors(root: Path) -> list[str]:
    errors = []
    for path in sorted((root / "Sources").rglob("*.swift")):
        file = str(path.relative_to(root))
        rules = [rule for rule in [ICU, FOUNDATION, UNSAFE, PUBLIC] if not rule.may_stand(file)]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.lstrip().startswith("//"):
                broken = [rule for rule in rules if re.search(rule.word, line)]
                errors += [f"{file}:{number}: {rule.error}" for rule in broken]
    return errors


def folder_errors(root: Path, folders: list[str], files: list[str]) -> list[str]:
    errors = []
    held = defaultdict(list)
    for file in files:
        held[folder_of(file)].append(file)
    for folder, inner in held.items():
        if folder not in folders:
            errors.append(f"{inner[0]}:1: the house in Design.md has no folder {folder}/")
        if folder.split("/")[0] == "Engine" and len(inner) > MOST_FILES_OF_ENGINE_FOLDER:
            errors.append(f"{inner[0]}:1: {folder}/ has {len(inner)} files, over eight")
    for folder in folders:
        if not (root / MODULE / folder).is_dir():
            errors.append(f"{DESIGN}: there is no folder {folder}/")
    return errors


def circles(arrows: Arrows) -> Iterator[tuple[list[str], str]]:
    """The largest circles, each with the place of one of its references."""
    reached: dict[str, set[str]] = {}
    for start in sorted({user for user, _ in arrows}):
        reached[start], ahead = set(), [start]
        while ahead:
            here = ahead.pop()
            new = {used for user, used in arrows if user == here} - reached[start]
            reached[start] |= new
            ahead += new
    for start in reached:
        circle = sorted(end for end in reached[start] if start in reached.get(end, ()))
        if circle and circle[0] == start:
            yield circle, min(place for arrow, place in arrows.items() if set(arrow) <= set(circle))


def matrix(folders: list[str], found: list[Reference]) -> list[str]:
    pairs = {(one.file, one.target) for one in found}
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for file, target in pairs:
        counts[folder_of(file), folder_of(target)] += 1
    width = max(len(folder) for folder in folders)
    lines = [" " * (width + 4) + "".join(f"{column:4}" for column in range(1, len(folders) + 1))]
    for row, user in enumerate(folders, 1):
        cells = "".join(f"{counts[user, used] or '.':>4}" for used in folders)
        lines.append(f"{row:2}  {user:{width}}{cells}")
    return lines


def self_test() -> None:
    """Plants errors in a copy of the sources: the check finds them and nothing else."""
    plants = {
        "Collation/Low/PlantedType.swift": "// PlantedHigh\nfunc planted(_: PlantedHigh) {}",
        "Collation/Low/PlantedMember.swift": 'let planted =\n  "\\(1.plantedMember())"',
        "Collation/Low/PlantedUnsafe.swift": "/// It is unsafe.\n@unsafe func plantedUnsafe() {}",
        "Collation/Low/PlantedImport.swift": "internal import CICU\nstruct PlantedImport {}",
        "Collation/High/PlantedHigh.swift": "struct PlantedHigh { var one: PlantedOne }",
        "Collation/High/PlantedOne.swift": "struct PlantedOne {\n  let other: PlantedOther\n}",
        "Collation/High/PlantedOther.swift": "struct PlantedOther {\n  var all: [PlantedOne]\n}",
        "Collation/High/PlantedInt.swift": "extension Int { func plantedMember() -> Int { self } }",
        "Collation/Left/PlantedLeft.swift": "enum PlantedLeft {\n  case to(PlantedRight)\n}",
        "Collation/Right/PlantedRight.swift": "struct PlantedRight {\n  var back: [PlantedLeft]\n}",
        "Collation/ICU/PlantedPublic.swift": "// public\n\npublic struct PlantedPublic {}",
        "collate/PlantedFoundation.swift": "private import struct Foundation.Date",
    }
    for number in range(1, MOST_FILES_OF_ENGINE_FOLDER + 2):
        plants[f"Collation/Engine/Planted/Planted{number}.swift"] = f"struct Planted{number} {{}}"
    planted = [
        "Collation/Low/PlantedType.swift:2: Low refers upwards to High"
        " (PlantedHigh, Sources/Collation/High/PlantedHigh.swift)",
        "Collation/Low/PlantedMember.swift:2: Low refers upwards to High"
        " (plantedMember(), Sources/Collation/High/PlantedInt.swift)",
        "Collation/Left/PlantedLeft.swift:2: Left refers upwards to Right"
        " (PlantedRight, Sources/Collation/Right/PlantedRight.swift)",
        "Collation/Left/PlantedLeft.swift:2: a circle of folders: Left, Right",
        "Collation/High/PlantedOne.swift:2: a circle of files:"
        " PlantedOne.swift, PlantedOther.swift",
        f"Collation/Low/PlantedUnsafe.swift:2: {UNSAFE.error}",
        f"Collation/Low/PlantedImport.swift:1: {ICU.error}",
        f"Collation/ICU/PlantedPublic.swift:3: {PUBLIC.error}",
        f"collate/PlantedFoundation.swift:1: {FOUNDATION.error}",
        "Collation/Engine/Planted/Planted1.swift:1: the house in Design.md has no folder"
        " Engine/Planted/",
        "Collation/Engine/Planted/Planted1.swift:1: Engine/Planted/ has 9 files, over eight",
    ]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in ["CICU", "Sources"]:
            shutil.copytree(part, root / part)
        before, _ = check(root)
        for file, text in plants.items():
            path = root / "Sources" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        rooms = "".join(rf"\g<2>{room}/\n" for room in ["Low", "High", "Left", "Right"])
        design = (root / DESIGN).read_text()
        design = re.sub(r"(\n +Collation/.*\n)(?=( +))", rf"\g<1>{rooms}", design, count=1)
        (root / DESIGN).write_text(design)
        after, _ = check(root)
    found = sorted(set(after) - set(before))
    expected = sorted(f"Sources/{error}" for error in planted)
    if found != expected:
        wrong = [f"not found: {error}" for error in expected if error not in found]
        wrong += [f"not planted: {error}" for error in found if error not in expected]
        sys.exit("\n".join(wrong))
    print(f"the check finds {len(planted)} planted errors and nothing else")


main()
