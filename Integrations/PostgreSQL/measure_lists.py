"""Times COPY, writes and reads of a table with a list; measure runs it.

    python3 measure_lists.py NAMES LOCALE [TURNS]
"""

import pathlib
import re
import statistics
import sys
import tempfile

from databases import psql, run

# What is made beside the primary key of a table, before the rows come.
KINDS = {
    "a primary key": "",
    "and a list": "SELECT collation_create_list('copy_list', 'copies', 'name', '{locale}')",
    "and a list with words": "SELECT collation_create_list('copy_list', 'copies', 'name', '{locale}', words => true)",
    "and a column of keys": "ALTER TABLE copies ADD key bytea"
    " GENERATED ALWAYS AS (collation_index_key(name, '{locale}')) STORED",
    "and an index on collation_key": "CREATE INDEX ON copies (collation_key(name, '{locale}'), id)",
    "and an index COLLATE x-icu": 'CREATE INDEX ON copies (name COLLATE "{locale}-x-icu", id)',
    'and an index COLLATE "C"': 'CREATE INDEX ON copies (name COLLATE "C", id)',
}
FRESH = "CREATE TABLE copies (id bigint PRIMARY KEY, name text NOT NULL);"
GONE = "DROP SCHEMA IF EXISTS copy_list CASCADE; DROP TABLE copies"


def main():
    names, locale = pathlib.Path(sys.argv[1]).read_bytes().splitlines(), sys.argv[2]
    turns = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    psql("CREATE EXTENSION IF NOT EXISTS collation_keys")
    with tempfile.TemporaryDirectory(dir=pathlib.Path(sys.argv[1]).parent) as folder:
        pathlib.Path(folder).chmod(0o755)
        tenth = len(names) // 10
        parts = {"all": (0, len(names)), "most": (tenth, len(names)), "tenth": (0, tenth)}
        files = {part: pathlib.Path(folder) / part for part in parts}
        for part, (first, end) in parts.items():
            rows = (b"%d\t%s\n" % (id, escaped(names[id])) for id in range(first, end))
            files[part].write_bytes(b"".join(rows))
        copy = "COPY copies (id, name) FROM '{}'".format
        print(f"\nlists: seconds of COPY of all names, {turns} turns: median, range, median of the ratios of speed")
        compare(locale, turns, "", copy(files["all"]))
        print(f"\nseconds of COPY of a tenth of the names into a table that has the others, {turns} turns")
        compare(locale, turns, copy(files["most"]), copy(files["tenth"]))
        print("\nseconds of COPY of all names, and of making the list after it")
        made = [made_after(locale, copy(files["all"])) for _ in range(turns)]
        print(f"{statistics.median(made):.2f}")
        psql(FRESH, copy(files["all"]))
    print("\nmicroseconds of a transaction of one insert, or one update, by one program, and by each of two")
    for kind in list(KINDS)[:3]:
        psql(KINDS[kind].format(locale=locale))
        for what, statement in {
            "insert": "INSERT INTO copies VALUES (:id + 1000000, 'Åsa ' || :id)",
            "update": f"UPDATE copies SET name = reverse(name) WHERE id = :id % {len(names)}",
        }.items():
            times = [transaction(statement, programs) for programs in (1, 2)]
            print(f"{kind:34} {what} {times[0]:7.0f} {times[1]:7.0f}")
        psql("DROP SCHEMA IF EXISTS copy_list CASCADE")
    print(f"\nmicroseconds of a read of the list, {turns} turns of 2,000")
    psql(KINDS["and a list"].format(locale=locale), "; VACUUM ANALYZE copy_list.rows, copy_list.blocks, copies")
    for what, statement in {
        "the sections": "PERFORM count FROM copy_list.sections ORDER BY number",
        "a page of 50 at any offset": f"PERFORM id FROM copy_list.page((random() * {len(names)})::bigint, 50)",
        "the place of a row": f"PERFORM * FROM copy_list.place((random() * {len(names)})::bigint)",
    }.items():
        times = [
            timed(f"DO $$ BEGIN FOR n IN 1..2000 LOOP {statement}; END LOOP; END $$") * 500 for _ in range(turns + 1)]
        print(f"{what:34} {statistics.median(times[1:]):7.1f} {min(times[1:]):7.1f} to {max(times[1:]):7.1f}")
    psql(GONE)


def escaped(name):
    return name.replace(b"\\", b"\\\\").replace(b"\t", b"\\t")


def timed(statement, before="", after=""):
    """The seconds that the server takes for a statement."""
    return float(psql(f"""
        SET jit = off; SET synchronous_commit = off;
        {before};
        CHECKPOINT;
        CREATE TEMPORARY TABLE clock AS SELECT clock_timestamp() AS started;
        {statement};
        SELECT extract(epoch FROM clock_timestamp() - started) FROM clock;
        {after}
    """).split("\n")[-1])


def compare(locale, turns, before, statement):
    seconds = {kind: [] for kind in KINDS}
    for turn in range(turns + 1):
        for kind, index in KINDS.items():
            took = timed(statement, f"{FRESH} {index.format(locale=locale)}; {before}", GONE)
            if turn > 0:
                seconds[kind].append(took)
    plain = seconds["a primary key"]
    for kind, times in seconds.items():
        ratio = statistics.median(other / mine for mine, other in zip(times, plain))
        print(f"{kind:34} {statistics.median(times):7.2f} {min(times):7.2f} to {max(times):6.2f} {ratio:7.2f}")


def made_after(locale, copy):
    return timed(f"{copy}; {KINDS['and a list'].format(locale=locale)}", FRESH, GONE)


def transaction(statement, programs):
    """The microseconds between two commits of one program, by PostgreSQL's pgbench."""
    with tempfile.NamedTemporaryFile("w") as script:
        script.write(f"\\set id random(1000000, 1000000000000)\n{statement};\n")
        script.flush()
        command = ["pgbench", "-n", "-T", "4", "-c", str(programs), "-j", str(programs), "-f", script.name]
        found = run(command, PGOPTIONS="-c synchronous_commit=off").decode()
    return 1e6 * programs / float(re.search(r"tps = ([\d.]+)", found)[1])


main()
