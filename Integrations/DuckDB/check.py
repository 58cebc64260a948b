"""Checks both ways to list names against the command collate, and times one against DuckDB's own collation.

    python3 check.py [COUNT [MEMORY]]
    python3 check.py --text NAMES LOCALE [PAIRS]   only sorts a text file, by collate sort and by DuckDB in turns

Integrations/DuckDB/check runs it.
"""

from __future__ import annotations

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from collation import Collation
from list_names import list_names
from partitioned_names import partition_names

COLLATE, NAMES = ".build/release/collate", ".build/release/compare"
LANGUAGES = {"sv": "sv", "zh": "zh", "ja": "ja", "mixed": "en"}
REPETITIONS = 5


def main() -> None:
    if sys.argv[1:2] == ["--text"]:
        print_text_times(sys.argv[2], sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 2 * REPETITIONS)
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    memory = sys.argv[2] if len(sys.argv) > 2 else "100MB"
    with tempfile.TemporaryDirectory() as folder:
        for language, locale in LANGUAGES.items():
            names = names_of(language, f"{folder}/names.txt", count)
            check(names, f"{folder}/rows.parquet", locale, count, memory)
        check_needs_disk(names_of("sv", f"{folder}/names.txt", count), f"{folder}/rows.parquet", memory)
        check_lines(folder)
        check_failure(folder)
        check_pattern(folder)
        print_times(names_of("sv", f"{folder}/names.txt", count), f"{folder}/rows.parquet", "sv")


def names_of(language: str, path: str, count: int) -> str:
    with open(path, "wb") as file:
        subprocess.run([NAMES, "names", "--language", language, "--count", str(count)], stdout=file, check=True)
    return path


def check(names: str, output: str, locale: str, count: int, memory: str) -> None:
    counts = list_names(names, output, Collation(locale), duckdb.connect(config={"memory_limit": memory}))
    command = [COLLATE, "partition", "--tsv", "--locale", locale, names]
    expected = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    if listed(output, locale) != expected or sum(rows for _, rows in counts) != count:
        sys.exit(f"DuckDB, {locale}: the rows differ from those of collate")
    print(f"DuckDB, {locale}: {count} rows sorted in {memory} match those of collate")
    partition_names(names, output, locale, duckdb.connect(config={"memory_limit": "64MB"}))
    if listed(output, locale) != expected:
        sys.exit(f"DuckDB, {locale}: the rows that collate sorted differ from those of collate")
    print(f"DuckDB, {locale}: {count} rows that collate sorted pass through 64 MB unchanged")


def listed(output: str, locale: str) -> bytes:
    """The rows of a Parquet file, as `collate partition --tsv` prints them."""
    titles = Collation(locale).titles
    table = pq.read_table(output)
    rows = zip(table["section"].to_pylist(), table["name"].cast(pa.binary()).to_pylist())
    return b"".join(f"{section}\t{titles[section]}\t".encode() + name + b"\n" for section, name in rows)


def check_needs_disk(names: str, output: str, memory: str) -> None:
    """Checks that the names exceed the memory: without a disk they cannot be sorted in it."""
    database = duckdb.connect(config={"memory_limit": memory})
    database.execute("SET max_temp_directory_size = '0KB'")
    try:
        list_names(names, output, Collation("sv"), database)
    except duckdb.OutOfMemoryException:
        print(f"DuckDB spilled to disk what does not fit into {memory}")
    else:
        sys.exit(f"DuckDB: the names fit into {memory}: the check needs more of them")


def check_lines(folder: str) -> None:
    """Empty lines, ill-formed names, equal keys, and a last line without a line feed."""
    lines = [b"", b"\xff", "A\u030a".encode(), "Å".encode(), b"A\r", b"z" * 3_000_000, "\u212b".encode(), b"", b"last"]
    path = pathlib.Path(folder) / "lines.txt"
    path.write_bytes(b"\n".join(lines))
    check(str(path), f"{folder}/rows.parquet", "sv", len(lines), "1GB")


def check_failure(folder: str) -> None:
    """A failed run leaves the earlier list in place, and says that collate failed."""
    output = pathlib.Path(folder) / "rows.parquet"
    before = output.read_bytes()
    # Rows of several batches, then half a row.
    dying = pathlib.Path(folder) / "collate"
    dying.write_text("#!/bin/sh\nyes '0\tA\tAnn' | head -n 300000; printf 1; exit 1\n")
    dying.chmod(0o755)
    path = os.environ["PATH"]
    for command_path in [path, f"{folder}:{path}"]:
        os.environ["PATH"] = command_path
        try:
            partition_names(f"{folder}/missing.txt", str(output), "sv", duckdb.connect())
        except (duckdb.Error, subprocess.CalledProcessError) as error:
            if "CalledProcessError" not in repr(error):
                sys.exit(f"DuckDB: expected the status of collate, got {error!r}")
            if output.read_bytes() != before:
                sys.exit("DuckDB: a list was replaced, though collate failed")
        else:
            sys.exit("DuckDB: nothing says that collate failed")
    os.environ["PATH"] = path


def check_pattern(folder: str) -> None:
    """An output whose name is a pattern is read alone, and not with the files that match."""
    path = pathlib.Path(folder) / "names.txt"
    path.write_text("Zorn\nÅberg\n")
    for name in ["list-1.parquet", "list-[1].parquet", "list-*.parquet"]:
        counts = list_names(str(path), f"{folder}/{name}", Collation("sv"), duckdb.connect())
        if sum(rows for _, rows in counts) != 2:
            sys.exit(f"DuckDB: {name} has 2 rows, not those of {counts}")


def print_times(names: str, output: str, locale: str) -> None:
    """Times the whole job against DuckDB's own sorts of the same file into the same kind of file."""

    def connect() -> duckdb.DuckDBPyConnection:
        return duckdb.connect(config={"memory_limit": "1GB"})

    def own(order: str) -> None:
        database = connect()
        lines = "read_csv($1, columns = {'name': 'VARCHAR'}, delim = '\x01', quote = '', header = false)"
        database.execute(f"COPY (SELECT name FROM {lines} ORDER BY {order}) TO $2 (FORMAT parquet)", [names, output])

    calls = {
        "list keys, sections": lambda: list_names(names, output, Collation(locale), connect()),
        "ORDER BY name (bytes)": lambda: own("name"),
    }
    try:
        duckdb.connect().execute("LOAD icu")
        calls[f"ORDER BY name COLLATE {locale}"] = lambda: own(f"name COLLATE {locale}")
    except duckdb.Error as error:
        print(f"DuckDB's extension icu is not available: {error}")
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(REPETITIONS + 1):
        for name, call in calls.items():
            started = time.perf_counter()
            call()
            if turn > 0:
                seconds[name].append(time.perf_counter() - started)
    ours = next(iter(seconds.values()))
    for name, times in seconds.items():
        ratio = statistics.median(mine / other for mine, other in zip(ours, times))
        print(f"{name:28} {statistics.median(times):6.2f} s; ours takes {ratio:.2f} times as long")


def print_text_times(names: str, locale: str, pairs: int) -> None:
    """Times `collate sort` against DuckDB's sort by bytes, from a text file to a text file on the same disk.

    The command's process is timed from its start; of DuckDB, the query alone, in a database of its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        output = f"{folder}/sorted.txt"

        def command() -> None:
            with open(output, "wb") as file:
                subprocess.run([COLLATE, "sort", "--locale", locale, names], stdout=file, check=True)

        def query() -> float:
            database = duckdb.connect(config={"preserve_insertion_order": False})
            text = "delim = '\x01', quote = '', escape = '', header = false"
            lines = f"read_csv($1, columns = {{'name': 'VARCHAR'}}, auto_detect = false, {text})"
            target = f"FORMAT csv, {text.replace(' =', '')}"
            started = time.perf_counter()
            database.execute(f"COPY (SELECT name FROM {lines} ORDER BY name) TO $2 ({target})", [names, output])
            return time.perf_counter() - started

        seconds: list[tuple[float, float]] = []
        for turn in range(pairs + 1):
            started = time.perf_counter()
            command()
            ours = time.perf_counter() - started
            theirs = query()
            if turn > 0:
                seconds.append((ours, theirs))
    ratios = sorted(ours / theirs for ours, theirs in seconds)
    for name, times in zip(("collate sort", "text, ORDER BY name (bytes)"), zip(*seconds)):
        print(f"{name:28} {statistics.median(times):6.2f} s, least {min(times):.2f}")
    middle = statistics.median(ratios)
    print(f"collate sort takes {middle:.2f} times as long, {ratios[0]:.2f} to {ratios[-1]:.2f} in {pairs} pairs")


if __name__ == "__main__":
    main()
