"""The statements of an article, by heading, for the checks that run them."""

import pathlib
import re

LISTS = pathlib.Path(__file__).parent.parent / "Sources/CollationLists/CollationLists.docc"


def statements(article):
    found = {}
    for section in re.split(r"^##+ ", (LISTS / article).read_text(), flags=re.MULTILINE):
        heading = section.split("\n", 1)[0]
        found[heading] = re.findall(r"^```sql\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL)
    return found
