"""Tests of the package; Scripts/check c-interface runs them.

Keys and orders are checked against ICU, through PyICU; sections against ICU's AlphabeticIndex, under its layout.
With COLLATION_LARGE=1 arrays of more than 2 GiB are tested too, which takes 8 GB of memory.
"""

import ast
import concurrent.futures
import copy
import gc
import importlib.metadata
import os
import pathlib
import pickle
import pydoc
import resource
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock
import warnings

import duckdb
import icu
import numpy
import pandas
import polars
import pyarrow as pa

import collation as package
from collation import Collation, CollationError, CollationWarning, Options

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Integrations"))
import articles

LANGUAGES = {code: code for code in ["en", "sv", "de", "cs", "ru", "ja", "zh", "ko", "ar"]} | {"mixed": "en"}
SAMPLES = {
    "en": ["Smith", "smith", "O'Brien", "Ann Lee", "van Dyke"],
    "sv": ["Öberg", "Zorn", "Åberg", "Ärla", "Wallin", "Vik"],
    "de": ["Müller", "Muller", "Straße", "Strasse", "Zöllner"],
    "cs": ["Chalupa", "Cibulka", "Hus", "Čapek", "Řezáč"],
    "ru": ["Жуков", "Иванов", "Ёлкин", "Smith", "Елкин"],
    "ja": ["東京", "おおさか", "オオサカ", "Kyoto", "あい"],
    "zh": ["阿明", "王伟", "李娜", "Li Na", "单田芳"],
    "ko": ["김철수", "이영희", "박지성", "Kim"],
    "ar": ["أحمد", "محمد", "آدم", "Adam"],
}
SAMPLES["mixed"] = [name for names in SAMPLES.values() for name in names]
NAMES = ["Öberg", None, "Zorn", "Åberg", "", "x\0y", "阿明", "Ünal", "123", "🏳️‍🌈", None, "ﷺ"]


def reference(locale: str) -> icu.Collator:
    collator = icu.Collator.createInstance(icu.Locale(locale))
    collator.setAttribute(icu.UCollAttribute.NORMALIZATION_MODE, icu.UCollAttributeValue.ON)
    return collator


def reference_key(locale: str, name: str) -> bytes:
    return reference(locale).getSortKey(name)


class KeyTests(unittest.TestCase):
    def test_keys_are_those_of_icu_behind_the_section(self):
        for locale in ["sv", "ja", "zh", "de-u-co-phonebk"]:
            collation = Collation(locale)
            for array in [pa.array(NAMES, pa.string()), pa.array(NAMES, pa.large_string())]:
                keys = collation.list_keys(array).to_pylist()
                sections = collation.sections(array).to_pylist()
                for name, key, section in zip(NAMES, keys, sections):
                    with self.subTest(locale=locale, name=name):
                        if name is None:
                            self.assertIsNone(key)
                            self.assertIsNone(section)
                            continue
                        self.assertEqual(key[2:], reference_key(locale, name))
                        self.assertEqual(int.from_bytes(key[:2], "big"), section)
                        self.assertEqual(key, collation.list_key(name))
                        self.assertEqual(section, collation.section(name))

    def test_sections_are_those_of_alphabetic_index(self):
        for locale in ["sv", "ja", "ru", "th", "zh"]:
            collation = Collation(locale, layout="icu")
            # The library adds A–Z, as the example in ICU's documentation does.
            builder = icu.AlphabeticIndex(icu.Locale(locale))
            builder.addLabels(icu.Locale("en"))
            index = builder.buildImmutableIndex()
            names = [name for name in NAMES if name is not None] + ["Жуков", "あい", "กา", "単"]
            expected = [index.getBucketIndex(name) for name in names]
            self.assertEqual(collation.sections(names), expected, locale)
            self.assertEqual(collation.sections(pa.array(names)).to_pylist(), expected, locale)

    def test_slices_and_chunks(self):
        collation = Collation("sv")
        array = pa.array(NAMES * 50, pa.string())
        keys = collation.list_keys(array)
        for start, length in [(0, 0), (1, 5), (3, 17), (8, 512), (599, 1)]:
            self.assertEqual(collation.list_keys(array.slice(start, length)), keys.slice(start, length))
        chunked = pa.chunked_array([array.slice(0, 7), array.slice(7, 0), array.slice(7)])
        self.assertEqual(collation.list_keys(chunked).combine_chunks(), keys)
        empty = pa.chunked_array([], pa.string())
        self.assertEqual(collation.list_keys(empty).to_pylist(), [])

    def test_sort_keys_are_those_of_icu(self):
        for language, locale in LANGUAGES.items():
            collation, collator = Collation(locale), reference(locale)
            names = SAMPLES[language] + [name for name in NAMES if name is not None] + ["ﷺ" * 1_000]
            expected = [collator.getSortKey(name) for name in names]
            self.assertEqual([collation.sort_key(name) for name in names], expected, language)
            self.assertEqual(collation.sort_keys(names), expected, language)
            self.assertEqual(collation.sort_keys(pa.array(names)).to_pylist(), expected, language)
            self.assertEqual(collation.sort_keys([None, names[0]]), [None, expected[0]])

    def test_without_normalization_keys_are_those_that_pyicu_makes_by_default(self):
        # An acute, and a dot below it that stands behind: their canonical order is the other way round.
        names = ["a\u0301\u0323", "a\u0323\u0301"]
        by_default = icu.Collator.createInstance(icu.Locale("sv"))
        collation = Collation("sv", normalization="off")
        for name in names:
            self.assertEqual(collation.sort_key(name), by_default.getSortKey(name))
        self.assertNotEqual(*(collation.sort_key(name) for name in names))
        self.assertEqual(*(Collation("sv").sort_key(name) for name in names))

    def test_compare_is_that_of_icu(self):
        for language, locale in LANGUAGES.items():
            collation, collator = Collation(locale), reference(locale)
            for first in SAMPLES[language]:
                for second in SAMPLES[language]:
                    self.assertEqual(collation.compare(first, second), collator.compare(first, second), (first, second))

    def test_lists_and_arrays(self):
        names = NAMES * 20
        for locale in ["sv", "zh"]:
            collation = Collation(locale)
            array = pa.array(names)
            keys = [None if name is None else collation.list_key(name) for name in names]
            sections = [None if name is None else collation.section(name) for name in names]
            self.assertEqual(collation.list_keys(names), keys)
            self.assertEqual(collation.list_keys(array).to_pylist(), keys)
            self.assertEqual(collation.sections(tuple(names)), sections)
            self.assertEqual(collation.sections_and_keys(iter(names)), list(zip(sections, keys)))
            pairs = [{"section": section, "key": key} for section, key in zip(sections, keys)]
            self.assertEqual(collation.sections_and_keys(array).to_pylist(), pairs)
            self.assertEqual(collation.list_keys([]), [])
            self.assertEqual(collation.sections_and_keys([]), [])

    def test_other_libraries(self):
        collation = Collation("sv")
        expected = collation.list_keys(NAMES)
        indices = collation.sorted_indices(NAMES)
        for names in [
            pa.array(NAMES, pa.string_view()),
            pa.array([name and name.encode() for name in NAMES], pa.binary_view()),
            pa.array(NAMES).dictionary_encode(),
            pa.chunked_array([pa.array(NAMES[:5]), pa.array(NAMES[5:])]).dictionary_encode(),
            polars.Series(NAMES),
            polars.Series(NAMES, dtype=polars.Categorical),
            polars.Series(NAMES, dtype=polars.Enum(polars.Series(NAMES).drop_nulls())),
            pandas.Series(NAMES),
            pandas.Series(NAMES, dtype=object),
            pandas.Series(NAMES, dtype="category"),
            pandas.Series(NAMES, dtype=pandas.ArrowDtype(pa.string())),
        ]:
            kind = f"{type(names)} {getattr(names, 'dtype', None)}"
            self.assertEqual(collation.list_keys(names).to_pylist(), expected, kind)
            self.assertEqual(collation.sorted_indices(names).to_pylist(), indices, kind)
            self.assertEqual(collation.search(names).find("å"), collation.search(NAMES).find("å"), kind)
            in_order = [name.decode() if isinstance(name, bytes) else name for name in collation.sort(names).to_pylist()]
            self.assertEqual(in_order, collation.sort(NAMES), kind)
        names = [name for name in NAMES if name is not None]
        expected = collation.list_keys(names)
        self.assertEqual(collation.list_keys(numpy.array(names)).to_pylist(), expected)
        self.assertEqual(collation.list_keys(numpy.array(names, object)).to_pylist(), expected)
        self.assertEqual(collation.list_keys(pa.array([None, None])).to_pylist(), [None, None])
        # NumPy pads texts of fixed length with NUL, and has others inside.
        with_nul = [b"a\0b", b"a"]
        expected = collation.list_keys(pa.array(with_nul, pa.binary())).to_pylist()
        self.assertEqual(collation.list_keys(numpy.array(with_nul)).to_pylist(), expected)
        frame = pandas.DataFrame({"name": ["b", "c", "a"], "reading": [None, None, None]})
        for table in [frame[frame["name"] != "c"], polars.DataFrame({"name": ["b", "a"], "reading": [None, None]})]:
            self.assertEqual(collation.sorted_indices(table).to_pylist(), [1, 0])
            self.assertEqual([row["name"] for row in collation.sort(table).to_pylist()], ["a", "b"])
        with self.assertRaisesRegex(ValueError, "has a column 'age': expected name, sort_as, reading or language"):
            collation.sort(frame.assign(age=1))

    def test_lines_of_the_readme(self):
        swedish = Collation("sv")
        table = {"name": ["The Who", "Ulla"], "sort_as": ["Who, The", None]}
        self.assertEqual(swedish.sort(table), ["Ulla", "The Who"])
        self.assertEqual(swedish.sort(["Öberg", "Zorn", "Åberg"]), ["Zorn", "Åberg", "Öberg"])
        names = {"swedish": swedish, "duckdb": duckdb, "pandas": pandas, "polars": polars, "pyarrow": pa}
        (program,) = articles.statements("../../../Integrations/Python/README.md", "python")["Arrays"]
        found = []
        for statement in ast.parse(program).body:
            if isinstance(statement, ast.Expr):
                found.append(polars.DataFrame(eval(ast.unparse(statement), names)).rows())
            else:
                exec(ast.unparse(statement), names)
        # "Ek" comes before "Ek Lund", whatever is given.
        rows = [("Ek", "Zara", 1991), ("Ek Lund", "Anna", 1982), ("Öberg", "Ulla", 1970)]
        self.assertEqual(found, [rows] * 5)

    def test_names_of_several_parts(self):
        """As the table of OtherLanguages.md passes them, beside the command."""
        for language, locale in LANGUAGES.items():
            rows = articles.people([name.encode() for name in SAMPLES[language]] * 7)
            columns = [[part.decode() or None for part in column] for column in zip(*rows)]
            texts = dict(zip(["family", "given", "sort_as", "reading", "language"], columns))
            for arguments, call in articles.parts_of_names("Python"):
                command = [ROOT / ".build/release/collate", "keys", "--list", "--locale", locale, *arguments]
                lines = b"".join(b"\t".join(row) + b"\n" for row in rows)
                made = subprocess.run(command, input=lines, capture_output=True, check=True).stdout
                keys = [bytes.fromhex(line.split(b"\t", 1)[0].decode()) for line in made.split(b"\n")[:-1]]
                names, options = eval(f"(lambda names, **options: (names, options))({call})", texts)
                self.assertEqual(Collation(locale, **options).list_keys(names), keys, (locale, call))
        # One by one, sorted, searched, and as structs.
        swedish, names = Collation("sv"), [("Ek Lund", "Anna"), None, ("Ek", "Zara"), "Ekberg", ("", None), ()]
        keys = swedish.list_keys(names)
        self.assertEqual([name and swedish.list_key(name) for name in names[:4]], keys[:4])
        self.assertEqual(keys[4:], [swedish.list_key("")] * 2)
        self.assertEqual(swedish.sort_keys(names)[0], swedish.sort_key("Ek Lund\ufffeAnna"))
        self.assertEqual(swedish.section(("Åk", "")), swedish.section("Åk"))
        self.assertEqual(swedish.sort(names[:4]), [("Ek", "Zara"), ("Ek Lund", "Anna"), "Ekberg", None])
        self.assertEqual(swedish.search(names).find("zar"), [2])
        structs = pa.array([{"family": "Ek Lund", "given": "Anna"}, None, {"family": "Ek", "given": "Zara"}])
        self.assertEqual(swedish.list_keys({"name": structs}).to_pylist(), keys[:3])
        frame = polars.DataFrame({"name": polars.from_arrow(structs)})
        self.assertEqual(swedish.sorted_indices(frame[[0, 2]]).to_pylist(), [1, 0])
        with self.assertRaisesRegex(TypeError, "sort_as as str or None, got a tuple"):
            swedish.list_keys({"name": ["a"], "sort_as": [("a", "b")]})
        self.assertRaisesRegex(TypeError, "got 1 at index 0", swedish.list_keys, [("a", 1)])

    def test_programs_of_the_article(self):
        """The article Beyond one machine states what they print."""
        programs = articles.statements("../../Collation/Collation.docc/PastOneMachine.md", "python")
        names = {"duckdb": duckdb, "pa": pa}
        for heading in ["Polars", "DuckDB"]:
            exec(programs[heading][0], names)
        self.assertEqual(names["people"]["name"].to_list(), ["Zorn", "Åberg", "Öberg"])
        self.assertEqual(names["people"]["section"].to_list(), [25, 26, 28])
        self.assertEqual(names["listed"], [("Zorn",), ("Åberg",), ("Öberg",)])

    def test_ill_formed_bytes_collate_as_replacement_characters(self):
        collation = Collation("sv")
        names = [b"\xff", b"a\xc3", b"\xed\xa0\x80", b"\xf0\x9f"]
        decoded = [name.decode("utf-8", "replace") for name in names]
        found = collation.list_keys(pa.array(names, pa.binary())).to_pylist()
        self.assertEqual(found, collation.list_keys(decoded))

    def test_surrogates_collate_as_replacement_characters(self):
        collation = Collation("sv")
        for name, well_formed in [
            ("\ud800", "\ufffd"),
            ("a\udfffb", "a\ufffdb"),
            ("\ud83d\ude00", "\ufffd\ufffd"),
            ("퟿\udc80é", "퟿\ufffdé"),
        ]:
            self.assertEqual(collation.list_key(name), collation.list_key(well_formed))
            self.assertEqual(collation.sort_key(name), collation.sort_key(well_formed))
            self.assertEqual(collation.section(name), collation.section(well_formed))
            self.assertEqual(collation.compare(name, well_formed), 0)
            self.assertEqual(collation.list_keys([name]), [collation.list_key(well_formed)])
            self.assertEqual(package.search_keys(name), package.search_keys(well_formed))

    def test_what_is_refused(self):
        collation = Collation("sv")
        for array, words in [(pa.array([1, 2]), "'l'"), (pa.array([["a"]]), r"'\+l'"), (numpy.array([1.5]), "'g'")]:
            for call in (
                collation.list_keys,
                collation.sort_keys,
                collation.sections,
                collation.sections_and_keys,
                collation.sorted_indices,
                collation.search,
            ):
                with self.assertRaisesRegex(CollationError, words) as raised:
                    call(array)
                self.assertEqual(raised.exception.code, 7)
        with self.assertRaisesRegex(TypeError, "got 1.5 at index 1"):
            collation.list_keys(["a", 1.5])

    @unittest.skipUnless(os.environ.get("COLLATION_LARGE"), "needs 8 GB: set COLLATION_LARGE=1")
    def test_more_than_two_gibibytes(self):
        collation = Collation("sv")
        # 2.2 GB of ignorable characters, then names: the offsets of these are beyond 2³¹.
        names = pa.array(["\0" * (1 << 24)] * 132 + ["Öberg", "Zorn"], pa.large_string())
        keys = collation.list_keys(names)
        self.assertEqual(keys[132].as_py(), collation.list_key("Öberg"))
        self.assertEqual(keys[133].as_py(), collation.list_key("Zorn"))
        # Each of these takes 3 bytes, and its key at least 36.
        longer = pa.array(["ﷺ" * 1_000] * 70_000, pa.string())
        with self.assertRaisesRegex(CollationError, "large_utf8") as raised:
            collation.list_keys(longer)
        self.assertEqual(raised.exception.code, 8)
        keys = collation.list_keys(longer.cast(pa.large_string()))
        self.assertGreater(keys.nbytes, 1 << 31)
        self.assertEqual(keys[69_999].as_py(), collation.list_key("ﷺ" * 1_000))

    @unittest.skipUnless(os.environ.get("COLLATION_LARGE"), "needs 8 GB: set COLLATION_LARGE=1")
    def test_more_than_two_gibibytes_in_chunks(self):
        collation = Collation("sv")
        # Names of ignorable characters are in the last section.
        half = pa.array(["\0" * (1 << 24)] * 70 + ["Zorn"], pa.string())
        frame = pa.table({"name": pa.chunked_array([half, half])})
        self.assertEqual(collation.sorted_indices(frame)[:2].to_pylist(), [70, 141])
        self.assertEqual(collation.sort(frame)[:2].to_pylist(), [{"name": "Zorn"}] * 2)
        self.assertEqual(collation.search(frame).find("zo"), [70, 141])


class OrderTests(unittest.TestCase):
    def test_the_plain_order_is_that_of_icu(self):
        for language, locale in LANGUAGES.items():
            collation, collator = Collation(locale), reference(locale)
            names = SAMPLES[language] + [None] + SAMPLES["mixed"]
            expected = sorted(filter(None, names), key=collator.getSortKey) + [None]
            self.assertEqual(collation.sort(names, by="sort_key"), expected, language)
            self.assertEqual(sorted(filter(None, names), key=collation.sort_key) + [None], expected, language)
            self.assertEqual(collation.sort(pa.array(names), by="sort_key").to_pylist(), expected, language)

    def test_the_order_of_the_list_is_by_section_then_by_icu(self):
        for language, locale in LANGUAGES.items():
            collation, collator = Collation(locale, layout="icu"), reference(locale)
            # As the index is built in ICU's documentation: with A to Z.
            builder = icu.AlphabeticIndex(icu.Locale(locale))
            builder.addLabels(icu.Locale("en"))
            index = builder.buildImmutableIndex()
            names = SAMPLES[language] + SAMPLES["mixed"]
            expected = sorted(names, key=lambda name: (index.getBucketIndex(name), collator.getSortKey(name)))
            self.assertEqual(collation.sort(names), expected, language)
            self.assertEqual(sorted(names, key=collation.list_key), expected, language)

    def test_indices(self):
        collation = Collation("sv")
        # The letter in one character and in two has the same key.
        names = ["Å", None, "A\u030a", "Zorn", "Å", None]
        self.assertEqual(collation.sorted_indices(names), [3, 0, 2, 4, 1, 5])
        array = pa.array(names)
        self.assertEqual(collation.sorted_indices(array).to_pylist(), [3, 0, 2, 4, 1, 5])
        chunked = pa.chunked_array([array[:2], array[2:2], array[2:]])
        self.assertEqual(collation.sorted_indices(chunked).to_pylist(), [3, 0, 2, 4, 1, 5])
        self.assertEqual(collation.sort(chunked).to_pylist(), [names[index] for index in [3, 0, 2, 4, 1, 5]])
        self.assertEqual(collation.sorted_indices([]), [])
        self.assertEqual(collation.sorted_indices(pa.chunked_array([], pa.string())).to_pylist(), [])
        with self.assertRaisesRegex(ValueError, "expected list_key or sort_key"):
            collation.sort(["a"], by="name")

    def test_chunks_that_32_bit_offsets_cannot_join(self):
        collation = Collation("sv")
        names = pa.chunked_array([["Öberg", "Zorn"], ["Åberg"]])
        frame, kind = pa.table({"name": names}), pa.struct([("name", pa.large_string())])
        with unittest.mock.patch("collation.MOST_JOINED_BYTES", 1):
            self.assertEqual(collation.sort(names), pa.chunked_array([["Zorn", "Åberg", "Öberg"]], pa.large_string()))
            rows = pa.chunked_array([[{"name": name} for name in ["Zorn", "Åberg", "Öberg"]]], kind)
            self.assertEqual(collation.sort(frame), rows)
            self.assertEqual(collation.sorted_indices(frame).to_pylist(), [1, 2, 0])
            self.assertEqual(collation.search(frame).find("zo"), [1])

    def test_several_workers_give_the_same_order(self):
        names = SAMPLES["mixed"] * 2_000
        self.assertEqual(Collation("sv", workers=4).sorted_indices(names), Collation("sv").sorted_indices(names))

    def test_parts(self):
        collation = Collation("en", articles="en,fr")
        names = ["The Who", "阿明", "Le Mans", None, "Abba"]
        sort_as = ["Zz", None, None, None, None]
        reading = [None, "Ming", None, None, None]
        language = [None, "zh", "fr", None, "sv"]
        # A key of what the name sorts as goes on with that of the name, where they differ.
        plain = Collation("en")
        expected = [
            plain.list_key(filed) + (reference_key("en", shown) if shown != filed else b"")
            for filed, shown in [("Zz", "The Who"), ("Ming", "阿明"), ("Mans", "Le Mans"), ("Abba", "Abba")]
        ]
        expected.insert(3, None)
        table = {"name": names, "sort_as": sort_as, "reading": reading, "language": language}
        arrays = {part: pa.array(values, pa.string()) for part, values in table.items()}
        chunks = {part: pa.chunked_array([values[:1], values[1:]]) for part, values in arrays.items()}
        structs = pa.StructArray.from_arrays(list(arrays.values()), names=list(arrays))
        self.assertEqual(collation.list_keys(table), expected)
        order = sorted(range(len(names)), key=lambda number: (expected[number] is None, expected[number] or b""))
        self.assertEqual(collation.sorted_indices(table), order)
        self.assertEqual(collation.sort(table), [names[number] for number in order])
        for table in [arrays, chunks, structs, pa.table(arrays), polars.DataFrame(arrays), pandas.DataFrame(table)]:
            self.assertEqual(collation.list_keys(table).to_pylist(), expected, type(table))
            self.assertEqual(collation.sorted_indices(table).to_pylist(), order, type(table))
        self.assertEqual(collation.list_keys({"name": pa.array(names), "sort_as": sort_as}).to_pylist()[0], expected[0])
        self.assertEqual(
            collation.list_keys({"name": ["Le Mans", "La Haye"], "language": "fr"}),
            [collation.list_key("Le Mans"), collation.list_key("La Haye")],
        )
        with self.assertRaisesRegex(ValueError, "2 values of reading"):
            collation.list_keys({"name": ["a"], "reading": ["b", "c"]})
        for table in [{"names": ["a"]}, {"name": ["a"], "readings": ["b"]}]:
            with self.assertRaisesRegex(TypeError, "expected name and any of sort_as, reading, language"):
                collation.list_keys(table)

    def test_stored_search(self):
        names = ["Müller", "Mueller", "Muller", "Åsa Ek", "Asa", "Ek, Åsa", "Řehoř", "김철수", "Anna", "", "x\ud800"]
        keys = [package.search_keys(name) for name in names]
        for locale in ["de", "sv", "ko"]:
            collation = Collation(locale)
            search = collation.search(names)
            for query in ["mul", "mueller", "müller", "asa", "ek å", "rehor", "ㄱㅊㅅ", "an", "", "zz"]:
                ranges = collation.search_ranges(query)
                ranks = {
                    index: collation.search_rank(query, name)
                    for index, name in enumerate(names)
                    if any(lower <= key < upper for key in keys[index] for lower, upper in ranges)
                }
                ranks = {index: rank for index, rank in ranks.items() if rank is not None}
                # The search in memory finds the same, the best first.
                self.assertEqual(sorted(ranks, key=lambda index: (ranks[index], index)), search.find(query), query)

    def test_stored_search_of_several_texts(self):
        # As Swift's NameSearch.keys(of:) documents and tests it.
        self.assertEqual(package.search_keys("Åsa Ek"), [b"0asa ek", b"1ek "])
        self.assertEqual(package.search_keys("Ek", "Ek", "Åsa"), [b"0ek ", b"1ek ", b"1asa "])
        self.assertEqual(package.search_keys(), [b"0"])
        collation = Collation("ja")
        self.assertEqual(collation.search_rank("たなか", "田中 花子", "たなか はなこ"), 0)
        self.assertIsNone(collation.search_rank("花子たな", "田中 花子", "たなか はなこ"))
        self.assertIn("icu=" + icu.ICU_VERSION.split(".")[0], package.search_stamp())
        for call in [collation.search_ranges, lambda query: collation.search_rank(query, "x")]:
            self.assertRaisesRegex(CollationError, "at most 1024", call, "x" * 1_025)
        for call in [lambda: collation.search_rank("a"), lambda: collation.search_rank("a", None)]:
            self.assertRaises(TypeError, call)
        self.assertRaises(TypeError, package.search_keys, "a", b"b")

    def test_search(self):
        collation = Collation("en")
        names = ["Ångström", "James Brown", "Brown, James", None, "Benjamin"]
        # As Swift's NameSearch documents it.
        search = collation.search(names)
        self.assertEqual(search.find("jam"), [1, 2])
        self.assertEqual(search.find("ang"), [0])
        self.assertEqual(Collation("sv").search(names).find("ang"), [0])
        self.assertEqual(search.find("brown j"), [1, 2])
        self.assertEqual(search.find(""), [0, 1, 2, 4])
        self.assertEqual(search.find("\ud800"), [])
        with self.assertRaises(CollationError):
            search.find("x" * 2_000)
        collation.close()
        self.assertEqual(search.find("BROWN"), [1, 2])
        with self.assertRaises(ValueError):
            collation.search(names)


class OpeningTests(unittest.TestCase):
    def test_texts(self):
        index = icu.AlphabeticIndex(icu.Locale("sv"))
        labels = [label for label in index.buildImmutableIndex()]
        collation = Collation("sv", layout="icu")
        self.assertEqual(len(collation.titles), len(labels))
        self.assertEqual(collation.index_titles, collation.titles)
        self.assertEqual(collation.kinds[0], "underflow")
        self.assertIn("icu=" + icu.ICU_VERSION.split(".")[0], collation.stamp)

    def test_options(self):
        collation = Collation("en", group=["X–Z=X,Y,Z", "A–C=A,B,C"], numeric=True, rules=None)
        self.assertEqual(collation.titles[0], "A–C")
        self.assertIn("kn=true", collation.stamp)
        for options in [{"colour": "red"}, {"numeric": "yes"}]:
            with self.assertRaises(CollationError) as raised:
                Collation("en", **options)
            self.assertEqual(raised.exception.code, 2)
        with self.assertRaises(CollationError):
            Collation("sv-u-co-bogus")
        with self.assertRaisesRegex(CollationError, "'3'"):
            Collation("sv", strength=3)

    def test_options_that_are_annotated_and_documented_are_those_of_the_library(self):
        names = {name.replace("-", "_") for name in package.option_names()}
        self.assertEqual(set(Options.__annotations__), names)
        listed = pydoc.render_doc(Collation, renderer=pydoc.plaintext)
        for name in names:
            self.assertRegex(listed, rf"\b{name}\b")

    def test_locales(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            asked_and_resolved = {"sv": "sv", "sv_SE": "sv", "de-u-co-phonebk": "de", "en": "en", None: "root"}
            for asked, resolved in asked_and_resolved.items():
                collation = Collation(asked)
                self.assertFalse(collation.is_fallback)
                self.assertEqual(collation.locale, resolved)
        for asked in ["swedish", "xx", "tlh"]:
            with self.assertWarnsRegex(CollationWarning, f"no order for the locale '{asked}'") as warned:
                collation = Collation(asked)
            self.assertEqual(warned.filename, __file__)
            self.assertTrue(collation.is_fallback)

    def test_stamps(self):
        collation = Collation("sv")
        collation.check_stamp(collation.stamp)
        with self.assertRaises(CollationError) as raised:
            collation.check_stamp(Collation("de").stamp)
        self.assertEqual(raised.exception.code, 9)
        with self.assertRaises(CollationError) as raised:
            collation.check_stamp("no stamp")
        self.assertEqual(raised.exception.code, 1)
        self.assertRaises(TypeError, collation.check_stamp, b"")
        self.assertRaises(ValueError, collation.check_stamp, collation.stamp + "\0")
        error = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((error.code, str(error)), (1, str(raised.exception)))

    def test_equality_and_text(self):
        collation = Collation("sv", numeric=True, group=["X–Z=X,Y,Z", "A–C=A,B,C"], title={"D": "Delta"})
        self.assertEqual(
            repr(collation),
            "Collation('sv', numeric=True, group=['X–Z=X,Y,Z', 'A–C=A,B,C'], title='D=Delta')",
        )
        self.assertEqual(repr(Collation()), "Collation()")
        self.assertEqual(eval(repr(collation)), collation)
        self.assertEqual(hash(eval(repr(collation))), hash(collation))
        self.assertNotEqual(Collation("sv"), collation)
        self.assertNotEqual(Collation("sv"), "sv")
        self.assertEqual(copy.deepcopy(collation), collation)
        one, other = Collation("sv", numeric=True, layout="icu"), Collation("sv", layout="icu", numeric=True)
        self.assertEqual(one, other)
        self.assertEqual(hash(one), hash(other))
        self.assertNotEqual(Collation("en", label=["a", "b"]), Collation("en", label=["b", "a"]))

    def test_closing(self):
        with Collation("sv") as collation:
            self.assertFalse(collation.closed)
            key = collation.list_key("Öberg")
        self.assertTrue(collation.closed)
        collation.close()
        for call in [
            lambda: collation.titles,
            lambda: collation.stamp,
            lambda: collation.locale,
            lambda: collation.is_fallback,
            lambda: collation.section("a"),
            lambda: collation.list_key("a"),
            lambda: collation.sort_key("a"),
            lambda: collation.compare("a", "b"),
            lambda: collation.search_rank("a", "a"),
            lambda: collation.search_ranges("a"),
            lambda: collation.check_stamp(""),
            lambda: collation.list_keys(["a"]),
            lambda: collation.sort(pa.array(["a"])),
            lambda: pickle.dumps(collation),
            collation.__enter__,
        ]:
            self.assertRaisesRegex(ValueError, "the collation is closed", call)
        self.assertEqual(repr(collation), "Collation('sv')")
        collation.__init__("sv")
        self.assertEqual(collation.list_key("Öberg"), key)
        self.assertRaisesRegex(ValueError, "open already", collation.__init__, "sv")

    def test_closing_while_other_threads_are_in_calls(self):
        names = SAMPLES["mixed"] * 2_000
        expected = Collation("sv").list_keys(names)
        for _ in range(20):
            collation, started, found, errors = Collation("sv"), threading.Event(), [], []

            def work():
                try:
                    while True:
                        found.append(collation.list_keys(names) == expected)
                        started.set()
                except Exception as error:
                    errors.append(repr(error))
                    started.set()

            threads = [threading.Thread(target=work) for _ in range(2)]
            for thread in threads:
                thread.start()
            started.wait()
            collation.close()
            for thread in threads:
                thread.join()
            self.assertEqual(set(found), {True})
            self.assertEqual(errors, [repr(ValueError("the collation is closed"))] * 2)

    def test_versions(self):
        self.assertEqual(package.__version__, importlib.metadata.version("swift-collation"))
        self.assertEqual(package.versions()["collation"].replace("-dev", ".dev0"), package.__version__)
        self.assertEqual(package.versions()["icu"], icu.ICU_VERSION)

    def test_annotations(self):
        program = """
from collation import Collation
with Collation("sv", numeric=True, label=["a"], workers=2) as swedish:
    names: list[str] = swedish.sort(["a"])
    some: list[str | None] = swedish.sort(["a", None], by="sort_key")
    keys: list[bytes] = swedish.list_keys(names)
    texts: list[tuple[str, str]] = swedish.sort([("Ek", "Zara")])
    more: list[bytes] = swedish.list_keys({"name": names, "sort_as": some, "language": "sv"})
    titles: list[str] = [swedish.titles[number] for number in swedish.sections(names)]
    keyed: list[str] = sorted(names, key=swedish.list_key)
    numbers: list[int] = swedish.search(names).find("a")
    ends: list[bytes] = [upper for _, upper in swedish.search_ranges("a")]
Collation("sv", colour="red")  # expected error
Collation("sv").sort(["a"], by="name")  # expected error
"""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "program.py"
            path.write_text(program)
            command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder]
            found = subprocess.run([*command, str(path)], capture_output=True, text=True).stdout
            errors = {int(line.split(":")[1]) for line in found.splitlines() if ": error:" in line}
            lines = enumerate(program.splitlines(), 1)
            expected = {number for number, line in lines if line.endswith("expected error")}
            self.assertEqual(errors, expected, found)
            # The package itself.
            own = subprocess.run([*command, "-p", "collation"], capture_output=True, text=True, cwd=folder).stdout
            self.assertIn("Success", own)

    def test_without_pyarrow(self):
        program = """
import sys
sys.modules["pyarrow"] = None
from collation import Collation
swedish = Collation("sv")
assert swedish.sort(["Öberg", "Zorn", None, "Åberg"]) == ["Zorn", "Åberg", "Öberg", None]
assert swedish.sort({"name": ["Öberg", "Zorn"], "sort_as": ["A", None]}) == ["Öberg", "Zorn"]
assert swedish.search(["Öberg"]).find("ö") == [0]
try:
    swedish.list_keys(type("Array", (), {"__arrow_c_array__": None})())
except ImportError as error:
    assert "pip install" in str(error)
else:
    sys.exit("no error")
"""
        subprocess.run([sys.executable, "-c", program], check=True)

    def test_a_library_that_is_missing_or_another(self):
        for path, words in [("/nowhere/~.so", "/nowhere/~.so"), ("libc.so.6", "no function collation_version")]:
            environment = os.environ | {"COLLATION_LIBRARY": path}
            program = "import collation; collation.Collation('sv')"
            found = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
            self.assertIn(words, found.stderr)
            self.assertIn("OSError", found.stderr)
            self.assertIn("set COLLATION_LIBRARY", found.stderr)

    def test_a_copy_in_another_process(self):
        groups = iter(["X–Z=X,Y,Z"])
        collation = Collation("sv", numeric=True, group=groups, title={"A": "Alpha"})
        copy = pickle.loads(pickle.dumps(collation))
        self.assertEqual((copy.stamp, copy.titles), (collation.stamp, collation.titles))
        self.assertEqual(copy.titles[0], "Alpha")
        call, (kind, locale, texts, stamp) = collation.__reduce__()
        with self.assertRaisesRegex(CollationError, "the same ICU"):
            call(kind, locale, texts, stamp.replace("icu=", "icu=1"))

    def test_arguments_of_other_types(self):
        collation = Collation(None)
        for call in [
            lambda: Collation("sv", strength=0.5),
            *(lambda locale=locale: Collation(locale) for locale in [3, 0, False, []]),
            lambda: collation.section(None),
            lambda: collation.list_key(b"x"),
            lambda: collation.sort_key(None),
            lambda: collation.compare("a"),
            lambda: collation.compare("a", 1),
            lambda: collation.list_keys("Öberg"),
            lambda: collation.list_keys(None),
        ]:
            self.assertRaises(TypeError, call)
        for call in [lambda: Collation("sv\0"), lambda: Collation("sv", label="a\0b")]:
            self.assertRaisesRegex(ValueError, "NUL", call)
        with self.assertRaisesRegex(CollationError, "name"):
            collation.list_keys(pa.table({"title": ["a"]}))
        self.assertEqual(Collation("sv", label="a").dropped_labels[-1], "a")

    def test_threads(self):
        collation = Collation("ja")
        array = pa.array(["東京", "おおさか", "Kyoto"] * 500)
        expected = collation.list_keys(array)
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            for keys in pool.map(lambda _: collation.list_keys(array), range(64)):
                self.assertEqual(keys, expected)

    def test_memory_is_given_back(self):
        array, names = pa.array(["Öberg Åsa"] * 20_000), ["Öberg Åsa"] * 1_000

        def work(times):
            for _ in range(times):
                collation = Collation("sv")
                collation.list_keys(array)
                collation.sections_and_keys(array)
                collation.list_keys(names)
                collation.search(names).find("a")
                with self.assertRaises(CollationError):
                    collation.list_keys(pa.array([1]))
                with self.assertRaises(TypeError):
                    collation.list_keys(["a", 1])
            gc.collect()

        def resident_kilobytes():
            pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
            return pages * resource.getpagesize() >> 10

        work(50)
        before = resident_kilobytes()
        # A batch takes some 500 kilobytes: what is kept of each would be 150 megabytes.
        work(300)
        grown = resident_kilobytes() - before
        self.assertLess(grown, 16 << 10, "kilobytes")


if __name__ == "__main__":
    unittest.main()
