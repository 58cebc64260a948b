"""Checks a list in partitions on two servers; Integrations/Partitions/check runs it.

The first two bytes of a list key are its section number. So they can bound partitions, and the
sections may lie on several servers. A third database knows where each one is.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest.mock
from collections.abc import Iterable

import psycopg

from collation import Collation
from servers import NAMES as SERVERS
from servers import Servers

COLLATE, NAMES = ".build/release/collate", ".build/release/compare"
LOCALE = "sv"
PAGE_ROWS = 50
SHOWN = 26  # Å, whose plans are printed

FRONT = """
CREATE EXTENSION postgres_fdw;
CREATE TABLE list (
  key  bytea  NOT NULL,
  id   bigint NOT NULL,
  name text   NOT NULL
) PARTITION BY RANGE (key);
"""
# A page in order begins to read each partition only when it needs it. The planner adds up what all of
# them cost to begin, so that this has to be little: by an index that has the names, and the cost here.
SERVER = """
CREATE SERVER {server} FOREIGN DATA WRAPPER postgres_fdw
  OPTIONS (host '{host}', port '{port}', dbname 'postgres', use_remote_estimate 'true', fdw_startup_cost '1');
CREATE USER MAPPING FOR postgres SERVER {server} OPTIONS (user 'postgres');
"""
SECTION = """
CREATE TABLE section_{number} (
  key  bytea  NOT NULL,
  id   bigint NOT NULL,
  name text   NOT NULL,
  PRIMARY KEY (key, id) INCLUDE (name)
);
"""
PARTITION = r"""
CREATE FOREIGN TABLE section_{number} PARTITION OF list
  FOR VALUES FROM ('\x{first}') TO ({next}) SERVER {server};
"""
# The planner leaves out the partitions before the key. Other servers are not sent a comparison of rows,
# such as (key, id) > (…, …).
PAGE = f"""
SELECT key, id, name FROM list
WHERE key >= %(key)s AND (key > %(key)s OR id > %(id)s)
ORDER BY key, id LIMIT {PAGE_ROWS}
"""
# By the name of the list, the rows would come here to be counted.
COUNT = "SELECT count(*) FROM section_{number}"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    command = [NAMES, "names", "--language", LOCALE, "--count", str(count)]
    names = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    collation = Collation(LOCALE)
    check_stops()
    with Servers() as servers:
        with psycopg.connect(**servers.address(SERVERS[0]), autocommit=True) as first:
            first.execute("CREATE DATABASE front")
        address = {**servers.address(SERVERS[0]), "dbname": "front"}
        # The plan of a statement depends on its values.
        with psycopg.connect(**address, autocommit=True, prepare_threshold=None) as front:
            make_tables(front, servers, len(collation.titles))
            fill(front, servers, names.stdout.decode().splitlines(), collation)
            check(front, names.stdout, collation)


def require(condition: object, complaint: str) -> None:
    if not condition:
        sys.exit(f"partitions: {complaint}")


def bound(section: int) -> bytes:
    """The bytes that the keys of a section begin with."""
    return section.to_bytes(2, "big")


def server_of(section: int, sections: int) -> str:
    """The first half of the sections lies on one server, the second on the other."""
    return SERVERS[section * len(SERVERS) // sections]


def make_tables(front: psycopg.Connection, servers: Servers, sections: int) -> None:
    front.execute(FRONT)
    for server in SERVERS:
        front.execute(SERVER.format(server=server, **servers.address(server)))
        with psycopg.connect(**servers.address(server)) as own:
            for section in range(sections):
                if server_of(section, sections) == server:
                    own.execute(SECTION.format(number=section))
    for section in range(sections):
        following = rf"'\x{bound(section + 1).hex()}'" if section + 1 < sections else "MAXVALUE"
        server = server_of(section, sections)
        front.execute(PARTITION.format(number=section, first=bound(section).hex(), next=following, server=server))


def fill(front: psycopg.Connection, servers: Servers, names: list[str], collation: Collation) -> None:
    """Gives each server the rows of its sections, as an import would."""
    rows: dict[int, list[tuple]] = {section: [] for section in range(len(collation.titles))}
    for id, (name, (section, key)) in enumerate(zip(names, collation.sections_and_keys(names))):
        rows[section].append((key, id, name))
    for server in SERVERS:
        with psycopg.connect(**servers.address(server), autocommit=True) as own:
            for section, part in rows.items():
                if server_of(section, len(rows)) == server:
                    with own.cursor().copy(f"COPY section_{section} FROM STDIN (FORMAT binary)") as copy:
                        copy.set_types(["bytea", "int8", "text"])
                        for row in part:
                            copy.write_row(row)
            own.execute("VACUUM ANALYZE")
    front.execute("ANALYZE list")


# MARK: Checks


def check_stops() -> None:
    """No server is left running if the other does not start, or does not stop."""
    with tempfile.TemporaryDirectory() as folder:
        calls = pathlib.Path(folder) / "calls"
        # The owner of the servers writes there.
        os.chmod(folder, 0o777)
        for failing, stopped in [
            ("*/initdb*second*", ["first"]),
            ("*/pg_ctl*second*start", ["first"]),
            ("*/pg_ctl*stop", ["second", "first"]),
        ]:
            for program in ["initdb", "pg_ctl"]:
                path = pathlib.Path(folder) / program
                path.write_text(f'#!/bin/sh\necho "$0 $*" >>{calls}\ncase "$0 $*" in {failing}) exit 1 ;; esac\n')
                path.chmod(0o755)
            with unittest.mock.patch("servers.PROGRAMS", pathlib.Path(folder)):
                try:
                    with Servers():
                        pass
                except subprocess.CalledProcessError:
                    pass
                else:
                    sys.exit(f"partitions: nothing says that a program failed: {failing}")
            made = [line.split()[2] for line in calls.read_text().splitlines() if line.endswith(" stop")]
            require(made == stopped, f"{failing} failed, and the servers {made} were stopped, not {stopped}")
            calls.unlink()


def check(front: psycopg.Connection, names: bytes, collation: Collation) -> None:
    command = [COLLATE, "partition", "--tsv", "--locale", LOCALE]
    expected = subprocess.run(command, input=names, stdout=subprocess.PIPE, check=True)
    expected_rows = [row.split("\t", 2) for row in expected.stdout.decode().splitlines()]
    listed = [int(number) for number, _, _ in expected_rows]
    sections = len(collation.titles)

    for section in range(sections):
        count = COUNT.format(number=section)
        [(counted,)] = front.execute(count).fetchall()
        require(counted == listed.count(section), f"{collation.titles[section]} has {counted} rows")
        require_touched(front, count, {}, {section}, show=section == SHOWN)

        # The title is tapped: a page from the beginning of the section, whichever rows it has.
        values = {"key": bound(section), "id": 0}
        page = front.execute(PAGE, values).fetchall()
        begin = sum(number < section for number in listed)
        rows = expected_rows[begin : begin + PAGE_ROWS]
        require([name for _, _, name in page] == [name for _, _, name in rows], f"a jump to {collation.titles[section]}")
        require_touched(front, PAGE, values, needed(section, listed, begin, sections), show=section == SHOWN)

    # All pages, one after another.
    walked: list[str] = []
    key, id = b"", 0
    while page := front.execute(PAGE, {"key": key, "id": id}).fetchall():
        if len(walked) % (100 * PAGE_ROWS) == 0:
            begin = listed[len(walked)] if walked else 0
            needs = needed(begin, listed, len(walked), sections)
            if walked:
                needs.add(int.from_bytes(key[:2], "big"))
            require_touched(front, PAGE, {"key": key, "id": id}, needs)
        walked += [name for _, _, name in page]
        key, id, _ = page[-1]
    require(walked == [name for _, _, name in expected_rows], "the pages differ from collate partition")
    print(f"partitions: {len(walked)} names, read page by page from two servers, match those of collate")


def needed(section: int, listed: list[int], begin: int, sections: int) -> set[int]:
    """The sections that a page must read from a row on: up to that of its last row."""
    last = listed[begin + PAGE_ROWS - 1] if begin + PAGE_ROWS <= len(listed) else sections - 1
    return set(range(section, last + 1))


def require_touched(front: psycopg.Connection, query: str, values: dict, sections: Iterable[int], show: bool = False) -> None:
    """The partitions that a query reads, as its plan says; the others are left out or never reached."""
    explain = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, VERBOSE)"
    plan = [line for (line,) in front.execute(f"{explain} {query}", values).fetchall()]
    text = "\n".join(plan)
    if show:
        left = [line for line in plan if "never executed" in line]
        print("\n".join(line for line in plan[:30]), f"… {len(left)} partitions were never reached", sep="\n")
    touched = {
        int(number)
        for line in plan
        if "never executed" not in line
        for number in re.findall(r"Foreign Scan on public\.section_(\d+)", line)
    }
    if not touched:  # An aggregate that is made on the other server is not a scan of a table here.
        touched = {int(number) for number in re.findall(r"Relations: Aggregate on \(public\.section_(\d+)", text)}
    require(touched == set(sections), f"the plan reads the sections {touched}, not {set(sections)}\n{text}")
    require("Sort" not in text, f"the plan sorts\n{text}")
    if "count" in query:
        require("SELECT count(*) FROM" in text, f"the rows are fetched to be counted\n{text}")


if __name__ == "__main__":
    main()
