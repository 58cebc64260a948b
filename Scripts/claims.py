"""Sentences of documents that state numbers, with what the numbers have to be.

figures.py has those that were measured, check-counts.py those that the code decides.
"""

from __future__ import annotations

import pathlib
import re
from typing import NamedTuple

# In digits, or in up to three words.
NUMBER = r"(\d(?:[\d,.]*\d)?|(?:[A-Za-z-]+ ){0,2}[A-Za-z-]+)"
ROOT = pathlib.Path(__file__).resolve().parent.parent


def word(number: int) -> str:
    """A number below a hundred as prose spells it."""
    ones = (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
        " eighteen nineteen"
    ).split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()
    if number < len(ones):
        return ones[number]
    if number < 100:
        return tens[number // 10 - 2] + (f"-{ones[number % 10]}" if number % 10 else "")
    return str(number)


class Claim(NamedTuple):
    """A sentence, or a part of one, in which each {} stands for a number; lines may break anywhere."""

    document: str
    sentence: str
    numbers: list[str]

    @property
    def pattern(self) -> re.Pattern[str]:
        # A comment's line begins with its marker.
        space = r"\s+(?:///?\s+|\*\s+)?"
        parts = [space.join(map(re.escape, part.split(" "))) for part in self.sentence.split("{}")]
        return re.compile(NUMBER.join(parts))

    def match(self, text: str) -> re.Match[str] | None:
        found = self.pattern.search(text)
        if found and len(found.groups()) != len(self.numbers):
            raise ValueError(f"{self.document}: \"{self.sentence}\" has {len(self.numbers)} numbers to compare with")
        return found


def faults(claims: list[Claim]) -> list[str]:
    """A line for each number that is not the one expected."""
    found = []
    for claim in claims:
        text = (ROOT / claim.document).read_text()
        match = claim.match(text)
        if not match:
            found.append(f"{claim.document}: does not say \"{claim.sentence}\"")
            continue
        for place, expected in enumerate(claim.numbers, start=1):
            if match[place] != expected:
                line = text.count("\n", 0, match.start(place)) + 1
                found.append(f"{claim.document}:{line}: expected {expected}, found {match[place]}: \"{claim.sentence}\"")
    return found


def corrected(text: str, claim: Claim) -> str:
    """The text of a document with the numbers of a claim."""
    match = claim.match(text)
    if not match:
        return text
    for place in reversed(range(1, len(claim.numbers) + 1)):
        text = text[: match.start(place)] + claim.numbers[place - 1] + text[match.end(place) :]
    return text
