"""Checks that links lead somewhere.

    python3 Scripts/links.py         in Markdown: links to files and their headings, and the paths in code voice
    python3 Scripts/links.py SITE    on the site of the documentation, which DocC made in the folder SITE
"""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = re.compile(r"```.*?```", re.S)


def headings(document: pathlib.Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)", CODE.sub("", document.read_text()), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_in_markdown() -> tuple[set[str], int]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [file for file in listed.stdout.splitlines() if (ROOT / file).exists()]
    # A path may begin with any of its folders: `Walks/KeyTable.swift`.
    paths = {tail for file in files for tail in tails(file)}
    folders = {file.split("/")[0] + "/" for file in files if "/" in file}
    broken, count = set(), 0
    steps = set(re.findall(r"^step-([a-z-]+)\(\)", (ROOT / "Scripts/steps.sh").read_text(), re.M)) | {"quick"}
    for file in files:
        if not file.endswith(".md"):
            continue
        document = ROOT / file
        text = CODE.sub("", document.read_text())
        for link in re.findall(r"(?<=\]\()[^)\s]+(?=\))|(?<=<)doc:[^>]+", text):
            path, _, heading = link.partition("#")
            target = document.parent / path if path else document
            count += 1
            if re.match(r"https?:|mailto:", link):
                continue
            if not target.exists() or heading and heading not in headings(target):
                broken.add(f"{file}: broken link {link}")
        # What went is named in the changelog.
        if file == "CHANGELOG.md":
            continue
        for step in re.findall(r"(?:Scripts/check|\.ci/run) ([a-z-]+)", document.read_text()):
            if step not in steps:
                broken.add(f"{file}: there is no step {step}")
        for span in re.findall(r"`([^`\n]+)`", text):
            for word in span.split():
                is_path = word.startswith(tuple(folders)) or re.fullmatch(r"[\w+/]+\.(swift|cpp|hpp|h|py)", word)
                if is_path and re.fullmatch(r"[\w.+@/-]+", word) and word.rstrip("/") not in paths:
                    broken.add(f"{file}: there is no {word}")
    return broken, count


def tails(file: str) -> set[str]:
    """The ends of a path and of the folders in it."""
    parts = file.split("/")
    return {"/".join(parts[start:end]) for end in range(1, len(parts) + 1) for start in range(end)}


def broken_on_site(site: pathlib.Path) -> tuple[set[str], int]:
    broken, count = set(), 0

    def is_broken(url: str) -> bool:
        path = url.partition("#")[0].strip("/")
        file = f"data/{path}.json" if path.startswith("documentation") else path
        return not re.match("https?:", url) and not (site / file).is_file()

    for page in sorted((site / "data").rglob("*.json")):
        content = json.loads(page.read_text())
        references = content.get("references", {})
        # DocC drops the page of an extended module whose types are curated, and leaves it in their breadcrumbs.
        paths = content.get("hierarchy", {}).get("paths", [])
        gone = {name for path in paths for name in path if is_broken(references[name]["url"])}
        if gone:
            content["hierarchy"]["paths"] = [[name for name in path if name not in gone] for path in paths]
            for name in gone:
                del references[name]
            page.write_text(json.dumps(content))
        for reference in references.values():
            urls = [reference.get("url")] + [variant["url"] for variant in reference.get("variants", [])]
            for url in filter(None, urls):
                count += 1
                if is_broken(url):
                    broken.add(f"{page.relative_to(site)}: broken link {url}")
    return broken, count


broken, count = broken_on_site(pathlib.Path(sys.argv[1])) if sys.argv[1:] else broken_in_markdown()
if broken or not count:
    sys.exit("\n".join(sorted(broken)) or "there are no links")
print(f"{count} links lead to files, headings and other sites")
