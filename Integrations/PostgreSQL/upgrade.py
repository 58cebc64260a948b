"""Checks lists of names before and after an upgrade of PostgreSQL and its ICU; check-upgrade runs it.

    python3 upgrade.py before | upgraded | restored
"""

import pathlib
import re
import sys

from client import psql, require

NAMES = pathlib.Path("Examples/names.txt").read_bytes()
LOCALES = ["en", "sv", "cs", "de-u-co-phonebk", "el", "ru", "ar", "th", "ja", "ko", "zh", "zh-Hant"]
# Han characters, of which a new ICU moves some for certain.
HAN = "".join(chr(number) + "\n" for number in range(0x4E00, 0x9FFF)).encode()


def lists():
    return [("Han characters", "zh", HAN), *(("names", locale, NAMES) for locale in LOCALES)]


def sort_key(locale):
    return f"substring(collation_sort_key(name, '{locale}') FOR 2600)"


def main():
    {"before": before, "upgraded": upgraded, "restored": restored}[sys.argv[1]]()


def before():
    psql("CREATE EXTENSION collation_keys; CREATE TABLE stored (list int, id bigint, key bytea, stamp text);")
    for number, (_, locale, names) in enumerate(lists()):
        escaped = names.replace(b"\\", b"\\\\").replace(b"\t", b"\\t")
        psql(
            f"""
            CREATE TABLE list_{number} (
              id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
              name text   NOT NULL,
              key  bytea  NOT NULL GENERATED ALWAYS AS (collation_index_key(name, '{locale}')) STORED
            );
            CREATE INDEX list_{number}_key ON list_{number} (key, id);
            CREATE INDEX list_{number}_sort ON list_{number} ({sort_key(locale)}, id);
            COPY list_{number} (name) FROM STDIN;\n""",
            escaped,
            "\\.\n",
            f"""
            -- What an application keeps for itself, with the stamp beside it.
            INSERT INTO stored SELECT {number}, id, key, collation_stamp('{locale}') FROM list_{number};
            CREATE TABLE order_{number} AS
            SELECT id, row_number() OVER (ORDER BY key, id) AS place FROM list_{number};
            """,
        )
    require(psql("SELECT * FROM collation_stale()") == "", "something is stale at the beginning")
    print(f"before: {psql('SELECT version()').split(' (')[0]}, {psql('SELECT collation_version()')}")


def upgraded():
    """After pg_upgrade, which keeps indexes and columns as they are."""
    print(f"after pg_upgrade: {psql('SELECT version()').split(' (')[0]}, {psql('SELECT collation_version()')}")
    names = lists()
    expected = sorted(row for n in range(len(names)) for row in (f"list_{n}\tkey", f"list_{n}_sort\t"))
    found = psql("SELECT relation, column_name FROM collation_stale()").split("\n")
    require(sorted(found) == expected, f"stale: {found}, expected {expected}")
    reasons = psql("SELECT DISTINCT regexp_replace(reason, ';.*|,? and .*', '') FROM collation_stale() LIMIT 3")
    print(f"collation_stale() has all {len(found)} columns and indexes: {reasons.splitlines()[0]}")
    print(f"{'names':<32} {'locale':<16} {'rows':>7} {'keys':>7} {'index':>7} {'moved':>7}")
    stale = [count_stale(n, locale) for n, (_, locale, _) in enumerate(names)]
    check_stored(names)
    psql("SELECT collation_rebuild(relation) FROM (SELECT DISTINCT relation FROM collation_stale()) AS stale")
    require(psql("SELECT * FROM collation_stale()") == "", "something is stale after it was made anew")
    for number, (title, locale, _) in enumerate(names):
        rows, keys, index = stale[number]
        require(count_stale(number, locale) == (rows, 0, 0), f"{title}, {locale}: keys or an index are of the old ICU")
        check_order(number, title, locale)
        moved = int(psql(f"""
            SELECT count(*) FROM order_{number}
            JOIN (SELECT id, row_number() OVER (ORDER BY key, id) AS place FROM list_{number}) AS now USING (id)
            WHERE order_{number}.place <> now.place
        """))
        require(moved > 0 or title != "Han characters", "no row has moved, so the check shows nothing")
        print(f"{title:<32} {locale:<16} {rows:>7} {keys:>7} {index:>7} {moved:>7}")
    psql("CREATE INDEX list_0_new ON list_0 (collation_key(name, 'sv'))")
    require(psql("SELECT * FROM collation_stale()") == "", "a new index is stale")
    print(
        "\nkeys: rows whose stored key is not that of the new ICU; index: rows that the old index has elsewhere than\n"
        "a sort; moved: rows at another place of the list. After collation_rebuild all are in the new ICU's order."
    )


def count_stale(number, locale):
    """The rows, those with a key of the old ICU, and those that an index scan finds at another place than a sort."""
    expression = sort_key(locale)
    plan = psql(f"SET enable_sort = off; EXPLAIN SELECT id FROM list_{number} ORDER BY {expression}, id")
    require(f"list_{number}_sort" in plan, f"the index is not used: {plan}")
    return tuple(int(count) for count in psql(f"""
        SET enable_sort = off; SET max_parallel_workers_per_gather = 0;
        CREATE TEMPORARY TABLE by_index (place serial, id bigint);
        INSERT INTO by_index (id) SELECT id FROM list_{number} ORDER BY {expression}, id;
        RESET enable_sort; SET enable_indexscan = off; SET enable_indexonlyscan = off;
        CREATE TEMPORARY TABLE by_sort (place serial, id bigint);
        INSERT INTO by_sort (id) SELECT id FROM list_{number} ORDER BY {expression}, id;
        SELECT
          (SELECT count(*) FROM list_{number}),
          (SELECT count(*) FROM list_{number} WHERE key <> collation_index_key(name, '{locale}')),
          (SELECT count(*) FROM by_index JOIN by_sort USING (place) WHERE by_index.id <> by_sort.id)
    """).split("\t"))


def check_order(number, title, locale):
    """The order of the index is that of the server's own new ICU."""
    icu = locale + ("-kk-true" if "-u-" in locale else "-u-kk-true")
    wrong = psql(f"""
        CREATE COLLATION own (provider = icu, locale = '{icu}', deterministic = false);
        SELECT count(*) FROM (
          SELECT name, lag(name) OVER (ORDER BY {sort_key(locale)}, id) AS previous
          FROM list_{number}) AS rows
        WHERE name COLLATE own < previous;
        DROP COLLATION own
    """)
    require(wrong == "0", f"{title}, {locale}: the server's ICU orders {wrong} neighbors otherwise")


def check_stored(names):
    """Keys that an application keeps itself are refused by their stamp."""
    for number, (title, locale, _) in enumerate(names):
        complaint = psql(f"""
            CREATE FUNCTION pg_temp.complaint() RETURNS text LANGUAGE plpgsql AS $$
            BEGIN
              PERFORM collation_check(stamp, '{locale}') FROM stored WHERE list = {number} LIMIT 1;
              RETURN 'none';
            EXCEPTION WHEN object_not_in_prerequisite_state THEN RETURN SQLERRM;
            END $$;
            SELECT pg_temp.complaint()
        """)
        require(re.search("ICU version", complaint), f"{title}, {locale}: collation_check says {complaint}")


def restored():
    """After pg_dump and its restore, which make indexes and generated columns anew."""
    names = lists()
    require(psql("SELECT * FROM collation_stale()") == "", "something is stale after a restore")
    count = psql("SELECT count(*) FROM collation_stamps")
    require(int(count) == 2 * len(names), f"{count} stamps are recorded")
    for number, (title, locale, _) in enumerate(names):
        require(count_stale(number, locale)[1:] == (0, 0), f"{title}, {locale}: keys of the old ICU after a restore")
        check_order(number, title, locale)
    check_stored(names)
    print("after pg_dump and restore: stale are only the keys that an application stored")


main()
