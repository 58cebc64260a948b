"""A standalone Spark cluster on loopback addresses: one master and two workers.

    python3 cluster.py COMMAND…

runs the command while the cluster is up, with the master's address as the last argument.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

import pyspark

WORKERS = ["127.0.0.2", "127.0.0.3"]
SETTINGS = {
    # The job waits until both workers are there.
    "spark.cores.max": str(len(WORKERS)),
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.executor.memory": "1g",
    # A worker that was killed is not asked for long.
    "spark.shuffle.io.maxRetries": "1",
    "spark.shuffle.io.retryWait": "1s",
}


class Cluster:
    """`libraries` names the library of each worker that does not use that of this process."""

    def __init__(self, libraries: dict[str, str] | None = None) -> None:
        self.libraries = libraries or {}
        self.workers: dict[str, subprocess.Popen] = {}
        self.ends = contextlib.ExitStack()

    def __enter__(self) -> Cluster:
        try:
            self._start_all()
        except BaseException:
            self.ends.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.ends.close()

    def _start_all(self) -> None:
        self.folder = self.ends.enter_context(tempfile.TemporaryDirectory())
        port = free_port()
        self.url = f"spark://127.0.0.1:{port}"
        master = ["master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"]
        self._start(master, "127.0.0.1")
        wait_for(port)
        for host in WORKERS:
            worker = ["worker.Worker", "--host", host, "--cores", "1", "--memory", "1g", "--webui-port", "0"]
            worker += ["--work-dir", f"{self.folder}/{host}", self.url]
            own = {"COLLATION_LIBRARY": self.libraries[host]} if host in self.libraries else {}
            self.workers[host] = self._start(worker, host, **own)

    def _start(self, command: list[str], host: str, **environment: str) -> subprocess.Popen:
        spark_class = pathlib.Path(pyspark.__file__).parent / "bin/spark-class"
        package, *arguments = command
        own = {"SPARK_LOCAL_IP": host, "SPARK_LOCAL_DIRS": f"{self.folder}/local-{host}", "SPARK_DAEMON_MEMORY": "256m"}
        with open(f"{self.folder}/{host}.log", "wb") as log:
            process = subprocess.Popen(
                [spark_class, f"org.apache.spark.deploy.{package}", *arguments],
                stdout=log,
                stderr=log,
                env={**os.environ, **own, **environment},
            )
        self.ends.callback(end, process)
        return process

    def executors(self, host: str) -> list[int]:
        return children(self.workers[host].pid)

    def python_workers(self, host: str) -> list[int]:
        daemons = [daemon for executor in self.executors(host) for daemon in children(executor)]
        return [worker for daemon in daemons for worker in children(daemon)]

    def kill(self, host: str) -> None:
        """Kills a worker, its executor and its Python all at once, as if the machine were gone."""
        ours = self.python_workers(host) + self.executors(host)
        for process in [self.workers[host].pid, *reversed(ours)]:
            kill(process)


def end(process: subprocess.Popen) -> None:
    process.terminate()
    try:
        # A worker ends its executors, if it has the time.
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def children(process: int) -> list[int]:
    try:
        tasks = pathlib.Path(f"/proc/{process}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:  # It has ended.
        return []


def kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(port: int) -> None:
    for _ in range(600):
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("cluster.py: the master did not open its port within a minute")


if __name__ == "__main__":
    with Cluster() as cluster:
        settings = [part for name, value in SETTINGS.items() for part in ("--conf", f"{name}={value}")]
        command = [*sys.argv[1:], "--master", cluster.url]
        os.environ["PYSPARK_SUBMIT_ARGS"] = " ".join([*settings, "pyspark-shell"])
        sys.exit(subprocess.run(command).returncode)
