"""Times list keys from Arrow against PyICU's sort keys, in turns, in one process.

    python3 keys.py LOCALE FILE [REPETITIONS]

The file has one name a line. PyICU's collator takes one name at a time: it has no other call.
Prints medians, nanoseconds a name, and the ratio.
"""

import statistics
import sys
import time

import icu
import pyarrow as pa

from collation import Collation


def main() -> None:
    locale, path = sys.argv[1], sys.argv[2]
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with open(path, encoding="utf-8") as file:
        names = file.read().splitlines()
    array = pa.array(names, pa.string())
    # ICU's layout leaves the order of scripts as it is, so that the keys are those of PyICU.
    collation = Collation(locale, layout="icu")
    collator = icu.Collator.createInstance(icu.Locale(locale))
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(repetitions):
        ours.append(seconds(lambda: collation.list_keys(array)))
        theirs.append(seconds(lambda: [collator.getSortKey(name) for name in names]))
    keys = collation.list_keys(array)
    wrong = sum(
        key.as_py()[2:] != collator.getSortKey(name)
        for name, key in list(zip(names, keys))[:: max(1, len(names) // 10_000)]
    )
    per_name = [statistics.median(times) / len(names) * 1e9 for times in (ours, theirs)]
    ratio = statistics.median(their / our for our, their in zip(ours, theirs))
    print(
        f"{locale}: {per_name[0]:.0f} ns a name, PyICU {per_name[1]:.0f}: {ratio:.1f} times as "
        f"fast; {wrong} of the keys that were compared differ"
    )


def seconds(call) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
