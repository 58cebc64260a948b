"""Rows of Spark in the order of a language.

    from collation.spark import order_by_name

    people = spark.read.parquet("people")
    order_by_name(people, ["family", "given"], "sv", tie="id").write.partitionBy("section").parquet("list")

Names are in one column, or in several: a list by family and given name. Each task opens the collation anew, and fails
on an executor whose stamp is not the driver's: keys of different stamps cannot be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Union

import numpy as np  # type: ignore[import-not-found, unused-ignore]
import pyarrow as pa  # type: ignore[import-not-found, import-untyped, unused-ignore]
import pyarrow.compute as pc  # type: ignore[import-not-found, import-untyped, unused-ignore]
from pyspark.sql import Column, DataFrame  # type: ignore[import-not-found, unused-ignore]
from pyspark.sql import functions as F  # type: ignore[import-not-found, unused-ignore]
from pyspark.sql import types as T  # type: ignore[import-not-found, unused-ignore]

from . import Collation

Texts = Union[str, Column]

# What Python returns for a row, and in it the number of the row's range.
_MADE, _RANGE = "collation_made", "collation_range"


def with_list_key(
    frame: DataFrame,
    name: Texts | Sequence[Texts],
    collation: Collation | str,
    *,
    sort_as: Texts | None = None,
    reading: Texts | None = None,
    language: Texts | None = None,
) -> DataFrame:
    """Adds the columns `section`, a number, and `list_key`, the bytes that sort a list.

    name: a column of texts, or several: the letters of each decide in turn. Texts that are empty or null are left out,
        and a name without any is empty.
    collation: a collation with its options, or a locale.
    sort_as, reading, language: columns with what a name sorts as, how it is read, and its language.

    A row in which the one column of `name` is null has neither section nor key. Raises ValueError if the frame has the
    columns already.
    """
    opened = Collation(collation) if isinstance(collation, str) else collation
    keyed = _keyed(frame, _names(frame, name, sort_as, reading, language), opened, pa.array([], pa.binary()))
    return keyed.drop(_RANGE).withColumn("list_key", F.col("list_key").cast("binary"))


def order_by_name(
    frame: DataFrame,
    name: Texts | Sequence[Texts],
    collation: Collation | str,
    *,
    tie: str | None = None,
    sort_as: Texts | None = None,
    reading: Texts | None = None,
    language: Texts | None = None,
) -> DataFrame:
    """Returns the rows in the order of a list, with the column `section`.

    tie: a column by which rows with equal keys are sorted, such as an id. Ranges span it, too, unless it is a struct or
        an array, so that tasks share even a name that many rows have. By default such rows are in no order.

    The call itself runs a job: it draws a sample of the names, whose keys bound the ranges. If the frame has other rows
    later, their order is still right, but ranges may differ more in length. There are as many ranges as
    `spark.sql.shuffle.partitions` says, or fewer if they would have less than ten thousand rows.

    The other parameters are those of with_list_key. Rows without section come first, as in Spark's own sorts.
    """
    opened = Collation(collation) if isinstance(collation, str) else collation
    names = _names(frame, name, sort_as, reading, language)
    sample, ranges = _drawn(frame, names, opened, tie)
    bounds = sample.take(pa.array([sample.num_rows * place // ranges for place in range(1, ranges)], pa.int64()))
    ties: dict[bytes, list[Any]] = {}
    for bound, value in zip(bounds["key"].to_pylist(), bounds["tie"].to_pylist()):
        ties.setdefault(bound, []).append(value)
    # A key that has several bounds is divided by its ties. Spark compares them, as it does when it sorts them.
    number = F.col(_RANGE)
    for bound, values in ties.items():
        if tie is not None and len(values) > 1:
            passed = [F.coalesce((F.col(tie) >= value).cast("int"), F.lit(0)) for value in values if value is not None]
            of_bound = F.coalesce(F.col("list_key").cast("binary"), F.lit(b"")) == F.lit(bound)
            number = F.when(of_bound, sum(passed, F.col(_RANGE))).otherwise(number)
    # A key begins with its section, so the section changes no order. With it, writing by section needs no second sort.
    order = ["section", "list_key", *([] if tie is None else [tie])]
    keyed = _keyed(frame, names, opened, bounds["key"].combine_chunks())
    return keyed.repartitionById(ranges, number).sortWithinPartitions(*order).drop("list_key", _RANGE)


def _names(
    frame: DataFrame, name: Texts | Sequence[Texts], sort_as: Texts | None, reading: Texts | None, language: Texts | None
) -> dict[str, Any]:
    """The columns that decide where a row comes. Several texts of a name have their numbers."""
    for column in frame.columns:
        # Spark's names of columns are the same in any case.
        if column.lower() in ("section", "list_key", _MADE, _RANGE):
            raise ValueError(f"the frame has a column {column!r} already: rename or drop it")
    if isinstance(name, (str, Column)):
        texts = {"name": name}
    elif name:
        texts = {str(place): text for place, text in enumerate(name)}
    else:
        raise ValueError("there are no columns of names: expected at least one")
    parts = {**texts, "sort_as": sort_as, "reading": reading, "language": language}
    return {part: F.col(text) if isinstance(text, str) else text for part, text in parts.items() if text is not None}


def _sections_and_keys(collation: Collation, names: dict[str, pa.Array]) -> list[pa.Array]:
    texts = [part for part in names if part.isdigit()]
    parts = {part: column for part, column in names.items() if part not in texts}
    if texts:
        parts["name"] = pa.StructArray.from_arrays([names[text] for text in texts], texts)
    section, key = collation.sections_and_keys(parts).flatten()
    # The offsets of keys are wider if names have several parts.
    return [section, key.cast(pa.binary())]


def _keyed(frame: DataFrame, names: dict[str, Any], collation: Collation, bounds: pa.Array) -> DataFrame:
    """Adds a row's section, its key, and the number of bounds below the key. A row without key is below all."""
    parts = list(names)
    types = {"section": T.IntegerType(), "list_key": T.StringType(), _RANGE: T.IntegerType()}

    def made(*columns: pa.Array) -> pa.Array:
        section, key = _sections_and_keys(collation, dict(zip(parts, columns)))
        # Spark copies binary values to read and to compare them, but not strings, whose bytes it compares.
        values = [section, key.view(pa.string()), _bounds_below(bounds, key.fill_null(b""))]
        return pa.StructArray.from_arrays(values, list(types))

    # A function of columns, since mapInArrow would hand over all columns of the frame.
    call = F.arrow_udf(made, T.StructType([T.StructField(column, kind) for column, kind in types.items()]))
    rows = frame.withColumn(_MADE, call(*names.values()))
    return rows.withColumns({column: F.col(f"{_MADE}.{column}") for column in types}).drop(_MADE)


def _bounds_below(bounds: pa.Array, keys: pa.Array) -> pa.Array:
    """Searches in all keys at once, by halves: how many of the sorted bounds are less than each key."""
    half = 1 << len(bounds).bit_length()
    bounds = pa.concat_arrays([bounds, pa.nulls(half - 1 - len(bounds), bounds.type)])
    below = np.zeros(len(keys), np.int32)
    while half > 1:
        half //= 2
        less = pc.less(bounds.take(pa.array(below + (half - 1))), keys).fill_null(False)
        below += half * less.to_numpy(zero_copy_only=False)
    return pa.array(below)


def _drawn(frame: DataFrame, names: dict[str, Any], collation: Collation, tie: str | None) -> tuple[pa.Table, int]:
    """The sorted keys and ties of a sample of the rows, and how many ranges the rows make."""
    most = int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    limit, fraction = 100 * most, 0.05
    # Other ties, such as structs, are no literals.
    has_tie = tie is not None and isinstance(frame.select(tie).schema[0].dataType, T.AtomicType)
    texts = F.struct(*[value.alias(part) for part, value in names.items()])
    drawn = [texts.alias("names"), (F.col(tie) if has_tie else F.lit(None)).alias("tie"), F.rand().alias("drawn")]
    table = frame.select(*drawn).where(F.col("drawn") < fraction).orderBy("drawn").limit(limit).toArrow()
    if table.num_rows == limit:
        fraction = table["drawn"][-1].as_py()
    columns = [dict(zip(names, chunk.flatten())) for chunk in table["names"].chunks]
    keys = [_sections_and_keys(collation, chunk)[1].fill_null(b"") for chunk in columns]
    sample = pa.table({"key": pa.chunked_array(keys, pa.binary()), "tie": table["tie"]})
    order = [("key", "ascending"), ("tie", "ascending")] if has_tie else "key"
    return sample.sort_by(order), min(most, 1 + int(table.num_rows / fraction) // 10_000)


class IndexedSection(NamedTuple):
    """A section of a list, how many rows it has, and how many rows come before it."""

    number: int
    title: str
    rows: int
    offset: int


def section_index(frame: DataFrame, collation: Collation | str) -> list[IndexedSection]:
    """Returns the sections that have rows, in order, of a frame with the column `section`.

    Offsets count the rows of sections: rows without a name, which have none, come before the first.
    """
    opened = Collation(collation) if isinstance(collation, str) else collation
    counts: list[tuple[int, int]] = [
        (int(row[0]), row[1]) for row in frame.where("section IS NOT NULL").groupBy("section").count().collect()
    ]
    index: list[IndexedSection] = []
    offset = 0
    for number, count in sorted(counts):
        index.append(IndexedSection(number, opened.titles[number], count, offset))
        offset += count
    return index
