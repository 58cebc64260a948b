"""Times indexes, inserts, pages and calls; measure runs it.

    python3 measure.py NAMES LOCALE [TURNS]
"""

import pathlib
import statistics
import sys

from client import psql, require


def main():
    names, locale = pathlib.Path(sys.argv[1]).read_bytes(), sys.argv[2]
    turns = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    psql(
        f"""
        CREATE EXTENSION collation_keys;
        CREATE EXTENSION icu_ext;
        CREATE TABLE names (id bigint GENERATED ALWAYS AS IDENTITY, name text NOT NULL);
        COPY names (name) FROM STDIN;\n""",
        names.replace(b"\\", b"\\\\"),
        "\\.\nVACUUM ANALYZE names",
    )
    count = int(psql("SELECT count(*) FROM names"))
    versions = psql("SELECT split_part(version(), ' on ', 1) || ', library ' || collation_version()")
    print(f"{versions}, {count} names, {locale}\n")
    check_keys(locale)
    expressions = {
        "collation_key(name, locale)": f"(collation_key(name, '{locale}'))",
        "collation_sort_key(name, locale)": f"(collation_sort_key(name, '{locale}'))",
        "name COLLATE x-icu": f'name COLLATE "{locale}-x-icu"',
        "icu_sort_key(name COLLATE x-icu)": f'(icu_sort_key(name COLLATE "{locale}-x-icu"))',
        "icu_sort_key(name, locale)": f"(icu_sort_key(name, '{locale}'))",
        'name COLLATE "C"': 'name COLLATE "C"',
    }
    print(f"seconds of CREATE INDEX in one process, {turns} turns: median, range, median of the ratios to the first")
    compare({name: index(expression) for name, expression in expressions.items()}, turns)
    print("\nmegabytes of these indexes")
    for name, expression in expressions.items():
        size = psql(f"CREATE INDEX made ON names ({expression}); SELECT pg_relation_size('made'); DROP INDEX made")
        print(f"{name:34} {int(size) / 1e6:7.1f}")
    print(f"\nnanoseconds of a call, {turns} turns: beside those of count(name)")
    calls = {
        "collation_key(name, locale)": f"collation_key(name, '{locale}')",
        "collation_sort_key(name, locale)": f"collation_sort_key(name, '{locale}')",
        "section_number(name, locale)": f"section_number(name, '{locale}')",
        "section_title(name, locale)": f"section_title(name, '{locale}')",
        "collation_compare(name, …, locale)": f"collation_compare(name, 'Lund', '{locale}')",
        "icu_sort_key(name COLLATE x-icu)": f'icu_sort_key(name COLLATE "{locale}-x-icu")',
        "icu_sort_key(name, locale)": f"icu_sort_key(name, '{locale}')",
        "lower(name)": "lower(name)",
        "length(name)": "length(name)",
    }
    print_calls(calls, count, turns)
    print(f"\nmicroseconds of an insert into a table with an index, {turns} turns of a tenth of the names")
    compare(
        {name: insert(expression) for name, expression in [*expressions.items(), ("no index", None)]
         if name != "icu_sort_key(name, locale)"},
        turns, scale=1e7 / count,
    )
    print(f"\nmicroseconds of a page of 50 after any row, {turns} turns of 2,000")
    psql(f"ALTER TABLE names ADD key bytea GENERATED ALWAYS AS (collation_key(name, '{locale}')) STORED")
    pages = {
        "a generated column of list keys": ("key", "key"),
        "collation_key(name, locale)": (expressions["collation_key(name, locale)"], "name"),
        "name COLLATE x-icu": (expressions["name COLLATE x-icu"], "name"),
        'name COLLATE "C"': ('name COLLATE "C"', "name"),
    }
    for number, (expression, _) in enumerate(pages.values()):
        psql(f"CREATE INDEX page_{number} ON names ({expression}, id)")
    psql("VACUUM ANALYZE names")
    compare({name: page(*of) for name, of in pages.items()}, turns, scale=500)


def check_keys(locale):
    """Sort keys are those of icu_ext, which asks the server's ICU and leaves out the zero at the end."""
    wrong = psql(f"""
        SELECT count(*) FROM names
        WHERE collation_sort_key(name, '{locale}') <> icu_sort_key(name COLLATE "{locale}-x-icu") || '\\x00'
    """)
    require(wrong == "0", f"{wrong} sort keys are not those of icu_ext")
    print("collation_sort_key gives the bytes of icu_sort_key for every name\n")


def timed(statement, before="", after=""):
    """The seconds that the server takes for a statement."""
    return float(psql(f"""
        SET max_parallel_maintenance_workers = 0; SET max_parallel_workers_per_gather = 0; SET jit = off;
        SET maintenance_work_mem = '512MB'; SET synchronous_commit = off; SET enable_seqscan = on;
        {before};
        CREATE TEMPORARY TABLE clock AS SELECT clock_timestamp() AS started;
        {statement};
        SELECT extract(epoch FROM clock_timestamp() - started) FROM clock;
        {after}
    """).split("\n")[-1])


def index(expression):
    return lambda: timed(f"CREATE INDEX made ON names ({expression})", after="DROP INDEX made")


def insert(expression):
    made = f"CREATE INDEX ON copies ({expression});" if expression else ""
    return lambda: timed(
        "INSERT INTO copies SELECT id, name FROM names WHERE id % 10 = 3",
        f"CREATE TABLE copies (LIKE names); {made} INSERT INTO copies SELECT id, name FROM names WHERE id % 10 = 4",
        "DROP TABLE copies",
    )


def page(expression, column):
    return lambda: timed(
        f"""DO $$ DECLARE first names.{column}%TYPE; BEGIN FOR n IN 1..2000 LOOP
          SELECT {column} INTO first FROM starts WHERE number = n;
          PERFORM id FROM names WHERE ({expression}, id) > ({expression.replace(column, 'first', 1)}, 0)
            ORDER BY {expression}, id LIMIT 50;
        END LOOP; END $$""",
        "CREATE TEMPORARY TABLE starts AS SELECT row_number() OVER ()::int AS number, * FROM"
        f" (SELECT {column} FROM names TABLESAMPLE SYSTEM (5) REPEATABLE (1) LIMIT 2000) AS few;"
        "CREATE UNIQUE INDEX ON starts (number); ANALYZE starts",
    )


def compare(calls, turns, scale=1):
    seconds = {name: [] for name in calls}
    for turn in range(turns + 1):
        for name, call in calls.items():
            took = call() * scale
            if turn > 0:
                seconds[name].append(took)
    ours = next(iter(seconds.values()))
    for name, times in seconds.items():
        ratio = statistics.median(other / mine for mine, other in zip(ours, times))
        print(f"{name:34} {statistics.median(times):7.2f} {min(times):7.2f} to {max(times):6.2f} {ratio:7.2f}")


def print_calls(calls, count, turns):
    seconds = {name: [] for name in calls}
    for turn in range(turns + 1):
        nothing = timed("SELECT count(name) FROM names")
        for name, call in calls.items():
            took = timed(f"SELECT count({call}) FROM names") - nothing
            if turn > 0:
                seconds[name].append(took / count * 1e9)
    for name, times in seconds.items():
        print(f"{name:34} {statistics.median(times):7.0f} {min(times):7.0f} to {max(times):6.0f}")


main()
