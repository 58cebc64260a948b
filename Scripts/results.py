"""Reads the files in Benchmarks/Results, for figures.py."""

from __future__ import annotations

import pathlib
import re
import statistics
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "Benchmarks/Results"
NAMES = {
    "en": "English", "de": "German", "sv": "Swedish", "cs": "Czech", "pl": "Polish", "vi": "Vietnamese",
    "tr": "Turkish", "ru": "Russian", "el": "Greek", "ja": "Japanese", "ko": "Korean", "zh": "Chinese",
    "ar": "Arabic", "th": "Thai", "hi": "Hindi", "mixed": "mixed",
}
KEYS, COMPARE = "ICU4C, sort keys", "ICU4C, stable sort with compare"
INDEX, SORTED, FOUNDATION = "ICU4C, ImmutableIndex", "standard library, sorted()", "Foundation, compare(_:locale:)"


def lines_of(name: str) -> list[str]:
    return (RESULTS / name).read_text().splitlines()


def numbers_in(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text.replace(",", ""))]


class Table:
    """table.txt: the ratio of each operation to each rival, and the bytes that it takes, by list."""

    def __init__(self) -> None:
        self.machine, *lines = lines_of("table.txt")
        self.ratios: dict[tuple[str, str, str], float] = {}
        self.bytes: dict[tuple[str, str, str], float] = {}
        # By list.
        self.names: dict[str, int] = {}
        foundation = next(line for line in lines if line.startswith(FOUNDATION))
        self.foundation_names = int(numbers_in(foundation)[-1])
        # The last number in brackets, after the quartiles.
        self.fewest_pairs = min(map(int, re.findall(r"as fast .*, (\d+)\)", "\n".join(lines))))
        # Milliseconds.
        self.openings: dict[str, float] = {}
        language = operation = ""
        for line in lines:
            if match := re.match(r"(\S+): (\d+) names of ", line):
                language = match[1]
                self.names[language] = int(match[2])
            elif line.startswith("Opening a collation"):
                language = "opening"
            elif match := re.match(r"( {2,4})(\S.*?) {2,}([\d.]+) ([nµ]s)(.*)", line):
                name = re.sub(r" \(\d+\)$", "", match[2])
                rival = name if len(match[1]) == 4 or language == "opening" else ""
                operation = name if not rival else operation if language != "opening" else ""
                key = (language, operation, rival)
                if ratio := re.search(r"([\d.]+) ×", match[5]):
                    self.ratios[key] = float(ratio[1])
                if size := re.search(r"([\d.]+) bytes", match[5]):
                    self.bytes[key] = float(size[1])
                if language == "opening":
                    self.openings[name] = float(match[3]) / (1e3 if match[4] == "µs" else 1e6)

    def of(self, operation: str, rival: str = "") -> list[float]:
        return [self.ratios[name, operation, rival] for name in self.names]

    def bytes_of(self, operation: str, rival: str = "") -> list[float]:
        return [self.bytes[name, operation, rival] for name in self.names]

    def relative_openings(self, kind: str) -> list[float]:
        """Times relative to ICU4C's."""
        return [1 / ratio for (_, _, name), ratio in self.ratios.items() if name.endswith(kind)]

    def milliseconds(self, kind: str) -> list[float]:
        return [time for name, time in self.openings.items() if name.endswith(kind)]


class Speed(NamedTuple):
    """Millions of names a second on one core and on all, and how many times as fast as ICU4C one core is: with the
    digits that the quartiles carry.
    """

    names: int
    one_core: str
    all_cores: str
    ratio: str


class Throughput:
    """throughput.txt: the speed of each operation with the most names that were measured, by list."""

    def __init__(self) -> None:
        self.machine, *lines = lines_of("throughput.txt")
        # The least names come first.
        self.speeds: dict[str, dict[str, Speed]] = {}
        row = r" *(\d+)  (\w+) +([\d.]+) +([\d.]+) +[\d.]+ \w+ +[\d.]+ \w+(?: ≠)? +([\d.]+) × "
        name = ""
        for line in lines:
            if match := re.match(r"(\S+): \d+ names of ", line):
                name = match[1]
                self.speeds[name] = {}
            elif match := re.match(row, line):
                self.speeds[name][match[2]] = Speed(int(match[1]), *match.group(3, 4, 5))

    def host(self) -> str:
        """The line of hosts.txt."""
        processor, *_, date, commit = self.machine.split(", ")
        ratios = "; ".join(f"{name} {speeds['partition'].ratio}" for name, speeds in self.speeds.items())
        return f"{processor}, {date}, {commit}: {ratios}"

    def hosts(self) -> list[str]:
        """The lines of hosts.txt, of which one is this measurement's."""
        processor = self.machine.split(", ")[0]
        return sorted([self.host(), *(line for line in lines_of("hosts.txt") if not line.startswith(f"{processor}, "))])

    def gains(self, operation: str) -> list[float]:
        """How many times as fast as one core all are."""
        found = [speeds[operation] for speeds in self.speeds.values()]
        return [float(speed.all_cores) / float(speed.one_core) for speed in found]


class Calls:
    """one.txt: the ratio of each call to ICU4C's, and its nanoseconds, by list."""

    def __init__(self) -> None:
        _, _, titles, *rows = lines_of("one.txt")
        titles = re.split(r"  +", titles.strip())
        self.ratios: dict[str, list[float]] = {title: [] for title in titles}
        self.times: dict[str, list[float]] = {title: [] for title in titles}
        for line in rows:
            found = re.findall(r"([\d.]+) \((\d+) \d+\)", line)
            for title, (ratio, time) in zip(titles, found, strict=True):
                self.ratios[title].append(float(ratio))
                self.times[title].append(float(time))


class Instructions:
    """instructions.txt: the instructions of a call, by language."""

    def __init__(self) -> None:
        _, languages, *rows = lines_of("instructions.txt")
        self.languages = languages.split()
        self.counts = {name: [int(count) for count in counts] for name, *counts in map(str.split, rows)}

    def of(self, operation: str, language: str) -> int:
        return self.counts[operation][self.languages.index(language)]

    def median(self, operation: str) -> int:
        return int(statistics.median(self.counts[operation]))


class Costs:
    """costs.txt: the most nanoseconds a byte of each call with hostile texts, by their size in bytes."""

    def __init__(self) -> None:
        found = re.findall(r"^(\S.{17})((?: +\d+)+)  ", "\n".join(lines_of("costs.txt")), re.M)
        rows = {call.strip(): numbers_in(cells) for call, cells in found}
        self.sizes = rows.pop("call")
        self.of_icu = rows.pop("ICU's key")
        self.of_longest = [cells[-1] for cells in rows.values()]


class External:
    """external.txt: nanoseconds a name and peak memory of the commands, and the peak above `--memory`."""

    def __init__(self) -> None:
        self.names = 0.0
        self.rows: dict[str, tuple[float, float]] = {}
        self.peaks: dict[str, list[float]] = {}
        part = ""
        for line in lines_of("external.txt"):
            if match := re.match(r"(\w+): ([\d,]+) names", line):
                part = match[1]
                self.names = self.names or numbers_in(match[2])[0]
            elif line.startswith("The peak above"):
                part = "peak"
            elif match := re.match(r"(\S.*?) {2,}(-?\d.*)", line):
                if part == "peak":
                    self.peaks[match[1]] = numbers_in(match[2])
                elif part == "Swedish":
                    # Seconds, nanoseconds, the ratio if there is one, MiB.
                    values = numbers_in(match[2])
                    # The memory given is left out: "sort, --memory 22M", "GNU sort -S 22M".
                    self.rows[re.sub(r" \d+\w$", "", match[1])] = (values[1], values[-1])

    def nanoseconds(self, command: str) -> float:
        return self.rows[command][0]

    def bytes_of_name(self, command: str) -> float:
        return self.rows[command][1] * 2**20 / self.names


class Spark:
    """spark.txt: seconds of the jobs, and the bytes of keys."""

    def __init__(self) -> None:
        self.seconds: dict[tuple[str, str], float] = {}
        part = ""
        for line in lines_of("spark.txt"):
            if match := re.match(r"\w+ million names of \w+", line):
                part = match[0]
            elif match := re.match(r"(\S.*?) {2,}([\d.]+) s", line):
                self.seconds[part, match[1]] = float(match[2])
        text = "\n".join(lines_of("spark.txt"))
        found = re.search(
            r"Swedish ones has ([\d.]+) bytes, its list key ([\d.]+); zh [\d.]+ and ([\d.]+), "
            r"ja [\d.]+ and ([\d.]+), mixed [\d.]+ and ([\d.]*\d)",
            text,
        )
        if not found:
            sys.exit("spark.txt does not say how many bytes list keys have")
        self.name_bytes, sv, zh, ja, mixed = map(float, found.groups())
        self.key_bytes = {"sv": sv, "zh": zh, "ja": ja, "mixed": mixed}

    def ten_million(self, job: str) -> float:
        return self.seconds["ten million names of Swedish", job]

    def nanoseconds(self, job: str, millions: str = "ten") -> float:
        names = {"ten": 1e7, "hundred": 1e8}[millions]
        return self.seconds[f"{millions} million names of Swedish", job] * 1e9 / names

    def gain_of_hosts(self) -> float:
        part = "three million names of Swedish"
        return self.seconds[part, "1 host of one core"] / self.seconds[part, "2 hosts of one core"]


class SQLite:
    """sqlite.txt: how many times as long as the order of bytes each order takes, by what was measured."""

    KEYS, COMPARATOR = "list keys, stored", "ICU's comparator"

    def __init__(self) -> None:
        self.ratios: dict[str, dict[str, float]] = {}
        what = ""
        for line in lines_of("sqlite.txt")[1:]:
            if match := re.match(r"  (\S.*?) {2,}[\d.]+ u?s +([\d.]+) +[\d.]+$", line):
                self.ratios[what][match[1]] = float(match[2])
            elif line:
                what = re.split(r" {2,}", line)[0]
                self.ratios[what] = {}

    def of_keys(self, beginning: str) -> list[float]:
        return [orders[self.KEYS] for what, orders in self.ratios.items() if what.startswith(beginning)]

    def index(self, order: str) -> float:
        return self.ratios["CREATE INDEX"][order]


class Peers:
    """peers.txt: nanoseconds of the peers' operations, and how many times as long as the library's, by language."""

    LIBRARY = "this library"
    OPERATIONS = ["compare", "sort key", "sort", "search", "section"]

    def __init__(self) -> None:
        self.machine, settings, *lines = lines_of("peers.txt")
        self.names = int(numbers_in(settings)[0])
        self.languages: list[str] = []
        # Version and CLDR.
        self.versions: dict[str, list[str]] = {}
        # By peer, what every language says.
        self.ratios: dict[tuple[str, str], list[float]] = {}
        self.key_bytes: dict[str, list[float]] = {}
        # How many positions, and of which ICU.
        self.differ: dict[str, list[list[float]]] = {}
        titles: list[str] = []
        for line in lines:
            peer, *cells = re.split(r" {2,}", line)
            if match := re.match(r"(\w+): \d+ characters$", line):
                self.languages.append(match[1])
            elif line.startswith("  "):
                titles = cells
            elif self.languages and len(cells) == len(titles):
                row = dict(zip(titles, cells))
                for operation in self.OPERATIONS:
                    if row[operation] != "-":
                        self.ratios.setdefault((peer, operation), []).append(numbers_in(row[operation])[1])
                if row["bytes"] != "-":
                    self.key_bytes.setdefault(peer, []).append(float(row["bytes"]))
                self.differ.setdefault(peer, []).append(numbers_in(row["differ"]))
            elif not self.languages and len(cells) == 2:
                self.versions[peer] = cells
        if not self.ratios:
            sys.exit("peers.txt has no table of a language")


def python(call: str = "list_keys of a PyArrow array") -> dict[str, tuple[float, float]]:
    """python.txt: nanoseconds a name of a call, and how many times as fast as PyICU that is, by language."""
    lines = "\n".join(lines_of("python.txt"))
    pattern = rf"^(\w+): ([\d.]+) ns a name, .*?: ([\d.]+) times as fast \(.*\), {re.escape(call)}$"
    found = re.findall(pattern, lines, re.M)
    return {language: (float(time), float(ratio)) for language, time, ratio in found}


def postgresql() -> dict[str, dict[str, float]]:
    """postgresql.txt: how many times as long other kinds take as list keys do, for indexes, inserts and pages."""
    ratios: dict[str, dict[str, float]] = {}
    for line in lines_of("postgresql.txt"):
        if match := re.match(r"(?:micro)?seconds of (?:CREATE |an? )?(\w+(?: of \w+)?)", line):
            kinds = ratios.setdefault(match[1].lower(), {})
        elif match := re.match(r"(.+?) +[\d.]+ +[\d.]+ to +[\d.]+ +([\d.]+)$", line):
            kinds[match[1]] = float(match[2])
    return ratios
