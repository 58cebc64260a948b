"""Checks the rules of the house; Scripts/check-house runs it.

No file of Sources/Collation refers upward. The folders and their order are those of the house in
Design.md. Folders of one module do not import each other, so the references come from the compiler
(swift_index.py).
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from swift_index import Reference, references

MODULE = Path("Sources/Collation")
DESIGN = MODULE / "Collation.docc/Design.md"


def inside(*rooms: str) -> Callable[[str], bool]:
    return lambda file: file.startswith(tuple(f"Sources/{room}" for room in rooms))


class Rule(NamedTuple):
    """A word that only some files may use. Lines that are all comment do not count."""

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
    # GRDB's type for bytes is Foundation's Data.
    inside("CollationFoundationCompat/", "CollationGRDB/"),
    "Foundation outside of CollationFoundationCompat/ and CollationGRDB/",
)
UNSAFE = Rule(
    r"\bunsafe\b",
    inside(
        "Collation/Tools/",
        "Collation/ICU/",
        "Collation/Names/",
        "Collation/Engine/",
        "CollationC/",
        "collate/StandardIO.swift",
        "collate/Runs/SpillFile.swift",
    ),
    "unsafe code outside of Tools/, ICU/, Names/, Engine/, CollationC/ and the command's "
    "StandardIO.swift and SpillFile.swift",
)
PUBLIC = Rule(
    r"\bpublic\b",
    lambda file: not inside("Collation/ICU/", "Collation/Engine/")(file),
    "public code in ICU/ or Engine/",
)

def main() -> None:
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    if errors := check(Path(".")):
        sys.exit("\n".join(errors))
    print("no file refers upward")


def check(root: Path) -> list[str]:
    folders = house((root / DESIGN).read_text())
    files = sorted(str(path.relative_to(root)) for path in (root / MODULE).rglob("*.swift"))
    errors = rule_errors(root) + folder_errors(root, folders, files)
    for reference in compiled_references(root, files):
        errors += upward_errors(folders, reference)
    return errors


def house(design: str) -> list[str]:
    """The folders of the module, lowest first. A folder is above the folders in it."""
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
    return [f"{place}: {user} refers upward to {used} ({reference.name}, {reference.target})"]


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
    held = {folder_of(file): file for file in reversed(files)}
    errors = [
        f"{held[folder]}:1: the house in Design.md has no folder {folder}/"
        for folder in held
        if folder not in folders
    ]
    missing = [folder for folder in folders if not (root / MODULE / folder).is_dir()]
    return errors + [f"{DESIGN}: there is no folder {folder}/" for folder in missing]


def self_test() -> None:
    """Plants errors in a copy of the sources: the check must find them and nothing else."""
    plants = {
        "Collation/Low/PlantedType.swift": "// PlantedHigh\nfunc planted(_: PlantedHigh) {}",
        "Collation/Low/PlantedMember.swift": 'let planted =\n  "\\(1.plantedMember())"',
        "Collation/Low/PlantedUnsafe.swift": "/// It is unsafe.\n@unsafe func plantedUnsafe() {}",
        "Collation/Low/PlantedImport.swift": "internal import CICU\nstruct PlantedImport {}",
        "Collation/High/PlantedHigh.swift": "struct PlantedHigh {}",
        "Collation/High/PlantedInt.swift": "extension Int { func plantedMember() -> Int { self } }",
        "Collation/Low/PlantedBelow.swift": "struct PlantedBelow {}",
        "Collation/High/PlantedDownwards.swift": "struct PlantedDownwards { var one: PlantedBelow }",
        "Collation/Nowhere/PlantedFolder.swift": "struct PlantedFolder {}",
        "Collation/ICU/PlantedPublic.swift": "// public\n\npublic struct PlantedPublic {}",
        "collate/PlantedFoundation.swift": "private import struct Foundation.Date",
    }
    planted = [
        "Collation/Low/PlantedType.swift:2: Low refers upward to High"
        " (PlantedHigh, Sources/Collation/High/PlantedHigh.swift)",
        "Collation/Low/PlantedMember.swift:2: Low refers upward to High"
        " (plantedMember(), Sources/Collation/High/PlantedInt.swift)",
        f"Collation/Low/PlantedUnsafe.swift:2: {UNSAFE.error}",
        f"Collation/Low/PlantedImport.swift:1: {ICU.error}",
        f"Collation/ICU/PlantedPublic.swift:3: {PUBLIC.error}",
        f"collate/PlantedFoundation.swift:1: {FOUNDATION.error}",
        "Collation/Nowhere/PlantedFolder.swift:1: the house in Design.md has no folder Nowhere/",
    ]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in ["CICU", "Sources"]:
            shutil.copytree(part, root / part)
        before = check(root)
        for file, text in plants.items():
            path = root / "Sources" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        rooms = "".join(rf"\g<2>{room}/\n" for room in ["Low", "High"])
        design = (root / DESIGN).read_text()
        design = re.sub(r"(\n +Collation/.*\n)(?=( +))", rf"\g<1>{rooms}", design, count=1)
        (root / DESIGN).write_text(design)
        after = check(root)
    found = sorted(set(after) - set(before))
    expected = sorted(f"Sources/{error}" for error in planted)
    if found != expected:
        wrong = [f"not found: {error}" for error in expected if error not in found]
        wrong += [f"not planted: {error}" for error in found if error not in expected]
        sys.exit("\n".join(wrong))
    print(f"the check finds {len(planted)} planted errors and nothing else")


main()
