"""Lists names in sections, in the order of a language, with DuckDB; the names may exceed the memory.

    python3 list_names.py NAMES OUTPUT LOCALE [MEMORY]

NAMES is a text file with one name a line. OUTPUT becomes a Parquet file with the columns `section`
and `name`. MEMORY is what DuckDB may take, such as 256MB; beyond it, DuckDB sorts on disk.
Prints the sections: number, title, offset, count.
"""

from __future__ import annotations

import glob
import sys
from collections.abc import Iterator

import duckdb
import pyarrow as pa

from collation import Collation

BYTES_AT_A_TIME = 1 << 21
SCHEMA = pa.schema(
    [("line", pa.int64()), ("name", pa.binary()), ("section", pa.int32()), ("key", pa.binary())]
)


def main() -> None:
    if not 4 <= len(sys.argv) <= 5:
        sys.exit("usage: list_names.py NAMES OUTPUT LOCALE [MEMORY]")
    names, output, locale, *memory = sys.argv[1:]
    collation = Collation(locale)
    database = duckdb.connect(config={"memory_limit": memory[0] if memory else "1GB"})
    offset = 0
    for section, count in list_names(names, output, collation, database):
        print(section, collation.titles[section], offset, count, sep="\t")
        offset += count


def list_names(
    names: str, output: str, collation: Collation, database: duckdb.DuckDBPyConnection
) -> list[tuple[int, int]]:
    """Writes the list, and returns the sections with their counts."""
    # Names are bytes, as they may be ill-formed. Those with equal keys stay in the order of the input.
    rows = pa.RecordBatchReader.from_batches(SCHEMA, batches(names, collation))
    database.register("rows", rows)
    database.execute(
        "COPY (SELECT section, name FROM rows ORDER BY key, line) TO $1 (FORMAT parquet)", [output]
    )
    # DuckDB reads what it takes for a pattern from all files that match.
    return database.execute(
        "SELECT section, count(*) FROM read_parquet($1) GROUP BY section ORDER BY section", [glob.escape(output)]
    ).fetchall()


def batches(path: str, collation: Collation) -> Iterator[pa.RecordBatch]:
    """Yields the lines of a file with their keys, some megabytes at a time."""
    line = 0
    for lines in pieces(path):
        names = pa.array(lines, pa.binary())
        made = collation.sections_and_keys(names)
        numbers = pa.array(range(line, line + len(names)), pa.int64())
        yield pa.RecordBatch.from_arrays([numbers, names, made.field("section"), made.field("key")], schema=SCHEMA)
        line += len(names)


def pieces(path: str) -> Iterator[list[bytes]]:
    rest = b""
    with open(path, "rb") as file:
        while piece := file.read(BYTES_AT_A_TIME):
            *lines, rest = (rest + piece).split(b"\n")
            yield lines
    if rest:
        yield [rest]


if __name__ == "__main__":
    main()
