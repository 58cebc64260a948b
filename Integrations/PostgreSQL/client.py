"""What the programs here share: psql, and the command collate."""

import os
import subprocess

COLLATE, NAMES = ".build/release/collate", ".build/release/compare"


def run(command, input=b"", **environment):
    done = subprocess.run(command, input=input, capture_output=True, env={**os.environ, **environment})
    if done.returncode != 0:
        raise SystemExit(f"{command}: {done.stderr.decode()[:2000]}")
    return done.stdout


def psql(*script, **environment):
    """What a script prints: its rows, with tab-separated columns."""
    script = b"".join(part.encode() if isinstance(part, str) else part for part in script)
    command = ["psql", "-XAtq", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-f", "-"]
    return run(command, script, **environment).decode().removesuffix("\n")


def collate(*arguments, names):
    return run([COLLATE, *arguments], names)


def require(condition, complaint):
    if not condition:
        raise SystemExit(f"PostgreSQL: {complaint}")
