"""Checks the job in partition.py against the command collate; Integrations/Spark/check runs it."""

from __future__ import annotations

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from blocks import CountsOfTasks
from collation import Collation
from cluster import SETTINGS, WORKERS, Cluster, kill
from names_in_order import MixedCluster
from partition import FORMS, partition, section_index, session

COLLATE, NAMES = ".build/release/collate", ".build/release/compare"
LANGUAGES = {"sv": "sv", "zh": "zh", "ja": "ja", "mixed": "en"}
COUNT = 200_000
PARTITIONS = 16
# Many splits, so that there is always one to lose.
SPLITS = {"spark.sql.files.maxPartitionBytes": "256k", "spark.sql.files.openCostInBytes": "1k"}


def main() -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        if len(sys.argv) > 1:
            check_many(Files(folder), int(sys.argv[1]), sys.argv[2:] or ["sv"])
        else:
            check_cluster(Files(folder))
            check_mixed_cluster(Files(folder))
    print(f"spark: all checks passed in {time.monotonic() - started:.0f} s")


def require(condition: object, complaint: str) -> None:
    if not condition:
        sys.exit(f"spark: {complaint}")


# MARK: Names, and what collate makes of them


class Files:
    def __init__(self, folder: str) -> None:
        self.folder = pathlib.Path(folder)

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

    def output(self) -> str:
        return str(self.folder / "rows")


def hostile() -> list[bytes]:
    """Names that are ill-formed, empty, or equal in their keys but not in their bytes."""
    lines = pathlib.Path("Examples/names.txt").read_bytes().splitlines()
    lines += [b"", b"\r", b"A\rB", b"\xff\xfe", b"A\xc3", b"\xed\xa0\x80", b"a\0b", "\ufeffÅ".encode()]
    lines += ["Å".encode(), "A\u030a".encode(), "\u212b".encode(), "Ａ".encode()] * 50
    lines += [b"z" * 70_000, "Ö".encode() * 40_000]
    random.Random(7).shuffle(lines)
    return lines


def compare_with_collate(index: dict, output: str, names: str, locale: str) -> None:
    """Checks that rows and index are those of `collate partition`, the rows byte for byte."""
    command = [COLLATE, "partition", "--locale", locale, names]
    expected = subprocess.Popen([*command, "--tsv"], stdout=subprocess.PIPE)
    for file in index["files"]:
        found = rows(f"{output}/{file['file']}", locale)
        require(found == expected.stdout.read(len(found)), f"{names}: {file['file']} differs from collate")
    require(expected.stdout.read() == b"" and expected.wait() == 0, f"{names}: rows are missing")

    answer = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    wanted = [(number, *facts(section)) for number, section in enumerate(answer["sections"]) if section["count"]]
    require(wanted == [(section["number"], *facts(section)) for section in index["sections"]], f"{names}: the index differs")
    for section in index["sections"]:
        column = pq.read_table(f"{output}/{section['file']}", columns=["section"])["section"]
        first = pc.index(column, section["number"]).as_py()
        require(first == section["row"], f"{names}: {section['title']} begins at row {first} of {section['file']}")


def facts(section: dict) -> tuple:
    return section["title"], section["kind"], section["offset"], section["count"]


def rows(path: str, locale: str) -> bytes:
    """The rows of a file as `collate partition --tsv` prints them."""
    table = pq.read_table(path)
    sections = table["section"].combine_chunks()
    titles = Collation(locale).titles
    heads = pa.array([f"{number}\t{title}\t".encode() for number, title in enumerate(titles)])
    names = table["name"].combine_chunks().cast(pa.binary())
    lines = pc.binary_join_element_wise(heads.take(sections), names, pa.scalar(b"\n", pa.binary()), b"")
    if isinstance(lines, pa.ChunkedArray):
        lines = lines.combine_chunks()
    _, offsets, data = lines.buffers()
    return data.to_pybytes()[: memoryview(offsets).cast("i")[len(lines)]] if data else b""


# MARK: Checks


def check_cluster(files: Files) -> None:
    with Cluster() as cluster:
        spark = session(cluster.url, **SETTINGS, **SPLITS)
        for form in FORMS:
            for language, locale in LANGUAGES.items():
                check_list(spark, files, files.of_language(language, COUNT), locale, form)
            check_list(spark, files, files.of("hostile.txt", hostile()), "sv", form)
            check_list(spark, files, files.of("empty.txt", []), "sv", form)
            # An empty file has no splits.
            check_list(spark, files, files.of("empty.txt", []), "sv", form, None)
            check_skew(spark, files, form)
        check_counts(spark, files)
        spark.stop()
    for form in FORMS:
        with Cluster() as cluster:
            spark = session(cluster.url, **SETTINGS, **SPLITS)
            check_killed_worker(spark, cluster, files, form)
            spark.stop()


def check_list(
    spark: SparkSession, files: Files, names: str, locale: str, form: str, partitions: int | None = PARTITIONS
) -> dict:
    index = partition(spark, names, files.output(), locale, partitions, form)
    compare_with_collate(index, files.output(), names, locale)
    what = f"{pathlib.Path(names).name}, {locale}, by {form}"
    print(f"{what}: {index['count']} rows and the index match those of collate", flush=True)
    return index


def check_skew(spark: SparkSession, files: Files, form: str) -> None:
    """Half of the names lie in one section; then half of the names are the same."""
    names = pathlib.Path(files.of_language("sv", COUNT)).read_bytes().splitlines()
    half = len(names) // 2
    for what, skewed in [
        ("in one section", ["Ö".encode() + name for name in names[:half]]),
        ("one name", ["Öberg, Åsa".encode()] * half),
    ]:
        index = check_list(spark, files, files.of("skewed.txt", names[half:] + skewed), "sv", form)
        largest = max(section["count"] for section in index["sections"])
        counts = [file["count"] for file in index["files"]]
        print(f"half of the names {what}: {largest} rows in a section, rows a partition: {counts}")
        require(largest >= half, "the names are not skewed")
        require(max(counts) <= 1.5 * COUNT / PARTITIONS, f"a partition has {max(counts)} of {COUNT} rows")


def check_counts(spark: SparkSession, files: Files) -> None:
    """The tasks count the names by section as Spark does, so that no stage has to read them again."""
    lines = spark.read.text(files.of_language("sv", COUNT), lineSep="\n")
    counts = spark.sparkContext.accumulator({}, CountsOfTasks())
    FORMS["blocks"](lines, "sv", PARTITIONS, counts).write.mode("overwrite").parquet(files.output())
    require(counts.value.keys() == set(range(PARTITIONS)), f"tasks have counted: {sorted(counts.value)}")
    index = section_index(spark, files.output(), "sv", counts.value)
    require(index == section_index(spark, files.output(), "sv"), "the tasks' counts differ from those of the files")


def check_killed_worker(spark: SparkSession, cluster: Cluster, files: Files, form: str) -> None:
    """Kills Python while keys are made, and later one of the two machines, with what it has made."""
    names = files.of_language("sv", 5 * COUNT)
    splits = spark.read.text(names, lineSep="\n").rdd.getNumPartitions()
    require(splits > 2 * PARTITIONS, f"expected more than {2 * PARTITIONS} splits, got {splits}")
    result: list[dict] = []

    def run() -> None:
        result.append(partition(spark, names, files.output(), "sv", PARTITIONS, form))

    job = threading.Thread(target=run)
    job.start()
    first_done(spark, job, splits)
    kill_python(spark, cluster, job)
    first_done(spark, job, PARTITIONS)
    cluster.kill(WORKERS[1])
    require(job.is_alive(), "the job had ended before a worker was killed")
    job.join()
    require(result, "the job failed")
    compare_with_collate(result[0], files.output(), names, "sv")
    print(f"by {form}: killed Python making keys, then a machine sorting: same rows", flush=True)


def kill_python(spark: SparkSession, cluster: Cluster, job: threading.Thread) -> None:
    """Kills the Python workers of a node until a task has lost its worker."""
    tracker = spark.sparkContext.statusTracker()
    while True:
        require(job.is_alive(), "the job ended before a task lost its Python worker")
        for worker in cluster.python_workers(WORKERS[0]):
            kill(worker)
        time.sleep(0.1)
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        if any(stage and stage.numFailedTasks for stage in stages):
            return


def first_done(spark: SparkSession, job: threading.Thread, tasks: int) -> None:
    """Waits until a stage of that many tasks has finished the first one."""
    tracker = spark.sparkContext.statusTracker()
    while True:
        require(job.is_alive(), f"there was no stage of {tasks} tasks")
        for stage in tracker.getActiveStageIds():
            found = tracker.getStageInfo(stage)
            if found and found.numTasks == tasks and 0 < found.numCompletedTasks < tasks:
                return
        time.sleep(0.005)


OTHER_STAMP = """
/* The library with another stamp, as on a machine that has another libicu. */
const char *collation_stamp(const void *collation) { return collation ? "keys=2 icu=76.1" : 0; }
"""


def check_mixed_cluster(files: Files) -> None:
    library = os.environ["COLLATION_LIBRARY"]
    other = str(files.folder / "libOther.so")
    linked = ["-Wl,--no-as-needed", library, f"-Wl,-rpath,{pathlib.Path(library).parent}"]
    compiler = ["gcc", "-shared", "-fPIC", "-o", other, "-x", "c", "-", "-x", "none", *linked]
    subprocess.run(compiler, input=OTHER_STAMP.encode(), check=True)
    names = files.of("names.txt", hostile())
    own = Collation("sv").stamp
    with Cluster(libraries={WORKERS[1]: other}) as cluster:
        spark = session(cluster.url, **SETTINGS, **SPLITS)
        try:
            partition(spark, names, files.output(), "sv", PARTITIONS)
        except MixedCluster as error:
            refusal = str(error)
        else:
            sys.exit("spark: the mixed cluster was accepted")
        wanted = f"{WORKERS[1]} has the stamp 'keys=2 icu=76.1', the driver '{own}'"
        expected = f"the cluster is mixed: {wanted}; install the same ICU on all machines"
        require(refusal == expected, f"the refusal says: {refusal}")
        print(f"refused: {refusal}")
        # Without the first check the tasks refuse, and Spark tries them again, here or there.
        names = files.of_language("sv", COUNT)
        lines = spark.read.text(names, lineSep="\n")
        for form in FORMS:
            counts = spark.sparkContext.accumulator({}, CountsOfTasks())
            failed = failed_tasks(spark)
            try:
                FORMS[form](lines, "sv", PARTITIONS, counts).write.mode("overwrite").parquet(files.output())
            except PySparkException as error:
                require(wanted in str(error), f"a task failed for another reason: {error}")
            else:
                compare_with_collate(section_index(spark, files.output(), "sv"), files.output(), names, "sv")
            require(failed_tasks(spark) > failed, "no task was refused")
            print(f"by {form}: an executor that joins later makes no keys: its task is refused")
        spark.stop()


def failed_tasks(spark: SparkSession) -> int:
    """The number of failed tasks in the stages that Spark remembers."""
    tracker = spark.sparkContext.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup()]
    stages = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
    return sum(stage.numFailedTasks for stage in stages if stage)


# MARK: The large form


def check_many(files: Files, count: int, languages: list[str]) -> None:
    spark = session("local[2]", **{"spark.driver.memory": "6g"})
    for language in languages:
        for form in FORMS:
            check_list(spark, files, files.of_language(language, count), LANGUAGES[language], form)
    spark.stop()


if __name__ == "__main__":
    main()
