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


def cell(
    execute: Callable[[str], object], statement: str, calls: int, before: str = "",
    clock: Callable[[], int] = time.process_time_ns,
) -> dict[str, object]:
    """The fastest of all repetitions; the first run is not counted. `before` is not timed."""
    times = []
    for _ in range(1 + REPETITIONS):
        if before:
            execute(before)
        start = clock()
        execute(statement)
        times.append((clock() - start) / calls)
    return {"ns": round(min(times[1:]), 2), "how": statement}


def write(ordered: list[str]) -> None:
    pathlib.Path(OUTPUT).write_text("\n".join(ordered) + "\n")
