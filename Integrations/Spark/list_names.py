"""Lists a text file with one name a line: python3 list_names.py NAMES LOCALE OUTPUT

OUTPUT becomes a folder of Parquet files for each section.
"""

import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from collation.spark import order_by_name, section_index

names, locale, output = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
lines = spark.read.text(names, lineSep="\n").withColumn("line", F.monotonically_increasing_id())
order_by_name(lines, "value", locale, tie="line").write.partitionBy("section").parquet(output)
for section in section_index(spark.read.parquet(output), locale):
    print(f"{section.title}\t{section.rows}")
