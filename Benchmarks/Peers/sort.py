"""A command sort: the time of the whole process, which reads and writes a file."""

import json
import os
import resource
import subprocess
import sys

input, locale, output, repetitions, *command = sys.argv[1:]
# A language's names sort alike in all its countries.
country = {
    "en": "US", "sv": "SE", "cs": "CZ", "vi": "VN", "el": "GR", "ja": "JP", "ko": "KR", "zh": "CN", "ar": "EG",
    "hi": "IN",
}.get(locale, locale.upper())


def processor() -> float:
    """The seconds of processor time of the commands."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


environment = os.environ | {"LC_ALL": f"{locale}_{country}.UTF-8"}
command += ["--parallel=1", "-S", "2G", "-o", output, input]
with open(input) as lines:
    count = sum(1 for _ in lines)
times = []
for _ in range(1 + int(repetitions)):
    start = processor()
    subprocess.run(command, env=environment, check=True)
    times.append((processor() - start) * 1e9 / count)
version = subprocess.run([*command[:-5], "--version"], capture_output=True, text=True).stdout.split("\n")[0].split()[-1]
how = f"LC_ALL={environment['LC_ALL']} {command[0].split('/')[-1]} --parallel=1, with the file read and written"
print(json.dumps({"version": version, "sort": {"ns": round(min(times[1:]), 2), "how": how}}))
