"""Finds the declarations that each file of a module refers to, as the compiler resolves them.

The compiler type-checks the module and writes an index, which has the declaration behind each name.
libIndexStore, a part of every Swift toolchain, reads it. The index does not have

- a conformance that only a generic function uses, as `sorted()` uses `Comparable`;
- code under an `#if` that is false on this machine.
"""

import ctypes
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

# The roles of an occurrence in indexstore.h.
DEFINITION = 1 << 1
REFERENCE = 1 << 2


class Reference(NamedTuple):
    """A place where a file names something that another one declares."""

    file: str
    line: int
    name: str
    target: str


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
