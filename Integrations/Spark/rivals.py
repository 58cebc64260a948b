"""Times the job against Spark's own sorts, in turns, in one session of two tasks.

    python3 rivals.py NAMES LOCALE [REPETITIONS]

Each writes Parquet files to a folder: the job by section, the rivals sorted by bytes, and by Spark's
collation of the locale. Prints medians, and how many times as long the job takes.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from collation.spark import order_by_name


def main() -> None:
    names, locale = sys.argv[1], sys.argv[2]
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    settings = {"spark.driver.memory": "8g", "spark.sql.shuffle.partitions": "8"}
    spark = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    lines = spark.read.text(names, lineSep="\n")
    rows = lines.withColumn("line", F.monotonically_increasing_id())
    sorts = {
        "the job": order_by_name(rows, "value", locale, tie="line").drop("line").write.partitionBy("section"),
        "ORDER BY name (bytes)": lines.orderBy("value").write,
        f"ORDER BY name COLLATE {locale}": lines.orderBy(F.expr(f"value COLLATE {locale}")).write,
    }
    seconds: dict[str, list[float]] = {name: [] for name in sorts}
    for turn in range(repetitions + 1):
        for name, writer in sorts.items():
            with tempfile.TemporaryDirectory() as output:
                started = time.perf_counter()
                writer.mode("overwrite").parquet(output)
                # The first turn starts Java's compiler and Python's workers.
                if turn > 0:
                    seconds[name].append(time.perf_counter() - started)
    for name, times in seconds.items():
        ratio = statistics.median(job / own for job, own in zip(seconds["the job"], times))
        print(f"{name:30} {statistics.median(times):7.2f} s   {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
