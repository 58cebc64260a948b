"""What runs where the names are: in the Python workers of the executors. Spark copies this file there."""

from __future__ import annotations

import functools
import os
import socket
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa
from pyspark import TaskContext

from collation import Collation

# A place has the number of the section, of the split and of the line in the split.
SECTION_BITS, SPLIT_BITS, LINE_BITS = 15, 16, 32


class MixedCluster(Exception):
    """Keys of different stamps must not be sorted together."""


@functools.cache
def opened(locale: str) -> Collation:
    """The collation of this process. Spark keeps the processes of its Python workers."""
    return Collation(locale)


def rows(locale: str, stamp: str) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What mapInArrow calls: of batches of names, batches of names with their keys and places.

    Names with equal keys stay in the order of the input, so the place has their line. As equal keys
    are of one section, the number of the section before the line changes no order. It saves a column.
    """

    def rows_of(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        if difference := difference_from(locale, stamp):
            raise MixedCluster(difference)
        collation = opened(locale)
        split = TaskContext.get().partitionId()
        if split >= 1 << SPLIT_BITS:
            raise ValueError(f"{split} splits of the input; set spark.sql.files.maxPartitionBytes higher")
        line = split << LINE_BITS
        for batch in batches:
            names = batch.column(0)
            made = collation.sections_and_keys(names)
            sections = made.field("section").to_numpy().astype(np.int64)
            places = sections << (SPLIT_BITS + LINE_BITS) | np.arange(line, line + len(names))
            line += len(names)
            yield pa.RecordBatch.from_arrays(
                [names, made.field("key"), pa.array(places)], ["name", "key", "place"]
            )

    return rows_of


def difference_from(locale: str, stamp: str) -> str | None:
    """How this node differs from the driver, which has the stamp."""
    own = opened(locale).stamp
    if own == stamp:
        return None
    host = os.environ.get("SPARK_LOCAL_IP") or socket.gethostname()
    return f"{host} has the stamp '{own}', the driver '{stamp}'"


def differences(locale: str, stamp: str) -> Callable[[Iterable], Iterator[str]]:
    """What each task calls that looks at its node."""

    def differences_of(_: Iterable) -> Iterator[str]:
        if difference := difference_from(locale, stamp):
            yield difference

    return differences_of
