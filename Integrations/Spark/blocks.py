"""The fast form of the job: Spark moves blocks of names, and Arrow sorts them.

Spark's own sort handles each row by itself. Here one Spark row is a block of some thousand names,
all of one part of the list. The names travel without their keys, which are faster to recompute
than to move. A part must fit into the memory of a Python worker.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark import Accumulator, TaskContext
from pyspark.accumulators import AccumulatorParam

from collation import Collation

from names_in_order import checked

BLOCKS = "part int, place long, names binary"
ROWS = "section int, name string"
SCHEMA = pa.schema([("name", pa.string())])
ROWS_IN_A_BATCH = 65_536

# As monotonically_increasing_id has it: the number of the split, then 33 bits for the line in it.
ID_LINE_BITS = 33

Batches = Iterable[pa.RecordBatch]


def bounds(names: pa.Table, collation: Collation, parts: int) -> list[tuple[bytes, int]]:
    """Estimates from a sample of names and places where the parts of the list begin: keys and places.

    A frequent name may bound several parts, which its places tell apart.
    """
    keys = collation.list_keys(names["name"].combine_chunks())
    sample = sorted(zip(keys.to_pylist(), names["place"].to_pylist()))
    return [sample[len(sample) * part // parts] for part in range(1, parts)] if sample else []


def in_parts(locale: str, stamp: str, bounds: list[tuple[bytes, int]]) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """Returns what mapInArrow calls: from batches of names, it makes a block for each part of the list."""

    def blocks_of(batches: Batches) -> Iterator[pa.RecordBatch]:
        collation = checked(locale, stamp)
        line = TaskContext.get().partitionId() << ID_LINE_BITS
        for batch in batches:
            names = batch.column(0)
            keys = collation.list_keys(names)
            places = np.arange(line, line + len(names))
            parts = np.zeros(len(names), np.int32)
            for key, place in bounds:
                bound = pa.scalar(key, keys.type)
                parts += flags(pc.greater(keys, bound)) | flags(pc.equal(keys, bound)) & (places >= place)
            blocks = [(part, names.filter(pa.array(parts == part))) for part in np.unique(parts)]
            yield pa.RecordBatch.from_pydict(
                {
                    "part": pa.array([part for part, _ in blocks], pa.int32()),
                    "place": pa.array([line] * len(blocks), pa.int64()),
                    "names": [pa.record_batch([block], SCHEMA).serialize().to_pybytes() for _, block in blocks],
                }
            )
            line += len(names)

    return blocks_of


class CountsOfTasks(AccumulatorParam):
    """The names of each section that each task has written. A task that runs again counts the same again."""

    def zero(self, value: dict[int, dict[int, int]]) -> dict[int, dict[int, int]]:
        return {}

    def addInPlace(self, some: dict[int, dict[int, int]], more: dict[int, dict[int, int]]) -> dict[int, dict[int, int]]:
        return some | more


def sorted_parts(
    locale: str, stamp: str, counts: Accumulator
) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """Returns what mapInArrow calls: from the blocks of a part, it makes its names in order, with sections."""

    def rows_of(batches: Batches) -> Iterator[pa.RecordBatch]:
        collation = checked(locale, stamp)
        blocks = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
        blocks.sort(key=lambda block: block[:2])
        found: Counter[int] = Counter()
        for _, part in itertools.groupby(blocks, key=lambda block: block[0]):
            arrays = [pa.ipc.read_record_batch(pa.py_buffer(block), SCHEMA).column(0) for _, _, block in part]
            names = pa.concat_arrays(arrays)
            made = collation.sections_and_keys(names)
            for count in pc.value_counts(made.field("section")).to_pylist():
                found[count["values"]] += count["counts"]
            # The sort is stable: names with equal keys stay in the order of the input.
            order = pc.array_sort_indices(made.field("key"))
            rows = pa.record_batch([made.field("section").take(order), names.take(order)], ["section", "name"])
            for row in range(0, len(order), ROWS_IN_A_BATCH):
                yield rows.slice(row, ROWS_IN_A_BATCH)
        counts.add({TaskContext.get().partitionId(): dict(found)})

    return rows_of


def flags(array: pa.BooleanArray) -> np.ndarray:
    return array.to_numpy(zero_copy_only=False)
