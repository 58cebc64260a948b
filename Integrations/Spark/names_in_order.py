"""The code that runs where the names are: in the executors' Python workers. Spark copies this file there."""

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
    """Raised because keys with different stamps must not be sorted together."""


@functools.cache
def opened(locale: str) -> Collation:
    """The collation of this process, opened once: Spark reuses its Python worker processes."""
    return Collation(locale)


def rows(locale: str, stamp: str) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Returns what mapInArrow calls: from batches of names, it makes names with their keys and places.

    Names with equal keys stay in the order of the input, so the place holds their line. Equal keys
    are of one section, so the section number before the line changes no order, and saves a column.
    """

    def rows_of(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        collation = checked(locale, stamp)
        split = TaskContext.get().partitionId()
        if split >= 1 << SPLIT_BITS:
            raise ValueError(f"too many splits of the input, at least {split}: raise spark.sql.files.maxPartitionBytes")
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


def checked(locale: str, stamp: str) -> Collation:
    """The collation of this process, if its stamp is that of the driver."""
    if difference := difference_from(locale, stamp):
        raise MixedCluster(difference)
    return opened(locale)


def difference_from(locale: str, stamp: str) -> str | None:
    """Says how this node differs from the driver, whose stamp is given."""
    own = opened(locale).stamp
    if own == stamp:
        return None
    host = os.environ.get("SPARK_LOCAL_IP") or socket.gethostname()
    return f"{host} has the stamp '{own}', the driver '{stamp}'"


def differences(locale: str, stamp: str) -> Callable[[Iterable], Iterator[str]]:
    """Returns what each task calls to check its node."""

    def differences_of(_: Iterable) -> Iterator[str]:
        if difference := difference_from(locale, stamp):
            yield difference

    return differences_of
