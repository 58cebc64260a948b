"""Checks the orders and the plans of PostgreSQL and SQLite; Scripts/check-databases starts it.

All statements on the tables of people are those of the documentation, Databases.md.
"""

import bisect
import itertools
import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

COLLATE = ".build/release/collate"
ARTICLES = pathlib.Path("Sources/Collation/Collation.docc")
TEST_DATA = pathlib.Path(os.environ.get("COLLATION_TESTDATA", "../shared/testdata"))
LOCALES = ["en", "sv", "cs", "de-u-co-phonebk", "el", "ru", "ar", "th", "ja", "ko", "zh", "zh-Hant"]
LAYOUTS = [
    ["--layout", "uikit"],
    ["--layout", "icu"],
    ["--script-order", "locale"],
    ["--script-order", "latin-last"],
    ["--script-order", "locale-only"],
    ["--catch-all", "first"],
    ["--catch-all", "split"],
    ["--reverse"],
    ["--reverse", "--layout", "icu", "--digits-section", "0–9"],
    ["--articles", "en,de,fr,sv", "--skip-punctuation", "--reverse"],
    ["--romanize", "--kanji-section", "他", "--emoji-section", "😀"],
]
ROWS = 1_000_000
WORKERS = os.cpu_count()

COPY = "COPY import (key, section, name, stamp) FROM STDIN"


def main():
    started = time.monotonic()
    article = Article("Databases.md")
    lists = name_lists()
    check_orders_against_postgresql(article, lists)
    check_sections(lists)
    check_pages(article)
    check_new_stamp(article)
    check_two_stamps(article, lists)
    check_long_names(article)
    check_spellings(article)
    check_words(article)
    article.check_all_are_used()
    print(f"databases: all checks passed in {time.monotonic() - started:.0f} s")


# MARK: Tools


def run(command, input=b"", **environment):
    done = subprocess.run(command, input=input, capture_output=True, env={**os.environ, **environment})
    if done.returncode != 0:
        raise SystemExit(f"{command}: {done.stderr.decode()[:2000]}")
    return done.stdout


def collate(*arguments, names):
    return run([COLLATE, *arguments], names)


def psql(*script, schema="public"):
    """What a script prints: its rows, whose columns tabs separate."""
    script = b"".join(part.encode() if isinstance(part, str) else part for part in script)
    command = ["psql", "-XAtq", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-f", "-"]
    return run(command, script, PGOPTIONS=f"-c search_path={schema}").decode().removesuffix("\n")


def copy(rows):
    return COPY.encode() + b";\n" + rows + b"\\.\n"


def require(condition, complaint):
    if not condition:
        raise SystemExit(f"databases: {complaint}")


def unescaped(text):
    """A column of COPY's text format."""
    escapes = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    return re.sub(r"\\(.)", lambda match: escapes[match[1]], text) if "\\" in text else text


def copied(rows):
    """The rows that collate writes for COPY: key, section, name."""
    for row in rows.decode().removesuffix("\n").split("\n"):
        key, section, name = row.split("\t")[:3]
        yield bytes.fromhex(key[3:]), int(section), unescaped(name)


# MARK: The documentation


class Article:
    """The statements of an article, by the heading that they stand under."""

    def __init__(self, name):
        self.statements = {}
        self.used = set()
        text = (ARTICLES / name).read_text()
        for section in re.split(r"^##+ ", text, flags=re.MULTILINE):
            heading = section.split("\n", 1)[0]
            for block in re.findall(r"^```sql\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL):
                self.statements.setdefault(heading, []).append(block)

    def __call__(self, heading, number=0):
        self.used.add((heading, number))
        return self.statements[heading][number]

    def check_all_are_used(self):
        every = {(heading, number) for heading, blocks in self.statements.items() for number in range(len(blocks))}
        require(every == self.used, f"no check runs the statements of {sorted(every - self.used)}")
        # The other article has some of them.
        others = {statement for blocks in Article("Paging.md").statements.values() for statement in split(blocks)}
        own = {statement for blocks in self.statements.values() for statement in split(blocks)}
        require(others <= own, f"Paging.md has statements that no check runs: {sorted(others - own)}")


def split(blocks):
    """The statements of blocks, without comments and with single spaces."""
    for block in blocks:
        for statement in re.sub(r"--.*", "", block).split(";"):
            if words := statement.split():
                yield " ".join(words)


# MARK: Names


def name_lists():
    """The lists of names of the test data with the locale of each, or else names that are made up."""
    files = [path for folder in ("lists", "peers/lists") for path in sorted(TEST_DATA.glob(f"{folder}/*.txt"))]
    if files:
        return [
            (path.stem, json.loads(path.with_suffix(".expected.jsonl").open().readline())["locale"], path.read_bytes())
            for path in files
        ]
    print("no test data: neither COLLATION_TESTDATA nor ../shared/testdata names a folder; names are made up")
    names = pathlib.Path("Examples/names.txt").read_bytes() + made_up_names(5000)
    return [(f"made up, {locale}", locale, names) for locale in LOCALES]


def made_up_names(count):
    """Names with many that are the same, in letters of several scripts, cases and accents."""
    choose = random.Random(15)
    latin = """
        an ber bör ce čech den é ei fa gö há ing jo ka lund Mc ny ø ok per qvi ra sen ström tö ul ve wi xa yr ze å ä ö
    """.split()
    others = [
        "ива нов ёл кин ре", "πα νί κος ά ης", "מח כה ן ד", "مح مد آ دم", "さ と う かっ ー", "김 민 준 박 서",
        "张 伟 阿 明 鲍",
    ]
    scripts = [latin] * 13 + [syllables.split() for syllables in others]

    def word():
        word = "".join(choose.choices(choose.choice(scripts), k=choose.randint(2, 4)))
        return word.title() if choose.random() < 0.8 else word

    families = [word() for _ in range(20_000)]
    given = [word() for _ in range(500)] + ["3M", "42", "¿Quién?", "a\u0301\u0323", "a\u0323\u0301"]
    return "".join(f"{choose.choice(families)}, {choose.choice(given)}\n" for _ in range(count)).encode()


# MARK: The order of PostgreSQL's own collations


def check_orders_against_postgresql(article, lists):
    """Ranks by our bytes are the ranks by PostgreSQL's collation of that locale, which is ICU's.

    A nondeterministic collation ranks names alike that ICU compares as equal, a deterministic one puts
    these in the order of their bytes.
    """
    check_normalization(article)
    with ThreadPoolExecutor(WORKERS) as pool:
        names = sum(
            sum(pool.map(lambda arguments: compared(*arguments), lists)) for compared in (compare_order, compare_latin_first)
        )
    print(f"PostgreSQL's ICU collations and our keys rank alike: {len(lists)} lists, {names} names, two script orders")


def check_normalization(article):
    """Marks out of canonical order: equal with normalization on, which is off unless the locale has kk."""
    equal = psql(
        article("The same order as PostgreSQL's own"),
        "CREATE COLLATION without_kk (provider = icu, locale = 'sv', deterministic = false);",
        *(f"SELECT E'a\\u0301\\u0323' = E'a\\u0323\\u0301' COLLATE {name};" for name in ("swedish", "without_kk")),
    )
    require(equal == "t\nf", f"normalization of PostgreSQL's collations: {equal}")


def compare_order(title, locale, names):
    # The sections of pinyin are in another order than its names: Latin names share them.
    sections_ascend = not (locale.startswith("zh") and "A" in titles(locale))
    return compare(title, locale, "", ["--layout", "icu"], names, sections_ascend)


def compare_latin_first(title, locale, names):
    stamp = collate("keys", "--list", "--copy", "--locale", locale, names=b"a\n").decode()
    codes = re.search(r" kr=(\S*) ", stamp)[1].lower().replace(",", "-")
    return compare(title, locale, codes and f"-kr-{codes}", [], names, False)


def titles(locale):
    return collate("titles", "--layout", "icu", "--script-order", "locale-only", "--locale", locale, names=b"").decode()


def compare(title, locale, reordering, layout, names, sections_ascend):
    tag = locale + ("" if "-u-" in locale else "-u") + "-kk-true" + reordering
    answer = psql(
        "CREATE TEMPORARY TABLE import (key bytea, section integer, name text, stamp text);",
        copy(collate("keys", "--list", "--copy", "--locale", locale, *layout, names=names)),
        f"CREATE COLLATION pg_temp.ties (provider = icu, locale = '{tag}', deterministic = false);",
        f"CREATE COLLATION pg_temp.noties (provider = icu, locale = '{tag}');",
        """
        SELECT count(*),
          count(*) FILTER (WHERE rank_of_key <> rank_of_name),
          count(*) FILTER (WHERE rank_of_key_and_name <> rank_without_ties),
          count(*) FILTER (WHERE rank_of_list_key <> rank_of_name)
        FROM (
          SELECT rank() OVER (ORDER BY substring(key FROM 3)) AS rank_of_key,
            rank() OVER (ORDER BY name COLLATE pg_temp.ties) AS rank_of_name,
            rank() OVER (ORDER BY substring(key FROM 3), name COLLATE "C") AS rank_of_key_and_name,
            rank() OVER (ORDER BY name COLLATE pg_temp.noties) AS rank_without_ties,
            rank() OVER (ORDER BY key) AS rank_of_list_key
          FROM import
        ) AS ranks;
        """,
    )
    count, *differences = map(int, answer.split("\t"))
    require(differences[:2] == [0, 0], f"{title}: keys are not in the order of {tag}: {differences}")
    require(not sections_ascend or differences[2] == 0, f"{title}: sections are not in the order of {tag}")
    return count


# MARK: Sections


def check_sections(lists):
    """Rows by list key are the sections one after another, in both databases.

    All lists are one: what is in order is so without the rows of the others too. Under the layouts that
    are not the default one, every fourth name has to do: the databases sort bytes, whatever the layout.
    """
    names = b"".join(names for _, _, names in lists)
    every_fourth = b"".join(re.findall(rb".*\n", names)[::4])
    cases = [
        (locale, layout, names if layout == LAYOUTS[0] else every_fourth)
        for locale, layout in itertools.product(LOCALES, LAYOUTS)
    ]
    with ThreadPoolExecutor(WORKERS) as pool:
        for _ in pool.map(lambda case: compare_sections(*case), cases):
            pass
    print(
        f"rows by list key are the library's sections in PostgreSQL and SQLite: {len(LOCALES)} locales, "
        f"{len(LAYOUTS)} layouts, {names.count(10)} names and every fourth of them"
    )


def compare_sections(locale, layout, names):
    options = ["--locale", locale, *layout]
    # Number, title, name: without the title.
    expected = run(["cut", "-f", "1,3-"], collate("partition", "--tsv", *options, names=names)).decode()
    rows = collate("keys", "--list", "--copy", *options, names=names)
    # The stamp is two thirds of each row.
    rows = rows.replace(rows[rows.rindex(b"\t") : -1], b"")

    found = psql(
        "CREATE TEMPORARY TABLE import",
        "  (id integer GENERATED ALWAYS AS IDENTITY, key bytea, section integer, name text);",
        "COPY import (key, section, name) FROM STDIN;\n", rows, "\\.\n",
        "SELECT section, name FROM import ORDER BY key, id;",
    )
    require(found + "\n" == expected, f"PostgreSQL's rows are not the sections of {options}")

    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE import (id INTEGER PRIMARY KEY, key BLOB, section INTEGER, name TEXT)")
    database.executemany("INSERT INTO import (key, section, name) VALUES (?, ?, ?)", copied(rows))
    found = database.execute("SELECT section, name FROM import ORDER BY key, id")
    found = "".join(f"{section}\t{name}\n" for section, name in found)
    require(found == expected, f"SQLite's rows are not the sections of {options}")


# MARK: Pages


def check_pages(article):
    names = made_up_names(ROWS)
    rows = collate("keys", "--list", "--copy", "--locale", "sv", names=names)
    expected = run(["cut", "-f", "3-"], collate("partition", "--tsv", "--locale", "sv", names=names)).decode()
    expected = expected.removesuffix("\n").split("\n")
    # PostgreSQL works beside SQLite, which works in this process.
    with ThreadPoolExecutor(1) as postgresql:
        loaded = postgresql.submit(load_postgresql, article, rows)
        database = sqlite_database(article, rows)
        loaded.result()
        walked = postgresql.submit(walk_postgresql, article("A page"), "sv")
        check_walk("SQLite", walk_sqlite(database, article("A page"), "sv"), names, expected)
        ids = walked.result()
    check_walk("PostgreSQL", ids, names, expected)
    check_sections_begin(article, ids)
    check_plans(article, database)
    check_deletes(database)


def load_postgresql(article, rows, schema="public"):
    psql(
        article("Tables in PostgreSQL"),
        article("Loading a list"),
        copy(rows),
        article("Loading a list", 1),
        schema=schema,
    )


def sqlite_database(article, rows):
    database = sqlite3.connect(":memory:")
    database.executescript(article("Tables in SQLite"))
    people = list(enumerate(copied(rows), 1))
    database.executemany("INSERT INTO people VALUES (?, ?)", ((id, name) for id, (_, _, name) in people))
    database.executemany(
        "INSERT INTO people_order VALUES ('sv', ?, ?, ?)", ((key, id, section) for id, (key, section, _) in people)
    )
    database.execute("ANALYZE")
    return database


def walk_postgresql(page, first, schema="public"):
    """The ids of all pages, each of which begins behind the last row of the one before; `first` is $1."""
    page = page.rstrip(";\n")
    ids = psql(
        f"""
        CREATE FUNCTION walk() RETURNS SETOF bigint LANGUAGE plpgsql AS $walk$
        DECLARE
          last_key bytea := '';
          last_id bigint := 0;
          page_has_rows boolean;
        BEGIN
          LOOP
            page_has_rows := false;
            FOR last_key, last_id IN EXECUTE $page$ {page} $page$ USING {first!r}, last_key, last_id LOOP
              RETURN NEXT last_id;
              page_has_rows := true;
            END LOOP;
            EXIT WHEN NOT page_has_rows;
          END LOOP;
        END $walk$;
        SELECT * FROM walk();
        DROP FUNCTION walk;
        """,
        schema=schema,
    )
    return [int(id) for id in ids.split("\n")]


def walk_sqlite(database, query, first):
    ids, key, id = [], b"", 0
    while page := database.execute(query, {"1": first, "2": key, "3": id}).fetchall():
        ids += [id for _, id in page]
        key, id = page[-1]
    return ids


def check_walk(database, ids, names, expected):
    """All rows, each once, in the order of the library's sections."""
    names = names.decode().split("\n")
    require(len(ids) == ROWS and len(set(ids)) == ROWS, f"{database}: the pages have {len(set(ids))} of {ROWS} rows")
    require([names[id - 1] for id in ids] == expected, f"{database}: the pages are not in order")
    print(f"{database}: pages of 50 show {ROWS} rows, each once, in order")


def check_sections_begin(article, ids):
    """What a jump to a section finds first is what the rows of the sections before it are counted to lead to."""
    counts = psql(execute(article("The rows of each section"), []))
    offset = 0
    for section, count in sorted(tuple(map(int, row.split("\t"))) for row in counts.split("\n")):
        rows = psql(execute(article("The beginning of a section"), [section.to_bytes(2, "big")]))
        require(int(rows.split("\n")[0].split("\t")[1]) == ids[offset], f"section {section} does not begin at {offset}")
        offset += count
    require(offset == ROWS, f"the sections have {offset} of {ROWS} rows")


def execute(query, values, explain=""):
    """A script that runs a query of the article with values for $1, which is sv, $2 and so on."""

    def literal(value):
        if value is None:
            return "NULL"
        return rf"'\x{value.hex()}'" if isinstance(value, bytes) else f"'{value}'"

    values = ", ".join(map(literal, ["sv", *values]))
    return f"PREPARE query AS {query} {explain} EXECUTE query ({values});"


def check_plans(article, database):
    """No plan sorts or reads a table; a page's reads no more rows than the page has, in few buffers.

    Both databases find the same.
    """
    middle, last = (
        database.execute(f"SELECT key, id FROM people_order ORDER BY key, id LIMIT 1 OFFSET {row}").fetchone()
        for row in (ROWS // 2, ROWS - 60)
    )
    letters, _ = next(copied(collate("keys", "--list", "--copy", "--locale", "sv", names=b"berka\n")))[:2]
    letters = letters[: letters.index(1, 2)]
    end = letters[:-1] + bytes([letters[-1] + 1])
    within = database.execute(
        "SELECT key, id FROM people_order WHERE key >= ? AND key < ? ORDER BY key, id LIMIT 1", [letters, end]
    ).fetchone()
    checks = [
        ("A page", 0, [b"", 0], 10),
        ("A page", 0, middle, 10),
        ("A page", 0, last, 10),
        ("A page", 1, middle, 250),
        ("A page", 2, middle, 10),
        ("The beginning of a section", 0, [b"\x00\x0c"], 10),
        ("A range", 0, [letters, None, end], 10),
        ("A range", 0, [*within, end], 10),
        ("A range", 1, [letters, None, end, 50], 250),
        ("A range", 1, [*within, end, 50], 250),
        ("A range", 2, [end, None, letters, 50], 250),
        ("A range", 2, [*within, b"", 50], 250),
        ("The rows of each section", 0, [], 2000),
        ("A row", 0, [4711], 10),
    ]
    for heading, number, values, most_buffers in checks:
        query = article(heading, number)
        plan = psql(execute(query, values, "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)"))
        plan = plan.split("\nPlanning:")[0]
        title = f"{heading}, query {number + 1}"
        print(f"\n{title}\n{plan}")
        buffers = sum(map(int, re.findall(r"(?:hit|read)=(\d+)", re.search("Buffers: .*", plan)[0])))
        require(not re.search("Sort|Seq Scan|Bitmap", plan), f"{title}: the plan sorts or reads the table")
        require(buffers <= most_buffers, f"{title}: the plan reads {buffers} buffers of at most {most_buffers}")
        if heading != "A row":
            require("Index Only Scan" in plan and "Heap Fetches: 0" in plan, f"{title}: the plan reads the table")
        if heading != "The rows of each section":
            rows = max(map(int, re.findall(r"actual rows=(\d+)", plan)))
            require(0 < rows <= 50, f"{title}: the plan reads {rows} rows")

        parameters = {str(position): value for position, value in enumerate(["sv", *values], 1)}
        details = [row[3] for row in database.execute("EXPLAIN QUERY PLAN " + query, parameters)]
        print("SQLite:", *details)
        by_index = re.compile("SEARCH .* USING (PRIMARY KEY|COVERING INDEX|INTEGER PRIMARY KEY) ")
        require(all(map(by_index.match, details)), f"{title}: SQLite's plan sorts or reads a table")

        found = {
            "\t".join(rf"\x{value.hex()}" if isinstance(value, bytes) else str(value) for value in row)
            for row in database.execute(query, parameters)
        }
        require(found == set(psql(execute(query, values)).split("\n")), f"{title}: SQLite finds other rows")
    print()


def check_deletes(database):
    """The keys of a row go with it, and its number is not given to another, which would have its keys."""
    orphans = "SELECT count(*) FROM people_order WHERE id NOT IN (SELECT id FROM people)"
    delete = f"DELETE FROM people WHERE id IN (7, {ROWS})"
    require(psql(f"{delete}; {orphans}") == "0", "PostgreSQL keeps the keys of rows that were deleted")
    database.execute(delete)
    require(database.execute(orphans).fetchone() == (0,), "SQLite keeps the keys of rows that were deleted")
    new = database.execute("INSERT INTO people (name) VALUES ('new')").lastrowid
    require(new > ROWS, f"SQLite gives the number {new} again")
    print("deleted rows take their keys with them")


# MARK: Other stamps, long names


def check_new_stamp(article):
    """Keys are made anew of names in the database; numeric ordering stands for another ICU."""
    psql("CREATE SCHEMA small;")
    options = ["--null", "--numeric", "--locale", "sv"]
    names = made_up_names(5000) + rb"a\b" + b"\n"
    load_postgresql(article, collate("keys", "--list", "--copy", "--locale", "sv", names=names), "small")
    psql("INSERT INTO people VALUES (5002, E'item 10\\n'), (5003, E'item 9\\t\\\\');", schema="small")
    distinct = ["psql", "-XAt0c", "SELECT DISTINCT name FROM people"]
    names = run(distinct, PGOPTIONS="-c search_path=small")
    rows = collate("keys", "--list", "--copy", *options, names=names)
    psql(article("Loading a list"), copy(rows), "INSERT INTO people VALUES (5004, 'new');", schema="small")
    psql(article("When the stamp differs", 1), schema="small")
    stamp = psql(execute(article("When the stamp differs"), []), schema="small")
    missing = psql(execute(article("When the stamp differs", 2), []), schema="small")
    require(" kn=true " in stamp and missing == "5004\tnew", f"made anew under {stamp}, missing {missing}")

    people = "SELECT name FROM people JOIN people_order USING (id) ORDER BY"
    names = run(["psql", "-XAt0c", f"{people} id"], PGOPTIONS="-c search_path=small")
    sections = run(["cut", "-zf", "3-"], collate("partition", "--tsv", *options, names=names))
    found = run(["psql", "-XAt0c", f"{people} key, id"], PGOPTIONS="-c search_path=small")
    require(found == sections, "the keys that were made anew are not in the order of the sections")
    print("keys made anew under another stamp are in its order, and what has none is found")


def check_long_names(article):
    """How long a key an entry of PostgreSQL's index takes; longer ones are cut."""
    key = random.Random(27).randbytes(4000).hex()
    psql("INSERT INTO people VALUES (6000, 'long');", schema="small")

    def fits(length):
        insert = f"INSERT INTO people_order VALUES ('sv', '\\x{key[: 2 * length]}', 6000, 0);"
        return not subprocess.run(
            ["psql", "-XAtqc", f"BEGIN; SET search_path = small; {insert} ROLLBACK;"], capture_output=True
        ).returncode

    longest = max(length for length in range(2600, 2720) if fits(length))
    print(f"PostgreSQL's index takes keys of {longest} bytes")
    letters = random.Random(27).choices("abcdefghijklmnopqrstuvwxyz", k=4000)
    long_names = "".join(f"{''.join(letters)}{end}\n" for end in "cab").encode()
    rows = collate("keys", "--list", "--copy", "--locale", "sv", names=long_names)
    psql("TRUNCATE people, people_order;", article("Loading a list"), copy(rows), schema="small")
    psql("INSERT INTO people SELECT id, name FROM import;", article("Long names"), schema="small")
    lengths = psql("SELECT octet_length(key), id FROM people_order ORDER BY key, id;", schema="small")
    require(lengths == "2000\t1\n2000\t2\n2000\t3", f"long names have keys of {lengths}")


def check_spellings(article):
    """Names that differ in accents and case only are inserted once."""
    names = ["Müller", "muller", "MÜLLER", "Mueller", "Möller", "Mo\u0308ller", "Muller"]
    lines = collate("keys", "--locale", "de", "--strength", "primary", names="\n".join(names).encode())
    rows = [line.split("\t") for line in lines.decode().splitlines()]
    heading = "Names that are one"
    psql("CREATE SCHEMA spellings;", article(heading), schema="spellings")
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.execute("PRAGMA foreign_keys = ON")
    database.executescript(article(heading, 1))
    for process in (PostgreSQLProcess("spellings"), SQLiteProcess(database)):
        for id, (key, name) in enumerate(rows, 1):
            process.run([(article(heading, 2), [id, name, bytes.fromhex(key)])])
        kept = [name for _, name in sorted(process.run([("SELECT id, name FROM accounts", [])]))]
        require(kept == ["Müller", "Mueller", "Möller"], f"{process}: {kept} are kept")
    print("of names that differ in accents and case only, both databases keep the first")


def check_words(article):
    """A search by any word finds what `collate search` does, by an index, and goes with its name."""
    names = made_up_names(20_000).decode().splitlines()
    # Words of these names are what Python takes for words.
    names = sorted({name for name in names if all(character < "\u0250" for character in name)})
    words = [
        (number, name[match.start() :])
        for number, name in enumerate(names, 1)
        for match in re.finditer(r"\w+", name)
    ]
    texts = "\n".join(text for _, text in words).encode()
    keys = copied(collate("keys", "--list", "--copy", "--locale", "sv", names=texts))
    rows = [(id, key, text) for (id, text), (key, _, _) in zip(words, keys)]
    heading = "A search by any word"
    psql("CREATE SCHEMA words;", article("Tables in PostgreSQL"), article(heading), schema="words")
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.executescript(article("Tables in SQLite") + article(heading, 1))
    everyone = list(enumerate(names, 1))
    database.executemany("INSERT INTO people VALUES (?, ?)", everyone)
    database.executemany("INSERT OR IGNORE INTO people_words VALUES ('sv', ?, ?, ?)", ((k, i, t) for i, k, t in rows))
    database.execute("ANALYZE")
    lines = "".join(f"{id}\t{name}\n" for id, name in everyone)
    psql("COPY people FROM STDIN;\n" + lines + "\\.\n", schema="words")
    lines = "".join(f"sv\t\\\\x{key.hex()}\t{id}\t{text}\n" for id, key, text in dict.fromkeys(rows))
    psql("COPY people_words FROM STDIN;\n" + lines + "\\.\n", "ANALYZE;", schema="words")
    query = article(heading, 2)
    for text in ["an", "ber", "o", "lund"]:
        letters, _ = next(copied(collate("keys", "--list", "--copy", "--locale", "sv", names=text.encode() + b"\n")))[:2]
        letters = letters[: letters.index(1, 2)]
        values = [letters, None, letters[:-1] + bytes([letters[-1] + 1]), 1_000_000]
        found = run([COLLATE, "search", "--locale", "sv", text], "\n".join(names).encode()).decode().splitlines()
        expected = {id for id, name in everyone if name in set(found)}
        parameters = {str(position): value for position, value in enumerate(["sv", *values], 1)}
        ids = {id for _, id, _ in database.execute(query, parameters)}
        require(expected and ids == expected, f"SQLite finds {len(ids)} names by '{text}' instead of {len(expected)}")
        rows_of_postgresql = psql(execute(query, values), schema="words").split("\n")
        ids = {int(row.split("\t")[1]) for row in rows_of_postgresql}
        require(ids == expected, f"PostgreSQL finds {len(ids)} names by '{text}' instead of {len(expected)}")
        values[-1] = 50
        plan = psql(execute(query, values, "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)"), schema="words")
        require(not re.search("Sort|Seq Scan|Bitmap", plan), f"a search by any word: the plan sorts or reads the table\n{plan}")
        details = [row[3] for row in database.execute("EXPLAIN QUERY PLAN " + query, parameters)]
        require(all("SEARCH" in detail and "PRIMARY KEY" in detail for detail in details), f"SQLite's plan: {details}")
    for process in (PostgreSQLProcess("words"), SQLiteProcess(database)):
        process.run([("DELETE FROM people WHERE id = 1", [])])
        left = process.run([("SELECT id, text FROM people_words WHERE id = 1", [])])
        require(not left, f"{process}: the words of a name stay without it")
    print(f"by any of {len(rows)} words, both databases find the names that collate search finds")


# MARK: Two stamps


def check_two_stamps(article, lists):
    """A rolling upgrade: each process reads and writes the rows of its own stamp in one table, by index only."""
    names = list(dict.fromkeys(b"".join(names for _, _, names in lists).decode().removesuffix("\n").split("\n")))
    names = random.Random(76).sample(names, min(10_000, len(names)))
    old, new, what = keys_of_two_stamps(names)
    print(f"{what}: {rows_out_of_order(old, new)}")
    heading = "Two stamps side by side"
    psql("CREATE SCHEMA two;")
    psql(article("Tables in PostgreSQL"), article(heading), schema="two")
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.executescript(article("Tables in SQLite") + article(heading, 1))
    for process in (PostgreSQLProcess("two"), SQLiteProcess(database)):
        process.insert_people(names)
        numbers = [open_list(article, process, keys) for keys in (old, new)]
        for number, keys in zip(numbers, (old, new)):
            make_rows(article, process, number, keys)
        process.analyze()
        for number, keys in zip(numbers, (old, new)):
            require(open_list(article, process, keys) == number, f"{process}: a second list of one stamp")
            in_order = sorted(range(1, len(names) + 1), key=lambda id: (keys.of[names[id - 1]][0], id))
            require(process.walk(article("Reading"), number) == in_order, f"{process}: list {number} is not in order")
            process.check_plan(article("Reading"), [number, b"", 0])
            process.check_plan(article("Reading"), [number, *keys.middle_row()])
        check_write(article, process, numbers, old, new)
        process.run([(article("After the upgrade"), [old.stamp])])
        left = process.run([("SELECT DISTINCT list FROM people_rows", [])])
        require(left == [(numbers[1],)], f"{process}: rows of {left} are left, not those of {numbers[1]}")
        print(f"{process}: two stamps in one table, {len(names)} rows each, each walked by index only; the old one goes")


class Keys:
    """The list keys of names under one stamp: of each name the key and its section."""

    def __init__(self, stamp, keys):
        self.stamp = stamp
        self.of = keys

    def middle_row(self):
        return sorted(key for key, _ in self.of.values())[len(self.of) // 2], 0


def keys_of_two_stamps(names):
    """Keys of this ICU, and of Debian 13's; where apt cannot get that, of another collation."""
    rows = collate("keys", "--list", "--copy", "--locale", "sv", names="".join(f"{name}\n" for name in names).encode())
    stamp = rows[rows.rindex(b"\t") + 1 : -1].decode()
    old = Keys(stamp, {name: (key, section) for key, section, name in copied(rows)})
    if answer := keys_of_icu_76(names):
        versions, keys = answer
        # Sections are those of the names under this ICU: the letters begin at the same names.
        new = {name: (old.of[name][0][:2] + key, old.of[name][1]) for name, key in zip(names, keys)}
        for component, version in versions.items():
            stamp = re.sub(rf" {component}=\S*", f" {component}={version}", stamp)
        return old, Keys(stamp, new), f"keys of ICU 76 beside those of {re.search('icu=[0-9.]+', old.stamp)[0]}"
    options = ["--list", "--copy", "--locale", "sv", "--numeric"]
    rows = collate("keys", *options, names="".join(f"{name}\n" for name in names).encode())
    new = Keys(rows[rows.rindex(b"\t") + 1 : -1].decode(), {name: (key, section) for key, section, name in copied(rows)})
    return old, new, "numeric ordering stands for another ICU"


ICU_76 = """
import ctypes, json, sys
common, i18n = ctypes.CDLL("libicuuc.so.76"), ctypes.CDLL("libicui18n.so.76")
status = ctypes.c_int(0)
i18n.ucol_open_76.restype = ctypes.c_void_p
collator = ctypes.c_void_p(i18n.ucol_open_76(b"sv", ctypes.byref(status)))
i18n.ucol_setAttribute_76(collator, 4, 17, ctypes.byref(status))  # UCOL_NORMALIZATION_MODE, UCOL_ON
version = (ctypes.c_uint8 * 4)()
versions = {}
for name, get in [
    ("icu", lambda: common.u_getVersion_76(version)),
    ("uca", lambda: i18n.ucol_getUCAVersion_76(collator, version)),
    ("cldr", lambda: i18n.ulocdata_getCLDRVersion_76(version, ctypes.byref(status))),
]:
    get()
    versions[name] = ".".join(map(str, version)).removesuffix(".0").removesuffix(".0").removesuffix(".0")
keys, key = [], ctypes.create_string_buffer(100_000)
for name in json.load(sys.stdin):
    text = name.encode("utf-16-le")
    length = i18n.ucol_getSortKey_76(collator, text, len(text) // 2, key, len(key))
    keys.append(key.raw[:length].hex())
assert status.value <= 0, status.value
json.dump([versions, keys], sys.stdout)
"""


def keys_of_icu_76(names):
    """The versions and the keys of ICU 76 in Debian 13's package; it runs with the C library of Debian 13."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sources = "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main"
        (folder / "trixie.list").write_text(sources + "\n")
        (folder / "lists/partial").mkdir(parents=True)
        (folder / "archives/partial").mkdir(parents=True)
        options = {
            "Dir::Etc::sourcelist": folder / "trixie.list",
            "Dir::Etc::sourceparts": "-",
            "Dir::State::lists": folder / "lists",
            "Dir::Cache": folder,
            "Acquire::Languages": "none",
            "APT::Sandbox::User": "root",
        }
        apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
        try:
            quietly = {"check": True, "capture_output": True, "cwd": folder}
            subprocess.run([*apt, "update"], **quietly)
            subprocess.run([*apt, "download", "libicu76", "libc6", "libstdc++6", "libgcc-s1"], **quietly)
            for package in folder.glob("*.deb"):
                subprocess.run(["dpkg", "-x", package, folder / "root"], **quietly)
            loader = next(folder.glob("root/usr/lib/*/ld-linux-*"))
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            print(f"apt cannot get ICU 76 of Debian 13: {error}")
            return None
        python = [loader, "--library-path", loader.parent, os.path.realpath(sys.executable), "-c", ICU_76]
        versions, keys = json.loads(run(python, json.dumps(names).encode()))
        return versions, [bytes.fromhex(key) for key in keys]


def rows_out_of_order(old, new):
    """How many keys differ, how many rows have to move, and how many are astray where keys of both are mixed."""
    names = list(old.of)
    mixed = {name: (new if number % 2 else old).of[name] for number, name in enumerate(names)}
    order = [sorted(names, key=lambda name: (keys[name][0], name)) for keys in (old.of, new.of, mixed)]
    differ = sum(old.of[name] != new.of[name] for name in names)
    return (
        f"{differ} of {len(names)} keys differ, {moves(order[0], order[1])} rows move; "
        f"if half of the keys were of each, {moves(order[2], order[1])} rows would be out of order"
    )


def moves(order, other):
    """The fewest rows that have to move to make one order of another: all but a longest ascending run."""
    position = {name: number for number, name in enumerate(other)}
    ends = []
    for name in order:
        place = bisect.bisect_left(ends, position[name])
        ends[place : place + 1] = [position[name]]
    return len(order) - len(ends)


def open_list(article, process, keys):
    """The number of a stamp's list, which is made if it is new."""
    heading = "Opening a list"
    if not process.run([(article(heading), [keys.stamp])]):
        process.run([(article(heading, 1), []), (article(heading, 2), [keys.stamp])])
    [(number,)] = process.run([(article(heading), [keys.stamp])])
    return number


def make_rows(article, process, number, keys):
    """The rows of all names in the order of their ids, and of those that others wrote."""
    heading = "Making its rows"

    def insert(names):
        return [(article(heading, 1), [number, id, *keys.of[str(name)]]) for id, name in names]

    while names := process.run([(article(heading), [number])]):
        process.run([*insert(names), (article(heading, 2), [number, names[-1][0]])])
    while names := process.run([(article(heading, 3), [number])]):
        process.run(insert(names) + [(article(heading, 4), [number, id]) for id, _ in names])


def check_write(article, process, numbers, old, new):
    """A process of the old ICU renames a name: its own list has it at once, the new one when its process has looked."""
    heading = "Writing a name"
    [(id, name), (_, other)] = process.run([("SELECT id, name FROM people WHERE id IN (7, 8) ORDER BY id", [])])
    process.run(
        [
            ("UPDATE people SET name = (SELECT name FROM people WHERE id = 8) WHERE id = $1", [id]),
            (article(heading), [id]),
            (article(heading, 1), [id]),
            (article("Making its rows", 1), [numbers[0], id, *old.of[str(other)]]),
            (article(heading, 2), [id]),
        ]
    )
    rows = "SELECT list, key FROM people_rows WHERE id = $1 ORDER BY list"
    require(process.run([(rows, [id])]) == [(numbers[0], old.of[str(other)][0])], f"{process}: renamed, but not in its list")
    missing = process.run([("SELECT list, id FROM people_missing", [])])
    require(missing == [(numbers[1], id)], f"{process}: {missing} is missing after a name was written")
    make_rows(article, process, numbers[1], new)
    expected = [(number, keys.of[str(other)][0]) for number, keys in zip(numbers, (old, new))]
    require(process.run([(rows, [id])]) == expected, f"{process}: the new list does not have what was renamed")


class PostgreSQLProcess:
    def __init__(self, schema):
        self.schema = schema

    def __str__(self):
        return "PostgreSQL"

    def run(self, statements, explain=""):
        """The rows of some statements with their values, all in one transaction."""
        script = ["BEGIN;"]
        for statement, values in statements:
            statement = statement.strip().removesuffix(";")
            if statement.startswith("LOCK"):
                script.append(f"{statement};")
                continue
            values = [rf"\x{value.hex()}" if isinstance(value, bytes) else value for value in values]
            arguments = "(" + ", ".join(f"'{value}'" for value in values) + ")" if values else ""
            script.append(f"PREPARE query AS {statement}; {explain} EXECUTE query {arguments}; DEALLOCATE query;")
        answer = psql("\n".join(script), "\nCOMMIT;", schema=self.schema)
        return [tuple(map(self.value, row.split("\t"))) for row in answer.split("\n")] if answer else []

    @staticmethod
    def value(text):
        if text.startswith(r"\x"):
            return bytes.fromhex(text[2:])
        return int(text) if text.isdecimal() and str(int(text)) == text else text

    def insert_people(self, names):
        rows = "".join(f"{id}\t{name.replace(chr(92), 2 * chr(92))}\n" for id, name in enumerate(names, 1))
        psql("COPY people FROM STDIN;\n", rows, "\\.\n", schema=self.schema)

    def analyze(self):
        psql("VACUUM (ANALYZE) people, people_rows;", schema=self.schema)

    def walk(self, page, number):
        return walk_postgresql(page, number, self.schema)

    def check_plan(self, query, values):
        plan = "\n".join(row[0] for row in self.run([(query, values)], "EXPLAIN (COSTS OFF)"))
        print(plan)
        require("Index Only Scan using people_rows_pkey" in plan and "Sort" not in plan, f"not by index only:\n{plan}")


class SQLiteProcess:
    def __init__(self, database):
        self.database = database

    def __str__(self):
        return "SQLite"

    def run(self, statements):
        """The rows of some statements with their values, all in one transaction."""
        rows = []
        self.database.execute("BEGIN IMMEDIATE")
        for statement, values in statements:
            if not statement.startswith("LOCK"):
                statement = re.sub("FOR NO KEY UPDATE( OF people)?", "", statement)
                rows += self.database.execute(statement, self.parameters(values))
        self.database.execute("COMMIT")
        return rows

    @staticmethod
    def parameters(values):
        return {str(position): value for position, value in enumerate(values, 1)}

    def insert_people(self, names):
        self.database.executemany("INSERT INTO people VALUES (?, ?)", enumerate(names, 1))

    def analyze(self):
        self.database.execute("ANALYZE")

    def walk(self, page, number):
        return walk_sqlite(self.database, page, number)

    def check_plan(self, query, values):
        rows = self.database.execute("EXPLAIN QUERY PLAN " + query, self.parameters(values)).fetchall()
        print("SQLite:", *(row[3] for row in rows))
        require(
            [row[3] for row in rows] == ["SEARCH people_rows USING PRIMARY KEY (list=? AND (key,id)>(?,?))"],
            f"not by index only: {rows}",
        )


if __name__ == "__main__":
    main()
