"""Lists names in sections, in the order of a language, on a cluster of Spark.

    python3 partition.py NAMES OUTPUT INDEX --locale sv [--master spark://…] [--partitions 8]

NAMES is a text file with one name a line. OUTPUT becomes a folder of Parquet files with the columns
`section` and `name`: all rows of one file come before those of the next. INDEX is a JSON file
with the sections: number, title, kind, offset, count, and the file and the row where each begins.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys

from pyspark import Accumulator
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from collation import Collation

import blocks
import names_in_order
from names_in_order import LINE_BITS, SPLIT_BITS, MixedCluster

# The share of the names that the blocks' form looks at to part the list.
SAMPLE = 0.01


def main() -> None:
    options = parsed()
    spark = session(options.master)
    try:
        index = partition(spark, options.names, options.output, options.locale, options.partitions, options.form)
    except MixedCluster as error:
        sys.exit(f"partition.py: {error}")
    finally:
        spark.stop()
    text = json.dumps(index, ensure_ascii=False, indent=1) + "\n"
    pathlib.Path(options.index).write_text(text, encoding="utf-8")


def session(master: str, **settings: str) -> SparkSession:
    builder = SparkSession.builder.master(master).appName("names in order")
    # A batch that is large makes few calls; one of this size still lies in the processor's cache.
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536")
    # The list has as many parts as the input has splits, and a part goes through a Python worker at once.
    builder = builder.config("spark.sql.files.maxPartitionBytes", "64m")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.addArtifacts(names_in_order.__file__, blocks.__file__, pyfile=True)
    return spark


def partition(
    spark: SparkSession, names: str, output: str, locale: str, partitions: int | None = None, form: str = "blocks"
) -> dict:
    """Writes the list, and returns the index of its sections."""
    refuse_mixed_cluster(spark, locale)
    lines = spark.read.text(names, lineSep="\n")
    partitions = partitions or max(1, lines.rdd.getNumPartitions())
    counts = spark.sparkContext.accumulator({}, blocks.CountsOfTasks())
    FORMS[form](lines, locale, partitions, counts).write.mode("overwrite").parquet(output)
    return section_index(spark, output, locale, counts.value)


def refuse_mixed_cluster(spark: SparkSession, locale: str) -> None:
    """Compares the stamp of every executor with that of the driver.

    A barrier stage starts all its tasks at once. So one with as many tasks as the cluster runs at a time
    reaches all executors. The tasks themselves refuse an executor that joins later.
    """
    context = spark.sparkContext
    java = context._jsc
    java.parallelize(context._jvm.java.util.ArrayList()).count()  # waits until the executors are there
    profile = java.sc().resourceProfileManager().defaultResourceProfile()
    tasks = java.sc().maxNumConcurrentTasks(profile)
    compare = names_in_order.differences(locale, Collation(locale).stamp)
    found = context.parallelize(range(tasks), tasks).barrier().mapPartitions(compare).collect()
    if found:
        nodes = "; ".join(sorted(set(found)))
        raise MixedCluster(f"the cluster is mixed: {nodes}; install the same ICU on all machines")


def in_order(lines: DataFrame, locale: str, partitions: int, _: Accumulator | None = None) -> DataFrame:
    """The names and their section numbers, in the order of the list."""
    rows = names_in_order.rows(locale, Collation(locale).stamp)
    keyed = lines.mapInArrow(rows, "name string, key binary, place long")
    # Spark copies binary values to compare them, but not strings. The cast changes no byte, and Spark
    # compares strings by their bytes.
    return (
        keyed.withColumn("key", F.col("key").cast("string"))
        .repartitionByRange(partitions, "key", "place")
        .sortWithinPartitions("key", "place")
        .select(F.shiftright("place", SPLIT_BITS + LINE_BITS).cast("int").alias("section"), "name")
    )


def in_order_by_blocks(lines: DataFrame, locale: str, partitions: int, counts: Accumulator) -> DataFrame:
    """The same rows, sorted by Arrow in the Python workers (`blocks.py`), which count them by section."""
    collation = Collation(locale)
    places = lines.select(F.col("value").alias("name"), F.monotonically_increasing_id().alias("place"))
    sample = places.sample(SAMPLE, seed=1).toArrow()
    bounds = blocks.bounds(sample, collation, partitions)
    return (
        lines.mapInArrow(blocks.in_parts(locale, collation.stamp, bounds), blocks.BLOCKS)
        .repartitionById(partitions, "part")
        .mapInArrow(blocks.sorted_parts(locale, collation.stamp, counts), blocks.ROWS)
    )


FORMS = {"blocks": in_order_by_blocks, "rows": in_order}


def section_index(
    spark: SparkSession, output: str, locale: str, counts_of_tasks: dict[int, dict[int, int]] | None = None
) -> dict:
    """The sections of a written list: from what the tasks that wrote it have counted, or else from its files."""
    rows = spark.read.schema("section int").parquet(output)
    names = [os.path.basename(path) for path in rows.inputFiles()]
    file_of = {int(name.split("-")[1]): name for name in names}
    counted = {task: counts for task, counts in (counts_of_tasks or {}).items() if counts or task in file_of}
    # Unless a task has written several files, or Spark has lost what one has counted.
    if len(file_of) == len(names) and file_of.keys() == counted.keys():
        found = [(file_of[task], *count) for task, counts in counted.items() for count in counts.items()]
    else:
        found = rows.groupBy(F.col("_metadata.file_name"), "section").count().collect()
    counts = sorted(map(tuple, found))
    collation = Collation(locale)
    sections: dict[int, dict] = {}
    files: dict[str, int] = {}
    offset = 0
    for file, number, count in counts:
        begun = {
            "number": number,
            "title": collation.titles[number],
            "kind": collation.kinds[number],
            "offset": offset,
            "count": 0,
            "file": file,
            "row": files.setdefault(file, 0),
        }
        sections.setdefault(number, begun)["count"] += count
        files[file] += count
        offset += count
    return {
        "locale": locale,
        "stamp": collation.stamp,
        "count": offset,
        "sections": list(sections.values()),
        "files": [{"file": file, "count": count} for file, count in files.items()],
    }


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Lists names in sections, on a Spark cluster.")
    parser.add_argument("names", help="a text file with one name per line")
    parser.add_argument("output", help="the folder for the Parquet files")
    parser.add_argument("index", help="the JSON file for the index of the sections")
    parser.add_argument("--locale", default="", help="the locale whose order to use, such as sv (default: root)")
    parser.add_argument("--master", default="local[*]", help="the URL of Spark's master (default: %(default)s)")
    parser.add_argument("--partitions", type=int, help="the number of partitions (default: one for each split of NAMES)")
    parser.add_argument("--form", choices=FORMS, default="blocks", help="what Spark shuffles (default: %(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
