"""What the database checks share: the command collate, names, and the documentation's statements."""

import json
import os
import pathlib
import random
import re
import subprocess

COLLATE = ".build/release/collate"
ARTICLES = pathlib.Path("Sources/CollationLists/CollationLists.docc")
TEST_DATA = pathlib.Path(os.environ.get("COLLATION_TESTDATA", "../shared/testdata"))
LOCALES = ["en", "sv", "cs", "de-u-co-phonebk", "el", "ru", "ar", "th", "ja", "ko", "zh", "zh-Hant"]


def run(command, input=b"", **environment):
    done = subprocess.run(command, input=input, capture_output=True, env={**os.environ, **environment})
    if done.returncode != 0:
        raise SystemExit(f"{command}: {done.stderr.decode()[:2000]}")
    return done.stdout


def collate(*arguments, names):
    return run([COLLATE, *arguments], names)


def rows_to_copy(names, locale, *options):
    """Rows for PostgreSQL's COPY: the list key, the section, the name and the stamp of each name."""
    return collate("keys", "--list", "--copy", "--locale", locale, *options, names=names)


def psql(*script, schema="public"):
    """What a script prints: its rows, with tab-separated columns."""
    script = b"".join(part.encode() if isinstance(part, str) else part for part in script)
    command = ["psql", "-XAtq", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-f", "-"]
    return run(command, script, PGOPTIONS=f"-c search_path={schema}").decode().removesuffix("\n")


def copy(rows):
    return b"COPY import (key, section, name, stamp) FROM STDIN;\n" + rows + b"\\.\n"


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
    """The statements of an article, by heading."""

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
    """The lists of names of the test data with the locale of each, or else made-up names."""
    files = [path for folder in ("lists", "peers/lists") for path in sorted(TEST_DATA.glob(f"{folder}/*.txt"))]
    if files:
        return [
            (path.stem, json.loads(path.with_suffix(".expected.jsonl").open().readline())["locale"], path.read_bytes())
            for path in files
        ]
    print("no test data in COLLATION_TESTDATA or ../shared/testdata: using made-up names")
    names = pathlib.Path("Examples/names.txt").read_bytes() + made_up_names(5000)
    return [(f"made up, {locale}", locale, names) for locale in LOCALES]


def made_up_names(count):
    """Names, many of them equal, in letters of several scripts, cases and accents."""
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


# MARK: Lists under several stamps


class Keys:
    """The list keys of names under one stamp, from rows for COPY: the key and section of each name."""

    def __init__(self, rows):
        self.stamp = rows[rows.rindex(b"\t") + 1 : -1].decode()
        self.of = {name: (key, section) for key, section, name in copied(rows)}

    def middle_row(self):
        return sorted(key for key, _ in self.of.values())[len(self.of) // 2], 0


def open_list(article, process, keys):
    """The number of a stamp's list, which is created if it is new."""
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


def walk_sqlite(database, query, first):
    ids, key, id = [], b"", 0
    while page := database.execute(query, {"1": first, "2": key, "3": id}).fetchall():
        ids += [id for _, id in page]
        key, id = page[-1]
    return ids
