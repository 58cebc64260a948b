"""Localized order, sections and keys of names.

    from collation import Collation

    swedish = Collation("sv")
    swedish.sort(["Öberg", "Zorn", "Åberg"])         # ['Zorn', 'Åberg', 'Öberg']
    sorted(people, key=lambda person: swedish.list_key(person.name))
    swedish.titles[swedish.section("Öberg")]         # 'Ö'
    keys = swedish.list_keys(table["name"])          # a PyArrow array of binary

Rows sorted by the bytes of their list keys are in the order of the list: in PyArrow, Polars, DuckDB, Spark, and in
every database. Compare keys only if they have the same stamp.
"""

from __future__ import annotations

import platform
import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, TypeVar, overload

from . import _native
from ._loading import ensure_loaded
from ._native import Search

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from typing_extensions import Unpack

    class _ArrowArray(Protocol):
        def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

    class _ArrowStream(Protocol):
        def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

    Arrow = _ArrowArray | _ArrowStream | Mapping[str, _ArrowArray | _ArrowStream]
    Order = Literal["list_key", "sort_key"]
    Texts = str | tuple[str | None, ...]
    Name = TypeVar("Name", bound=Texts | None)
    __version__: str

__all__ = [
    "Collation",
    "CollationError",
    "CollationWarning",
    "Options",
    "Search",
    "option_names",
    "search_keys",
    "search_stamp",
    "versions",
]

PARTS = ["sort_as", "reading", "language"]
# Strings with 32-bit offsets cannot be joined to 2 GiB or more.
MOST_JOINED_BYTES = 1 << 31


class CollationError(ValueError):
    """Why a call failed: ``code`` is the error number of collation.h."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return CollationError, (self.code, str(self))


class CollationWarning(UserWarning):
    """ICU has nothing for the language or the script of a locale, so the order is that of another, or of root."""


class Options(TypedDict, total=False):
    """The options of a collation: those of the command ``collate``, with underscores for hyphens."""

    rules: str | None
    letters: str | None
    strength: str | None
    numeric: bool | None
    case_first: str | None
    case_level: bool | None
    alternate: str | None
    max_variable: str | None
    backwards: bool | None
    normalization: str | None
    reorder: str | None
    layout: str | None
    script_order: str | None
    catch_all: str | None
    catch_all_title: str | None
    section_order: str | None
    labels_from: str | None
    label: str | Iterable[str] | None
    title: str | Mapping[str, str] | None
    index_text: str | Mapping[str, str] | None
    digits_section: str | None
    ideographs_section: str | None
    emoji_section: str | None
    group: str | Iterable[str] | None
    reverse: bool | None
    articles: str | None
    particles: str | None
    article: str | Iterable[str] | Mapping[str, str] | None
    skip_punctuation: bool | None
    skip_nonsorting: bool | None
    skip_modifier_letters: bool | None
    roman_numerals: bool | None
    romanize: bool | None
    romanize_all: bool | None
    han_readings: str | None
    workers: int | None


class Collation(_native.Collation):
    """An open collation. Several threads may use it at the same time.

    Don't fork while another thread is in a call: use the start method ``spawn`` or ``forkserver`` of
    ``multiprocessing``.

    Options have the names and values of the command ``collate``, with underscores for hyphens:

        Collation("de-u-co-phonebk", numeric=True, layout="icu")
        Collation("en", articles="en,fr", skip_punctuation=True)
        Collation("en", group=["X–Z=X,Y,Z"], digits_section="0–9")

    Pass a list to repeat an option or, for ``title``, ``index_text`` and ``article``, a mapping: ``title={"ا": "آ"}``.
    ``None`` leaves an option out. The options are:

        order     strength, numeric, case_first, case_level, alternate, max_variable, backwards, normalization,
                  reorder, rules or letters (instead of a locale)
        sections  layout, script_order, catch_all, catch_all_title, section_order, labels_from, label, title,
                  index_text, digits_section, ideographs_section, emoji_section, group, reverse
        filing    articles, particles, article, skip_punctuation, skip_nonsorting, skip_modifier_letters,
                  roman_numerals, romanize, romanize_all, han_readings
        threads   workers, for the calls that take many names

    Calls for many names take a list, or anything else that is iterable, and return a list. Of an Arrow array (PyArrow,
    Polars, pandas, NumPy, whatever has Arrow's PyCapsule interface) they return a PyArrow array, which needs PyArrow:
    ``pip install 'swift-collation[arrow]'``. A name may be None (null): its key is, too, and it comes last in an order.

    A name that several texts sort, one after another, is a tuple, such as family and given name: ``("Ek", "Zara")``.
    Texts that are empty or None are left out. ``list_key``, ``sort_key`` and ``section`` take such a tuple, too.

    In place of names these calls also take a table of them: a mapping from ``name`` and any of ``sort_as`` (what the
    name sorts as), ``reading`` (how it is read, as kana) and ``language`` (a BCP 47 tag, or one for all names) to lists
    or arrays of the same length, with None where a name has no such part. Frames, tables and arrays of structs that
    have these columns alone are tables, too. In an array, names of several texts are structs of any fields:
    ``{"name": frame.select(polars.struct("family", "given")).to_series()}``.

    Two collations are equal if they have the same locale and options. To know whether their keys are comparable,
    compare their stamps. A locale whose language or script ICU lacks falls back, with a ``CollationWarning``: to the
    root order if ICU lacks the language.
    """

    def __init__(self, locale: str | None = None, **options: Unpack[Options]) -> None:
        ensure_loaded()
        asked = _c_text("" if locale is None else locale, "locale"), tuple(_texts(options))
        self._open(*asked)
        self._asked = asked
        if self.is_fallback:
            message = f"ICU has no order for the locale {locale!r}, so names come in that of {self.locale}"
            warnings.warn(f"{message}: expected a BCP 47 tag such as sv", CollationWarning, stacklevel=2)

    def __repr__(self) -> str:
        locale, texts = self._asked
        options: dict[str, list[str | bool]] = {}
        for text in texts:
            name, _, value = text.decode().partition("=")
            options.setdefault(name.replace("-", "_"), []).append({"true": True, "false": False}.get(value, value))
        arguments = [repr(locale.decode())] if locale else []
        for option, values in options.items():
            arguments.append(f"{option}={(values if len(values) > 1 else values[0])!r}")
        return f"{type(self).__name__}({', '.join(arguments)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Collation) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[bytes, tuple[bytes, ...]]:
        # The order of different options has no meaning; that of one option's repeats has, and the sort keeps it.
        locale, texts = self._asked
        return locale, tuple(sorted(texts, key=lambda text: text.partition(b"=")[0]))

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy in another process opens the collation anew, by the ICU of that process.
        return _reopened, (type(self), *self._asked, self.stamp)

    @overload
    def list_keys(self, names: Arrow) -> pa.Array | pa.ChunkedArray: ...
    @overload
    def list_keys(self, names: Iterable[Texts | None]) -> list[bytes | Any]: ...
    def list_keys(self, names: Any) -> Any:
        """Returns the list keys of many names.

        The keys of an array with 32-bit offsets are of type ``binary``, others of type ``large_binary``.
        """
        return self._made(_native.LIST_KEYS, _columns(names))

    @overload
    def sort_keys(self, names: Arrow) -> pa.Array | pa.ChunkedArray: ...
    @overload
    def sort_keys(self, names: Iterable[Texts | None]) -> list[bytes | Any]: ...
    def sort_keys(self, names: Any) -> Any:
        """Returns the sort keys of many names: ICU's bytes for the order of the locale, without sections."""
        return self._made(_native.SORT_KEYS, _columns(names))

    @overload
    def sections(self, names: Arrow) -> pa.Array | pa.ChunkedArray: ...
    @overload
    def sections(self, names: Iterable[Texts | None]) -> list[int | Any]: ...
    def sections(self, names: Any) -> Any:
        """Returns the section numbers of many names: of an array, as ``int32``."""
        return self._made(_native.SECTIONS, _columns(names))

    @overload
    def sections_and_keys(self, names: Arrow) -> pa.StructArray | pa.ChunkedArray: ...
    @overload
    def sections_and_keys(self, names: Iterable[Texts | None]) -> list[tuple[int | Any, bytes | Any]]: ...
    def sections_and_keys(self, names: Any) -> Any:
        """Returns the section number and the list key of each name, made in one pass.

        They are pairs; of an array, structs with the fields ``section`` and ``key``.
        """
        return self._made(_native.SECTIONS_AND_LIST_KEYS, _columns(names))

    @overload
    def sorted_indices(self, names: Arrow, *, by: Order = ...) -> pa.Int64Array: ...
    @overload
    def sorted_indices(self, names: Iterable[Texts | None], *, by: Order = ...) -> list[int]: ...
    def sorted_indices(self, names: Any, *, by: Order = "list_key") -> Any:
        """Returns the numbers of many names, in order: that of their list keys, or of their sort keys.

        Names with equal keys keep their order.
        """
        return self._indices(_columns(names), by)

    @overload
    def sort(self, names: Arrow, *, by: Order = ...) -> pa.Array | pa.ChunkedArray: ...
    @overload
    def sort(self, names: Iterable[Name], *, by: Order = ...) -> list[Name]: ...
    def sort(self, names: Any, *, by: Order = "list_key") -> Any:
        """Returns names in order, as ``sorted_indices`` has it."""
        first, *others = _columns(names)
        if isinstance(first, list):
            return [first[index] for index in self._indices([first, *others], by)]
        joined = _one_array(first)
        indices = self._indices([joined, *others], by)
        # PyArrow takes no rows of the views that Polars has.
        pa = _pyarrow()
        views = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}
        taken = _cast(joined, views).take(indices)
        return pa.chunked_array([taken]) if hasattr(first, "chunks") else taken

    def search(self, names: Iterable[Texts | None] | Arrow) -> Search:
        """Prepares a search in many names: ``find`` of the result returns the numbers of those that match.

            search = english.search(["Řehoř", "James Brown", "Brown, James"])
            search.find("rehor")  # [0]
            search.find("jam")  # [1, 2]

        A letter without marks finds the letter with any; the best match comes first.

        The search goes on when the collation is closed.
        """
        return Search(self, _capsules(_columns(names)))

    def _indices(self, columns: list[Any], by: Order) -> Any:
        orders = {"list_key": _native.INDICES_BY_LIST_KEY, "sort_key": _native.INDICES_BY_SORT_KEY}
        if by not in orders:
            raise ValueError(f"by={by!r}: expected list_key or sort_key")
        if isinstance(columns[0], list):
            return self._made(orders[by], columns)
        return _imported(self._batch(orders[by], _capsules(columns)))

    def _made(self, what: int, columns: list[Any]) -> Any:
        first, *others = columns
        if isinstance(first, list):
            made = [_native.to_list(capsules) for capsules in self._batch(what, _capsules(columns))]
            return made[0] if len(made) == 1 else list(zip(*made))
        if not hasattr(first, "chunks"):
            return _imported(self._batch(what, _capsules(columns)))
        pa = _pyarrow()
        chunks = [_one_array(first)] if others else first.chunks or [pa.array([], first.type)]
        return pa.chunked_array([_imported(self._batch(what, _capsules([chunk, *others]))) for chunk in chunks])


def search_keys(*texts: str) -> list[bytes]:
    """Returns the keys by which a database finds a name, one or two for each of its words.

        search_keys("Åsa Ek")  # [b"0asa ek", b"1ek "]

    Store each with the id of its row; one table of keys serves readers of all languages. The texts are what the name is
    to be found by, such as what is shown and how it is read. A row that has a key in one of a query's
    ``Collation.search_ranges`` may match, and ``Collation.search_rank`` tells whether it does.
    """
    ensure_loaded()
    return _native.search_keys(*texts)


def search_stamp() -> str:
    """Returns the stamp of ``search_keys``. Store it with them, and make them anew under another one."""
    ensure_loaded()
    return _native.search_stamp()


def versions() -> dict[str, str]:
    """Returns the versions of the library and of its ICU."""
    ensure_loaded()
    return _native.versions()


def option_names() -> list[str]:
    """Returns the names of the options that the library takes, as the command ``collate`` writes them."""
    ensure_loaded()
    return _native.options()


def __getattr__(name: str) -> str:
    if name == "__version__":
        import importlib.metadata

        return importlib.metadata.version("swift-collation")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Exported:
    """An array as Arrow's PyCapsule interface hands it over."""

    def __init__(self, capsules: _native.ArrayCapsules) -> None:
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: object = None) -> _native.ArrayCapsules:
        return self._capsules


def _imported(made: tuple[_native.ArrayCapsules, ...]) -> Any:
    pa = _pyarrow()
    arrays = [pa.array(_Exported(capsules)) for capsules in made]
    return arrays[0] if len(arrays) == 1 else pa.StructArray.from_arrays(arrays, names=["section", "key"])


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError(f"{error}: Arrow arrays need PyArrow: pip install 'swift-collation[arrow]'") from None
    return pyarrow


def _columns(names: Any) -> list[Any]:
    """Returns the columns of a table of names, or names alone; None for parts that are left out."""
    if not isinstance(names, Mapping):
        return [_column(names)]
    if "name" not in names or not names.keys() <= {"name", *PARTS}:
        raise TypeError(f"the table has {', '.join(map(repr, names))}: expected name and any of {', '.join(PARTS)}")
    columns = [_column(names["name"])]
    for part in PARTS:
        values = names.get(part)
        if part == "language" and isinstance(values, str):
            values = [values] * len(columns[0])
        columns.append(None if values is None else _column(values))
    return columns


def _column(names: Any) -> Any:
    """Returns names as a list or, if they are in an array of any kind, as an array of PyArrow."""
    if isinstance(names, list):
        return names
    if isinstance(names, (str, bytes)):
        raise TypeError("expected many names, got one: use list_key, sort_key or section")
    is_stream = hasattr(names, "__arrow_c_stream__")
    if not is_stream and not hasattr(names, "__arrow_c_array__") and not hasattr(names, "__array__"):
        return list(names)
    pa = _pyarrow()
    if getattr(getattr(names, "dtype", None), "kind", None) in ("S", "U"):
        names = names.astype(object)  # PyArrow ends NumPy's texts of fixed length at a NUL.
    if hasattr(names, "reset_index"):
        names = names.reset_index(drop=True)  # pandas' index would be one more column.
    if not isinstance(names, (pa.Array, pa.ChunkedArray)):
        names = pa.chunked_array(names) if is_stream else pa.array(names)
    # What has nothing but nulls may have no other type.
    return _cast(names, {pa.null(): pa.string()})


def _cast(names: Any, types: dict[Any, Any]) -> Any:
    """Returns an array, or one of structs, with other types in place of some."""
    pa, kind = _pyarrow(), names.type

    def wanted(kind: Any) -> Any:
        if pa.types.is_struct(kind):
            return pa.struct([field.with_type(wanted(field.type)) for field in kind])
        return types.get(kind, kind)

    return names if wanted(kind) == kind else names.cast(wanted(kind))


def _capsules(columns: list[Any]) -> tuple[_native.Column, ...]:
    """Returns columns as the module takes them: lists, pairs of capsules, and None."""
    return tuple(
        column if column is None or isinstance(column, list) else _one_array(column).__arrow_c_array__()
        for column in columns
    )


def _one_array(column: Any) -> Any:
    """Returns an array without chunks."""
    if not hasattr(column, "chunks"):
        return column
    if column.nbytes >= MOST_JOINED_BYTES:
        pa = _pyarrow()
        column = _cast(column, {pa.string(): pa.large_string(), pa.binary(): pa.large_binary()})
    return column.combine_chunks()


def _texts(options: Mapping[str, Any]) -> Iterable[bytes]:
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
            text = str(each).lower() if isinstance(each, (bool, int)) else each
            if not isinstance(text, str):
                raise TypeError(f"option {name}: expected str, bool or int, got {each!r}")
            yield _c_text(f"{option}={text}", f"option {name}")


def _c_text(text: str, what: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{what}: expected str, got {text!r}")
    if "\0" in text:
        raise ValueError(f"{what}: expected text without NUL, which would end a C string")
    return text.encode()


def _reopened(kind: type[Collation], locale: bytes, texts: tuple[bytes, ...], stamp: str) -> Collation:
    collation = kind.__new__(kind)
    ensure_loaded()
    collation._open(locale, texts)
    collation._asked = locale, texts
    if collation.stamp != stamp:
        raise CollationError(
            9,
            f"the collation was pickled with stamp '{stamp}', but has '{collation.stamp}' on {platform.node()}: "
            "use the same ICU in both processes",
        )
    return collation
