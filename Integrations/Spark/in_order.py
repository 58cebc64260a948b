"""Rows in the order of a language, in Spark.

    python3 in_order.py NAMES LOCALE OUTPUT

lists NAMES, a text file with one name a line. OUTPUT becomes a folder of Parquet files for each section.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, IntegerType, StructField, StructType

from collation import Collation


def in_order(rows: DataFrame, name: str, tie: str, collation: Collation) -> DataFrame:
    """Returns rows in the order of a list of their names, with the number of the section as a further column.

    Rows whose names have equal keys come by `tie`, a column with a value of its own in each row. Ranges span both, so
    tasks share even a name that many rows have.
    """
    # Spark copies binary values to compare them, but not strings. The cast changes no byte, and Spark compares strings
    # by their bytes.
    keyed = with_keys(rows, name, collation).withColumn("key", F.col("key").cast("string"))
    # A key begins with its section, so the section changes no order. With it, writing by section needs no second sort.
    order = ["section", "key", tie]
    return keyed.repartitionByRange(*order).sortWithinPartitions(*order).drop("key")


def with_keys(rows: DataFrame, name: str, collation: Collation) -> DataFrame:
    """Adds the columns `section` and `key` to rows.

    Each task opens the collation anew, and fails if its stamp is not the driver's.
    """

    def keyed(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            section, key = collation.sections_and_keys(batch[name]).flatten()
            yield batch.append_column("section", section).append_column("key", key)

    added = [StructField("section", IntegerType()), StructField("key", BinaryType())]
    return rows.mapInArrow(keyed, StructType([*rows.schema, *added]))


def main() -> None:
    names, locale, output = sys.argv[1:]
    spark = SparkSession.builder.getOrCreate()
    collation = Collation(locale)
    lines = spark.read.text(names, lineSep="\n").withColumn("line", F.monotonically_increasing_id())
    in_order(lines, "value", "line", collation).write.partitionBy("section").parquet(output)
    for section, count in spark.read.parquet(output).groupBy("section").count().orderBy("section").collect():
        print(f"{collation.titles[section]}\t{count}")


if __name__ == "__main__":
    main()
