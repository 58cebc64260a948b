"""Checks that public declarations with three or more parameters document each of them.

    python3 Scripts/check-parameters.py     fails, and prints what is not documented

In Swift each parameter needs a line `- name:` under `- Parameters:`, or a `- Parameter name:`. The functions that
collation.h declares are documented there: the comment before one names each parameter, or another function that has
the same ones. A comment must not name a parameter that is gone.
"""

from __future__ import annotations

import re
import subprocess
import sys

from claims import ROOT

FEWEST = 3
HEADER = "Sources/CollationCHeader/collation.h"
DECLARATION = re.compile(r"\s*(?:@\w+\s+|[\w()]+\s+)*?public\s+(?:[\w()]+\s+)*?(?:func|init|subscript)\b")


def in_brackets(text: str) -> list[str]:
    """The parts between the commas of the first list in parentheses."""
    parts, depth = [""], 0
    for place, character in enumerate(text[text.index("(") :], start=text.index("(")):
        # The arrow of a closure closes nothing.
        closes = character in ")]}" or character == ">" and text[place - 1] != "-"
        depth += (character in "([{<") - closes
        if depth == 0:
            break
        if character == "," and depth == 1:
            parts.append("")
        elif (character, depth) != ("(", 1) or parts[-1].strip():
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def without_generics(text: str) -> str:
    """The text after the name and what is generic about it: `<Element>(` begins with the parenthesis."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "<") - (character == ">" and text[place - 1] != "-")
        if character == "(" and depth == 0:
            return text[place:]
    return "()"


def parameters(declaration: str) -> list[str]:
    return [part.split(":")[0].split()[-1] for part in in_brackets(without_generics(declaration))]


def documented(comment: str) -> list[str]:
    names = re.findall(r"^- Parameter (\w+):", comment, re.M)
    if section := re.search(r"^- Parameters:\n((?:  .*\n?)*)", comment, re.M):
        names += re.findall(r"^  - (\w+):", section[1], re.M)
    return names


def faults_in_swift(file: str, text: str) -> tuple[list[str], int]:
    lines, found, count = text.splitlines(), [], 0
    for number, line in enumerate(lines):
        match = DECLARATION.match(line)
        if not match:
            continue
        names = parameters("\n".join(lines[number : number + 20])[match.end() :])
        start = number
        while start and re.match(r"\s*(///|@)", lines[start - 1]):
            start -= 1
        comment = "".join(re.sub(r"^\s*/// ?", "", one) + "\n" for one in lines[start:number] if "///" in one)
        # collation.h documents it.
        if any("@implementation" in one for one in lines[start:number]):
            continue
        count += len(names) >= FEWEST
        told = documented(comment)
        if len(names) >= FEWEST:
            found += [f"{file}:{number + 1}: no comment says what {name} is" for name in names if name not in told]
        found += [f"{file}:{number + 1}: there is no parameter {name}" for name in told if name not in names]
    return found, count


def faults_in_header(text: str) -> tuple[list[str], int]:
    """The names of a comment may stand in code voice or before a colon."""
    found, count = [], 0
    comments: dict[str, str] = {}
    for comment, name, arguments in re.findall(r"/\*((?:(?!\*/).)*)\*/\n[\w *]*?(\w+)\(([^;]*)\);", text, re.S):
        names = [re.split(r"[ *]", one.strip())[-1] for one in arguments.split(",")]
        # The first is the collation, without a name.
        if len(names) < FEWEST:
            continue
        count += 1
        if other := re.search(r"arguments are those of\s*(?:\* )?(\w+)", comment):
            comment += comments[other[1]]
        comments[name] = comment
        found += [
            f"{HEADER}: the comment before {name} does not name {one}"
            for one in names
            if one and one != "collation" and not re.search(rf"\b{one}\b", comment)
        ]
    return found, count


def self_test() -> None:
    planted = """
  /// Plants.
  ///
  /// - Parameters:
  ///   - first: The first.
  ///   - gone: Gone.
  nonisolated(nonsending) public func plant<A: B, C>(
    _ first: some Sequence<A>, by second: (A) throws(C) -> [A: C], third: Int = 3
  ) {}

  /// - Parameter one: One.
  public init(one: Int, two: Int) {}
"""
    found, count = faults_in_swift("planted.swift", planted)
    expected = ["no comment says what second is", "no comment says what third is", "there is no parameter gone"]
    if [line.split(": ")[1] for line in found] != expected or count != 1:
        sys.exit("planted parameters are not found:\n" + "\n".join(found))
    header = "/* Takes a name. */\nint32_t planted(const collation *, const char *name, int64_t length);\n"
    if len(faults_in_header(header)[0]) != 1:
        sys.exit("a planted parameter of the header is not found")


def main() -> None:
    self_test()
    found, count = faults_in_header((ROOT / HEADER).read_text())
    files = subprocess.run(["git", "ls-files", "Sources/*.swift"], cwd=ROOT, capture_output=True, text=True, check=True)
    for file in files.stdout.split():
        wrong, declarations = faults_in_swift(file, (ROOT / file).read_text())
        found += wrong
        count += declarations
    if found:
        sys.exit("\n".join(found))
    print(f"{count} declarations with {FEWEST} or more parameters document each of them")


if __name__ == "__main__":
    main()
