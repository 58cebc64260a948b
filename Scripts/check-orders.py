"""Compares the order of list keys in PostgreSQL and SQLite with PostgreSQL's own collations and with the
library's sections; Scripts/check-databases runs it."""

import itertools
import os
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor

from databases import LOCALES, collate, copied, copy, name_lists, psql, require, rows_to_copy, run

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
    ["--romanize", "--ideographs-section", "他", "--emoji-section", "😀"],
]
WORKERS = os.cpu_count()


def main():
    lists = name_lists()
    check_orders_against_postgresql(lists)
    check_sections(lists)


# MARK: The order of PostgreSQL's own collations


def check_orders_against_postgresql(lists):
    """Ranks by our bytes are the ranks by PostgreSQL's collation of that locale, which is ICU's.

    A nondeterministic collation gives names that ICU compares as equal the same rank; a deterministic
    one orders them by their bytes.
    """
    with ThreadPoolExecutor(WORKERS) as pool:
        names = sum(
            sum(pool.map(lambda arguments: compared(*arguments), lists)) for compared in (compare_order, compare_latin_first)
        )
    print(f"PostgreSQL's ICU collations and our keys rank alike: {len(lists)} lists, {names} names, two script orders")


def compare_order(title, locale, names):
    # The sections of pinyin are in another order than its names: Latin names share them.
    sections_ascend = not (locale.startswith("zh") and "A" in titles(locale))
    return compare(title, locale, "", ["--layout", "icu"], names, sections_ascend)


def compare_latin_first(title, locale, names):
    stamp = rows_to_copy(b"a\n", locale).decode()
    codes = re.search(r" kr=(\S*) ", stamp)[1].lower().replace(",", "-")
    return compare(title, locale, codes and f"-kr-{codes}", [], names, False)


def titles(locale):
    return collate("titles", "--layout", "icu", "--script-order", "locale-only", "--locale", locale, names=b"").decode()


def compare(title, locale, reordering, layout, names, sections_ascend):
    tag = locale + ("" if "-u-" in locale else "-u") + "-kk-true" + reordering
    answer = psql(
        "CREATE TEMPORARY TABLE import (key bytea, section integer, name text, stamp text);",
        copy(rows_to_copy(names, locale, *layout)),
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

    All lists are merged into one: if it is in order, so is each of them. Layouts other than the default
    get only every fourth name: the databases sort bytes, whatever the layout.
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
        f"rows sorted by list key match the library's sections in PostgreSQL and SQLite: {len(LOCALES)} locales, "
        f"{len(LAYOUTS)} layouts, {names.count(10)} names and every fourth of them"
    )


def compare_sections(locale, layout, names):
    what = " ".join([locale, *layout])
    # Number, title, name: without the title.
    expected = run(["cut", "-f", "1,3-"], collate("partition", "--tsv", "--locale", locale, *layout, names=names)).decode()
    rows = rows_to_copy(names, locale, *layout)
    # The stamp is two thirds of each row.
    rows = rows.replace(rows[rows.rindex(b"\t") : -1], b"")

    found = psql(
        "CREATE TEMPORARY TABLE import",
        "  (id integer GENERATED ALWAYS AS IDENTITY, key bytea, section integer, name text);",
        "COPY import (key, section, name) FROM STDIN;\n", rows, "\\.\n",
        "SELECT section, name FROM import ORDER BY key, id;",
    )
    require(found + "\n" == expected, f"PostgreSQL's rows differ from the sections of {what}")

    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE import (id INTEGER PRIMARY KEY, key BLOB, section INTEGER, name TEXT)")
    database.executemany("INSERT INTO import (key, section, name) VALUES (?, ?, ?)", copied(rows))
    found = database.execute("SELECT section, name FROM import ORDER BY key, id")
    found = "".join(f"{section}\t{name}\n" for section, name in found)
    require(found == expected, f"SQLite's rows differ from the sections of {what}")


main()
