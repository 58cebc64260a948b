"""Tests of the extension; Integrations/SQLite/check runs them.

    COLLATION_EXTENSION=collation.so COLLATE=collate NAMES=compare PYTHONPATH=Integrations /usr/bin/python3 tests.py

Expected keys, sections and rows are those of the command collate; sort keys and comparisons, those of PyICU; the rest
is stated in collation.h or in SQLite's documentation. The interpreter must be able to load extensions, as Debian's is.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import unittest
from collections.abc import Callable

import icu

from articles import parts_of_names, people, statements

EXTENSION, COLLATE, NAMES = (os.environ[name] for name in ("COLLATION_EXTENSION", "COLLATE", "NAMES"))
COUNT = int(os.environ.get("COUNT", "100000"))
# Languages of the made-up names, with the locales of their lists.
LISTS = {
    "en": "en", "sv": "sv", "de": "de-u-co-phonebk", "cs": "cs", "ru": "ru",
    "ja": "ja", "zh": "zh", "ko": "ko", "ar": "ar", "mixed": "en",
}
LAYOUTS = [
    "layout=icu", "script-order=locale", "script-order=latin-last", "script-order=locale-only", "catch-all=first",
    "catch-all=split", "reverse=true", "reverse=true;layout=icu;digits-section=0–9",
    "articles=en,de,fr,sv;skip-punctuation=true;reverse=true",
    "romanize=true;ideographs-section=他;emoji-section=😀",
    "digits-section=0–9;emoji-section=😀;section-order=emoji,digits,letters",
]
README = (pathlib.Path(__file__).parent / "README.md").read_text()
# Lines that no list of names has. SQLite does not check texts.
HOSTILE = [
    b"", b" ", b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"A\r", b"42", b"007",
    b"z" * 70_000, *(text.encode() for text in (
        "A\u030a", "Å", "\u212b", "\ufeffa", "\uffff", "ö" * 40_000, "\u0301" * 3_000, "\U0010ffff", "四十", "🙂")),
]


def connect(path: str = ":memory:") -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    load(database)
    return database


def collate(*arguments: str, names: bytes = b"") -> bytes:
    return subprocess.run([COLLATE, *arguments], input=names, capture_output=True, check=True).stdout


@functools.cache
def names_of(language: str) -> list[bytes]:
    command = [NAMES, "names", "--language", language, "--count", str(COUNT)]
    return subprocess.run(command, capture_output=True, check=True).stdout.splitlines()


def lines(names: list[bytes]) -> bytes:
    return b"".join(name + b"\n" for name in names)


def load(database: sqlite3.Connection) -> None:
    database.enable_load_extension(True)
    database.load_extension(EXTENSION.removesuffix(".so"))
    database.enable_load_extension(False)


def fill(database: sqlite3.Connection, names: list[bytes], locale: str) -> None:
    """A table of names as texts of any bytes: casting a blob to TEXT changes none."""
    key = f"key BLOB GENERATED ALWAYS AS (collation_key(name, '{locale}')) STORED"
    database.execute(f"CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL, {key})")
    database.execute("BEGIN")
    database.executemany("INSERT INTO names (name) VALUES (CAST(? AS TEXT))", ((name,) for name in names))
    database.execute("COMMIT")
    database.execute("CREATE INDEX names_order ON names (key)")


def collator(locale: str, strength: int | None = None) -> icu.Collator:
    own = icu.Collator.createInstance(icu.Locale.forLanguageTag(locale))
    # The library's collators normalize, and ICU's do not unless the locale says so.
    own.setAttribute(icu.UCollAttribute.NORMALIZATION_MODE, icu.UCollAttributeValue.ON)
    if strength is not None:
        own.setStrength(strength)
    return own


def each_list(test: Callable[..., None]) -> Callable[[unittest.TestCase], None]:
    """Runs a test for each list, in a database with its names and the hostile lines."""

    @functools.wraps(test)
    def run(case: unittest.TestCase) -> None:
        for language, locale in LISTS.items():
            with case.subTest(language=language, locale=locale), contextlib.closing(connect()) as database:
                names = names_of(language) + HOSTILE
                fill(database, names, locale)
                test(case, database, names, locale)

    return run


class Lists(unittest.TestCase):
    """Whole lists, each beside the command or beside ICU."""

    @each_list
    def test_list_keys(self, database: sqlite3.Connection, names: list[bytes], locale: str):
        made = collate("keys", "--list", "--locale", locale, names=lines(names))
        expected = [line.split(b"\t", 1)[0].decode() for line in made.split(b"\n")[:-1]]
        found = database.execute("SELECT lower(hex(key)) FROM names ORDER BY id")
        self.assertEqual([key for key, in found], expected)

    def test_names_of_several_parts(self):
        """As the table in OtherLanguages.md passes them."""
        for language, locale in LISTS.items():
            rows = people(names_of(language)[:2_000])
            database = connect()
            columns = "family, given, sort_as, reading, language"
            key = f"collation_key(collation_texts(family, given), '{locale}')"
            database.execute(f"CREATE TABLE people (id INTEGER PRIMARY KEY, {columns}, key AS ({key}) STORED)")
            database.execute(f"CREATE INDEX people_key ON people ({key})")
            statement = f"INSERT INTO people ({columns}) VALUES (?, ?, nullif(?, ''), ?, ?)"
            database.executemany(statement, ([part.decode() for part in row] for row in rows))
            for options, call in parts_of_names("SQLite"):
                with self.subTest(language=language, call=call):
                    call = call.replace("'en'", f"'{locale}'")
                    made = collate("keys", "--list", "--locale", locale, *options, names=lines(map(b"\t".join, rows)))
                    expected = [line.split(b"\t", 1)[0].decode() for line in made.split(b"\n")[:-1]]
                    found = database.execute(
                        f"SELECT lower(hex(collation_key({call}))), section_number({call}) FROM people ORDER BY id")
                    self.assertEqual(found.fetchall(), [(key, int(key[:4], 16)) for key in expected])
            sort_keys = collate("keys", "--locale", locale, "-k1", "-k2", names=lines(map(b"\t".join, rows)))
            found = database.execute(
                "SELECT lower(hex(collation_sort_key(collation_texts(family, given), ?))) FROM people", [locale])
            self.assertEqual(
                [key.encode() for key, in found], [line.split(b"\t", 1)[0] for line in sort_keys.split(b"\n")[:-1]])
            stored = f"SELECT count(*) FROM people WHERE key = {key}"
            self.assertEqual(database.execute(stored).fetchone(), (len(rows),))
            in_order = database.execute("SELECT key FROM people ORDER BY key").fetchall()
            by_index = f"SELECT key FROM people INDEXED BY people_key ORDER BY {key}"
            self.assertEqual(database.execute(by_index).fetchall(), in_order)
            database.close()

    @each_list
    def test_rows_in_order(self, database: sqlite3.Connection, names: list[bytes], locale: str):
        expected = collate("partition", "--tsv", "--locale", locale, names=lines(names))
        database.text_factory = bytes
        found = database.execute(
            "SELECT section_number(name, ?1), section_title(name, ?1), name FROM names ORDER BY key, id", [locale])
        self.assertEqual(b"".join(b"%d\t%s\t%s\n" % row for row in found), expected)

    def test_layouts(self):
        """Names of all languages, whatever the layout and the locale of the list."""
        names = [name for language in LISTS for name in names_of(language)[:500]]
        for layout in LAYOUTS:
            options = [f"--{option}".removesuffix("=true") for option in layout.split(";")]
            for locale in "sv", "ru", "ja", "zh":
                with self.subTest(locale=locale, layout=layout), contextlib.closing(connect()) as database:
                    database.execute("CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
                    database.executemany("INSERT INTO names (name) VALUES (?)", ((name.decode(),) for name in names))
                    found = database.execute(
                        "SELECT section_number(name, ?1, ?2), section_title(name, ?1, ?2), name FROM names"
                        " ORDER BY collation_key(name, ?1, ?2), id", [locale, layout])
                    expected = collate("partition", "--tsv", "--locale", locale, *options, names=lines(names))
                    rows = "".join(f"{number}\t{title}\t{name}\n" for number, title, name in found)
                    self.assertEqual(rows.encode(), expected)

    @each_list
    def test_sort_keys_and_comparisons(self, database: sqlite3.Connection, names: list[bytes], locale: str):
        """ICU takes ill-formed texts by other routes, so these are names alone."""
        own = collator(locale)
        database.execute("DELETE FROM names WHERE id > ?", [COUNT])
        rows = database.execute("SELECT name, collation_sort_key(name, ?) FROM names", [locale]).fetchall()
        self.assertEqual([key for _, key in rows], [own.getSortKey(name) for name, _ in rows])
        in_order = database.execute(f'SELECT name FROM names ORDER BY name COLLATE "{locale}", id')
        self.assertEqual([name for name, in in_order], [name for name, _ in sorted(rows, key=lambda row: row[1])])
        for (first, first_key), (second, second_key) in zip(rows[::7], rows[3::7]):
            found, = database.execute("SELECT collation_compare(?, ?, ?)", [first, second, locale]).fetchone()
            self.assertEqual(found, (first_key > second_key) - (first_key < second_key))

    @each_list
    def test_sections(self, database: sqlite3.Connection, names: list[bytes], locale: str):
        rows = collate("partition", "--tsv", "--locale", locale, names=lines(names)).split(b"\n")[:-1]
        counts = collections.Counter(int(row.split(b"\t", 1)[0]) for row in rows)
        found = database.execute(
            "SELECT number, title, (SELECT count(*) FROM names WHERE key >= lower AND key < upper)"
            " FROM section_titles(?)", [locale]).fetchall()
        titles = collate("titles", "--locale", locale).decode().splitlines()
        self.assertEqual(found, [(number, title, counts[number]) for number, title in enumerate(titles)])

    @each_list
    def test_searches(self, database: sqlite3.Connection, names: list[bytes], locale: str):
        """By the beginnings of some names, in each script: the names that the command finds in memory."""
        database.execute("DELETE FROM names WHERE id > ?", [COUNT])
        database.executescript("""
            CREATE TABLE words (key BLOB, id INTEGER, PRIMARY KEY (key, id)) WITHOUT ROWID;
            INSERT INTO words SELECT words.key, id FROM names, collation_search_keys(names.name) AS words""")
        for number, name in enumerate(names[: COUNT : COUNT // 5]):
            query = name.decode()[: number + 1]
            found = database.execute("""
                SELECT name FROM names WHERE collation_search_rank(?1, ?2, name) IS NOT NULL AND id IN (
                    SELECT id FROM collation_search_ranges(?1, ?2)
                    JOIN words ON words.key >= lower AND words.key < upper)
                """, [query, locale]).fetchall()
            made = collate("search", "--locale", locale, "--", query, names=lines(names[:COUNT]))
            self.assertEqual(sorted(found), sorted((name,) for name in made.decode().splitlines()), query)


class Readme(unittest.TestCase):
    """The statements of README.md, as printed, and what it says of them."""

    @classmethod
    def setUpClass(cls):
        blocks = re.findall(r"^```sql\n(.*?)^```$", README, re.M | re.S)
        cls.blocks = {block.split("\n", 1)[0]: block for block in blocks}

    def block(self, beginning: str) -> str:
        found = [block for first, block in self.blocks.items() if first.startswith(beginning)]
        self.assertEqual(len(found), 1, f"README.md: blocks that begin with {beginning}")
        return found[0]

    def setUp(self):
        self.database = connect()
        self.database.executescript(self.block("CREATE TABLE lists"))
        self.database.executescript(self.block("CREATE TRIGGER lists_stamp"))

    def tearDown(self):
        self.database.close()

    def insert(self, names: list[bytes]) -> None:
        self.database.executemany("INSERT INTO people (name) VALUES (?)", ((name.decode(),) for name in names))

    def test_pages_jumps_and_counts(self):
        # More equal names than a page has.
        names = names_of("sv")[:5_000] + [b"Anna"] * 120
        self.insert(names)
        page = self.block("SELECT id, name, key")
        walked, last = [], (b"", 0)
        while rows := self.database.execute(page, last).fetchall():
            walked += [name.encode() for _, name, _ in rows]
            last = rows[-1][2], rows[-1][0]
        self.assertEqual(lines(walked), collate("sort", "--locale", "sv", names=lines(names)))

        made = collate("partition", "--tsv", "--locale", "sv", names=lines(names)).decode()
        rows = [row.split("\t") for row in made.splitlines()]
        jump, counts = self.block("SELECT people.id, name"), self.block("SELECT title,")
        found = [name for _, name in self.database.execute(jump, ["Ö"])]
        start = next(place for place, row in enumerate(rows) if row[1] == "Ö")
        self.assertEqual(found, [name for _, _, name in rows[start:start + 50]])
        expected = collections.Counter(title for _, title, _ in rows)
        self.assertEqual({title: count for title, count in self.database.execute(counts) if count}, expected)
        for statement, parameters in (page, [b"", 0]), (jump, ["Ö"]), (counts, []):
            plan = " ".join(row[3] for row in self.database.execute("EXPLAIN QUERY PLAN " + statement, parameters))
            self.assertIn("INDEX people_order", plan)
            self.assertNotIn("TEMP B-TREE", plan)

    def test_search(self):
        """The rows of the command, which searches in memory, in its order: that of its ranks, and then of the list."""
        names = list(dict.fromkeys(names_of("sv")[:5_000])) + [b"Brown, James", "von Ångström-Östman".encode()]
        self.insert(names[:3_000])
        self.make_words()
        self.insert(names[3_000:])
        self.database.execute("UPDATE people SET name = 'Zebra Zorn' WHERE id = 1")
        self.database.execute("DELETE FROM people WHERE id = 2")
        search = self.block("SELECT id, name, collation_search_rank").replace("LIMIT 50", "")
        for text in "jam", "Å", "a", "öst", "ber", "zor", "vonang", "james b", "carl", "xyz":
            with self.subTest(text=text):
                found = [name for _, name, _ in self.database.execute(search, [text])]
                command = [COLLATE, "search", "--locale", "sv", text]
                # It ends with status 1 if nothing is found.
                made = subprocess.run(command, input=lines([b"Zebra Zorn"] + names[2:]), capture_output=True)
                self.assertEqual(found, made.stdout.decode().splitlines())
        plan = " ".join(row[3] for row in self.database.execute("EXPLAIN QUERY PLAN " + search, ["a"]))
        self.assertIn("SEARCH words USING PRIMARY KEY (key>? AND key<?)", plan)
        self.assertIn("SEARCH people USING INTEGER PRIMARY KEY", plan)

    def make_words(self) -> None:
        self.database.executescript(self.block("CREATE TABLE people_words"))
        self.database.execute(self.block("UPDATE people_words_stamp"))

    def test_words_follow_rows_that_are_replaced_or_numbered_anew(self):
        self.make_words()
        self.database.executescript("""
            INSERT INTO people (id, name) VALUES (1, 'Åberg Ek'), (2, 'Zorn');
            INSERT OR REPLACE INTO people (id, name) VALUES (1, 'Öberg');
            UPDATE people SET id = 3 WHERE id = 2;
            INSERT INTO people (id, name) VALUES (2, 'Ek');
            UPDATE OR REPLACE people SET id = 1 WHERE id = 3;
        """)
        # As the table would have them if its rows had just been inserted.
        words = "SELECT id, CAST(key AS TEXT) FROM people_words ORDER BY id"
        self.assertEqual(self.database.execute(words).fetchall(), [(1, "0zorn "), (2, "0ek ")])

    def test_words_after_an_upgrade(self):
        self.make_words()
        self.insert([b"Zorn", "Åberg Ek".encode()])
        renew, words = self.block("UPDATE people_words_stamp"), "SELECT key, id FROM people_words"
        before = self.database.execute(words).fetchall()
        self.assertEqual(len(before), 3)
        # As another ICU would have left it.
        self.database.executescript("""
            DROP TRIGGER people_words_fill;
            UPDATE people_words_stamp SET stamp = replace(stamp, 'icu=', 'icu=1');
            UPDATE people_words SET key = CAST(key || 'x' AS BLOB)""")
        trigger = re.search(r"CREATE TRIGGER people_words_fill.*?END;", self.block("CREATE TABLE people_words"), re.S)
        self.database.executescript(trigger[0])
        self.assertEqual(self.database.execute(renew).rowcount, 1)
        self.assertEqual(self.database.execute(words).fetchall(), before)
        self.assertEqual(self.database.execute(renew).rowcount, 0)

    def test_after_an_upgrade(self):
        self.database.executemany("INSERT INTO people (name) VALUES (?)", [("Zorn",), ("Åberg Ek",), ("Öberg",)])
        check, renew = self.block("SELECT collation_check"), self.block("UPDATE lists")
        keys = "SELECT key FROM people"
        before = self.database.execute(keys).fetchall()
        self.assertEqual(self.database.execute(check).fetchall(), [(1,)])
        # As another ICU would have left it: another stamp, and other keys. Generated columns cannot be written, so
        # another function makes them.
        other = lambda name, locale: b"\0\0" + name.encode()
        self.database.create_function("collation_key", 2, other, deterministic=True)
        self.database.execute("UPDATE people SET name = name")
        self.database.execute("UPDATE lists SET stamp = replace(stamp, 'icu=', 'icu=1')")
        self.assertNotEqual(self.database.execute(keys).fetchall(), before)
        load(self.database)
        with self.assertRaisesRegex(sqlite3.OperationalError, "ICU version is .*, was 1"):
            self.database.execute(check).fetchall()
        self.database.execute(renew)
        self.assertEqual(self.database.execute(check).fetchall(), [(1,)])
        self.assertEqual(self.database.execute(keys).fetchall(), before)
        self.assertEqual(self.database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.assertEqual(self.database.execute(renew).rowcount, 0)

    def test_a_hardened_connection_reads_and_writes(self):
        self.make_words()
        self.database.execute("PRAGMA trusted_schema = OFF")
        self.database.execute("INSERT INTO people (name) VALUES ('Zorn')")
        self.assertEqual(self.database.execute("SELECT count(*) FROM people_words").fetchone(), (1,))


class Articles(unittest.TestCase):
    """The statements of Paging.md and Databases.md; upgrades are tested by Scripts/check upgrade."""

    def setUp(self):
        self.paging, self.databases = statements("Paging.md"), statements("Databases.md")
        tables = self.paging["The tables"][0] + self.databases["A search"][0]
        for plain, own in [
            ("id bigint PRIMARY KEY", "id INTEGER PRIMARY KEY AUTOINCREMENT"),
            ("(locale, key, id)\n)", "(locale, key, id)\n) WITHOUT ROWID"),
            ("PRIMARY KEY (key, id)\n)", "PRIMARY KEY (key, id)\n) WITHOUT ROWID"),
        ]:
            self.assertIn(plain, tables)
            tables = tables.replace(plain, own)
        self.database = connect()
        self.database.execute("PRAGMA foreign_keys = ON")
        self.database.executescript(tables)
        names = names_of("sv")
        self.database.executemany("INSERT INTO people (name) VALUES (?)", ((name.decode(),) for name in names))
        self.database.executescript("""
            INSERT INTO people_order SELECT 'sv', collation_key(name, 'sv'), id, section_number(name, 'sv') FROM people;
            INSERT INTO people_words SELECT words.key, id FROM people, collation_search_keys(people.name) AS words;
            ANALYZE""")
        self.rows = self.database.execute(
            "SELECT key, id, name FROM people_order JOIN people USING (id) ORDER BY key, id").fetchall()
        self.assertEqual(
            lines([name.encode() for _, _, name in self.rows]),
            collate("sort", "--list", "--locale", "sv", names=lines(names)))

    def tearDown(self):
        self.database.close()

    def test_rows_are_found_by_index(self):
        reading, pages = self.databases["Reading without a stored list"], self.paging["A page"]
        rows, keyed, middle = self.rows, [row[:2] for row in self.rows], COUNT // 2
        key, id, _ = rows[middle]
        (lower, upper), = self.database.execute("SELECT lower, upper FROM section_titles('sv') WHERE title = 'K'")
        (word, word_end), *_ = self.database.execute("SELECT * FROM collation_search_ranges('an', 'sv')")
        words = self.database.execute(
            "SELECT words.key, id, name FROM people_words AS words JOIN people USING (id)"
            " WHERE words.key >= ? AND words.key < ? ORDER BY words.key, id", [word, word_end])
        sections = self.database.execute("SELECT section, count(*) FROM people_order GROUP BY section").fetchall()
        for statement, values, expected in [
            (reading[0], [b"", 0], keyed[:50]),
            (reading[0], [key, id], keyed[middle + 1:middle + 51]),
            (reading[0], keyed[-60], keyed[-59:-9]),
            (reading[1], [key, id], keyed[middle - 50:middle][::-1]),
            (reading[2], [lower, None, upper], [row for row in keyed if lower <= row[0] < upper][:50]),
            (pages[0], [key, id, b"\xff", 50], rows[middle + 1:middle + 51]),
            (pages[1], [key, id, b"", 50], rows[middle - 50:middle][::-1]),
            (self.paging["Jumping to a section"][0], [], sections),
            (self.databases["A search"][1], [word, 0, word_end, 50], words.fetchmany(50)),
        ]:
            with self.subTest(statement=statement):
                list_first = [] if "people_words" in statement else ["sv"]
                parameters = {str(place): value for place, value in enumerate([*list_first, *values], 1)}
                self.assertEqual(self.database.execute(statement, parameters).fetchall(), expected)
                for *_, step in self.database.execute("EXPLAIN QUERY PLAN " + statement, parameters):
                    self.assertRegex(step, "^SEARCH .* USING (PRIMARY KEY|COVERING INDEX|INTEGER PRIMARY KEY) ")

    def test_deleted_rows_take_their_keys_with_them(self):
        self.database.execute("DELETE FROM people WHERE id IN (7, ?)", [COUNT])
        for table in "people_order", "people_words":
            left = self.database.execute(f"SELECT count(*) FROM {table} WHERE id NOT IN (SELECT id FROM people)")
            self.assertEqual(left.fetchone(), (0,))
        self.assertEqual(self.database.execute("INSERT INTO people (name) VALUES ('new')").lastrowid, COUNT + 1)


class Arguments(unittest.TestCase):
    """What each function does with each kind of argument."""

    def setUp(self):
        self.database = connect()

    def tearDown(self):
        self.database.close()

    def value(self, expression: str, *parameters: object) -> object:
        return self.database.execute(f"SELECT {expression}", parameters).fetchone()[0]

    def rows(self, table: str, *parameters: object) -> list[tuple]:
        return self.database.execute(f"SELECT * FROM {table}", parameters).fetchall()

    def refuses(self, message: str, statement: str, *parameters: object) -> None:
        with self.assertRaisesRegex(sqlite3.Error, message) as caught:
            self.database.execute(statement, parameters).fetchall()
        self.assertNotIn("\n", str(caught.exception))

    def test_null_gives_null(self):
        for call in (
            "collation_key(NULL, 'sv')", "collation_key('a', NULL)", "collation_key('a', 'sv', NULL)",
            "collation_sort_key(NULL, 'sv')", "collation_compare(NULL, 'a', 'sv')",
            "collation_compare('a', NULL, 'sv')", "section_number(NULL, 'sv')", "section_title(NULL, 'sv')",
            "collation_stamp(NULL)", "collation_texts('a')", "collation_key(collation_texts('a'), NULL)",
            "collation_compare(collation_texts('a'), 'a', 'sv')",
            "collation_check('x', NULL)", "collation_load(NULL, 'a')", "collation_load('sv', NULL)",
            "collation_search_rank(NULL, 'sv', 'a')", "collation_search_rank('a', NULL, 'a')",
            "collation_search_rank('a', 'sv', NULL)", "collation_search_rank('a', 'sv', NULL, NULL)",
        ):
            with self.subTest(call=call):
                self.assertIsNone(self.value(call))
        for table in (
            "section_titles(NULL)", "collation_search_ranges(NULL, 'sv')", "collation_search_ranges('a', NULL)",
            "collation_search_keys(NULL)", "collation_search_keys(NULL, NULL)",
        ):
            self.assertEqual(self.rows(table), [])

    def test_wrong_locales_are_errors(self):
        calls = [
            "SELECT collation_key('a', ?)", "SELECT collation_sort_key('a', ?)",
            "SELECT collation_compare('a', 'b', ?)", "SELECT section_number('a', ?)",
            "SELECT section_title('a', ?)", "SELECT collation_stamp(?)",
            "SELECT collation_check('a', ?)", "SELECT collation_load(?, 'mine')", "SELECT * FROM section_titles(?)",
            "SELECT * FROM collation_search_ranges('a', ?)", "SELECT collation_search_rank('a', ?, 'a')",
        ]
        for locale, message in {
            "swedish": "no order for the locale 'swedish': expected a BCP 47 tag such as sv, or root",
            "xx": "no order for the locale 'xx'", "tlh": "no order for the locale 'tlh'", "": "the locale is empty",
            "sv-u-co-bogus": "bogus", "C": "C", "not a locale": "not a locale", "sv\0x": "NUL", "sv" * 5000: "svsv",
            b"\xff": "UTF-8", 5: "5",
        }.items():
            for call in calls:
                with self.subTest(call=call, locale=locale):
                    self.refuses(message, call, locale)

    def test_locales_whose_order_is_that_of_root(self):
        for locale in "en", "root", "und", "en-US", "sv_SE", "de-u-co-phonebk", "zh-Hant-TW", "en-XX":
            with self.subTest(locale=locale):
                self.assertIsInstance(self.value("collation_key('a', ?)", locale), bytes)

    def test_options(self):
        for options in "", " ", "numeric=true;", " numeric=true ;\n layout=icu ; ", "strength=primary", "numeric=false":
            with self.subTest(options=options):
                self.assertIsInstance(self.value("collation_key('a', 'sv', ?)", options), bytes)
        for options, sign in ("numeric=true", -1), ("", 1):
            self.assertEqual(self.value("collation_compare('2', '10', 'sv', ?)", options), sign)
        self.assertEqual(self.value("collation_compare('A', 'å', 'en', 'strength=primary')"), 0)
        self.assertEqual(self.value("collation_compare('b', 'a', '', 'rules=&b<a')"), -1)
        # In rules, a semicolon makes a secondary difference.
        self.assertEqual(self.value("collation_compare('b', 'a', '', 'rules=&a;;b')"), 1)
        self.assertEqual(self.value("section_title('a', 'sv', 'title=A=One;;two')"), "One;two")
        self.assertEqual(self.value("collation_stamp('sv', '; ;') = collation_stamp('sv')"), 1)
        for options, message in {
            "numeric": "expected NAME=VALUE", "numeric=maybe": "numeric", "strength=3": "strength",
            "bogus=1": "unknown option 'bogus'", "rules=&a<b": "cannot be used together",
            "numeric=true;;alternate=shifted": "numeric", "workers=2": "leave out workers", "a=\0": "NUL",
            "articles=list;" * 100_000: "options of 1400000 bytes",
            "=": "NAME=VALUE", b"\xff=1": "UTF-8",
        }.items():
            with self.subTest(options=options[:20]):
                self.refuses(message, "SELECT collation_key('a', 'sv', ?)", options)
        self.refuses("rules", "SELECT collation_key('a', '', 'rules=&&&')")

    def test_argument_counts(self):
        for call in (
            "collation_key()", "collation_key('a')", "collation_key('a', 'sv', '', '')", "collation_compare('a', 'sv')",
            "collation_search_rank('a', 'sv')", "collation_stamp()", "collation_check('x')", "collation_version(1)",
            "collation_load('sv')",
        ):
            self.refuses("wrong number of arguments", f"SELECT {call}")
        for table in (
            "section_titles", "collation_search_ranges('a')", "collation_search_ranges", "collation_search_keys",
        ):
            self.refuses(r"an argument is missing: expected \w+\(", f"SELECT * FROM {table}")
        self.refuses("too many arguments", "SELECT * FROM section_titles('sv', '', '')")
        self.refuses("no such module|may not be|eponymous|no such", "CREATE VIRTUAL TABLE mine USING section_titles")

    def test_types(self):
        for number, text in (5, "5"), (-2.5, "-2.5"), (2**62, str(2**62)):
            self.assertEqual(self.value("collation_key(?, 'sv')", number), self.value("collation_key(?, 'sv')", text))
        self.assertEqual(self.value("collation_key(x'c3a5', 'sv')"), self.value("collation_key('å', 'sv')"))
        self.assertEqual(self.value("collation_key(x'', 'sv')"), self.value("collation_key('', 'sv')"))
        self.assertEqual(self.value("collation_key(zeroblob(3), 'sv')"), self.value("collation_key(x'000000', 'sv')"))
        self.assertEqual(self.value("collation_key('a', x'7376')"), self.value("collation_key('a', 'sv')"))
        # Ill-formed sequences collate as U+FFFD, as collation.h says.
        self.assertEqual(self.value("collation_key(x'61ff', 'sv')"), self.value("collation_key('a\ufffd', 'sv')"))
        self.assertNotEqual(self.value("collation_compare('a' || char(0) || 'b', 'a', 'sv')"), 0)

    def test_a_database_of_utf_16(self):
        database = sqlite3.connect(":memory:")
        database.execute("PRAGMA encoding = 'UTF-16'")
        load(database)
        database.execute("CREATE TABLE names (name)")
        database.executemany("INSERT INTO names VALUES (?)", [("Öberg",), ("Zorn",), ("Åberg",), (b"\xc3\x84ng",)])
        for order in "collation_key(name, 'sv')", "name COLLATE sv":
            found = database.execute(f"SELECT name FROM names WHERE typeof(name) = 'text' ORDER BY {order}").fetchall()
            self.assertEqual(found, [("Zorn",), ("Åberg",), ("Öberg",)])
        key, = database.execute("SELECT collation_key(name, 'sv') FROM names WHERE typeof(name) = 'blob'").fetchone()
        self.assertEqual(key, self.value("collation_key('Äng', 'sv')"))
        self.assertEqual(database.execute("SELECT title FROM section_titles('sv')").fetchone(), ("A",))

    def test_long_texts(self):
        name = "Öberg " * 200_000
        for function in "collation_key", "collation_sort_key":
            self.assertGreater(len(self.value(f"{function}(?, 'sv')", name)), len(name))
        self.database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 20_000)
        self.refuses("too big", "SELECT length(collation_key(?, 'ja'))", "Öberg " * 2_800)
        self.database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 300)
        self.refuses("too big", "SELECT * FROM section_titles('sv')")

    def test_stamps(self):
        stamp = self.value("collation_stamp('sv')")
        self.assertEqual(stamp.encode() + b"\n", collate("stamp", "--locale", "sv"))
        numeric = self.value("collation_stamp('sv', 'numeric=true;layout=icu')")
        self.assertEqual(numeric.encode() + b"\n", collate("stamp", "--locale", "sv", "--numeric", "--layout", "icu"))
        self.assertEqual(self.value("collation_check(?, 'sv')", stamp), 1)
        self.assertEqual(self.value("collation_check(?, 'sv')", stamp.encode()), 1)
        self.assertEqual(self.value("collation_check(?, 'sv', 'layout=icu;numeric=true')", numeric), 1)
        self.refuses("numeric", "SELECT collation_check(?, 'sv')", self.value("collation_stamp('sv', 'numeric=true')"))
        self.refuses("rules", "SELECT collation_check(?, 'da')", stamp)
        self.refuses("there is no stamp", "SELECT collation_check(NULL, 'sv')")
        for wrong in "", "stamp", stamp + " ", stamp[:-1], b"\xff", "x" * 100_000:
            with self.subTest(stamp=wrong[:10]):
                self.refuses("", "SELECT collation_check(?, 'sv')", wrong)
        self.refuses("NUL", "SELECT collation_check(?, 'sv')", stamp + "\0")

    def test_a_trigger_refuses_writers(self):
        self.database.executescript("""
            CREATE TABLE lists (stamp);
            CREATE TABLE people (name);
            CREATE TRIGGER guard BEFORE INSERT ON people BEGIN SELECT collation_check(stamp, 'sv') FROM lists; END;
            INSERT INTO lists VALUES (collation_stamp('sv'));
            INSERT INTO people VALUES ('a');
            UPDATE lists SET stamp = collation_stamp('da')""")
        self.refuses("rules", "INSERT INTO people VALUES ('b')")
        self.assertEqual(self.database.execute("SELECT count(*) FROM people").fetchone(), (1,))

    def test_titles(self):
        rows = self.rows("section_titles('sv')")
        self.assertEqual([row[1] for row in rows], collate("titles", "--locale", "sv").decode().splitlines())
        self.assertEqual(rows[28], (28, "Ö", "Ö", "normal", b"\0\x1c", b"\0\x1d"))
        self.assertEqual(rows[-1][3], "catchAll")
        found = self.database.execute(
            "SELECT places.locale, count(*) FROM (SELECT 'sv' AS locale UNION ALL SELECT 'de') AS places"
            " JOIN section_titles AS s ON s.locale = places.locale GROUP BY 1 ORDER BY 1").fetchall()
        self.assertEqual(found, [("de", 27), ("sv", len(rows))])
        arguments = self.value("(SELECT locale || options FROM section_titles('sv', 'layout=icu') LIMIT 1)")
        self.assertEqual(arguments, "svlayout=icu")

    def test_a_search_of_several_texts(self):
        # The examples of NameSearch.keys(of:), and of its rank.
        self.assertEqual(self.rows("collation_search_keys('Åsa Ek')"), [(b"0asa ek",), (b"1ek ",)])
        for texts in "'Ek', 'Åsa'", "'Ek', NULL, 'Åsa', NULL", "NULL, 'Ek', x'', 'Åsa'":
            self.assertEqual(self.rows(f"collation_search_keys({texts})"), [(b"0ek ",), (b"1asa ",)])
        self.assertEqual(self.rows("collation_search_keys('')"), [(b"0",)])
        self.assertEqual(self.value("collation_search_rank('ek', 'sv', NULL, 'Åsa Ek')"), 0)
        self.assertEqual(self.value("collation_search_rank('x', 'sv', 'Åsa', 'Ek', '', 'X')"), 0)
        self.assertGreater(self.value("collation_search_rank('asa', 'sv', 'Åsa')"), 0)
        self.assertIsNone(self.value("collation_search_rank('x', 'sv', 'Åsa', 'Ek')"))
        # Thai vowels are written before the consonants that they follow.
        lower_and_upper = self.rows("collation_search_ranges('เ', 'th')")
        key, = self.rows("collation_search_keys('เก')")[0]
        self.assertTrue(any(lower <= key < upper for lower, upper in lower_and_upper))
        for call in "SELECT * FROM collation_search_ranges(?, 'sv')", "SELECT collation_search_rank(?, 'sv', 'a')":
            self.refuses("1,?024", call, "a" * 2000)
        self.assertRegex(self.value("collation_search_stamp()"), "icu=")

    def test_version(self):
        self.assertRegex(self.value("collation_version()"), rf"^\d+\.\d+\.\d+(-dev)? \(ICU {re.escape(icu.ICU_VERSION)}\)$")

    def test_collations_by_name(self):
        self.database.execute("CREATE TABLE names (name)")
        names = ["item 10", "Item 2", "Åberg", "Zorn"]
        self.database.executemany("INSERT INTO names VALUES (?)", ((name,) for name in names))
        order = "SELECT name FROM names ORDER BY name COLLATE "
        in_order = [(name,) for name in sorted(names, key=collator("sv").getSortKey)]
        for name in "sv", "SV", '"sv-SE"', "sv_SE":
            self.assertEqual(self.database.execute(order + name).fetchall(), in_order)
        self.refuses("no such collation sequence: swedish", order + "swedish")
        self.refuses("no such collation sequence: xx", order + "xx")
        self.assertIsNone(self.value("collation_load('sv', 'swedish', 'numeric=true')"))
        numeric = [("Item 2",), ("item 10",), ("Zorn",), ("Åberg",)]
        self.assertEqual(self.database.execute(order + "swedish").fetchall(), numeric)
        self.refuses("there is a collation 'swedish': expected another name", "SELECT collation_load('sv', 'swedish')")
        self.refuses("there is a collation 'BINARY'", "SELECT collation_load('sv', 'BINARY')")
        self.refuses("the name is empty or has a NUL", "SELECT collation_load('sv', '')")
        self.refuses("the name is empty or has a NUL", "SELECT collation_load('sv', ?)", "a\0b")
        self.database.execute("CREATE VIEW loads AS SELECT collation_load('sv', 'mine')")
        self.refuses("unsafe use of collation_load", "SELECT * FROM loads")

    def test_more_collations_than_a_connection_keeps(self):
        stamps = {
            options: self.value("collation_stamp('sv', ?)", options)
            for options in (f"label={chr(letter)}" for letter in range(ord("Б"), ord("Я")))
        }
        self.assertEqual(len(set(stamps.values())), len(stamps))
        for options, stamp in reversed(stamps.items()):
            self.assertEqual(self.value("collation_stamp('sv', ?)", options), stamp)
        # One statement that uses more than are kept, while a cursor is open.
        cursor = self.database.execute("SELECT title FROM section_titles('sv')")
        cursor.fetchone()
        total = " + ".join(f"length(collation_stamp('sv', '{options}'))" for options in stamps)
        self.assertEqual(self.value(total), sum(len(stamp) for stamp in stamps.values()))
        self.assertEqual(len(cursor.fetchall()), len(self.rows("section_titles('sv')")) - 1)

    def test_a_file_outlives_the_connection(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/names.db"
            database = connect(path)
            database.execute("CREATE TABLE names (name, key GENERATED ALWAYS AS (collation_key(name, 'sv')) STORED)")
            database.execute("INSERT INTO names (name) VALUES ('Öberg')")
            database.close()
            for _ in range(3):
                database = connect(path)
                same = database.execute("SELECT key = collation_key(name, 'sv') FROM names").fetchall()
                self.assertEqual(same, [(1,)])
                database.close()
            # Without the extension the rows can be read, but not written.
            plain = sqlite3.connect(path)
            self.assertEqual(plain.execute("SELECT name FROM names ORDER BY key").fetchall(), [("Öberg",)])
            with self.assertRaisesRegex(sqlite3.OperationalError, r"unknown function: collation_key\(\)"):
                plain.execute("INSERT INTO names (name) VALUES ('a')")


if __name__ == "__main__":
    unittest.main(verbosity=1)
