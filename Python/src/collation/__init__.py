"""Localized order, sections and keys of names, over the library CollationC.

    from collation import Collation

    swedish = Collation("sv")
    swedish.titles                     # ['A', 'B', ..., 'Å', 'Ä', 'Ö', '#']
    keys = swedish.display_keys(names)  # a PyArrow array of binary

Rows that are ordered by their display keys, byte by byte, are in the order of the list: in PyArrow,
Polars, DuckDB, Spark, and in every database. Keys belong together that have the same stamp.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ._library import (
    ArrowArray,
    ArrowSchema,
    CollationError,
    Failure,
    library,
)

__all__ = ["Collation", "CollationError"]


class Collation:
    """A collation that is open. Threads may use one at the same time.

    The options have the names and values of the command ``collate``, with underscores for hyphens:

        Collation("de-u-co-phonebk", numeric=True, layout="icu")
        Collation("en", articles="en,fr", skip_punctuation=True)
        Collation("en", group=["X–Z=X,Y,Z"], digits_section="0–9")

    A list gives an option several times. ``None`` leaves an option out.
    """

    def __init__(self, locale: str = "", **options: str | bool | Iterable[str] | None) -> None:
        self._handle = None
        self._library = library()
        texts = list(_texts(options))
        self._asked = (locale, dict(options))
        failure = Failure()
        handle = ctypes.c_void_p()
        status = self._library.collation_open(
            _utf8(locale),
            (ctypes.c_char_p * len(texts))(*texts),
            len(texts),
            ctypes.byref(handle),
            ctypes.byref(failure),
        )
        failure.check(status)
        self._handle = handle

    def __del__(self) -> None:
        if self._handle is not None:
            self._library.collation_close(self._handle)

    def __reduce__(self) -> tuple:
        # A copy in another process opens the collation anew, by the ICU of that process.
        return _reopened, self._asked

    @property
    def stamp(self) -> str:
        """What keys have in common that may be compared. Store it beside them."""
        return self._library.collation_stamp(self._handle).decode()

    @property
    def titles(self) -> list[str]:
        """The titles of the sections, in the order of the list."""
        return self._section_texts(self._library.collation_title)

    @property
    def index_titles(self) -> list[str]:
        """The titles at the side of the list, one for each section."""
        return self._section_texts(self._library.collation_index_title)

    @property
    def kinds(self) -> list[str]:
        """The kinds of the sections: normal, digits, catchAll and others."""
        return self._section_texts(self._library.collation_section_kind)

    def section(self, name: str) -> int:
        """The number of the section of a name."""
        name_bytes = _utf8(name)
        return self._library.collation_section(self._handle, name_bytes, len(name_bytes))

    def display_key(self, name: str) -> bytes:
        """The display key of a name. Its first two bytes are the number of the section."""
        name_bytes = _utf8(name)
        capacity = 64 + 4 * len(name_bytes)
        while True:
            key = ctypes.create_string_buffer(capacity)
            length = self._library.collation_display_key(
                self._handle, name_bytes, len(name_bytes), key, capacity
            )
            if length <= capacity:
                return key.raw[:length]
            capacity = length

    def display_keys(self, names: Any) -> pa.Array | pa.ChunkedArray:
        """The display keys of many names; a null has none.

        Takes PyArrow arrays, Polars series and all else that has Arrow's PyCapsule interface, and
        lists of strings. Texts with 32-bit offsets have keys of ``binary``, others of
        ``large_binary``.
        """
        return _by_chunk(names, lambda chunk: self._keys(chunk, wants_sections=False)[0])

    def sections(self, names: Any) -> pa.Array | pa.ChunkedArray:
        """The numbers of the sections of many names, as ``int32``; null for a null."""
        return _by_chunk(names, self._sections)

    def sections_and_keys(self, names: Any) -> pa.StructArray | pa.ChunkedArray:
        """Structs of the ``section`` and the ``key`` of each name, made in one walk."""

        def structs(chunk: pa.Array) -> pa.StructArray:
            keys, sections = self._keys(chunk, wants_sections=True)
            return pa.StructArray.from_arrays([sections, keys], names=["section", "key"])

        return _by_chunk(names, structs)

    def _section_texts(self, text: Any) -> list[str]:
        count = self._library.collation_section_count(self._handle)
        return [text(self._handle, section).decode() for section in range(count)]

    def _keys(self, names: pa.Array, *, wants_sections: bool) -> tuple[pa.Array, pa.Array | None]:
        keys, sections = _Exchange(), _Exchange() if wants_sections else None
        with _Exchange(names) as given:
            failure = Failure()
            status = self._library.collation_display_keys(
                self._handle,
                *given.pointers,
                *keys.pointers,
                *(sections.pointers if sections else (None, None)),
                ctypes.byref(failure),
            )
        failure.check(status)
        return keys.taken(), sections.taken() if sections else None

    def _sections(self, names: pa.Array) -> pa.Array:
        sections = _Exchange()
        with _Exchange(names) as given:
            failure = Failure()
            status = self._library.collation_sections(
                self._handle, *given.pointers, *sections.pointers, ctypes.byref(failure)
            )
        failure.check(status)
        return sections.taken()


class _Exchange:
    """The two structs of Arrow's C data interface, by which an array is given or taken."""

    def __init__(self, array: pa.Array | None = None) -> None:
        self.schema, self.array = ArrowSchema(), ArrowArray()
        if array is not None:
            array._export_to_c(ctypes.addressof(self.array), ctypes.addressof(self.schema))

    @property
    def pointers(self) -> tuple:
        return ctypes.byref(self.schema), ctypes.byref(self.array)

    def taken(self) -> pa.Array:
        return pa.Array._import_from_c(
            ctypes.addressof(self.array), ctypes.addressof(self.schema)
        )

    def __enter__(self) -> _Exchange:
        return self

    def __exit__(self, *_: object) -> None:
        # What was given is still ours to release.
        for struct in (self.array, self.schema):
            if struct.release:
                struct.release(ctypes.byref(struct))


def _by_chunk(names: Any, call: Any) -> pa.Array | pa.ChunkedArray:
    """Calls for the one array that the names are, or for each chunk."""
    array = _arrow(names)
    if isinstance(array, pa.ChunkedArray):
        chunks = [call(_plain(chunk)) for chunk in array.chunks or [pa.array([], array.type)]]
        return pa.chunked_array(chunks)
    return call(_plain(array))


def _arrow(names: Any) -> pa.Array | pa.ChunkedArray:
    if isinstance(names, (pa.Array, pa.ChunkedArray)):
        return names
    if hasattr(names, "__arrow_c_stream__"):
        return pa.chunked_array(names)
    if hasattr(names, "__arrow_c_array__"):
        return pa.array(names)
    return pa.array(names, pa.string())


def _plain(array: pa.Array) -> pa.Array:
    """The array, or a copy of views, which Polars has, and of nulls alone, which have no type."""
    if pa.types.is_string_view(array.type):
        return pc.cast(array, pa.large_string())
    if pa.types.is_binary_view(array.type):
        return pc.cast(array, pa.large_binary())
    if pa.types.is_null(array.type):
        return pc.cast(array, pa.string())
    return array


def _texts(options: dict[str, Any]) -> Iterable[bytes]:
    for name, value in options.items():
        values = [value] if isinstance(value, (str, bool)) or value is None else value
        for each in values:
            if each is None:
                continue
            text = str(each).lower() if isinstance(each, bool) else each
            yield _utf8(f"{name.replace('_', '-')}={text}", strict=True)


def _utf8(text: str, *, strict: bool = False) -> bytes:
    # A surrogate that stands alone collates as U+FFFD, as all that is ill-formed.
    return text.encode("utf-8", "strict" if strict else "surrogatepass")


def _reopened(locale: str, options: dict[str, Any]) -> Collation:
    return Collation(locale, **options)
