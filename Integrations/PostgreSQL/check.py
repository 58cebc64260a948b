"""Checks the extension against the command collate and PostgreSQL's own ICU; Integrations/PostgreSQL/check runs it.

    python3 check.py [FILE...]   lists of names, such as sv.txt, each named for its locale; without any, made-up names
"""

import pathlib
import random
import re
import subprocess
import sys

from articles import statements
from client import NAMES, collate, psql, require, run

SEED = 26
COUNT = 20_000
# Languages of the made-up names, with the locales of their lists.
LISTS = {
    "en": "en", "sv": "sv", "de": "de-u-co-phonebk", "cs": "cs", "ru": "ru",
    "ja": "ja", "zh": "zh", "ko": "ko", "ar": "ar", "mixed": "en",
}


def main():
    psql("CREATE EXTENSION collation_keys;")
    files = [pathlib.Path(file) for file in sys.argv[1:]]
    lists = [(file.stem, file.stem, file.read_bytes()) for file in files] or [
        (language, locale, names_of(language)) for language, locale in LISTS.items()]
    for title, locale, names in [*lists, ("random", "zh", random_names())]:
        check_list(title, locale, names)
    check_readme()
    check_articles(names_of("sv", 100_000))
    check_parallel_index(*lists[0][1:])
    check_other_encodings()
    check_ill_formed()
    check_process()


def names_of(language, count=COUNT):
    return run([NAMES, "names", "--language", language, "--count", str(count)])


def rows_to_copy(names, locale, *options):
    """Rows for COPY: the list key, the section, the name and the stamp of each name."""
    return collate("keys", "--list", "--copy", "--locale", locale, *options, names=names)


def create(names, locale):
    """A table of names in their order, with what collate makes of them."""
    psql(
        "DROP TABLE IF EXISTS import;"
        "CREATE TABLE import (id bigint GENERATED ALWAYS AS IDENTITY,"
        " key bytea, section integer, name text, stamp text);"
        "COPY import (key, section, name, stamp) FROM STDIN;\n",
        rows_to_copy(names, locale),
        "\\.\n",
    )


def check_list(title, locale, names):
    """Every function on every name: bytes as those of collate, and the order as that of PostgreSQL's own ICU."""
    create(names, locale)
    sort_keys = collate("keys", "--locale", locale, names=names).split(b"\n")[:-1]
    psql(
        "DROP TABLE IF EXISTS sort_keys;"
        "CREATE TABLE sort_keys (id bigint GENERATED ALWAYS AS IDENTITY, key bytea);"
        "COPY sort_keys (key) FROM STDIN;\n",
        b"".join(b"\\\\x" + line.split(b"\t", 1)[0] + b"\n" for line in sort_keys),
        "\\.\n",
    )
    wrong = psql(f"""
        SELECT count(*),
          count(*) FILTER (WHERE import.key IS DISTINCT FROM collation_key(name, '{locale}')),
          count(*) FILTER (WHERE sort_keys.key IS DISTINCT FROM collation_sort_key(name, '{locale}')),
          count(*) FILTER (WHERE section IS DISTINCT FROM section_number(name, '{locale}')),
          count(*) FILTER (WHERE stamp IS DISTINCT FROM collation_stamp('{locale}')),
          count(*) FILTER (WHERE section_title(name, '{locale}') IS DISTINCT FROM title)
        FROM import JOIN sort_keys USING (id) JOIN section_titles('{locale}') ON number = section
    """)
    count = len(sort_keys)
    require(wrong == f"{count}\t0\t0\t0\t0\t0", f"{title}, {locale}: rows and wrong ones are {wrong}")

    # Neighbors in the order of keys, as PostgreSQL's ICU compares them. List keys have the scripts in another order.
    icu = locale + ("-kk-true" if "-u-" in locale else "-u-kk-true")
    scripts = re.search(r" kr=(\S*) ", psql(f"SELECT collation_stamp('{locale}')"))[1].lower().replace(",", "-")
    for collation, key in [
        (icu, f"collation_sort_key(name, '{locale}')"),
        (icu + (scripts and f"-kr-{scripts}"), "substring(key FROM 3)"),
    ]:
        wrong = psql(f"""
            CREATE COLLATION own (provider = icu, locale = '{collation}', deterministic = false);
            SELECT count(*) FILTER (WHERE name COLLATE own < previous),
              count(*) FILTER (WHERE (name COLLATE own > previous) <> (key > previous_key))
            FROM (
              SELECT name, {key} AS key, lag(name) OVER keys AS previous, lag({key}) OVER keys AS previous_key
              FROM import WINDOW keys AS (ORDER BY {key})) AS rows
            WHERE previous IS NOT NULL;
            DROP COLLATION own
        """)
        require(wrong == "0\t0", f"{title}: {wrong} neighbors by {key} are in another order than by {collation}")
    wrong = psql(f"""
        SELECT count(*) FROM (SELECT name, lag(name) OVER (ORDER BY id) AS previous FROM import) AS rows
        WHERE collation_compare(name, previous, '{locale}')
          <> (collation_sort_key(name, '{locale}') > collation_sort_key(previous, '{locale}'))::int
           - (collation_sort_key(name, '{locale}') < collation_sort_key(previous, '{locale}'))::int
    """)
    require(wrong == "0", f"{title}, {locale}: {wrong} comparisons are not those of the sort keys")

    # The list by pages of a generated column's index, with the titles that collate prints.
    pages = psql(f"""
        CREATE TABLE list (id bigint PRIMARY KEY, name text NOT NULL,
          key bytea NOT NULL GENERATED ALWAYS AS (collation_index_key(name, '{locale}')) STORED);
        INSERT INTO list SELECT id, name FROM import;
        CREATE INDEX list_key ON list (key, id);
        ANALYZE list;
        SET enable_sort = off;
        CREATE FUNCTION pages() RETURNS SETOF text LANGUAGE plpgsql AS $$
        DECLARE
          row list;
          last list := (0, '', '');
          found boolean := true;
        BEGIN
          WHILE found LOOP
            found := false;
            FOR row IN SELECT * FROM list WHERE (key, id) > (last.key, last.id) ORDER BY key, id LIMIT 50 LOOP
              RETURN NEXT concat_ws(
                E'\\t', section_number(row.name, '{locale}'), section_title(row.name, '{locale}'), row.name);
              last := row;
              found := true;
            END LOOP;
          END LOOP;
        END
        $$;
        SELECT encode(convert_to(pages, 'UTF8'), 'hex') FROM pages();
        DROP FUNCTION pages;
        DROP TABLE list
    """)
    rows = b"\n".join(bytes.fromhex(row) for row in pages.split("\n"))
    expected = collate("partition", "--tsv", "--locale", locale, names=names)
    require(rows + b"\n" == expected, f"{title}, {locale}: the pages differ from those of collate partition")
    check_prefixes(title, locale, names)
    print(f"{title}, {locale}: {count} names as collate has them")


def check_prefixes(title, locale, names):
    """What lies in the ranges of prefixes: by the index's bounds all that begin so, byte for byte, and none twice."""
    prefixes = {name.strip()[: 1 + n % 3] for n, name in enumerate(names.decode().split("\n")[:200]) if name.strip()}
    quoted = ", ".join("'" + prefix.replace("'", "''") + "'" for prefix in sorted(prefixes) if "\\" not in prefix)
    wrong = psql(f"""
        SELECT count(*) FROM unnest(ARRAY[{quoted}]::text[]) AS prefix,
          LATERAL (
            SELECT name FROM import
            WHERE starts_with(name, prefix) AND substring(name FROM length(prefix) + 1 FOR 1) ~ '^[[:alnum:]]?$'
            LIMIT 20) AS names
        WHERE (SELECT count(*) FROM collation_prefix_ranges(prefix, '{locale}')
          WHERE collation_key(name, '{locale}') >= lower AND collation_key(name, '{locale}') < upper) <> 1
    """)
    require(wrong == "0", f"{title}, {locale}: {wrong} names are in no range of their beginning, or in two")


def random_names():
    """Names of any characters that a database can hold, some very long or empty."""
    choose = random.Random(SEED)
    ranges = [(1, 0x80), (0x80, 0x250), (0x300, 0x370), (0x370, 0xD800), (0xE000, 0x10000), (0x10000, 0x110000)]

    def character():
        number = choose.randrange(*choose.choice(ranges))
        return "" if number in (10, 13) else chr(number)

    names = ["".join(character() for _ in range(choose.randrange(12))) for _ in range(20_000)]
    names += ["".join(character() for _ in range(5_000)) for _ in range(5)]
    return "".join(name + "\n" for name in names).encode()


def check_readme():
    """The statements of README.md, in their order."""
    text = (pathlib.Path(__file__).parent / "README.md").read_text()
    create, read, words, *upgrade = re.findall(r"^```sql\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    psql("CREATE DATABASE article TEMPLATE template0 ENCODING UTF8 LOCALE 'C'")
    found = in_database(
        "article",
        create,
        "INSERT INTO people (name) VALUES ('Östen Ås'), ('Zorn'), ('åskar'), ('Adam'), ('Ask');",
        read.replace("$1", "'\\x'").replace("$2", "0"),
        words,
        "SELECT id FROM people_words, collation_prefix_ranges('ås', 'sv') WHERE key >= lower AND key < upper ORDER BY key, id;",
        *upgrade,
    )
    page = ["4\tAdam\tA", "5\tAsk\tA", "2\tZorn\tZ", "3\tåskar\tÅ", "1\tÖsten Ås\tÖ"]
    jump = ["3\tåskar", "1\tÖsten Ås"]
    require(found[:7] == page + jump, f"README.md: {found[:7]}")
    counts = [int(row.split("\t")[-1]) for row in found[7:37]]
    require([n for n, count in enumerate(counts) if count] == [0, 25, 26, 28] and sum(counts) == 5, f"README.md: {counts}")
    require(found[37:] == ["3\tåskar", "1", "3"], f"README.md: {found[37:]}")
    psql("DROP DATABASE article")
    print("the statements of README.md do what it says")


def check_articles(names):
    """The statements of Paging.md and Databases.md: what they return, by index only."""
    paging, databases = statements("Paging.md"), statements("Databases.md")
    load, reading = databases["Loading a list"], databases["Reading without a stored list"]
    psql(
        "DROP TABLE import;", paging["The tables"][0], load[0], "COPY import (key, section, name, stamp) FROM STDIN;\n",
        rows_to_copy(names, "sv"), "\\.\n", load[1], databases["A search by any word"][0],
        """
        INSERT INTO people_words SELECT 'sv', collation_key(word, 'sv'), id, word
        FROM people, collation_words(name) AS word ON CONFLICT DO NOTHING;
        VACUUM (ANALYZE) people_words;
        """)
    rows = psql("SELECT key, id, name FROM people_order JOIN people USING (id) ORDER BY key, id").split("\n")
    expected = [row.split("\t", 2)[2] for row in
                collate("partition", "--tsv", "--locale", "sv", names=names).decode().removesuffix("\n").split("\n")]
    require([row.split("\t")[2] for row in rows] == expected, "the keys of Databases.md are not in order")
    keyed = [row.rsplit("\t", 1)[0] for row in rows]
    middle = len(rows) // 2
    last = keyed[middle].split("\t")
    (lower, upper), = [row.split("\t") for row in psql("SELECT * FROM collation_prefix_ranges('an', 'sv')").split("\n")]
    found = [place for place, row in enumerate(keyed) if lower <= row < upper]
    words = psql(f"SELECT key, id, text FROM people_words WHERE key >= '{lower}' AND key < '{upper}' ORDER BY key, id")
    counts = psql("SELECT section, count(*) FROM people_order GROUP BY section ORDER BY section").split("\n")
    for statement, values, result in [
        (reading[0], ["\\x", 0], keyed[:50]),
        (reading[0], last, keyed[middle + 1 : middle + 51]),
        (reading[0], keyed[-60].split("\t"), keyed[-59:-9]),
        (reading[1], last, keyed[middle - 50 : middle][::-1]),
        (reading[2], [lower, None, upper], [keyed[place] for place in found[:50]]),
        (paging["A page"][0], [*last, "\\xff", 50], rows[middle + 1 : middle + 51]),
        (paging["A page"][1], [*last, "\\x", 50], rows[middle - 50 : middle][::-1]),
        (paging["Jumping to a section"][0], [], counts),
        (databases["A search by any word"][1], [lower, None, upper, 50], words.split("\n")[:50]),
    ]:
        values = ", ".join("NULL" if value is None else f"'{value}'" for value in ["sv", *values])
        prepared = f"PREPARE query AS {statement.strip().removesuffix(';')};"
        plan = psql(prepared, f"EXPLAIN (COSTS OFF) EXECUTE query ({values})")
        require(not re.search("Sort|Seq Scan|Bitmap", plan), f"{statement}: the plan sorts or reads a table\n{plan}")
        listed = psql(prepared, f"EXECUTE query ({values})").split("\n")
        if "count" in statement:  # Its rows come in any order.
            listed, result = sorted(listed), sorted(result)
        require(listed == result, f"{statement}: {listed}")
    check_upgrade(databases["An ICU upgrade"])
    psql("DROP TABLE people, people_order, people_stamps, people_words")
    print("the statements of Paging.md and Databases.md find their rows by index")


def check_upgrade(blocks):
    """A second list beside the first, under a stamp that stands for another ICU's; check-upgrade has one."""
    find, make, batch, insert, forget, *drop = (block.strip().removesuffix(";") for block in blocks)
    stamp = psql("SELECT collation_stamp('sv', 'numeric=true')")
    key = "collation_key(name, 'sv', 'numeric=true')"
    fill = insert.replace("VALUES ($1, $2, $3, $4)", f"SELECT $1, {key}, id, section_number(name, 'sv') FROM batch")
    scripted = f"""
        PREPARE find AS {find};
        PREPARE make AS {make};
        PREPARE fill AS WITH batch AS ({batch.replace("LIMIT 1000", "")}) {fill};
        PREPARE forget AS {forget};
        EXECUTE find('{stamp}'); EXECUTE make('sv 76', '{stamp}'); EXECUTE make('sv 76', '{stamp}');
        EXECUTE find('{stamp}'); EXECUTE fill('sv 76', 0); EXECUTE fill('sv 76', 0);
        SELECT count(*) FROM people_order GROUP BY locale;
        UPDATE people SET name = 'Öst 10' WHERE id = 7; EXECUTE forget(7); EXECUTE fill('sv 76', 6);
        SELECT count(*) FROM people_order WHERE id = 7 AND key = collation_key('Öst 10', 'sv', 'numeric=true');
    """
    require(psql(scripted) == "sv 76\n100000\n100000\n1", f"the upgrade of Databases.md: {psql(scripted)}")
    prepared = "; ".join(f"PREPARE drop{n} AS {block}; EXECUTE drop{n}('sv')" for n, block in enumerate(drop))
    left = psql(prepared, "; SELECT DISTINCT locale FROM people_order; SELECT locale FROM people_stamps")
    require(left == "sv 76\nsv 76", f"after the upgrade, {left} is left")


def check_parallel_index(locale, names):
    create(names * max(1, 50_000_000 // len(names) // 20), locale)
    script = f"""
        SET max_parallel_maintenance_workers = 2;
        SET maintenance_work_mem = '256MB';
        ALTER TABLE import SET (parallel_workers = 2);
        SET client_min_messages = debug1;
        CREATE INDEX import_key ON import (collation_key(name, '{locale}'), id);
        RESET client_min_messages;
        SET enable_seqscan = off; SET enable_bitmapscan = off; SET max_parallel_workers_per_gather = 0;
        SELECT count(*) FROM (
          SELECT key, id, lag(key) OVER w AS last_key, lag(id) OVER w AS last_id
          FROM (SELECT key, id FROM import ORDER BY collation_key(name, '{locale}'), id) AS rows
          WINDOW w AS (ROWS UNBOUNDED PRECEDING)) AS rows
        WHERE (key, id) <= (last_key, last_id);
    """
    done = subprocess.run(["psql", "-XAtq"], input=script, capture_output=True, text=True)
    require("with request for 2 parallel workers" in done.stderr, f"no parallel build: {done.stderr}")
    require(done.stdout == "0\n", f"the index that was built in parallel is out of order: {done.stdout}")
    print("an index built by three processes is in order")


def in_database(database, *script, client="UTF8"):
    """What a script prints in a database of another encoding."""
    return psql(*script, PGDATABASE=database, PGCLIENTENCODING=client).split("\n")


def load(names):
    return ("CREATE EXTENSION collation_keys; CREATE TABLE names (id serial, name text);"
            "COPY names (name) FROM STDIN;\n", names, "\\.\n")


def check_other_encodings():
    """The same keys from databases in other encodings, for names that these can hold."""
    for encoding, locale, names in [
        ("LATIN1", "sv", ["Åsa", "Ärla", "Örn", "Zoë", "André", "½", ""]),
        ("EUC_JP", "ja", ["あべ", "ハヤシ", "山田", "東", "Smith"]),
        ("WIN1251", "ru", ["Ёлкин", "Иванов", "Smith", "№ 5"]),
    ]:
        text = "".join(name + "\n" for name in names).encode()
        psql(f"CREATE DATABASE other TEMPLATE template0 ENCODING {encoding} LOCALE 'C';")
        found = in_database(
            "other",
            *load(text),
            f"""
            SELECT encode(collation_key(name, '{locale}'), 'hex'), encode(collation_sort_key(name, '{locale}'), 'hex'),
              section_number(name, '{locale}'), section_title(name, '{locale}'), name FROM names ORDER BY id;
            SELECT string_agg(word, '|') FROM names, collation_words(name || ' ' || name) AS word WHERE id = 1;
            SELECT title FROM section_titles('{locale}') ORDER BY number;
            """,
        )
        keys, sort_keys = (
            [row.split("\t")[0] for row in collate("keys", *more, "--locale", locale, names=text).decode().split("\n")]
            for more in (["--list"], [])
        )
        rows = ["\t".join(row) for row in zip(keys, sort_keys, in_order(locale, text))]
        words = f"{names[0]} {names[0]}|{names[0]}"
        titles = psql(f"SELECT title FROM section_titles('{locale}') ORDER BY number").split("\n")
        require(found == [*rows, words, *titles], f"{encoding}: found {found}")
        print(f"{encoding}: the keys and titles of UTF8")
        if encoding == "LATIN1":
            # Titles that it has no letters for are an error, as they are for functions of PostgreSQL.
            refused = in_database(
                "other",
                """
                DO $$ BEGIN PERFORM count(*) FROM section_titles('ru'); RAISE NOTICE 'made';
                EXCEPTION WHEN untranslatable_character THEN CREATE TABLE refused (); END $$;
                SELECT to_regclass('refused')
                """,
            )
            require(refused == ["refused"], f"{encoding}: Russian titles were made")
        psql("DROP DATABASE other")


def in_order(locale, text):
    """The section number, the title and the name of each name, in the order of the input."""
    rows = collate("partition", "--tsv", "--locale", locale, names=text).decode().removesuffix("\n").split("\n")
    titles = {row.split("\t", 2)[2]: row for row in rows}
    return [titles[name] for name in text.decode().removesuffix("\n").split("\n")]


def check_ill_formed():
    """Any bytes, which a database in SQL_ASCII holds: the keys of collate."""
    choose = random.Random(SEED)
    names = [bytes(choose.choices(range(256), k=choose.randrange(12))) for _ in range(20_000)]
    names += [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"a\xe2\x82", b"\xc0\xaf" * 3000]
    names = [name.translate(None, b"\0\n\r") for name in names]
    psql("CREATE DATABASE bytes TEMPLATE template0 ENCODING SQL_ASCII LOCALE 'C';")
    escaped = (name.replace(b"\\", b"\\\\").replace(b"\t", b"\\t") for name in names)
    found = in_database(
        "bytes",
        *load(b"".join(name + b"\n" for name in escaped)),
        """
        SELECT encode(collation_key(name, 'sv'), 'hex') FROM names ORDER BY id;
        SELECT 'words', count(*) > 0 FROM names, collation_words(name, 'sv');
        SELECT 'compared', count(*) FROM names WHERE collation_compare(name, name, 'sv') <> 0;
        """,
        client="SQL_ASCII",
    )
    lines = collate("keys", "--list", "--locale", "sv", names=b"".join(name + b"\n" for name in names)).split(b"\n")
    expected = [line.split(b"\t")[0].decode() for line in lines[:-1]] + ["words\tt", "compared\t0"]
    require(found == expected, "ill-formed names: the keys differ from those of collate")
    psql("DROP DATABASE bytes")
    print(f"{len(names)} names of any bytes: the keys of collate")


def check_process():
    """A server process has one thread, keeps little memory, ends long statements, and takes a name of 100 MB."""
    pid, threads, before, after, length, canceled = psql("""
        CREATE FUNCTION process(line text) RETURNS text LANGUAGE sql AS $$
          SELECT substring(pg_read_file('/proc/' || pg_backend_pid() || '/status') FROM line || E':\\\\s+(\\\\d+)')
        $$;
        CREATE FUNCTION many() RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM count(collation_key('Åsa ' || n, 'sv')) FROM generate_series(1, 200000) AS n;
          PERFORM sum(section_number('Å' || n, 'sv')) FROM generate_series(1, 200000) AS n;
          PERFORM count(word) FROM generate_series(1, 20000) AS n, collation_words('Åsa ' || n) AS word;
          PERFORM count(lower) FROM generate_series(1, 500) AS n, collation_prefix_ranges('Å' || n % 9, 'sv');
          PERFORM count(section_number('a', 'sv', 'label=' || chr(945 + n % 24) || chr(945 + n / 24 % 24)))
            FROM generate_series(1, 600) AS n;
          FOR n IN 1..5000 LOOP
            BEGIN
              PERFORM collation_key('a', 'swedish' || n);
            EXCEPTION WHEN invalid_parameter_value THEN NULL;
            END;
          END LOOP;
        END
        $$;
        CREATE FUNCTION is_canceled() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM count(collation_key('Åsa ' || n, 'sv')) FROM generate_series(1, 1000000000) AS n;
          RETURN false;
        EXCEPTION WHEN query_canceled THEN RETURN true;
        END
        $$;
        SELECT many(); SELECT pg_backend_pid(); SELECT process('Threads');
        SELECT process('RssAnon'); SELECT many(); SELECT process('RssAnon');
        SELECT length(collation_key(repeat('å', 50000000), 'sv')) > 50000000;
        SET statement_timeout = 1000; SELECT is_canceled();
    """).replace("\n\n", "\n").strip("\n").split("\n")
    require(threads == "1", f"the process {pid} has {threads} threads")
    grown = int(after) - int(before)
    require(grown < 4096, f"the memory of the process grew by {grown} kilobytes in the second turn")
    require((length, canceled) == ("t", "t"), f"a name of 100 MB: {length}; canceled: {canceled}")
    print(f"one thread; memory grew by {grown} kilobytes; a name of 100 MB has a key; a statement was canceled")


main()
