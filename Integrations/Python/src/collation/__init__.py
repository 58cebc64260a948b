"""Localized order, sections and keys of names, backed by the library CollationC.

    from collation import Collation

    swedish = Collation("sv")
    swedish.titles                     # ['A', 'B', ..., 'Å', 'Ä', 'Ö', '#']
    keys = swedish.list_keys(names)    # a PyArrow array of binary

Rows sorted by the bytes of their list keys are in the order of the list: in PyArrow, Polars,
DuckDB, Spark, and in every database. Compare keys only if they have the same stamp.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Mapping
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
    """An open collation. Several threads may use it at the same time.

    Options have the names and values of the command ``collate``, with underscores for hyphens:

        Collation("de-u-co-phonebk", numeric=True, layout="icu")
        Collation("en", articles="en,fr", skip_punctuation=True)
        Collation("en", group=["X–Z=X,Y,Z"], digits_section="0–9")

    Pass a list to repeat an option or, for ``title`` and ``index_text``, a mapping:
    ``title={"ا": "آ"}``. ``None`` leaves an option out.
    """

    _handle = None

    def __init__(
        self,
        locale: str | None = None,
        **options: str | bool | Iterable[str] | Mapping[str, str] | None,
    ) -> None:
        self._open(_c_text(locale or "", "locale"), tuple(_texts(options)))

    def _open(self, locale: bytes, texts: tuple[bytes, ...]) -> None:
        self.__del__()
        self._library = library()
        self._asked = (locale, texts)
        failure = Failure()
        handle = ctypes.c_void_p()
        status = self._library.collation_open(
            locale,
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
            self._handle = None

    def __reduce__(self) -> tuple:
        # A copy in another process opens the collation anew, by the ICU of that process.
        return _reopened, (type(self), *self._asked, self.stamp)

    @property
    def stamp(self) -> str:
        """The stamp of the keys. Store it with them: keys compare only under the same stamp."""
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
        """The kinds of the sections: normal, digits, catchAll and so on."""
        return self._section_texts(self._library.collation_section_kind)

    @property
    def dropped_labels(self) -> list[str]:
        """The labels of the locale and of the options that did not become titles."""
        labels = []
        while label := self._library.collation_dropped_label(self._handle, len(labels)):
            labels.append(label.decode())
        return labels

    def section(self, name: str) -> int:
        """Returns the section number of a name."""
        name_bytes = _name_bytes(name)
        return self._library.collation_section(self._handle, name_bytes, len(name_bytes))

    def list_key(self, name: str) -> bytes:
        """Returns the list key of a name. Its first two bytes are the section number."""
        name_bytes = _name_bytes(name)
        capacity = 64 + 4 * len(name_bytes)
        while True:
            key = ctypes.create_string_buffer(capacity)
            length = self._library.collation_list_key(
                self._handle, name_bytes, len(name_bytes), key, capacity
            )
            if 0 <= length <= capacity:
                return key.raw[:length]
            capacity = length

    def list_keys(self, names: Any) -> pa.Array | pa.ChunkedArray:
        """Returns the list keys of many names; null for a null.

        Takes PyArrow arrays, Polars series, anything else with Arrow's PyCapsule interface, and lists
        of strings. Keys of strings with 32-bit offsets are of type ``binary``, others of type
        ``large_binary``.
        """
        return _by_chunk(names, lambda chunk: self._keys(chunk, wants_sections=False)[0])

    def sections(self, names: Any) -> pa.Array | pa.ChunkedArray:
        """Returns the section numbers of many names, as ``int32``; null for a null."""
        return _by_chunk(names, self._sections)

    def sections_and_keys(self, names: Any) -> pa.StructArray | pa.ChunkedArray:
        """Returns structs of the ``section`` and the ``key`` of each name, made in one pass."""

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
            status = self._library.collation_list_keys(
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
    """The two structs of Arrow's C data interface, which export or import an array."""

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
        self.__del__()

    def __del__(self) -> None:
        # What was given is still ours to release, and so is what nobody has taken.
        for struct in (self.array, self.schema):
            if struct.release:
                struct.release(ctypes.byref(struct))


def _by_chunk(names: Any, call: Any) -> pa.Array | pa.ChunkedArray:
    """Calls ``call`` for the one array of names, or for each chunk."""
    array = _arrow(names)
    if isinstance(array, pa.ChunkedArray):
        chunks = [call(_plain(chunk)) for chunk in array.chunks or [pa.array([], array.type)]]
        return pa.chunked_array(chunks)
    return call(_plain(array))


def _arrow(names: Any) -> pa.Array | pa.ChunkedArray:
    if isinstance(names, (str, bytes)):
        raise TypeError("expected many names, got one: use list_key or section")
    if isinstance(names, (pa.Array, pa.ChunkedArray)):
        return names
    if hasattr(names, "__arrow_c_stream__"):
        return pa.chunked_array(names)
    if hasattr(names, "__arrow_c_array__"):
        return pa.array(names)
    return pa.array(names, pa.string())


def _plain(array: pa.Array) -> pa.Array:
    """Returns the array, or a copy if it has views, as Polars uses, or nulls without a type."""
    if pa.types.is_string_view(array.type):
        return pc.cast(array, pa.large_string())
    if pa.types.is_binary_view(array.type):
        return pc.cast(array, pa.large_binary())
    if pa.types.is_null(array.type):
        return pc.cast(array, pa.string())
    return array


def _texts(options: dict[str, Any]) -> Iterable[bytes]:
    for name, value in options.items():
        if value is None:
            continue
        option = name.replace("_", "-")
        values: Iterable[Any] = [value]
        if isinstance(value, Mapping):
            values = [f"{key}={text}" for key, text in value.items()]
        elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            values = value
        for each in values:
            text = str(each).lower() if isinstance(each, bool) else each
            if not isinstance(text, str):
                raise TypeError(f"option {name}: expected str or bool, got {each!r}")
            yield _c_text(f"{option}={text}", f"option {name}")


def _c_text(text: str, what: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{what}: expected str, got {text!r}")
    if "\0" in text:
        raise ValueError(f"{what}: expected text without NUL, which would end a C string")
    return text.encode()


def _name_bytes(name: str) -> bytes:
    if not isinstance(name, str):
        raise TypeError(f"name: expected str, got {name!r}")
    # A surrogate that stands alone has no UTF-8; it collates as U+FFFD, as all that is ill-formed.
    return re.sub("[\ud800-\udfff]", "\ufffd", name).encode()


def _reopened(
    kind: type[Collation], locale: bytes, texts: tuple[bytes, ...], stamp: str
) -> Collation:
    collation = kind.__new__(kind)
    collation._open(locale, texts)
    if collation.stamp != stamp:
        raise CollationError(
            6,
            f"the collation was pickled with stamp '{stamp}', but has '{collation.stamp}' here: "
            "use the same ICU in both processes",
        )
    return collation
