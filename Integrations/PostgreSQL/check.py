"""Checks the extension against the command collate and PostgreSQL's own ICU; Integrations/PostgreSQL/check runs it.

    python3 check.py [FILE...]   lists of names, such as sv.txt, each named for its locale; without any, made-up names
"""

import pathlib
import random
import re
import sys

from articles import parts_of_names, people, statements
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
    for language, locale in LISTS.items():
        check_parts(locale, people(names_of(language, 2_000).splitlines()))
    check_readme()
    check_articles(names_of("sv", 100_000))
    check_other_encodings()
    check_ill_formed()


def names_of(language, count=COUNT):
    return run([NAMES, "names", "--language", language, "--count", str(count)])


def rows_to_copy(names, locale, *options):
    """Rows for COPY: the list key, the section, the name and the stamp of each name."""
    return collate("keys", "--list", "--copy", "--locale", locale, *options, names=names)


def check_list(title, locale, names):
    """Every function on every name: bytes as those of collate, and the order as that of PostgreSQL's own ICU."""
    sort_keys = (line.split(b"\t", 1)[0] for line in collate("keys", "--locale", locale, names=names).split(b"\n"))
    rows = rows_to_copy(names, locale).split(b"\n")[:-1]
    psql(
        "DROP TABLE IF EXISTS import;"
        "CREATE TABLE import (id bigint GENERATED ALWAYS AS IDENTITY,"
        " key bytea, section integer, name text, stamp text, sort_key bytea);"
        "COPY import (key, section, name, stamp, sort_key) FROM STDIN;\n",
        b"".join(row + b"\t\\\\x" + sort_key + b"\n" for row, sort_key in zip(rows, sort_keys)),
        "\\.\n",
    )
    wrong = psql(f"""
        SELECT count(*),
          count(*) FILTER (WHERE key IS DISTINCT FROM collation_key(name, '{locale}')),
          count(*) FILTER (WHERE sort_key IS DISTINCT FROM collation_sort_key(name, '{locale}')),
          count(*) FILTER (WHERE section IS DISTINCT FROM section_number(name, '{locale}')),
          count(*) FILTER (WHERE stamp IS DISTINCT FROM collation_stamp('{locale}')),
          count(*) FILTER (WHERE section_title(name, '{locale}') IS DISTINCT FROM title),
          count(*) FILTER (WHERE collation_compare(name, next, '{locale}') <> sign(byteacmp(sort_key, next_key)))
        FROM (SELECT *, lead(name) OVER ids AS next, lead(sort_key) OVER ids AS next_key
          FROM import WINDOW ids AS (ORDER BY id)) AS rows
        JOIN section_titles('{locale}') ON number = section
    """)
    require(wrong == f"{len(rows)}" + 6 * "\t0", f"{title}, {locale}: rows and wrong ones are {wrong}")

    # Neighbors in the order of keys, as PostgreSQL's ICU compares them. List keys have the scripts in another order.
    icu = locale + ("-kk-true" if "-u-" in locale else "-u-kk-true")
    scripts = re.search(r" kr=(\S*) ", psql(f"SELECT collation_stamp('{locale}')"))[1].lower().replace(",", "-")
    for collation, key in [(icu, "sort_key"), (icu + (scripts and f"-kr-{scripts}"), "substring(key FROM 3)")]:
        wrong = psql(f"""
            CREATE COLLATION own (provider = icu, locale = '{collation}', deterministic = false);
            SELECT count(*) FILTER (WHERE name COLLATE own < previous),
              count(*) FILTER (WHERE (name COLLATE own > previous) <> (key > previous_key))
            FROM (
              SELECT name, {key} AS key, lag(name) OVER keys AS previous, lag({key}) OVER keys AS previous_key
              FROM import WINDOW keys AS (ORDER BY {key})) AS rows;
            DROP COLLATION own
        """)
        require(wrong == "0\t0", f"{title}: {wrong} neighbors by {key} are in another order than by {collation}")

    # As hexadecimal digits, since psql leaves out what Unicode calls noncharacters.
    listed = psql(f"""
        SELECT encode(convert_to(row, 'UTF8'), 'hex')
        FROM import, concat(section, E'\\t', section_title(name, '{locale}'), E'\\t', name, E'\\n') AS row
        ORDER BY collation_index_key(name, '{locale}'), id
    """)
    expected = collate("partition", "--tsv", "--locale", locale, names=names)
    require(bytes.fromhex(listed) == expected, f"{title}, {locale}: the list differs from that of collate partition")

    # By beginnings of names: the names that collate finds in memory.
    psql("DROP TABLE IF EXISTS words; CREATE TABLE words AS"
         " SELECT word, id FROM import, collation_search_keys(name) AS word; CREATE INDEX ON words (word, id)")
    lines = names.decode().split("\n")[:-1]
    for number, line in enumerate(lines[: len(lines) // 6 * 6 : len(lines) // 6]):
        typed = line[: number + 1]
        quoted = typed.replace("'", "''")
        listed = psql(f"""
            SELECT encode(convert_to(name || E'\\n', 'UTF8'), 'hex') FROM import
            WHERE collation_search_rank('{quoted}', '{locale}', name) >= 0 AND id IN (
              SELECT id FROM collation_search_ranges('{quoted}', '{locale}')
              JOIN words ON word >= lower AND word < upper)
        """)
        found = collate("search", "--locale", locale, "--", typed, names=names).split(b"\n")
        expected = sorted((name + b"\n").hex() for name in found[:-1])
        require(sorted(listed.split("\n")) == expected, f"{title}, {locale}: '{typed}' finds other names than collate")
    print(f"{title}, {locale}: {len(rows)} names as collate has them")


def check_parts(locale, rows):
    """Names of several parts, as the table in OtherLanguages.md passes them."""
    names = b"".join(b"\t".join(row) + b"\n" for row in rows)
    psql(
        "DROP TABLE IF EXISTS members; CREATE TABLE members"
        " (id bigint GENERATED ALWAYS AS IDENTITY, family text, given text, sort_as text, reading text, language text);"
        "COPY members (family, given, sort_as, reading, language) FROM STDIN;\n",
        names.replace(b"\\", b"\\\\"), "\\.\n", "UPDATE members SET sort_as = nullif(sort_as, '')")
    for options, call in [*parts_of_names("PostgreSQL"), (["-k1", "-k2"], "")]:
        call = call.replace("'en'", f"'{locale}'")
        select = f"collation_key({call}), section_number({call})" if call else \
            f"collation_sort_key(ARRAY[family, given], '{locale}')"
        made = collate("keys", *(["--list"] if call else []), "--locale", locale, *options, names=names)
        keys = [line.split(b"\t", 1)[0].decode() for line in made.split(b"\n")[:-1]]
        expected = [f"\\x{key}\t{int(key[:4], 16)}" if call else f"\\x{key}" for key in keys]
        found = psql(f"SELECT {select} FROM members ORDER BY id").split("\n")
        require(found == expected, f"{locale}: {select} differs from collate keys {options}")
    print(f"parts, {locale}: {len(rows)} names as collate has them")


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
    """The statements of README.md, and of PostgreSQL in PastOneMachine.md, in their order."""
    text = (pathlib.Path(__file__).parent / "README.md").read_text()
    create, read, words, search, several, *upgrade = re.findall(r"^```sql\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (partitions,) = statements("../../Collation/Collation.docc/PastOneMachine.md")["PostgreSQL"]
    page = partitions.splitlines()[-1]
    psql("CREATE DATABASE article TEMPLATE template0 ENCODING UTF8 LOCALE 'C'")
    found = in_database(
        "article",
        create,
        several,
        "INSERT INTO members (family, given) VALUES ('Ek Lund', 'Anna'), ('Ek', 'Zara');"
        "SELECT family FROM members ORDER BY key;"
        "SELECT locale FROM collation_stamps WHERE relation = 'members'::regclass;",
        "INSERT INTO people (name) VALUES ('Östen Ås'), ('Zorn'), ('åskar'), ('Adam'), ('Ask');",
        read.replace("$1", "'\\x'").replace("$2", "0"),
        words,
        # As an upgrade leaves it.
        "UPDATE people_words_stamp SET stamp = 'another'; TRUNCATE people_words;",
        *upgrade,
        search.replace("$1", "'as'"),
        partitions.replace("$1", "collation_index_key('Ask', 'sv')").replace("$2", "5"),
        "SELECT tableoid::regclass, count(*) FROM list GROUP BY tableoid ORDER BY count DESC;",
        "EXPLAIN (COSTS OFF)", page.replace("$1", "'\\x001a'").replace("$2", "7"),
    )
    psql("DROP DATABASE article")
    require(found[:3] == ["Ek", "Ek Lund", "sv"], f"README.md: {found[:3]}")
    found = found[3:]
    listed = ["4\tAdam\tA", "5\tAsk\tA", "2\tZorn\tZ", "3\tåskar\tÅ", "1\tÖsten Ås\tÖ"]
    jump = ["3\tåskar", "1\tÖsten Ås"]
    require(found[:7] == listed + jump, f"README.md: {found[:7]}")
    counts = [int(row.split("\t")[-1]) for row in found[7:37]]
    filled = {number: count for number, count in enumerate(counts) if count}
    require(filled == {0: 2, 25: 1, 26: 1, 28: 1}, f"README.md: {counts}")
    require(found[37:40] == ["5\tAsk", "1\tÖsten Ås", "3\tåskar"], f"README.md: {found[37:40]}")
    pages = ["2\tZorn", *jump, "list_to_z\t3", '"list_from_å"\t2']
    require(found[40:45] == pages, f"PastOneMachine.md: {found[40:45]}")
    plan = "\n".join(found[45:])
    require("list_from_å" in plan and "list_to_z" not in plan, f"PastOneMachine.md: the page reads\n{plan}")
    print("the statements of README.md and PastOneMachine.md do what they say")


def check_articles(names):
    """The statements of Paging.md and Databases.md: what they return, by index only."""
    paging, databases = statements("Paging.md"), statements("Databases.md")
    load, reading = databases["Loading a list"], databases["Reading without a stored list"]
    psql(
        "DROP TABLE import;", paging["The tables"][0], load[0], "COPY import (key, section, name, stamp) FROM STDIN;\n",
        rows_to_copy(names, "sv"), "\\.\n", load[1], databases["A search"][0],
        """
        INSERT INTO people_words SELECT word, id FROM people, collation_search_keys(name) AS word;
        VACUUM (ANALYZE) people_words;
        """)
    rows = psql("SELECT key, id, name FROM people_order JOIN people USING (id) ORDER BY key, id").split("\n")
    expected = [row.split("\t", 2)[2] for row in
                collate("partition", "--tsv", "--locale", "sv", names=names).decode().removesuffix("\n").split("\n")]
    require([row.split("\t")[2] for row in rows] == expected, "the keys of Databases.md are not in order")
    keyed = [row.rsplit("\t", 1)[0] for row in rows]
    middle = len(rows) // 2
    last = keyed[middle].split("\t")
    lower, upper = psql("SELECT lower, upper FROM section_titles('sv') WHERE title = 'K'").split("\t")
    word, word_end = psql("SELECT * FROM collation_search_ranges('an', 'sv') LIMIT 1").split("\t")
    found = [place for place, row in enumerate(keyed) if lower <= row < upper]
    words = psql(
        "SELECT words.key, id, name FROM people_words AS words JOIN people USING (id)"
        f" WHERE words.key >= '{word}' AND words.key < '{word_end}' ORDER BY words.key, id")
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
        (databases["A search"][1], [word, 0, word_end, 50], words.split("\n")[:50]),
    ]:
        if "people_words" not in statement:
            values = ["sv", *values]
        values = ", ".join("NULL" if value is None else f"'{value}'" for value in values)
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


def in_database(database, *script, client="UTF8"):
    """What a script prints in a database of another encoding."""
    return psql(*script, PGDATABASE=database, PGCLIENTENCODING=client).split("\n")


def check_other_encodings():
    """The keys and titles of UTF8 from databases in other encodings, for names that these can hold."""
    for encoding, locale, names in [
        ("LATIN1", "sv", ["Åsa", "Ärla", "Örn", "Zoë", "André", "½", ""]),
        ("EUC_JP", "ja", ["あべ", "ハヤシ", "山田", "東", "Smith"]),
        ("WIN1251", "ru", ["Ёлкин", "Иванов", "Smith", "№ 5"]),
    ]:
        script = f"""
            SELECT name, collation_key(name, '{locale}'), collation_sort_key(name, '{locale}'),
              section_number(name, '{locale}'), section_title(name, '{locale}'),
              collation_search_keys(name || ' ' || name)
            FROM unnest(ARRAY{names}) AS name;
            SELECT * FROM section_titles('{locale}');
        """
        psql(f"CREATE DATABASE other TEMPLATE template0 ENCODING {encoding} LOCALE 'C'")
        found = in_database("other", "CREATE EXTENSION collation_keys;", script)
        require(found == psql(script).split("\n"), f"{encoding}: found {found}")
        if encoding == "LATIN1":
            # Titles that it has no letters for are an error, as they are for functions of PostgreSQL.
            in_database("other", """
                DO $$ BEGIN PERFORM FROM section_titles('ru'); RAISE 'Russian titles were made in LATIN1';
                EXCEPTION WHEN untranslatable_character THEN NULL; END $$""")
        psql("DROP DATABASE other")
        print(f"{encoding}: the keys and titles of UTF8")


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
        "CREATE EXTENSION collation_keys; CREATE TABLE names (id serial, name text); COPY names (name) FROM STDIN;\n",
        b"".join(name + b"\n" for name in escaped),
        "\\.\n",
        """
        SELECT encode(collation_key(name, 'sv'), 'hex') FROM names ORDER BY id;
        SELECT 'found', count(*) FROM names WHERE NOT EXISTS (SELECT FROM collation_search_keys(name));
        SELECT 'compared', count(*) FROM names WHERE collation_compare(name, name, 'sv') <> 0;
        """,
        client="SQL_ASCII",
    )
    lines = collate("keys", "--list", "--locale", "sv", names=b"".join(name + b"\n" for name in names)).split(b"\n")
    expected = [line.split(b"\t")[0].decode() for line in lines[:-1]] + ["found\t0", "compared\t0"]
    require(found == expected, "ill-formed names: the keys differ from those of collate")
    psql("DROP DATABASE bytes")
    print(f"{len(names)} names of any bytes: the keys of collate")


main()
