"""Checks collation.spark against the command collate; Integrations/Spark/check runs it."""

from __future__ import annotations

import glob
import os
import pathlib
import platform
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from itertools import pairwise

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from collation import Collation
from collation.spark import order_by_name, with_list_key

sys.path.append("Integrations")
from articles import parts_of_names, people as people_of, statements

COLLATE, NAMES = ".build/release/collate", ".build/release/compare"
LANGUAGES = {"sv": "sv", "zh": "zh", "ja": "ja", "mixed": "en"}
COUNT = 200_000
PARTS = 16
EXECUTORS = 2
OTHER_STAMP = """
/* The library with another stamp, as on a machine that has another libicu. */
const char *collation_stamp(const void *collation) { return collation ? "keys=2 icu=76.1" : 0; }
"""


def main() -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder)
        if len(sys.argv) > 1:
            spark = session(files, "local[2]", **{"spark.driver.memory": "6g"})
            for language in sys.argv[2:] or ["sv"]:
                check_list(spark, files, files.of_language(language, int(sys.argv[1])), LANGUAGES[language])
            spark.stop()
        else:
            check_cluster(files)
            check_other_stamp(files)
            check_command()
    print(f"spark: all checks passed in {time.monotonic() - started:.0f} s")


def session(files: Files, master: str = f"local-cluster[{EXECUTORS},1,1024]", **settings: str) -> SparkSession:
    settings = {
        "spark.local.dir": str(files.folder),
        "spark.sql.shuffle.partitions": str(PARTS),
        "spark.sql.adaptive.coalescePartitions.enabled": "false",
        # Many splits, so that there is always one to lose.
        "spark.sql.files.maxPartitionBytes": "256k",
        "spark.sql.files.openCostInBytes": "1k",
        # An executor that was killed is not asked for long.
        "spark.shuffle.io.maxRetries": "1",
        "spark.shuffle.io.retryWait": "1s",
        "spark.ui.showConsoleProgress": "false",
    } | settings
    spark = SparkSession.builder.master(master).config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def require(condition: object, complaint: str) -> None:
    if not condition:
        sys.exit(f"spark: {complaint}")


class Files:
    def __init__(self, folder: str) -> None:
        self.folder = pathlib.Path(folder)
        self.output = str(self.folder / "list")

    def of_language(self, language: str, count: int) -> str:
        path = self.folder / f"{language}-{count}.txt"
        if not path.exists():
            with path.open("wb") as file:
                subprocess.run([NAMES, "names", "--language", language, "--count", str(count)], stdout=file, check=True)
        return str(path)

    def of(self, name: str, lines: list[bytes]) -> str:
        path = self.folder / name
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        return str(path)


def hostile() -> list[bytes]:
    """Names that are ill-formed, empty, or equal in their keys but not in their bytes."""
    lines = pathlib.Path("Examples/names.txt").read_bytes().splitlines()
    lines += [b"", b"\r", b"A\rB", b"\xff\xfe", b"A\xc3", b"\xed\xa0\x80", b"a\0b", "\ufeffÅ".encode()]
    lines += ["Å".encode(), "A\u030a".encode(), "\u212b".encode(), "Ａ".encode()] * 50
    lines += [b"z" * 70_000, "Ö".encode() * 40_000]
    random.Random(7).shuffle(lines)
    return lines


# MARK: Lists, and what collate makes of them


def people(spark: SparkSession, names: str) -> DataFrame:
    """Rows of a name, its line, and a further column that has both again."""
    rows = spark.read.text(names, lineSep="\n").withColumn("line", F.monotonically_increasing_id())
    return rows.withColumn("further", F.struct("value", "line"))


def write(spark: SparkSession, files: Files, names: str, locale: str) -> None:
    listed = order_by_name(people(spark, names), "value", locale, tie="line")
    listed.write.mode("overwrite").partitionBy("section").parquet(files.output)


def written(output: str) -> list[tuple[int, pathlib.Path]]:
    """The files of a list, in its order, with the numbers of their sections."""
    paths = pathlib.Path(output).glob("section=*/*.parquet")
    return sorted((int(path.parent.name.removeprefix("section=")), path) for path in paths)


def compare_with_collate(files: Files, names: str, locale: str) -> None:
    """Checks that the rows are those of `collate partition --tsv`, byte for byte, and that none is mixed up."""
    expected = subprocess.Popen([COLLATE, "partition", "--locale", locale, "--tsv", names], stdout=subprocess.PIPE)
    titles = Collation(locale).titles
    for section, path in written(files.output):
        rows = pq.ParquetFile(path).read()
        for column in ["value", "line"]:
            same = pc.equal(rows[column], pc.struct_field(rows["further"], column))
            require(pc.all(same).as_py(), f"{path}: rows are mixed up")
        found = list(zip(rows["value"].cast(pa.binary()).to_pylist(), rows["line"].to_pylist()))
        require(all(a[0] != b[0] or a[1] < b[1] for a, b in pairwise(found)), f"{path}: equal names are not by line")
        head = f"{section}\t{titles[section]}\t".encode()
        lines = b"".join(head + name + b"\n" for name, _ in found)
        require(lines == expected.stdout.read(len(lines)), f"{names}: {path} differs from collate")
    require(expected.stdout.read() == b"" and expected.wait() == 0, f"{names}: rows are missing")


# MARK: Checks


def check_cluster(files: Files) -> None:
    spark = session(files)
    for language, locale in LANGUAGES.items():
        check_list(spark, files, files.of_language(language, COUNT), locale)
    check_list(spark, files, files.of("hostile.txt", hostile()), "sv")
    check_article(spark, files)
    check_list(spark, files, files.of("empty.txt", []), "sv")
    check_missing_name(spark)
    check_parts(spark)
    check_refused(spark)
    check_skew(spark, files)
    check_killed_executors(spark, files)
    spark.stop()


def check_article(spark: SparkSession, files: Files) -> None:
    """The programs of the article Beyond one machine write a list, count its sections, and read a page of one."""
    names = files.of_language("sv", COUNT)
    rows = people(spark, names).withColumnsRenamed({"value": "name", "line": "id"})
    rows.write.parquet(f"{files.folder}/article/people")
    folder, variables = f"{files.folder}/article", {"spark": spark, "duckdb": duckdb}
    for program in statements("../../Collation/Collation.docc/PastOneMachine.md", "python")["Spark"]:
        exec(re.sub('"(people|list)', rf'"{folder}/\1', program), variables)
    command = [COLLATE, "partition", "--locale", "sv", "--tsv", names]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    expected = [line.split("\t") for line in lines]
    counts = Counter((int(number), title) for number, title, _ in expected)
    offsets = [sum(count for other, count in counts.items() if other < section) for section in counts]
    found = [(*section, count, offset) for (section, count), offset in zip(counts.items(), offsets)]
    require(variables["index"] == found, f"the index is {variables['index']}")
    lines_of = {line: name for line, name in rows.select("id", "name").collect()}
    require(all(lines_of[line] == name for name, line in variables["page"]), "the page's ids are of other names")
    names_of_section = [name for _, title, name in expected if title == "Å"]
    require([name for name, _ in variables["page"]] == names_of_section[100:150], f"the page is {variables['page']}")
    # All of the longest section, in several files.
    (number, title), count = counts.most_common(1)[0]
    paths = f"{folder}/list/section={number}/*.parquet"
    require(len(glob.glob(paths)) > 1, "the longest section has one file")
    listed = duckdb.sql(f"SELECT name FROM '{paths}' LIMIT {count}").fetchall()
    require([name for name, in listed] == [name for _, of, name in expected if of == title], "DuckDB mixes files")
    print("the article's programs write, count and read the list as collate does", flush=True)


def check_list(spark: SparkSession, files: Files, names: str, locale: str) -> None:
    write(spark, files, names, locale)
    compare_with_collate(files, names, locale)
    print(f"{pathlib.Path(names).name}, {locale}: the rows are those of collate", flush=True)


def check_missing_name(spark: SparkSession) -> None:
    """A row without a name has no section, and comes first, as in Spark's own sorts. A column may have a dot."""
    rows = spark.createDataFrame([("B", 1), (None, 2), ("A", 3)], "name string, `i.d` int")
    swedish = Collation("sv")
    found = [tuple(row) for row in order_by_name(rows, "name", swedish, tie="`i.d`").collect()]
    expected = [(None, 2, None), ("A", 3, swedish.titles.index("A")), ("B", 1, swedish.titles.index("B"))]
    require(found == expected, f"expected {expected}, found {found}")


def check_parts(spark: SparkSession) -> None:
    """Names of several columns, as the table of OtherLanguages.md passes them, beside the command."""
    names = [name for name in pathlib.Path("Examples/names.txt").read_bytes().splitlines() if name]
    for locale in ["en", "sv", "de", "ja", "zh", "cs", "ru", "tr", "da", "vi"]:
        # Spark would not keep a tab or an ill-formed text.
        rows = people_of([name for name in names if b"\t" not in name])
        texts = [[part.decode() or None for part in row] for row in rows]
        schema = "line int, family string, given string, sort_as string, reading string, language string"
        frame = spark.createDataFrame([(line, *row) for line, row in enumerate(texts)], schema)
        for arguments, call in parts_of_names("Spark"):
            command = [COLLATE, "keys", "--list", "--locale", locale, *arguments]
            lines = b"".join(b"\t".join(row) + b"\n" for row in rows)
            made = subprocess.run(command, input=lines, stdout=subprocess.PIPE, check=True).stdout
            keys = [bytes.fromhex(line.split(b"\t", 1)[0].decode()) for line in made.split(b"\n")[:-1]]
            call = call.replace('"en"', f'"{locale}"')
            keyed = eval(f"with_list_key(frame, {call})")
            found = [bytes(row[0]) for row in keyed.orderBy("line").select("list_key").collect()]
            require(found == keys, f"{locale}: {call} differs from collate")
    print("names of several columns: the keys are those of collate", flush=True)


def check_refused(spark: SparkSession) -> None:
    for columns, name, message in [
        ("name string, Section int", "name", "'Section' already"),
        ("name string, id int", [], "no columns"),
    ]:
        frame = spark.createDataFrame([("A", 1)], columns)
        try:
            with_list_key(frame, name, "sv")
        except ValueError as error:
            require(message in str(error), f"another error: {error}")
        else:
            sys.exit(f"spark: {columns} by {name} was accepted")


def check_skew(spark: SparkSession, files: Files) -> None:
    """Half of the names lie in one section; then half of the names are the same."""
    names = pathlib.Path(files.of_language("sv", COUNT)).read_bytes().splitlines()
    half = len(names) // 2
    for what, skewed in [
        ("in one section", ["Ö".encode() + name for name in names[:half]]),
        ("one name", ["Öberg, Åsa".encode()] * half),
    ]:
        check_list(spark, files, files.of("skewed.txt", names[half:] + skewed), "sv")
        sections, parts = Counter[int](), Counter[str]()
        for section, path in written(files.output):
            count = pq.read_metadata(path).num_rows
            sections[section] += count
            parts[path.name.split("-")[1]] += count
        print(f"half of the names {what}: {max(sections.values())} rows in a section, {max(parts.values())} in a part")
        require(max(sections.values()) >= half, "the names are not skewed")
        require(max(parts.values()) <= 1.5 * COUNT / PARTS, "a part has more than its share")


def check_killed_executors(spark: SparkSession, files: Files) -> None:
    """Kills an executor, with the rows that it has made, while keys are made, and another while rows are sorted."""
    names = files.of_language("sv", 5 * COUNT)
    job = threading.Thread(target=write, args=(spark, files, names, "sv"))
    job.start()
    for tasks in [people(spark, names).rdd.getNumPartitions(), PARTS]:
        wait_for_first_done(spark, job, tasks)
        processes = spark._jvm.java.lang.ProcessHandle.current().children().toList()
        executors = [process for process in processes if process.info().command().orElse("").endswith("java")]
        require(len(executors) == EXECUTORS, f"expected {EXECUTORS} executors, found {len(executors)}")
        executors[0].destroyForcibly()
        require(job.is_alive(), "the job had ended before an executor was killed")
    job.join()
    compare_with_collate(files, names, "sv")
    print("killed an executor making keys, then one sorting: same rows", flush=True)


def wait_for_first_done(spark: SparkSession, job: threading.Thread, tasks: int) -> None:
    """Waits until a stage of that many tasks has finished the first one."""
    tracker = spark.sparkContext.statusTracker()
    while True:
        require(job.is_alive(), f"there was no stage of {tasks} tasks")
        for stage in tracker.getActiveStageIds():
            found = tracker.getStageInfo(stage)
            if found and found.numTasks == tasks and 0 < found.numCompletedTasks < tasks:
                return
        time.sleep(0.005)


def other_library(files: Files) -> str:
    library, other = os.environ["COLLATION_LIBRARY"], str(files.folder / "libOther.so")
    linked = ["-Wl,--no-as-needed", library, f"-Wl,-rpath,{pathlib.Path(library).parent}"]
    compiler = ["gcc", "-shared", "-fPIC", "-o", other, "-x", "c", "-", "-x", "none", *linked]
    subprocess.run(compiler, input=OTHER_STAMP.encode(), check=True)
    return other


def check_other_stamp(files: Files) -> None:
    """An executor whose library has another stamp than the driver's makes no keys."""
    spark = session(files, **{"spark.executorEnv.COLLATION_LIBRARY": other_library(files)})
    try:
        write(spark, files, "Examples/names.txt", "sv")
    except PySparkException as error:
        wanted = f"with stamp '{Collation('sv').stamp}', but has 'keys=2 icu=76.1' on {platform.node()}:"
        require(wanted in str(error), f"a task failed for another reason: {error}")
    else:
        sys.exit("spark: executors with another stamp were accepted")
    spark.stop()
    print(f"refused: a collation {wanted}")


def check_command() -> None:
    """The sections that list_names.py prints are those of collate, with as many names."""
    names = "Examples/names.txt"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "Integrations/Spark/list_names.py", names, "sv", f"{folder}/list"]
        printed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    collate = [COLLATE, "partition", "--locale", "sv", "--tsv", names]
    rows = subprocess.run(collate, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    counts = Counter(row.split("\t")[1] for row in rows)
    expected = "".join(f"{title}\t{count}\n" for title, count in counts.items())
    require(printed == expected, f"list_names.py prints {printed}")


if __name__ == "__main__":
    main()
