"""DuckDB's own collator. Comparing makes both keys; there is no binary search, and there are no sections. A time is
that of the whole statement, rows and all."""

import json
import pathlib
import sys
import time

import duckdb

_, path, locale, output, repetitions = sys.argv
database = duckdb.connect(config={"threads": 1})
count = len(pathlib.Path(path).read_text().splitlines())


def cell(statement: str, calls: int, before: str = "SELECT 1") -> dict[str, object]:
    """The fastest of all repetitions; the first run is not counted. `before` is not timed."""
    times = []
    for _ in range(1 + int(repetitions)):
        database.execute(before)
        start = time.process_time_ns()
        database.execute(statement)
        times.append((time.process_time_ns() - start) / calls)
    return {"ns": round(min(times[1:]), 2), "how": statement}


database.execute(
    f"CREATE TABLE names AS SELECT line AS name, row_number() OVER () AS number"
    f" FROM read_csv('{path}', columns={{'line': 'VARCHAR'}}, header=false, delim='\x01', quote='', escape='')")
database.execute(
    "CREATE TABLE pairs AS SELECT one.name AS one, two.name AS two FROM names one JOIN names two"
    " ON two.number = one.number + 1")
keys = f"SELECT sum(octet_length(collate_{locale}(name))) FROM names"
sorting = f"SELECT name FROM names ORDER BY name COLLATE {locale}"
print(json.dumps({
    "version": duckdb.__version__,
    "compare": cell(f"SELECT count(*) FROM pairs WHERE one < two COLLATE {locale}", count - 1),
    "key": cell(keys, count),
    "sort": cell(f"CREATE TEMP TABLE sorted AS {sorting}", count, before="DROP TABLE IF EXISTS sorted"),
    "keyBytes": int(database.execute(keys).fetchone()[0]),
}))
pathlib.Path(output).write_text("".join(f"{name}\n" for (name,) in database.execute(sorting).fetchall()))
