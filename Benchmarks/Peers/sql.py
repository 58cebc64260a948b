"""What the peers in SQL share: the time of a statement is that of the whole statement, rows and all."""

from __future__ import annotations

import pathlib
import sys
import time
from collections.abc import Callable

INPUT, LOCALE, OUTPUT = sys.argv[1:4]
REPETITIONS = int(sys.argv[4])


def names() -> list[str]:
    return pathlib.Path(INPUT).read_text().splitlines()


def cell(execute: Callable[[str], object], statement: str, calls: int, before: str = "") -> dict[str, object]:
    """The fastest of all repetitions; the first run is not counted. `before` is not timed."""
    times = []
    for _ in range(1 + REPETITIONS):
        if before:
            execute(before)
        start = time.perf_counter_ns()
        execute(statement)
        times.append((time.perf_counter_ns() - start) / calls)
    return {"ns": round(min(times[1:]), 2), "how": statement}


def write(ordered: list[str]) -> None:
    pathlib.Path(OUTPUT).write_text("\n".join(ordered) + "\n")
