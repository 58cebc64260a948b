"""Times indexes, inserts and pages by list keys beside SQLite's order of bytes and ICU's comparator.

    ICU_ORDER=icuorder.so COLLATION_EXTENSION=… NAMES=… /usr/bin/python3 measure.py [COUNT [TURNS]]

`Integrations/SQLite/check --measure` runs it. Each turn does everything once, each in a place that changes from turn to
turn; a ratio is the median of those of the turns. Times are of the processor, which other work changes less than
seconds.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

LOCALE = "sv"
PAGES, ROWS = 2_000, 50
# The table has the column key only for the list keys.
ORDERS = {
    "bytes": ("name", ""),
    "list keys, stored": ("key", f", key BLOB NOT NULL GENERATED ALWAYS AS (collation_key(name, '{LOCALE}')) STORED"),
    "list keys, index on the function": (f"collation_key(name, '{LOCALE}')", ""),
    "COLLATE, as the extension compares": (f"name COLLATE {LOCALE}", ""),
    "ICU's comparator": ("name COLLATE icu", ""),
}


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    command = [os.environ["NAMES"], "names", "--language", LOCALE, "--count", str(count + count // 10)]
    made = subprocess.run(command, capture_output=True, check=True)
    names = made.stdout.decode().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        database = connect(f"{folder}/names.db")
        version, = database.execute("SELECT collation_version()").fetchone()
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
        print(
            f"Integrations/SQLite/check --measure {count} {turns}: {LOCALE}, processor time, medians of the turns and"
            f" of their ratios, SQLite {sqlite3.sqlite_version}, collation.so {version}, commit {commit}")
        measure(database, names[:count], names[count:], turns)


def connect(path: str) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.enable_load_extension(True)
    for extension in os.environ["COLLATION_EXTENSION"], os.environ["ICU_ORDER"]:
        database.load_extension(extension.removesuffix(".so"))
    database.execute("SELECT icu_load_collation(?, 'icu')", [LOCALE])
    # The disk is no part of what is compared.
    for pragma in "cache_size = -1000000", "synchronous = OFF", "journal_mode = OFF", "temp_store = MEMORY":
        database.execute(f"PRAGMA {pragma}")
    return database


def measure(database: sqlite3.Connection, names: list[str], added: list[str], turns: int) -> None:
    database.execute("CREATE TABLE raw (name TEXT NOT NULL)")
    database.executemany("INSERT INTO raw VALUES (?)", ((name,) for name in names))
    database.execute("CREATE TABLE added (name TEXT NOT NULL)")
    database.executemany("INSERT INTO added VALUES (?)", ((name,) for name in added))
    results: dict[str, dict[str, list[float]]] = {}
    for turn in range(turns + 1):
        orders = list(ORDERS.items())
        for name, (order, column) in orders[turn % len(orders):] + orders[: turn % len(orders)]:
            for what, seconds in one_turn(database, order, column).items():
                if turn > 0:
                    results.setdefault(what, {}).setdefault(name, []).append(seconds)
    for what, times in results.items():
        print(f"\n{what:44}{'median':>12}{'/ bytes':>10}{'/ ICU':>8}")
        for name in ORDERS:
            median = statistics.median(times[name])
            ratios = [
                statistics.median(mine / other for mine, other in zip(times[name], times[rival]))
                for rival in ("bytes", "ICU's comparator")
            ]
            shown = f"{median:.2f} s" if median > 0.01 else f"{median * 1e6:.2f} us"
            print(f"  {name:42}{shown:>12}{ratios[0]:10.2f}{ratios[1]:8.2f}")


def one_turn(database: sqlite3.Connection, order: str, column: str) -> dict[str, float]:
    def timed(call: Callable[[], object]) -> float:
        started = time.process_time()
        call()
        return time.process_time() - started

    def run(statement: str) -> float:
        return timed(lambda: database.execute(statement))

    found: dict[str, float] = {}
    columns = f"id INTEGER PRIMARY KEY, name TEXT NOT NULL, telephone TEXT NOT NULL{column}"
    database.execute(f"CREATE TABLE people ({columns})")
    found["filling the table"] = run("INSERT INTO people (name, telephone) SELECT name, rowid FROM raw")
    found["CREATE INDEX"] = run(f"CREATE INDEX people_order ON people ({order})")
    count, = database.execute("SELECT count(*) FROM raw").fetchone()

    # A row's value of the order, and its id: a page begins after it.
    values = database.execute(f"SELECT {order.split(' COLLATE')[0]}, id FROM people ORDER BY {order}, id").fetchall()
    for shown in "id", "id, telephone":
        # The first comparison repeats a part of the second: SQLite seeks to a pair only if it has columns alone.
        page = (
            f"SELECT {shown} FROM people WHERE {order} >= ?1 AND ({order}, id) > (?1, ?2)"
            f" ORDER BY {order}, id LIMIT {ROWS}")
        for depth, share in ("first", 0.0), ("middle", 0.5), ("last", 0.999):
            starts = [values[int(count * share) + number * 997 % (count // 2000)] for number in range(PAGES)]

            def read(page: str = page, starts: list[tuple] = starts) -> None:
                for start in starts:
                    database.execute(page, start).fetchall()

            found[f"a page of {ROWS} rows ({shown}), {depth} thousandth"] = timed(read) / PAGES
    added = [name for name, in database.execute("SELECT name FROM added")]

    insert = "INSERT INTO people (name, telephone)"

    def insert_one_by_one() -> None:
        for name in added:
            database.execute(f"{insert} VALUES (?, '5')", (name,))

    database.execute("BEGIN")
    found["an insert, one statement a row"] = timed(insert_one_by_one) / len(added)
    database.execute("COMMIT")
    found["an insert, one statement for all"] = run(f"{insert} SELECT name, '5' FROM added") / len(added)
    database.execute("DROP TABLE people")
    return found


if __name__ == "__main__":
    main()
