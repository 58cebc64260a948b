"""Checks the rules of the house (Design.md), or with --self-test that planted errors are found.

No file of Sources/Collation refers upward. The folders and their order are those of the house in Design.md. Folders of
one module do not import each other, so the references come from the compiler: it type-checks the module and writes an
index, which has the declaration behind each name. libIndexStore, a part of every Swift toolchain, reads it. The index
does not have

- a conformance that only a generic function uses, as `sorted()` uses `Comparable`;
- code under an `#if` that is false on this machine.
"""

import ctypes
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

MODULE = Path("Sources/Collation")
DESIGN = MODULE / "Collation.docc/Design.md"


def inside(*rooms: str) -> Callable[[str], bool]:
    return lambda file: file.startswith(tuple(f"Sources/{room}" for room in rooms))


class Reference(NamedTuple):
    """A place where a file names something that another one declares."""

    file: str
    line: int
    name: str
    target: str


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
SYSTEM = Rule(
    r"\bimport\s+(\w+\s+)?(Darwin|Glibc|Musl)\b",
    inside(
        "Collation/Tools/Environment.swift",
        "Collation/Tools/Memory.swift",
        "Collation/Tools/Threads.swift",
        "CollationC/ArrowOutput.swift",
        "CollationC/CallError.swift",
        "collate/MachineMemory.swift",
        "collate/Runs/SpillFile.swift",
        "collate/StandardIO.swift",
    ),
    "a system's C library outside of the files with an arm for each system",
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
    # Of these rules, tests keep one. Tools that need Linux are in packages of their own.
    tests = [file for name in ["Tests", "Support"] for file in root.glob(f"Tests/*{name}/**/*.swift")]
    for path in sorted([*(root / "Sources").rglob("*.swift"), *tests]):
        file = str(path.relative_to(root))
        rules = [SYSTEM] if path in tests else [ICU, FOUNDATION, UNSAFE, SYSTEM, PUBLIC]
        rules = [rule for rule in rules if not rule.may_stand(file)]
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
        "Collation/Low/PlantedSystem.swift": "internal import Glibc\nstruct PlantedSystem {}",
        "Collation/High/PlantedHigh.swift": "struct PlantedHigh {}",
        "Collation/High/PlantedInt.swift": "extension Int { func plantedMember() -> Int { self } }",
        "Collation/Low/PlantedBelow.swift": "struct PlantedBelow {}",
        "Collation/High/PlantedDownwards.swift": "struct PlantedDownwards { var one: PlantedBelow }",
        "Collation/Nowhere/PlantedFolder.swift": "struct PlantedFolder {}",
        "Collation/ICU/PlantedPublic.swift": "// public\n\npublic struct PlantedPublic {}",
        "collate/PlantedFoundation.swift": "private import struct Foundation.Date",
        "../Tests/ATests/PlantedTests.swift": "import func Darwin.memcmp",
    }
    planted = [
        "Collation/Low/PlantedType.swift:2: Low refers upward to High"
        " (PlantedHigh, Sources/Collation/High/PlantedHigh.swift)",
        "Collation/Low/PlantedMember.swift:2: Low refers upward to High"
        " (plantedMember(), Sources/Collation/High/PlantedInt.swift)",
        f"Collation/Low/PlantedUnsafe.swift:2: {UNSAFE.error}",
        f"Collation/Low/PlantedImport.swift:1: {ICU.error}",
        f"Collation/Low/PlantedSystem.swift:1: {SYSTEM.error}",
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
    planted_tests = [f"Tests/ATests/PlantedTests.swift:1: {SYSTEM.error}"]
    expected = sorted([f"Sources/{error}" for error in planted] + planted_tests)
    if found != expected:
        wrong = [f"not found: {error}" for error in expected if error not in found]
        wrong += [f"not planted: {error}" for error in found if error not in expected]
        sys.exit("\n".join(wrong))
    print(f"the check finds {len(expected)} planted errors and nothing else")


# The roles of an occurrence in indexstore.h.
DEFINITION = 1 << 1
REFERENCE = 1 << 2


class Occurrence(NamedTuple):
    """A place where a symbol is declared or named."""

    symbol: str
    name: str
    roles: int
    line: int


def references(root: Path, files: list[str], module: str, arguments: list[str]) -> list[Reference]:
    """The references between the files of a module, sorted, each once a line."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["swiftc", "-typecheck", "-wmo", "-module-name", module, "-suppress-warnings"]
        command += ["-index-store-path", f"{folder}/index", "-index-ignore-system-modules"]
        command += ["-module-cache-path", f"{folder}/cache", *arguments]
        compiler = subprocess.run(command + files, cwd=root, capture_output=True, text=True)
        if compiler.returncode != 0:
            sys.exit(compiler.stderr)
        index = read_index(Path(folder, "index"))

    # A module has no two files of one name.
    paths = {Path(file).name: file for file in files}
    if index.keys() != paths.keys():
        sys.exit(f"the index lacks {', '.join(sorted(paths.keys() - index.keys()))}")
    home = {}
    for name, occurrences in index.items():
        home |= {one.symbol: paths[name] for one in occurrences if one.roles & DEFINITION}

    found = set()
    for name, occurrences in index.items():
        for symbol, text, roles, line in occurrences:
            # The property of an accessor stands at the same place.
            if not roles & REFERENCE or re.match(r"[gs]etter:", text):
                continue
            # The compiler derives `rawValue` and others; their symbols begin with the type's.
            while symbol.startswith(f"s:{len(module)}{module}") and symbol not in home:
                symbol = symbol[:-1]
            target = home.get(symbol, paths[name])
            if target != paths[name]:
                found.add(Reference(paths[name], line, text, target))
    return sorted(found)


class Text(ctypes.Structure):
    """indexstore_string_ref_t"""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


def read_index(store_path: Path) -> dict[str, list[Occurrence]]:
    """The occurrences in each Swift file, by the name of the file."""
    target = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True)
    runtime = Path(json.loads(target.stdout)["paths"]["runtimeResourcePath"])
    library = ctypes.CDLL(str(runtime.parent / "libIndexStore.so"))

    def function(name: str, result: type | None, *arguments: type) -> Callable:
        found = getattr(library, f"indexstore_{name}")
        found.restype, found.argtypes = result, arguments
        return found

    pointer, string, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_uint)
    visitor = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, pointer)
    create_store = function("store_create", pointer, string, pointer)
    create_reader = function("record_reader_create", pointer, pointer, string, pointer)
    visit = function("record_reader_occurrences_apply_f", ctypes.c_bool, pointer, pointer, visitor)
    symbol_of = function("occurrence_get_symbol", pointer, pointer)
    roles_of = function("occurrence_get_roles", ctypes.c_uint64, pointer)
    place_of = function("occurrence_get_line_col", None, pointer, number, number)
    name_of = function("symbol_get_name", Text, pointer)
    usr_of = function("symbol_get_usr", Text, pointer)

    store = create_store(str(store_path).encode(), None)
    index = defaultdict(list)
    for record in store_path.glob("*/records/*/*.swift-*"):
        occurrences = index[record.name.rpartition("-")[0]]

        def add(_: object, place: int) -> bool:
            symbol, line, column = symbol_of(place), ctypes.c_uint(), ctypes.c_uint()
            place_of(place, line, column)
            usr, name = str(usr_of(symbol)), str(name_of(symbol))
            occurrences.append(Occurrence(usr, name, roles_of(place), line.value))
            return True

        reader = create_reader(store, record.name.encode(), None)
        if not reader or not visit(reader, None, visitor(add)):
            sys.exit(f"the index has no declaration of {record.name.rpartition('-')[0]}")
    return index


main()
