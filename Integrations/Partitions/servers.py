"""Two PostgreSQL servers in a temporary folder, which listen on sockets there."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

PROGRAMS = pathlib.Path(os.environ["POSTGRESQL_PROGRAMS"])
NAMES = ["first", "second"]


class Servers:
    def __init__(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.owner: list[str] = []
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            self.owner = ["runuser", "-u", "postgres", "--"]
            shutil.chown(self.folder, "postgres")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.owner, str(PROGRAMS / program), *arguments]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def address(self, name: str) -> dict[str, str]:
        return {"host": str(self.folder), "port": str(5432 + NAMES.index(name)), "user": "postgres", "dbname": "postgres"}

    def __enter__(self) -> Servers:
        with contextlib.ExitStack() as stops:
            stops.callback(shutil.rmtree, self.folder)
            for number, name in enumerate(NAMES):
                self._run("initdb", "-D", name, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
                settings = f"-k {self.folder} -p {5432 + number} -c listen_addresses='' -c fsync=off"
                self._run("pg_ctl", "-D", name, "-l", f"{name}.log", "-w", "-o", settings, "start")
                stops.callback(self._run, "pg_ctl", "-D", name, "-m", "immediate", "stop")
            self.stops = stops.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.stops.close()
