"""Takes stored lists of names from one ICU to another; Scripts/check-upgrade runs it.

The arguments are the command that runs `collate` with the new ICU. All statements are those of the
documentation, Databases.md, and run in SQLite.
"""

import bisect
import pathlib
import random
import sqlite3
import subprocess
import sys

import databases
from databases import require, run

MEANWHILE = 20


def main():
    article = databases.Article("Databases.md")
    old, new = Reader([databases.COLLATE]), Reader(sys.argv[1:])
    print(f"from: {old.version}\nto:   {new.version}\n")
    print(f"{'names':<32} {'locale':<16} {'rows':>6} {'keys':>6} {'moved':>6} {'place':>6} {'section':>7} {'mixed':>6}")
    total = [0] * 6
    differences = {}
    for title, locale, names in cases():
        counts, difference = upgrade(article, locale, names, old, new)
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
    """The name lists in their own locales; then some names of all lists in every locale."""
    lists = databases.name_lists()
    yield from lists
    names = b"".join(names for _, _, names in lists).splitlines(keepends=True)
    some = random.Random(76).sample(names, min(5_000, len(names)))
    some += pathlib.Path("Examples/names.txt").read_bytes().splitlines(keepends=True)
    for locale in databases.LOCALES:
        yield "some of all lists", locale, b"".join(some)


class Reader:
    """A process with one ICU: the command `collate` that uses it."""

    def __init__(self, command):
        self.command = command
        self.version = self.collate("--version").replace("\n", " ").strip()

    def collate(self, *arguments, names=b""):
        return run([*self.command, *arguments], names).decode()

    def keys(self, locale, names):
        """The list keys, under the stamp of this ICU."""
        return databases.Keys(run([*self.command, "keys", "--list", "--copy", "--locale", locale], names))

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


class Database(databases.SQLiteProcess):
    """The lists of both ICUs in one table, and what a reader of a list sees."""

    def __init__(self, article):
        super().__init__(sqlite3.connect(":memory:", isolation_level=None))
        self.article = article
        self.database.executescript(article("Tables in SQLite") + article("Two stamps side by side", 1))

    def open(self, keys):
        return databases.open_list(self.article, self, keys)

    def make_rows(self, number, keys):
        databases.make_rows(self.article, self, number, keys)

    def write(self, name, number, keys):
        """Writes a name as a process does, with a row in its own list."""
        [(id,)] = self.run([("INSERT INTO people (name) VALUES ($1) RETURNING id", [name])])
        heading = "Writing a name"
        self.run([
            *((self.article(heading, statement), [id]) for statement in (0, 1)),
            (self.article("Making its rows", 1), [number, id, *keys.of[name]]),
            (self.article(heading, 2), [id]),
        ])

    def rows(self, number):
        """What the pages of a list show: the section and the name of each row."""
        query = "SELECT id, section, name FROM people_rows JOIN people USING (id) WHERE list = $1"
        rows = {id: (section, name) for id, section, name in self.run([(query, [number])])}
        return [rows[id] for id in self.walk(self.article("Reading"), number)]


def upgrade(article, locale, names, old, new):
    """Upgrades one list step by step, and counts what changes."""
    old_keys, new_keys = (reader.keys(locale, names) for reader in (old, new))
    require(old_keys.stamp != new_keys.stamp, f"{locale}: both have the stamp {old_keys.stamp}")
    names = names.decode().removesuffix("\n").split("\n")
    before, by_old, by_new = names[:-MEANWHILE], names[-MEANWHILE : -MEANWHILE // 2], names[-MEANWHILE // 2 :]
    database = Database(article)

    def sees(reader, number, names, when):
        expected = [(int(section), name) for section, _, name in reader.rows(locale, names)]
        require(database.rows(number) == expected, f"{locale}: {when}, a reader with {reader.version} sees a wrong order")

    database.insert_people(before)
    old_list = database.open(old_keys)
    database.make_rows(old_list, old_keys)
    sees(old, old_list, before, "before the upgrade")

    # The new ICU's list is there, without rows, while processes of both write names.
    new_list = database.open(new_keys)
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
    database.run([(article("After the upgrade"), [old_keys.stamp])])
    sees(new, new_list, names, "after the upgrade")
    left = database.run([("SELECT count(*) FROM people_rows WHERE list <> $1", [new_list])])
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
