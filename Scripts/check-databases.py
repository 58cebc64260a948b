"""Checks the orders and the plans of PostgreSQL and SQLite; Scripts/check-databases starts it.

All statements on the tables of people are those of the documentation, Databases.md.
"""

import itertools
import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
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
    ["--script-order", "none"],
    ["--catch-all", "first"],
    ["--catch-all", "split"],
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
    check_long_names(article)
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
    names = sum(compared(*arguments) for arguments in lists for compared in (compare_order, compare_latin_first))
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
    stamp = collate("keys", "--display", "--copy", "--locale", locale, names=b"a\n").decode()
    codes = re.search(r" kr=(\S*) ", stamp)[1].lower().replace(",", "-")
    return compare(title, locale, codes and f"-kr-{codes}", [], names, False)


def titles(locale):
    return collate("titles", "--layout", "icu", "--script-order", "none", "--locale", locale, names=b"").decode()


def compare(title, locale, reordering, layout, names, sections_ascend):
    tag = locale + ("" if "-u-" in locale else "-u") + "-kk-true" + reordering
    answer = psql(
        "CREATE TEMPORARY TABLE import (key bytea, section integer, name text, stamp text);",
        copy(collate("keys", "--display", "--copy", "--locale", locale, *layout, names=names)),
        f"CREATE COLLATION pg_temp.ties (provider = icu, locale = '{tag}', deterministic = false);",
        f"CREATE COLLATION pg_temp.noties (provider = icu, locale = '{tag}');",
        """
        SELECT count(*),
          count(*) FILTER (WHERE rank_of_key <> rank_of_name),
          count(*) FILTER (WHERE rank_of_key_and_name <> rank_without_ties),
          count(*) FILTER (WHERE rank_of_display_key <> rank_of_name)
        FROM (
          SELECT rank() OVER (ORDER BY substring(key FROM 3)) AS rank_of_key,
            rank() OVER (ORDER BY name COLLATE pg_temp.ties) AS rank_of_name,
            rank() OVER (ORDER BY substring(key FROM 3), name COLLATE "C") AS rank_of_key_and_name,
            rank() OVER (ORDER BY name COLLATE pg_temp.noties) AS rank_without_ties,
            rank() OVER (ORDER BY key) AS rank_of_display_key
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
    """Rows by display key are the sections one after another, in both databases.

    All lists are one: what is in order is so without the rows of the others too.
    """
    names = b"".join(names for _, _, names in lists)
    cases = list(itertools.product(LOCALES, LAYOUTS))
    with ThreadPoolExecutor(WORKERS) as pool:
        for _ in pool.map(lambda case: compare_sections(*case, names), cases):
            pass
    print(
        f"rows by display key are the library's sections in PostgreSQL and SQLite: {len(LOCALES)} locales, "
        f"{len(LAYOUTS)} layouts, {names.count(10)} names"
    )


def compare_sections(locale, layout, names):
    options = ["--locale", locale, *layout]
    # Number, title, name: without the title.
    expected = run(["cut", "-f", "1,3-"], collate("partition", "--tsv", *options, names=names)).decode()
    rows = collate("keys", "--display", "--copy", *options, names=names)
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
    rows = collate("keys", "--display", "--copy", "--locale", "sv", names=names)
    expected = run(["cut", "-f", "3-"], collate("partition", "--tsv", "--locale", "sv", names=names)).decode()
    expected = expected.removesuffix("\n").split("\n")
    load_postgresql(article, rows)
    database = sqlite_database(article, rows)
    ids = walk_postgresql(article)
    check_walk("PostgreSQL", ids, names, expected)
    check_walk("SQLite", walk_sqlite(article, database), names, expected)
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


def walk_postgresql(article):
    """The ids of all pages, each of which begins behind the last row of the one before."""
    page = article("A page").rstrip(";\n")
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
            FOR last_key, last_id IN EXECUTE $page$ {page} $page$ USING 'sv', last_key, last_id LOOP
              RETURN NEXT last_id;
              page_has_rows := true;
            END LOOP;
            EXIT WHEN NOT page_has_rows;
          END LOOP;
        END $walk$;
        SELECT * FROM walk();
        DROP FUNCTION walk;
        """
    )
    return [int(id) for id in ids.split("\n")]


def walk_sqlite(article, database):
    ids, key, id = [], b"", 0
    while page := database.execute(article("A page"), {"1": "sv", "2": key, "3": id}).fetchall():
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
    values = ["sv", *(rf"\x{value.hex()}" if isinstance(value, bytes) else value for value in values)]
    return f"PREPARE query AS {query} {explain} EXECUTE query (" + ", ".join(f"'{value}'" for value in values) + ");"


def check_plans(article, database):
    """No plan sorts or reads a table; a page's reads no more rows than the page has, in few buffers.

    Both databases find the same.
    """
    middle, last = (
        database.execute(f"SELECT key, id FROM people_order ORDER BY key, id LIMIT 1 OFFSET {row}").fetchone()
        for row in (ROWS // 2, ROWS - 60)
    )
    letters, _ = next(copied(collate("keys", "--display", "--copy", "--locale", "sv", names=b"berka\n")))[:2]
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
        ("A range", 0, [letters, 0, end], 10),
        ("A range", 0, [*within, end], 10),
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
    load_postgresql(article, collate("keys", "--display", "--copy", "--locale", "sv", names=names), "small")
    psql("INSERT INTO people VALUES (5002, E'item 10\\n'), (5003, E'item 9\\t\\\\');", schema="small")
    distinct = ["psql", "-XAt0c", "SELECT DISTINCT name FROM people"]
    names = run(distinct, PGOPTIONS="-c search_path=small")
    rows = collate("keys", "--display", "--copy", *options, names=names)
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
    rows = collate("keys", "--display", "--copy", "--locale", "sv", names=long_names)
    psql("TRUNCATE people, people_order;", article("Loading a list"), copy(rows), schema="small")
    psql("INSERT INTO people SELECT id, name FROM import;", article("Long names"), schema="small")
    lengths = psql("SELECT octet_length(key), id FROM people_order ORDER BY key, id;", schema="small")
    require(lengths == "2000\t1\n2000\t2\n2000\t3", f"long names have keys of {lengths}")


if __name__ == "__main__":
    main()
