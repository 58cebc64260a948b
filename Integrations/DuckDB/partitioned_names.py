"""Lists names in sections with DuckDB in little memory: the command collate sorts them, and DuckDB writes.

    python3 partitioned_names.py NAMES OUTPUT LOCALE [MEMORY]

The arguments and the output are those of list_names.py. The command, which must be on the PATH, sorts in
48 MB of memory and on disk; DuckDB reads its rows as a table, in the order of the list, and keeps none.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import duckdb
import pyarrow as pa

BYTES_AT_A_TIME = 1 << 20
SCHEMA = pa.schema([("section", pa.int32()), ("name", pa.binary())])


def main() -> None:
    if not 4 <= len(sys.argv) <= 5:
        sys.exit("usage: partitioned_names.py NAMES OUTPUT LOCALE [MEMORY]")
    names, output, locale, *memory = sys.argv[1:]
    partition_names(names, output, locale, duckdb.connect(config={"memory_limit": memory[0] if memory else "64MB"}))


def partition_names(names: str, output: str, locale: str, database: duckdb.DuckDBPyConnection) -> None:
    command = ["collate", "partition", "--tsv", "--locale", locale, "--memory", "48M", names]
    # DuckDB would hold row groups of each thread at once.
    database.execute("SET threads = 1")
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        rows = pa.RecordBatchReader.from_batches(SCHEMA, batches(process))
        database.register("rows", rows)
        database.execute("COPY (SELECT section, name FROM rows) TO $1 (FORMAT parquet, ROW_GROUP_SIZE 65536)", [output])


def batches(process: subprocess.Popen[bytes]) -> Iterator[pa.RecordBatch]:
    """Yields the rows of `collate partition --tsv`: number, title, name. If it fails, so does COPY, which then keeps the
    file that was there."""
    while some := process.stdout.readlines(BYTES_AT_A_TIME):
        # The command died in the middle of a line.
        if not some[-1].endswith(b"\n"):
            break
        rows = [line.removesuffix(b"\n").split(b"\t", 2) for line in some]
        sections = pa.array([int(row[0]) for row in rows], pa.int32())
        yield pa.RecordBatch.from_arrays([sections, pa.array([row[2] for row in rows], pa.binary())], schema=SCHEMA)
    if process.wait() != 0:
        raise subprocess.CalledProcessError(process.returncode, process.args)


if __name__ == "__main__":
    main()
