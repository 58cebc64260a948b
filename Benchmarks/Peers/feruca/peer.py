"""feruca, by the one function of its Python package: it sorts a list, and knows no locale but Arabic."""

import json
import pathlib
import sys
import time
from importlib import metadata

import feruca

_, names, locale, output, repetitions = sys.argv
names = pathlib.Path(names).read_text().splitlines()
tailoring = "ArabicScript" if locale == "ar" else "default"
times = []
for _ in range(1 + int(repetitions)):
    start = time.process_time_ns()
    ordered = feruca.collate(names, tailoring)
    times.append((time.process_time_ns() - start) / len(names))
# The first run is not counted.
how = f"collate(names, '{tailoring}')"
print(json.dumps({"version": metadata.version("feruca"), "sort": {"ns": round(min(times[1:]), 2), "how": how}}))
pathlib.Path(output).write_text("\n".join(ordered) + "\n")
