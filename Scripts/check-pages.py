"""Checks the pages and the plans of PostgreSQL and SQLite; Scripts/check-databases runs it.

All statements on the tables of people are those of the documentation, Databases.md.
"""

import random
import re
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor

from databases import (
    COLLATE, Article, Keys, SQLiteProcess, collate, copied, copy, made_up_names, make_rows, name_lists, open_list, psql,
    require, rows_to_copy, run, walk_sqlite,
)

ROWS = 1_000_000


def main():
    article = Article("Databases.md")
    check_normalization(article)
    check_pages(article)
    check_new_stamp(article)
    check_two_stamps(article)
    check_long_names(article)
    check_spellings(article)
    check_words(article)
    article.check_all_are_used()


def check_normalization(article):
    """Marks out of canonical order: equal with normalization on, which is off unless the locale has kk."""
    equal = psql(
        article("The same order as PostgreSQL's own"),
        "CREATE COLLATION without_kk (provider = icu, locale = 'sv', deterministic = false);",
        *(f"SELECT E'a\\u0301\\u0323' = E'a\\u0323\\u0301' COLLATE {name};" for name in ("swedish", "without_kk")),
    )
    require(equal == "t\nf", f"normalization of PostgreSQL's collations: {equal}")


# MARK: Pages


def check_pages(article):
    names = made_up_names(ROWS)
    rows = rows_to_copy(names, "sv")
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


def check_walk(database, ids, names, expected):
    """All rows, each once, in the order of the library's sections."""
    names = names.decode().split("\n")
    require(len(ids) == ROWS and len(set(ids)) == ROWS, f"{database}: the pages have {len(set(ids))} of {ROWS} rows")
    require([names[id - 1] for id in ids] == expected, f"{database}: the pages are not in order")
    print(f"{database}: pages of 50 show {ROWS} rows, each once, in order")


def check_sections_begin(article, ids):
    """A jump to a section begins at the row that the counts of the sections before it lead to."""
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


def range_of(text):
    """The bounds of the keys that begin with the letters of a text."""
    key, *_ = next(copied(rows_to_copy(text.encode() + b"\n", "sv")))
    letters = key[: key.index(1, 2)]
    return letters, letters[:-1] + bytes([letters[-1] + 1])


def check_plans(article, database):
    """No plan sorts or scans a table; that of a page reads no more rows than the page has, in few buffers.

    Both databases find the same.
    """
    middle, last = (
        database.execute(f"SELECT key, id FROM people_order ORDER BY key, id LIMIT 1 OFFSET {row}").fetchone()
        for row in (ROWS // 2, ROWS - 60)
    )
    letters, end = range_of("berka")
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
        require(found == set(psql(execute(query, values)).split("\n")), f"{title}: SQLite's rows differ from PostgreSQL's")
    print()


def check_deletes(database):
    """The keys of a row are deleted with it, and its number is not reused by a row that would inherit them."""
    orphans = "SELECT count(*) FROM people_order WHERE id NOT IN (SELECT id FROM people)"
    delete = f"DELETE FROM people WHERE id IN (7, {ROWS})"
    require(psql(f"{delete}; {orphans}") == "0", "PostgreSQL keeps the keys of rows that were deleted")
    database.execute(delete)
    require(database.execute(orphans).fetchone() == (0,), "SQLite keeps the keys of rows that were deleted")
    new = database.execute("INSERT INTO people (name) VALUES ('new')").lastrowid
    require(new > ROWS, f"SQLite reuses the number {new}")
    print("deleted rows take their keys with them")


# MARK: Other stamps, long names


def check_new_stamp(article):
    """Keys are rebuilt from names in the database; numeric ordering stands in for another ICU."""
    psql("CREATE SCHEMA small;")
    options = ["--null", "--numeric"]
    names = made_up_names(5000) + rb"a\b" + b"\n"
    load_postgresql(article, rows_to_copy(names, "sv"), "small")
    psql("INSERT INTO people VALUES (5002, E'item 10\\n'), (5003, E'item 9\\t\\\\');", schema="small")
    distinct = ["psql", "-XAt0c", "SELECT DISTINCT name FROM people"]
    names = run(distinct, PGOPTIONS="-c search_path=small")
    rows = rows_to_copy(names, "sv", *options)
    psql(article("Loading a list"), copy(rows), "INSERT INTO people VALUES (5004, 'new');", schema="small")
    psql(article("When the stamp differs", 1), schema="small")
    stamp = psql(execute(article("When the stamp differs"), []), schema="small")
    missing = psql(execute(article("When the stamp differs", 2), []), schema="small")
    require(" kn=true " in stamp and missing == "5004\tnew", f"rebuilt under {stamp}, missing {missing}")

    people = "SELECT name FROM people JOIN people_order USING (id) ORDER BY"
    names = run(["psql", "-XAt0c", f"{people} id"], PGOPTIONS="-c search_path=small")
    sections = run(["cut", "-zf", "3-"], collate("partition", "--tsv", "--locale", "sv", *options, names=names))
    found = run(["psql", "-XAt0c", f"{people} key, id"], PGOPTIONS="-c search_path=small")
    require(found == sections, "the rebuilt keys are not in section order")
    print("keys rebuilt under another stamp are in its order, and rows without keys are found")


def check_long_names(article):
    """Finds the longest key that fits into a PostgreSQL index entry; longer ones are cut."""
    key = random.Random(27).randbytes(4000).hex()
    psql("INSERT INTO people VALUES (6000, 'long');", schema="small")

    def fits(length):
        insert = f"INSERT INTO people_order VALUES ('sv', '\\x{key[: 2 * length]}', 6000, 0);"
        return not subprocess.run(
            ["psql", "-XAtqc", f"BEGIN; SET search_path = small; {insert} ROLLBACK;"], capture_output=True
        ).returncode

    longest = max(length for length in range(2600, 2720) if fits(length))
    print(f"PostgreSQL's index accepts keys of up to {longest} bytes")
    letters = random.Random(27).choices("abcdefghijklmnopqrstuvwxyz", k=4000)
    long_names = "".join(f"{''.join(letters)}{end}\n" for end in "cab").encode()
    rows = rows_to_copy(long_names, "sv")
    psql("TRUNCATE people, people_order;", article("Loading a list"), copy(rows), schema="small")
    psql("INSERT INTO people SELECT id, name FROM import;", article("Long names"), schema="small")
    lengths = psql("SELECT octet_length(key), id FROM people_order ORDER BY key, id;", schema="small")
    require(lengths == "2000\t1\n2000\t2\n2000\t3", f"long names have keys of {lengths}")


def check_spellings(article):
    """Names that differ only in accents and case are inserted once."""
    names = ["Müller", "muller", "MÜLLER", "Mueller", "Möller", "Mo\u0308ller", "Muller"]
    lines = collate("keys", "--locale", "de", "--strength", "primary", names="\n".join(names).encode())
    rows = [line.split("\t") for line in lines.decode().splitlines()]
    heading = "Unique names"
    psql("CREATE SCHEMA spellings;", article(heading), schema="spellings")
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.execute("PRAGMA foreign_keys = ON")
    database.executescript(article(heading, 1))
    for process in (PostgreSQLProcess("spellings"), SQLiteProcess(database)):
        for id, (key, name) in enumerate(rows, 1):
            process.run([(article(heading, 2), [id, name, bytes.fromhex(key)])])
        kept = [name for _, name in sorted(process.run([("SELECT id, name FROM accounts", [])]))]
        require(kept == ["Müller", "Mueller", "Möller"], f"{process} keeps {kept}")
    print("of names that differ only in accents and case, both databases keep the first")


def check_words(article):
    """A search by any word finds what `collate search` does, by an index; a name's rows are deleted with it."""
    names = made_up_names(20_000).decode().splitlines()
    # Words of these names are what Python takes for words.
    names = sorted({name for name in names if all(character < "\u0250" for character in name)})
    words = [
        (number, name[match.start() :])
        for number, name in enumerate(names, 1)
        for match in re.finditer(r"\w+", name)
    ]
    texts = "\n".join(text for _, text in words).encode()
    keys = copied(rows_to_copy(texts, "sv"))
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
        letters, end = range_of(text)
        values = [letters, None, end, 1_000_000]
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
        require(not left, f"{process} keeps the words of a deleted name")
    print(f"by any of {len(rows)} words, both databases find the names that collate search finds")


# MARK: Two stamps


def check_two_stamps(article):
    """A rolling upgrade: each process reads and writes the rows of its own stamp in one table, by index only."""
    names = list(dict.fromkeys(b"".join(names for _, _, names in name_lists()).decode().removesuffix("\n").split("\n")))
    names = random.Random(76).sample(names, min(10_000, len(names)))
    # Numeric ordering stands for another ICU. Scripts/check-upgrade has one.
    lines = "".join(f"{name}\n" for name in names).encode()
    old, new = Keys(rows_to_copy(lines, "sv")), Keys(rows_to_copy(lines, "sv", "--numeric"))
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
            require(open_list(article, process, keys) == number, f"{process}: two lists have the same stamp")
            in_order = sorted(range(1, len(names) + 1), key=lambda id: (keys.of[names[id - 1]][0], id))
            require(process.walk(article("Reading"), number) == in_order, f"{process}: list {number} is not in order")
            process.check_plan(article("Reading"), [number, b"", 0])
            process.check_plan(article("Reading"), [number, *keys.middle_row()])
        check_write(article, process, numbers, old, new)
        process.run([(article("After the upgrade"), [old.stamp])])
        left = process.run([("SELECT DISTINCT list FROM people_rows", [])])
        require(left == [(numbers[1],)], f"{process}: rows of {left} are left, not those of {numbers[1]}")
        print(f"{process}: two stamps in one table, {len(names)} rows each, each walked by index only; the old one goes")


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
    require(process.run([(rows, [id])]) == [(numbers[0], old.of[str(other)][0])], f"{process}: the list lacks the new name")
    missing = process.run([("SELECT list, id FROM people_missing", [])])
    require(missing == [(numbers[1], id)], f"{process}: {missing} is missing after a name was renamed")
    make_rows(article, process, numbers[1], new)
    expected = [(number, keys.of[str(other)][0]) for number, keys in zip(numbers, (old, new))]
    require(process.run([(rows, [id])]) == expected, f"{process}: the new list lacks the new name")


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


def walk_postgresql(page, first, schema="public"):
    """The ids of all pages, each of which begins after the last row of the one before; `first` is $1."""
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


main()
