"""Times keys against PyICU's sort keys, in pairs, in one process.

    python3 keys.py LOCALE FILE [REPETITIONS]

The file has one name a line. PyICU's collator takes one name at a time: it has no other call. For each call prints
medians, nanoseconds of processor time a name, and the median ratio of the pairs with its range; then how many keys
differ.
"""

import pathlib
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import icu
import pyarrow as pa

from collation import Collation


def main() -> None:
    locale, path = sys.argv[1], pathlib.Path(sys.argv[2])
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    names = path.read_text(encoding="utf-8").splitlines()
    # ICU's layout leaves the order of scripts as it is, so that the keys are those of PyICU.
    collation = Collation(locale, layout="icu")
    collator = icu.Collator.createInstance(icu.Locale(locale))

    def their_keys(names: Any) -> list[bytes]:
        return [collator.getSortKey(name) for name in names]

    def their_sort(names: Any) -> list[str]:
        return sorted(names, key=collator.getSortKey)

    calls: list[tuple[str, Callable[[Any], Any], Callable[[Any], Any]]] = [
        ("list_keys of a PyArrow array", lambda names: collation.list_keys(array), their_keys),
        ("list_keys of a list", collation.list_keys, their_keys),
        ("sorted(names, key=list_key)", lambda names: sorted(names, key=collation.list_key), their_sort),
        ("sort of a list", collation.sort, their_sort),
    ]
    array = pa.array(names, pa.string())
    for title, ours, theirs in calls:
        pairs = [(nanoseconds(ours, names), nanoseconds(theirs, names)) for _ in range(repetitions)]
        our, their = (statistics.median(times) for times in zip(*pairs))
        ratios = sorted(their / our for our, their in pairs)
        print(
            f"{path.stem}: {our:.0f} ns a name, PyICU {their:.0f}: {statistics.median(ratios):.1f} times as fast "
            f"({ratios[0]:.1f} to {ratios[-1]:.1f}), {title}",
            flush=True,
        )
    expected = their_keys(names)
    wrong = sum(key[2:] != other for key, other in zip(collation.list_keys(names), expected))
    wrong += sum(key != other for key, other in zip(collation.sort_keys(names), expected))
    print(f"{path.stem}: {wrong} of {2 * len(names)} keys differ from PyICU's")


def nanoseconds(call: Callable[[Any], Any], names: list[str]) -> float:
    # New strings: Python keeps the UTF-8 of a string that was asked for it.
    names = "\n".join(names).split("\n")
    started = time.process_time()
    call(names)
    return (time.process_time() - started) / len(names) * 1e9


if __name__ == "__main__":
    main()
