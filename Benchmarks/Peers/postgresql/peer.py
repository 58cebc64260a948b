"""PostgreSQL's collation of ICU, and the extension icu_ext for keys. A search is one in an index."""

import json
import pathlib
import sys

import psycopg2

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from sql import INPUT, LOCALE, cell, names, write

database = psycopg2.connect(host=sys.argv[5], dbname="postgres", user="postgres")
database.autocommit = True
cursor = database.cursor()
run = cursor.execute
run("SELECT pg_backend_pid()")
statistics = pathlib.Path(f"/proc/{cursor.fetchone()[0]}/schedstat")


def clock() -> int:
    """The nanoseconds of processor time of the server's process."""
    return int(statistics.read_text().split()[0])


count = len(names())
searches = min(count, 20_000)
for setting in ["work_mem = '1GB'", "max_parallel_workers_per_gather = 0", "temp_buffers = '512MB'", "jit = off"]:
    run(f"SET {setting}")
run("CREATE EXTENSION IF NOT EXISTS icu_ext")
run("DROP TABLE IF EXISTS names, pairs")
run("CREATE TEMP TABLE names (number serial, name text)")
with open(INPUT) as lines:
    cursor.copy_expert("COPY names (name) FROM STDIN (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')", lines)
run("CREATE TEMP TABLE pairs AS SELECT one.name AS one, two.name AS two FROM names one JOIN names two"
    " ON two.number = one.number + 1")
run("ANALYZE")
collation = f'COLLATE "{LOCALE}-x-icu"'
result = {
    "compare": cell(run, f"SELECT count(*) FROM pairs WHERE one < two {collation}", count - 1, clock=clock),
    "key": cell(run, f"SELECT sum(octet_length(icu_sort_key(name, '{LOCALE}'))) FROM names", count, clock=clock),
    "sort": cell(
        run, f"CREATE TEMP TABLE sorted AS SELECT name FROM names ORDER BY name {collation}", count,
        before="DROP TABLE IF EXISTS sorted", clock=clock),
}
run(result["key"]["how"])
# Without the NUL at the end of each, where there is one.
key_bytes = int(cursor.fetchone()[0])
run(f"SELECT get_byte(icu_sort_key('a', '{LOCALE}'), octet_length(icu_sort_key('a', '{LOCALE}')) - 1)")
result["keyBytes"] = key_bytes - (count if cursor.fetchone()[0] == 0 else 0)
run("SELECT current_setting('server_version'), icu_version()")
version, icu = cursor.fetchone()
result |= {"version": version.split()[0], "icu": icu}
run(f"SELECT name FROM names ORDER BY name {collation}")
write([name for (name,) in cursor.fetchall()])

run(f"CREATE INDEX by_name ON names (name {collation})")
run("ANALYZE")
run("SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET enable_seqscan = off")
search = f"SELECT count(*) FROM (SELECT name FROM names WHERE number <= {searches} OFFSET 0) AS sought" \
    f" CROSS JOIN LATERAL (SELECT 1 FROM names WHERE names.name = sought.name {collation} LIMIT 1) AS found"
result["search"] = cell(run, search, searches, clock=clock)
print(json.dumps(result))
