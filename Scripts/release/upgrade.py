"""Takes stored lists of names from one ICU to another; `Scripts/check upgrade` runs it.

The arguments are the command that runs `collate` with the new ICU. All statements are those of the
documentation, Databases.md, and run in SQLite.
"""

import bisect
import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys

from articles import statements

COLLATE = ".build/release/collate"
TEST_DATA = pathlib.Path(os.environ.get("COLLATION_TESTDATA", "../shared/testdata"))
LOCALES = ["en", "sv", "cs", "de-u-co-phonebk", "el", "ru", "ar", "th", "ja", "ko", "zh", "zh-Hant"]
MEANWHILE = 20


def main():
    old, new = Reader([COLLATE]), Reader(sys.argv[1:])
    print(f"from: {old.version}\nto:   {new.version}\n")
    print(f"{'names':<32} {'locale':<16} {'rows':>6} {'keys':>6} {'moved':>6} {'place':>6} {'section':>7} {'mixed':>6}")
    total = [0] * 6
    differences = {}
    for title, locale, names in cases():
        counts, difference = upgrade(locale, names, old, new)
        print(f"{title:<32} {locale:<16}" + "".join(f" {n:>{w}}" for n, w in zip(counts, [6, 6, 6, 6, 7, 6])), flush=True)
        total = [sum(pair) for pair in zip(total, counts)]
        differences.setdefault(difference, []).append(locale)
    print(f"{'total':<49}" + "".join(f" {n:>{w}}" for n, w in zip(total, [6, 6, 6, 6, 7, 6])))
    print(
        "\nkeys: keys whose bytes differ; moved: the fewest rows that have to move; place: rows at a different\n"
        "place in the list; section: rows in a section with a different title; mixed: rows out of order if\n"
        "every other row kept its key of the old ICU\n"
    )
    for difference, locales in differences.items():
        print(f"{', '.join(dict.fromkeys(locales))}: {difference}")
    print("\nat every step, every reader saw the order and the sections of its own ICU")


def cases():
    """The lists of the test data in their own locales; then some of their names, and others, in every locale."""
    lists = [
        (path.stem, json.loads(path.with_suffix(".expected.jsonl").open().readline())["locale"], path.read_bytes())
        for folder in ("lists", "peers/lists") for path in sorted(TEST_DATA.glob(f"{folder}/*.txt"))
    ]
    yield from lists
    names = b"".join(names for _, _, names in lists).splitlines(keepends=True)
    some = random.Random(76).sample(names, min(5_000, len(names)))
    some += pathlib.Path("Examples/names.txt").read_bytes().splitlines(keepends=True)
    for locale in LOCALES:
        yield "some of all lists", locale, b"".join(some)


def run(command, input):
    return subprocess.run(command, input=input, stdout=subprocess.PIPE, check=True).stdout


def require(condition, complaint):
    if not condition:
        sys.exit(complaint)


class Keys:
    """The list keys of names under one stamp: the key and section of each name."""

    def __init__(self, rows):
        self.of = {}
        for row in rows.decode().removesuffix("\n").split("\n"):
            key, section, name, self.stamp = row.split("\t")
            # The text format of COPY.
            name = re.sub(r"\\(.)", lambda match: {"t": "\t", "n": "\n", "r": "\r"}.get(match[1], match[1]), name)
            self.of[name] = bytes.fromhex(key[3:]), int(section)


class Reader:
    """A process with one ICU: the command `collate` that uses it."""

    def __init__(self, command):
        self.command = command
        self.version = self.collate("--version").replace("\n", " ").strip()

    def collate(self, *arguments, names=b""):
        return run([*self.command, *arguments], names).decode()

    def keys(self, locale, names):
        """The list keys, under the stamp of this ICU."""
        return Keys(run([*self.command, "keys", "--list", "--copy", "--locale", locale], names))

    def rows(self, locale, names):
        """The section's number, its title and the name of each row, in the order of the list."""
        text = "".join(f"{name}\n" for name in names).encode()
        rows = self.collate("partition", "--tsv", "--locale", locale, names=text).removesuffix("\n").split("\n")
        return [row.split("\t", 2) for row in rows]

    def difference(self, locale, stamp):
        """What `collate` says of a stamp that was stored under another ICU."""
        done = subprocess.run([*self.command, "stamp", "--locale", locale, "--check", stamp], capture_output=True, text=True)
        require(done.returncode == 1, f"{locale}: {self.version} accepts the stamp {stamp}")
        return done.stderr.removeprefix("collate: ").strip()


class Database:
    """The lists of both ICUs in one table, and what a reader of a list sees."""

    find, make, batch, insert, forget, *drop = statements("Databases.md")["An ICU upgrade"]
    batch = batch.replace(" FOR NO KEY UPDATE", "")
    page = statements("Databases.md")["Reading without a stored list"][0]

    def __init__(self):
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.database.executescript(statements("Paging.md")["The tables"][0])

    def run(self, statement, *values):
        return self.database.execute(statement, {str(place): value for place, value in enumerate(values, 1)}).fetchall()

    def open(self, name, keys):
        if not self.run(self.find, keys.stamp):
            self.run(self.make, name, keys.stamp)
        [(name,)] = self.run(self.find, keys.stamp)
        return name

    def insert_people(self, names):
        self.database.executemany("INSERT INTO people VALUES (?, ?)", enumerate(names, 1))

    def make_rows(self, name, keys):
        """The rows of all names in the order of their ids, and of those that others wrote."""
        last = 0
        while names := self.run(self.batch, name, last):
            for last, text in names:
                self.insert_row(name, last, keys.of[text])

    def insert_row(self, name, id, row):
        key, section = row
        self.run(self.insert, name, key, id, section)

    def write(self, text, name, keys):
        """Writes a name as a process does, with a row in its own list."""
        [(id,)] = self.run("INSERT INTO people SELECT max(id) + 1, $1 FROM people RETURNING id", text)
        self.run(self.forget, id)
        self.insert_row(name, id, keys.of[text])

    def rows(self, name):
        """What the pages of a list show: the section and the name of each row."""
        query = "SELECT id, section, name FROM people_order JOIN people USING (id) WHERE locale = $1"
        rows = {id: (section, text) for id, section, text in self.run(query, name)}
        found, last = [], (b"", 0)
        while page := self.run(self.page, name, *last):
            found += [rows[id] for _, id in page]
            last = page[-1]
        return found


def upgrade(locale, names, old, new):
    """Upgrades one list step by step, and counts what changes."""
    old_keys, new_keys = (reader.keys(locale, names) for reader in (old, new))
    require(old_keys.stamp != new_keys.stamp, f"{locale}: both have the stamp {old_keys.stamp}")
    names = names.decode().removesuffix("\n").split("\n")
    before, by_old, by_new = names[:-MEANWHILE], names[-MEANWHILE : -MEANWHILE // 2], names[-MEANWHILE // 2 :]
    database = Database()

    def sees(reader, name, names, when):
        expected = [(int(section), text) for section, _, text in reader.rows(locale, names)]
        require(database.rows(name) == expected, f"{locale}: {when}, a reader with {reader.version} sees a wrong order")

    database.insert_people(before)
    old_list = database.open("old", old_keys)
    database.make_rows(old_list, old_keys)
    sees(old, old_list, before, "before the upgrade")

    # The new ICU's list is there, without rows, while processes of both write names.
    new_list = database.open("new", new_keys)
    for name in by_old:
        database.write(name, old_list, old_keys)
    sees(old, old_list, before + by_old, "while the new list is made")
    for name in by_new:
        database.write(name, new_list, new_keys)
    sees(old, old_list, before + by_old, "before it has looked for names that others wrote")
    sees(new, new_list, by_new, "when it has its own names only")
    database.make_rows(new_list, new_keys)
    sees(new, new_list, names, "when the new list is made")
    sees(old, old_list, before + by_old, "when the new list is made")
    database.make_rows(old_list, old_keys)
    sees(old, old_list, names, "when it has looked for names that others wrote")

    # The last process of the old ICU has ended.
    for statement in database.drop:
        database.run(statement, old_list)
    sees(new, new_list, names, "after the upgrade")
    left = database.run("SELECT count(*) FROM people_order WHERE locale <> $1", new_list)
    require(left == [(0,)], f"{locale}: {left} rows of the old list are left")
    titles = [{name: title for _, title, name in reader.rows(locale, names)} for reader in (old, new)]
    return changes(names, old_keys, new_keys, titles), new.difference(locale, old_keys.stamp)


def changes(names, old_keys, new_keys, titles):
    """Rows, keys with other bytes, rows that move, at another place, in another section, astray if mixed."""
    ids = range(len(names))
    keys = [[keys.of[name] for name in names] for keys in (old_keys, new_keys)]
    mixed = [keys[id % 2][id] for id in ids]
    old_order, new_order, mixed_order = (
        sorted(ids, key=lambda id: (keys[id][0], id)) for keys in (*keys, mixed)
    )
    return [
        len(names),
        sum(old != new for (old, _), (new, _) in zip(*keys)),
        moves(old_order, new_order),
        sum(old != new for old, new in zip(old_order, new_order)),
        sum(titles[0][name] != titles[1][name] for name in names),
        moves(mixed_order, new_order),
    ]


def moves(order, other):
    """The fewest rows that must move to turn one order into another: all but a longest ascending subsequence."""
    position = {name: number for number, name in enumerate(other)}
    ends = []
    for name in order:
        place = bisect.bisect_left(ends, position[name])
        ends[place : place + 1] = [position[name]]
    return len(order) - len(ends)


main()
