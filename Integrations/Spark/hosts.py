"""Checks collation.spark on a cluster of two hosts, or measures it; check.py runs it.

    sudo python3 hosts.py [NAMES LOCALE]

Each host has namespaces of its own on this machine, for its network, processes and mounts, and its own folder, in which
the wheel is installed. All read and write the folder of the names and lists, as machines share a cluster's storage. The
namespaces are inside those of this program, so nothing is left when it ends, however it ends.
"""

from __future__ import annotations

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import check
from check import COUNT, PARTS, Files, compare_with_collate, other_library, people, require, wait_for_first_done

from collation import Collation

DRIVER, HOSTS = "10.77.0.254", ["10.77.0.1", "10.77.0.2"]
MASTER = f"spark://{DRIVER}:7077"
# A worker is lost if it is silent for this many seconds; it speaks four times in them.
TIMEOUT = "-Dspark.worker.timeout=10"
NAMESPACES = ["unshare", "--net", "--mount", "--pid", "--uts", "--fork", "--kill-child", "--mount-proc"]
# What a host does first. Its folder is mounted where the other host has its own, and so is its /tmp.
PREPARE = """
hostname "host$NUMBER" && ip link set lo up && ip addr add "$SPARK_LOCAL_IP/24" dev network && ip link set network up
mkdir -p "$OWN/../host$NUMBER/tmp" && mount --bind "$OWN/../host$NUMBER" "$OWN" && mount --bind "$OWN/tmp" /tmp
python3 -m venv --without-pip "$OWN/python"
python3 -m pip --python "$OWN/python/bin/python" install -q --disable-pip-version-check --no-deps "$WHEEL"
python3 -c 'import site; print(*site.getsitepackages())' >"$(echo "$OWN"/python/lib/python3*/site-packages)/others.pth"
"""


def run(command: str) -> None:
    subprocess.run(command.split(), check=True)


class Host:
    """A worker of Spark, in namespaces of its own; an environment can stand for what differs on it."""

    def __init__(self, number: int, own: pathlib.Path, wheel: str, **environment: str) -> None:
        self.link = f"host{number}"
        variables = {
            "NUMBER": str(number),
            "OWN": str(own),
            "WHEEL": wheel,
            "PATH": os.environ["PATH"],
            "SPARK_LOCAL_IP": HOSTS[number],
            "SPARK_LOCAL_DIRS": f"{own}/tmp",
            "SPARK_WORKER_DIR": f"{own}/work",
            "SPARK_WORKER_OPTS": TIMEOUT,
        }
        worker = f"exec spark-class org.apache.spark.deploy.worker.Worker --cores 1 --memory 3g {MASTER}"
        self.process = subprocess.Popen(
            [*NAMESPACES, "sh", "-ec", f"read ready; {PREPARE} {worker}"],
            env=variables | environment,
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        while os.readlink(f"/proc/{self.process.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
            time.sleep(0.01)
        run(f"ip link add {self.link} type veth peer name network netns {self.process.pid}")
        run(f"ip link set {self.link} master hosts up")
        self.process.stdin.write(b"\n")
        self.process.stdin.close()

    def kill(self) -> None:
        """Unplugs it, so that it says no farewell, and kills all its processes."""
        run(f"ip link delete {self.link}")
        self.process.kill()
        self.process.wait()


class Cluster:
    def __init__(self, files: Files) -> None:
        self.files, self.wheel = files, str(next(files.folder.glob("*.whl")))
        self.own = files.folder / "own"
        self.own.mkdir()
        run("ip link set lo up")
        run("ip link add hosts type bridge")
        run(f"ip addr add {DRIVER}/24 dev hosts")
        run("ip link set hosts up")
        master = f"spark-class org.apache.spark.deploy.master.Master --host {DRIVER} --webui-port 0"
        environment = os.environ | {"SPARK_MASTER_OPTS": TIMEOUT}
        subprocess.Popen(master.split(), env=environment, stderr=subprocess.DEVNULL)
        os.environ |= {"SPARK_LOCAL_IP": DRIVER, "PYSPARK_PYTHON": f"{self.own}/python/bin/python"}

    def start(self, *numbers: int, **environment: str) -> list[Host]:
        return [Host(n, self.own, self.wheel, **(environment if n else {})) for n in numbers]

    def session(self, hosts: list[Host], **settings: str) -> SparkSession:
        return check.session(self.files, MASTER, **{
            "spark.driver.host": DRIVER,
            "spark.driver.bindAddress": DRIVER,
            "spark.cores.max": str(len(hosts)),
            "spark.scheduler.minRegisteredResourcesRatio": "1",
            "spark.scheduler.maxRegisteredResourcesWaitingTime": "120s",
            "spark.executor.heartbeatInterval": "2s",
            "spark.network.timeout": "15s",
            "spark.network.timeoutInterval": "5s",
        } | settings)  # fmt: skip


def main() -> None:
    # The first process of its namespaces.
    if os.getpid() == 1:
        cluster = Cluster(Files(os.environ["HOSTS_FOLDER"]))
        measure(cluster, *sys.argv[1:]) if len(sys.argv) > 1 else check_hosts(cluster)
        return
    made = subprocess.run([*NAMESPACES, "ip", "link", "add", "hosts", "type", "bridge"], capture_output=True, text=True)
    if made.returncode:
        print(f"two hosts: skipped, since this machine makes no namespaces for them: {made.stderr.strip()}")
        return
    with tempfile.TemporaryDirectory(dir=".build") as folder:
        folder = os.path.realpath(folder)
        subprocess.run(["Scripts/release/wheel", ".build/library", folder], check=True, stdout=subprocess.DEVNULL)
        command = [*NAMESPACES, sys.executable, *sys.argv]
        sys.exit(subprocess.run(command, env=os.environ | {"HOSTS_FOLDER": folder}).returncode)


def measure(cluster: Cluster, names: str, locale: str) -> None:
    """Times a list in the way of the check, by one host, then by two."""
    for count in [1, 2]:
        hosts = cluster.start(*range(count))
        spark = cluster.session(hosts, **{"spark.executor.memory": "3g", "spark.sql.files.maxPartitionBytes": "32m"})
        seconds = []
        for _ in range(4):
            started = time.perf_counter()
            check.write(spark, cluster.files, names, locale)
            seconds.append(time.perf_counter() - started)
        # The first turn starts Java's compiler and Python's workers.
        print(f"{count} hosts of one core {statistics.median(seconds[1:]):7.2f} s", flush=True)
        spark.stop()
        for host in hosts:
            host.kill()


def check_hosts(cluster: Cluster) -> None:
    files = cluster.files
    names = files.of_language("sv", 5 * COUNT)
    hosts = cluster.start(0, 1)
    spark = cluster.session(hosts)
    check.write(spark, files, names, "sv")
    compare_with_collate(files, names, "sv")
    print("two hosts: the rows are those of collate", flush=True)

    job = threading.Thread(target=check.write, args=(spark, files, names, "sv"))
    job.start()
    wait_for_first_done(spark, job, PARTS)
    hosts[1].kill()
    require(job.is_alive(), "the job had ended before a host was killed")
    job.join()
    compare_with_collate(files, names, "sv")
    spark.stop()
    print("killed a host that was sorting: same rows", flush=True)

    hosts[1:] = cluster.start(1, COLLATION_LIBRARY=other_library(files))
    spark = cluster.session(hosts, **{"spark.task.maxFailures": "1"})
    try:
        check.write(spark, files, names, "sv")
    except PySparkException as error:
        wanted = f"with stamp '{Collation('sv').stamp}', but has 'keys=2 icu=76.1' on host1"
        require(wanted in str(error), f"another error: {error}")
    else:
        sys.exit("hosts: a host with another stamp was accepted")
    spark.stop()
    print(f"refused: a collation {wanted}", flush=True)


if __name__ == "__main__":
    main()
