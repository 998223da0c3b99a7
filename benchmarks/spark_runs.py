"""Runs of `benchmarks.bench_spark`: time of a process and its children, some of which are killed along the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.process_tree import tree

__all__ = ["at_file", "kill_python_worker", "kill_tree", "timed"]

_EVERY = 0.2  # seconds
_DAEMON = b"\0-m\0pairlinking._support.spark_daemon\0"  # in a command line; Java's contains the name too
_TICK = os.sysconf("SC_CLK_TCK")


def timed(arguments: list[str], disturb: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Wall seconds of a Python run, and processor seconds of all its processes; `disturb` is called with its id."""
    used: dict[int, float] = {}
    ended = threading.Event()
    began = perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], start_new_session=True)

    def watch() -> None:
        while not ended.wait(_EVERY):
            for each in tree(process.pid):
                with suppress(OSError):
                    used[each] = _processor_seconds(each)
            if disturb is not None:
                disturb(process.pid)

    watcher = threading.Thread(target=watch)
    watcher.start()
    code = process.wait()
    seconds = perf_counter() - began
    ended.set()
    watcher.join()
    if code and disturb is None:
        raise RuntimeError(f"{' '.join(arguments)} ended with {code}.")
    return {"seconds": round(seconds, 1), "cpu seconds": round(sum(used.values()), 1)}


def at_file(path: Path, act: Callable[[int], bool]) -> Callable[[int], None]:
    """Act once, as soon as the file exists and the action succeeds."""
    done = False

    def disturb(process: int) -> None:
        nonlocal done
        if not done and path.exists():
            done = act(process)
            print("killed" if done else "nothing to kill", file=sys.stderr)

    return disturb


def kill_tree(process: int) -> bool:
    """Kill the driver and its Java process, like a machine failure."""
    os.killpg(process, signal.SIGKILL)
    return True


def kill_python_worker(process: int) -> bool:
    """Kill one of the Python workers of Spark: a child of the daemon that forks them."""
    daemons = [each for each in tree(process) if _DAEMON in _command(each)]
    for worker in daemons[1:]:
        os.kill(worker, signal.SIGKILL)
        return True
    return False


def _command(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def link_frame(source: str, kb: str, output: str) -> None:
    """Link the rows of a DataFrame."""
    from pairlinking._support.spark_session import open_session
    from pairlinking.spark import link

    session = open_session("local[2]")
    frame = session.read.schema("id long, text string").json(source)
    link(frame, kb=kb).write.parquet(output)
    session.stop()


if __name__ == "__main__":
    link_frame(*sys.argv[1:])
