"""Times the job against Spark's own sorts, in turns, in one session of two tasks.

    python3 rivals.py NAMES LOCALE [REPETITIONS]

Each writes Parquet files to a folder: the job the sections and names, and its index; the rivals the
names alone, sorted by bytes, and by Spark's collation of the locale. Prints medians, and how many
times as long the two forms of the job take: by rows, by blocks.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from partition import partition, session

PARTITIONS = 8


def main() -> None:
    names, locale = sys.argv[1], sys.argv[2]
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    spark = session("local[2]", **{"spark.driver.memory": "8g", "spark.sql.shuffle.partitions": str(PARTITIONS)})
    sorts = {
        "the job, by rows": lambda output: partition(spark, names, output, locale, form="rows"),
        "the job, by blocks": lambda output: partition(spark, names, output, locale),
        "ORDER BY name (bytes)": lambda output: sort(spark, names, output, "value"),
        f"ORDER BY name COLLATE {locale}": lambda output: sort(spark, names, output, f"value COLLATE {locale}"),
    }
    seconds: dict[str, list[float]] = {name: [] for name in sorts}
    for turn in range(repetitions + 1):
        for name, call in sorts.items():
            with tempfile.TemporaryDirectory() as output:
                started = time.perf_counter()
                call(output)
                # The first turn starts Java's compiler and Python's workers.
                if turn > 0:
                    seconds[name].append(time.perf_counter() - started)
    rows, blocks, *_ = seconds.values()
    for name, times in seconds.items():
        ratios = [statistics.median(job / own for job, own in zip(jobs, times)) for jobs in (rows, blocks)]
        print(f"{name:30} {statistics.median(times):7.2f} s   {ratios[0]:.2f}   {ratios[1]:.2f}", flush=True)
    spark.stop()


def sort(spark: SparkSession, names: str, output: str, order: str) -> None:
    rows = spark.read.text(names, lineSep="\n").orderBy(F.expr(order))
    rows.write.mode("overwrite").parquet(output)


if __name__ == "__main__":
    main()
