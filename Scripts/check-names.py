"""Checks that what Markdown names exists: files, folders, links, and options of commands.

    python3 Scripts/check-names.py              fails, and prints what is gone

In code spans: a path is a file or folder of the repository, or the end of one (`Walks/KeyTable.swift`); an option
such as `--hide-empty` stands in some source or script. Links lead to files, and to headings that they have: DocC's
own (`<doc:Design>`) lead nowhere on Git hosts, so Scripts/documentation makes them of links to files.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = ("swift", "cpp", "h", "hpp", "py", "md", "txt", "json", "svg", "dict", "sql", "toml", "modulemap")
# Of what others write: other packages' files, what a build or a user makes.
ELSEWHERE = (
    r"\.build|Package\.resolved|names\.txt|alphaindex\.|ucol_|\.ci/|/usr/|/proc|/dev/|/tmp|https?:|Localizable\.strings|"
    r"data/|rows\.|list\.|\.table|throughput\.svg|unicode/|compile_commands|localhost|Name\.swift|name\.dict|application/|text/|A/B"
)
# Options of other programs.
FOREIGN = {
    "--variant", "--no-install-recommends", "--static-swift-stdlib", "--sanitize", "--scratch-path", "--filter",
    "--package-path", "--product", "--version", "--help",
}


def tracked() -> list[str]:
    output = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return output.stdout.splitlines()


class Names:
    def __init__(self) -> None:
        files = tracked()
        self.ends = set()
        for file in files:
            parts = file.split("/")
            for end in range(1, len(parts) + 1):
                for start in range(end):
                    self.ends.add("/".join(parts[start:end]))
        prose = (".md", ".txt", ".svg")
        code = [file for file in files if not file.endswith(prose) and file != "Scripts/check-names.py"]
        texts = [(ROOT / file).read_text(errors="ignore") for file in code if (ROOT / file).is_file()]
        self.code = "\n".join(texts)

    def is_gone(self, span: str) -> bool:
        if re.search(ELSEWHERE, span):
            return False
        if re.fullmatch(r"--[a-z][a-z0-9-]+", span):
            return not self.has_option(span)
        if not re.fullmatch(r"[\w.+@/-]+", span) or span.startswith((".", "/", "-")):
            return False
        path = span.rstrip("/")
        if re.search(r"\.(%s)$" % "|".join(SUFFIXES), path) or (span.endswith("/") and "/" in path):
            return path not in self.ends
        # Two words with a stroke may be anything: `A/B`.
        top = path.split("/")[0]
        return "/" in path and (ROOT / top).is_dir() and path not in self.ends

    def has_option(self, option: str) -> bool:
        name = option[2:]
        words = name.removeprefix("no-").split("-")
        camel = words[0] + "".join(word.capitalize() for word in words[1:])
        return (
            option in FOREIGN
            or option in self.code
            or re.search(r"\bvar %s\b" % re.escape(camel), self.code) is not None
            or f'.customLong("{name}")' in self.code
        )


def headings(path: pathlib.Path) -> set[str]:
    lines = re.sub(r"```.*?```", "", path.read_text(), flags=re.S).splitlines()
    titles = [line.lstrip("#").strip() for line in lines if line.startswith("#")]
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def faults(document: pathlib.Path, text: str, names: Names) -> list[str]:
    found = []
    # A document may make files: printf … > more.txt
    made = set(re.findall(r" > (\S+)$", text, re.M))
    plain = re.sub(r"```.*?```", lambda block: "\n" * block[0].count("\n"), text, flags=re.S)
    for number, line in enumerate(plain.splitlines(), start=1):
        where = f"{document.relative_to(ROOT)}:{number}"
        for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", line):
            for word in span.split():
                if word not in made and names.is_gone(word):
                    found.append(f"{where}: there is no {word}")
    for link in re.findall(r"(?<=\]\()[^)\s]+(?=\))|(?<=<)doc:[^>]+", plain):
        if re.match(r"https?:|mailto:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        if not target.exists():
            found.append(f"{document.relative_to(ROOT)}: broken link {link}")
        elif anchor and anchor not in headings(target):
            found.append(f"{document.relative_to(ROOT)}: the link {link} leads to no heading")
    return found


def self_test(names: Names) -> None:
    planted = "`Sources/Gone.swift` `Walks/Gone.swift` `Scripts/gone` `--gone-option` [x](gone.md) [y](README.md#gone)"
    planted += " <doc:Design>"
    found = faults(ROOT / "README.md", planted, names)
    if len(found) != 7:
        sys.exit("planted names are not found:\n" + "\n".join(found))


def main() -> None:
    names = Names()
    self_test(names)
    found = []
    for file in tracked():
        path = ROOT / file
        if file.endswith(".md") and path.exists() and file != "CHANGELOG.md":
            found += faults(path, path.read_text(), names)
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
