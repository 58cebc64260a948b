"""Tests of the package; Scripts/check-c-interface runs them.

Keys are checked against ICU, through PyICU; sections against ICU's AlphabeticIndex, under its layout.
With COLLATION_LARGE=1 arrays of more than 2 GiB are tested too, which takes 8 GB of memory.
"""

import concurrent.futures
import gc
import os
import pickle
import resource
import unittest

import icu
import polars
import pyarrow as pa

from collation import Collation, CollationError

NAMES = ["Öberg", None, "Zorn", "Åberg", "", "x\0y", "阿明", "Ünal", "123", "🏳️‍🌈", None, "ﷺ"]


def reference_key(locale: str, name: str) -> bytes:
    collator = icu.Collator.createInstance(icu.Locale(locale))
    collator.setAttribute(icu.UCollAttribute.NORMALIZATION_MODE, icu.UCollAttributeValue.ON)
    return collator.getSortKey(name)


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
            self.assertEqual(collation.sections(names).to_pylist(), expected, locale)

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

    def test_other_libraries(self):
        collation = Collation("sv")
        expected = collation.list_keys(NAMES).to_pylist()
        self.assertEqual(collation.list_keys(polars.Series(NAMES)).to_pylist(), expected)
        self.assertEqual(collation.list_keys(pa.array([None, None])).to_pylist(), [None, None])
        structs = collation.sections_and_keys(NAMES).to_pylist()
        self.assertEqual([struct["key"] for struct in structs], expected)

    def test_ill_formed_bytes_collate_as_replacement_characters(self):
        collation = Collation("sv")
        names = [b"\xff", b"a\xc3", b"\xed\xa0\x80", b"\xf0\x9f"]
        decoded = [name.decode("utf-8", "replace") for name in names]
        found = collation.list_keys(pa.array(names, pa.binary())).to_pylist()
        self.assertEqual(found, collation.list_keys(decoded).to_pylist())

    def test_what_is_refused(self):
        collation = Collation("sv")
        for array, words in [
            (pa.array([1, 2]), "format is 'l'"),
            (pa.array(["a", "b"]).dictionary_encode(), "decode it first"),
            (pa.array([["a"]]), "format is '+l'"),
        ]:
            for call in (collation.list_keys, collation.sections, collation.sections_and_keys):
                with self.assertRaisesRegex(CollationError, words.replace("+", r"\+")) as raised:
                    call(array)
                self.assertEqual(raised.exception.code, 7)

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
            lambda: Collation("sv", strength=3),
            lambda: Collation(3),
            lambda: collation.section(None),
            lambda: collation.list_key(b"x"),
            lambda: collation.list_keys("Öberg"),
        ]:
            self.assertRaises(TypeError, call)
        for call in [lambda: Collation("sv\0"), lambda: Collation("sv", label="a\0b")]:
            self.assertRaisesRegex(ValueError, "NUL", call)
        with self.assertRaisesRegex(CollationError, "pass one column"):
            collation.list_keys(pa.table({"name": ["a"]}).to_struct_array())
        self.assertEqual(collation.list_key("\ud800"), collation.list_key("\ufffd"))
        self.assertEqual(Collation("sv", label="a").dropped_labels[-1], "a")

    def test_threads(self):
        collation = Collation("ja")
        array = pa.array(["東京", "おおさか", "Kyoto"] * 500)
        expected = collation.list_keys(array)
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            for keys in pool.map(lambda _: collation.list_keys(array), range(64)):
                self.assertEqual(keys, expected)

    def test_memory_is_given_back(self):
        array = pa.array(["Öberg Åsa"] * 20_000)

        def work(times):
            for _ in range(times):
                collation = Collation("sv")
                collation.list_keys(array)
                collation.sections_and_keys(array)
                with self.assertRaises(CollationError):
                    collation.list_keys(pa.array([1]))
            gc.collect()

        work(50)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        # A batch takes some 500 kilobytes: what is kept of each would be 150 megabytes.
        work(300)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 16 << 10, "kilobytes")


if __name__ == "__main__":
    unittest.main()
