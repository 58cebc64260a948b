"""DuckDB's own collator. Comparing makes both keys; there is no binary search, and there are no sections."""

import json
import pathlib
import sys

import duckdb

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from sql import INPUT, LOCALE, cell, names, write

database = duckdb.connect(config={"threads": 1})
count = len(names())
database.execute(
    f"CREATE TABLE names AS SELECT line AS name, row_number() OVER () AS number"
    f" FROM read_csv('{INPUT}', columns={{'line': 'VARCHAR'}}, header=false, delim='\x01', quote='', escape='')")
database.execute(
    "CREATE TABLE pairs AS SELECT one.name AS one, two.name AS two FROM names one JOIN names two"
    " ON two.number = one.number + 1")
result = {
    "version": duckdb.__version__,
    "compare": cell(
        database.execute, f"SELECT count(*) FROM pairs WHERE one < two COLLATE {LOCALE}", count - 1),
    "key": cell(database.execute, f"SELECT sum(octet_length(collate_{LOCALE}(name))) FROM names", count),
    "sort": cell(
        database.execute,
        f"CREATE TEMP TABLE sorted AS SELECT name FROM names ORDER BY name COLLATE {LOCALE}", count,
        before="DROP TABLE IF EXISTS sorted"),
    "keyBytes": int(database.execute(f"SELECT sum(octet_length(collate_{LOCALE}(name))) FROM names").fetchone()[0]),
}
print(json.dumps(result))
write([row[0] for row in database.execute(f"SELECT name FROM names ORDER BY name COLLATE {LOCALE}").fetchall()])
