"""The statements of an article, by heading, for the checks that run them."""

import pathlib
import re

LISTS = pathlib.Path(__file__).parent.parent / "Sources/CollationLists/CollationLists.docc"


def parts_of_names(interface):
    """The lines of the table in OtherLanguages.md: the options of collate, and what an interface is passed."""
    article = (LISTS.parent.parent / "Collation/Collation.docc/OtherLanguages.md").read_text()
    (table,) = re.findall(r"^\| \| `collate` .*?^$", article, re.MULTILINE | re.DOTALL)
    header, _, *lines = [re.split(r" ?\| ?", line)[1:-1] for line in table.splitlines()]
    return [(line[1].strip("`").split(), line[header.index(interface)].strip("`")) for line in lines]


def people(names):
    """Records of some names, in columns: family and given name, what they sort as, the reading, and the language."""
    particles, languages = [b"", b"van der ", b"von ", b"The ", b"De "], [b"", b"nl", b"de", b"en"]
    # With what separates texts in a key inside of one.
    rows = [["e\ufffek".encode(), b"z", b"", b"", b""], [b"e", "k\ufffe".encode(), b"", b"", b""], [b""] * 5]
    for number, name in enumerate(names):
        family = particles[number % 5] + name if number % 7 else b""
        given = names[number * 7 % len(names)] if number % 4 else b""
        sort_as, reading = names[number - 1] * (number % 3 == 0), names[number - 2] * (number % 5 == 0)
        rows.append([family, given, sort_as, reading, languages[number % 4]])
    return rows


def statements(article, language="sql"):
    found = {}
    for section in re.split(r"^##+ ", (LISTS / article).read_text(), flags=re.MULTILINE):
        heading = section.split("\n", 1)[0]
        found[heading] = re.findall(rf"^```{language}\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL)
    return found
