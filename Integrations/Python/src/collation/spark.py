"""Rows of Spark in the order of a language.

    from collation.spark import order_by_name

    people = spark.read.parquet("people")
    order_by_name(people, ["family", "given"], "sv", tie="id").write.partitionBy("section").parquet("list")

Names are in one column, or in several: a list by family and given name. Each task opens the collation anew, and fails
on an executor whose stamp is not the driver's: keys of different stamps cannot be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Union

import pyarrow as pa  # type: ignore[import-not-found, import-untyped, unused-ignore]
from pyspark.sql import Column, DataFrame  # type: ignore[import-not-found, unused-ignore]
from pyspark.sql import functions as F  # type: ignore[import-not-found, unused-ignore]
from pyspark.sql import types as T  # type: ignore[import-not-found, unused-ignore]

from . import Collation

Texts = Union[str, Column]

# What the names of a row are called on their way to Python.
_NAMES = "collation_names"


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
    columns already, or any with a dot in its name, which Spark's mapInArrow cannot hand over.
    """
    for column in frame.columns:
        # Spark's names of columns are the same in any case.
        if column.lower() in ("section", "list_key", _NAMES):
            raise ValueError(f"the frame has a column {column!r} already: rename or drop it")
        if "." in column:
            raise ValueError(f"the frame has a column {column!r}: rename it to a name without a dot")
    opened = Collation(collation) if isinstance(collation, str) else collation
    if isinstance(name, (str, Column)):
        texts = _column(name)
    else:
        if not name:
            raise ValueError("there are no columns of names: expected at least one")
        texts = F.struct(*[_column(text).alias(str(place)) for place, text in enumerate(name)])
    parts = {"name": texts, "sort_as": sort_as, "reading": reading, "language": language}
    given = [part for part, value in parts.items() if value is not None]
    names_column = F.struct(*[_column(parts[part]).alias(part) for part in given])

    def keyed(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            columns = batch.column(batch.num_columns - 1)
            section, key = opened.sections_and_keys(dict(zip(given, columns.flatten()))).flatten()
            rows = batch.remove_column(batch.num_columns - 1)
            yield rows.append_column("section", section).append_column("list_key", key)

    added = [T.StructField("section", T.IntegerType()), T.StructField("list_key", T.BinaryType())]
    rows = frame.withColumn(_NAMES, names_column)
    return rows.mapInArrow(keyed, T.StructType([*frame.schema, *added]))


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

    tie: a column by which rows with equal keys are sorted, such as an id. Ranges span it, too, so that tasks share even
    a name that many rows have. By default such rows are in no order.

    The other parameters are those of with_list_key. Rows without section come first, as in Spark's own sorts.
    """
    keyed = with_list_key(frame, name, collation, sort_as=sort_as, reading=reading, language=language)
    # Spark copies binary values to compare them, but not strings. The cast changes no byte, and Spark compares strings
    # by their bytes.
    keyed = keyed.withColumn("list_key", F.col("list_key").cast("string"))
    # A key begins with its section, so the section changes no order. With it, writing by section needs no second sort.
    order = ["section", "list_key", *([] if tie is None else [tie])]
    return keyed.repartitionByRange(*order).sortWithinPartitions(*order).drop("list_key")


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


def _column(text: Texts) -> Any:
    return F.col(text) if isinstance(text, str) else text
