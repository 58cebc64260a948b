"""SQLite's extension icu: a comparison, and no keys or sections. A search is one in an index."""

import json
import pathlib
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from sql import LOCALE, cell, names, write

[extension] = pathlib.Path("/usr/lib").glob("*/sqlite/icu.so")
linked = subprocess.run(["ldd", extension], capture_output=True, text=True).stdout
database = sqlite3.connect(":memory:", isolation_level=None)
database.enable_load_extension(True)
database.load_extension(str(extension))
rows = [(name,) for name in names()]
searches = min(len(rows), 20_000)
database.execute("SELECT icu_load_collation(?, 'icu')", (LOCALE,))
database.execute("CREATE TABLE names (name TEXT)")
database.executemany("INSERT INTO names VALUES (?)", rows)
database.execute("CREATE TABLE pairs (one TEXT, two TEXT)")
database.executemany("INSERT INTO pairs VALUES (?, ?)", [(one, two) for (one,), (two,) in zip(rows, rows[1:])])


def run(statement: str) -> list:
    return database.execute(statement).fetchall()


sorting = "CREATE TEMP TABLE sorted AS SELECT name FROM names ORDER BY name COLLATE icu"
result = {
    "version": sqlite3.sqlite_version,
    "icu": re.search(r"libicui18n\.so\.(\d+)", linked)[1],
    "compare": cell(run, "SELECT count(*) FROM pairs WHERE one < two COLLATE icu", len(rows) - 1),
    "sort": cell(run, sorting, len(rows), before="DROP TABLE IF EXISTS sorted"),
}
write([name for (name,) in run("SELECT name FROM sorted ORDER BY rowid")])
run("CREATE INDEX by_name ON names (name COLLATE icu)")
search = f"SELECT count(*) FROM (SELECT name FROM names NOT INDEXED LIMIT {searches}) AS sought WHERE EXISTS" \
    " (SELECT 1 FROM names WHERE name = sought.name COLLATE icu)"
result["search"] = cell(run, search, searches)
print(json.dumps(result))
