"""Times the job against Spark's own sorts, in turns, in one session of two tasks.

    python3 rivals.py NAMES LOCALE [REPETITIONS]

The rows have four columns: a name, an id, a city and a date. Each sort reads them from Parquet files, and writes such:
the job in one folder and by section, the rivals sorted by bytes, and by Spark's collation of the locale. The last time
is what passing the names through Python costs: the job cannot take less than that, less `read`, and the sort by bytes.
Prints medians, and how many times as long as the sort by bytes each takes. The first turn is not counted,
unless it is the only one: with 0 repetitions.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from functools import partial

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from collation.spark import order_by_name


def unchanged(names: pa.Array) -> pa.Array:
    return names


def main() -> None:
    names, locale = sys.argv[1], sys.argv[2]
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    settings = {
        "spark.driver.memory": "8g", "spark.sql.shuffle.partitions": "8", "spark.ui.showConsoleProgress": "false",
        # As README.md advises.
        "spark.sql.execution.arrow.pythonUDF.columnarInput.enabled": "false",
    }
    spark = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        lines = spark.read.text(names, lineSep="\n").withColumnRenamed("value", "name")
        rows = lines.withColumn("id", F.monotonically_increasing_id())
        rows = rows.withColumn("city", F.concat(F.lit("City "), F.pmod(F.xxhash64("id"), F.lit(300)).cast("string")))
        rows = rows.withColumn("born", F.date_add(F.lit("1930-01-01").cast("date"), F.pmod(F.hash("id"), F.lit(30_000))))
        rows.write.parquet(f"{folder}/rows")
        rows = spark.read.parquet(f"{folder}/rows")
        # The job draws a sample when it is called, so it is called in its time.
        job = partial(order_by_name, rows, "name", locale, tie="id")
        returned = F.arrow_udf(unchanged, "string")
        sorts = {
            "ORDER BY name (bytes)": lambda: rows.orderBy("name").write,
            "the job": lambda: job().write,
            "the job, by section": lambda: job().write.partitionBy("section"),
            f"ORDER BY name COLLATE {locale}": lambda: rows.orderBy(F.expr(f"name COLLATE {locale}")).write,
            "read": lambda: rows.write.format("noop"),
            "read, names through Python": lambda: rows.withColumn("name", returned("name")).write.format("noop"),
        }
        seconds: dict[str, list[float]] = {name: [] for name in sorts}
        for turn in range(repetitions + 1):
            for name, writer in sorts.items():
                started = time.perf_counter()
                writer().mode("overwrite").save(f"{folder}/sorted")
                taken = time.perf_counter() - started
                print(f"turn {turn}, {name}: {taken:.2f} s", file=sys.stderr, flush=True)
                # The first turn starts Java's compiler and Python's workers.
                if turn > 0 or repetitions == 0:
                    seconds[name].append(taken)
    for name, times in seconds.items():
        ratio = statistics.median(own / bytes_ for own, bytes_ in zip(times, seconds["ORDER BY name (bytes)"]))
        print(f"{name:30} {statistics.median(times):7.2f} s   {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
