"""A command sort: the time of the whole process, which reads and writes a file."""

import json
import os
import subprocess
import sys
import time

input, locale, output, repetitions, *command = sys.argv[1:]
# A language's names sort alike in all its countries.
country = {
    "en": "US", "sv": "SE", "cs": "CZ", "vi": "VN", "el": "GR", "ja": "JP", "ko": "KR", "zh": "CN", "ar": "EG",
    "hi": "IN",
}.get(locale, locale.upper())
environment = os.environ | {"LC_ALL": f"{locale}_{country}.UTF-8"}
command += ["--parallel=1", "-S", "2G", "-o", output, input]
with open(input) as lines:
    count = sum(1 for _ in lines)
times = []
for _ in range(1 + int(repetitions)):
    start = time.perf_counter_ns()
    subprocess.run(command, env=environment, check=True)
    times.append((time.perf_counter_ns() - start) / count)
version = subprocess.run([*command[:-5], "--version"], capture_output=True, text=True).stdout.split("\n")[0].split()[-1]
how = f"LC_ALL={environment['LC_ALL']} {command[0].split('/')[-1]} --parallel=1, with the file read and written"
print(json.dumps({"version": version, "sort": {"ns": round(min(times[1:]), 2), "how": how}}))
