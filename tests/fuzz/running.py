"""Running a harness for some time in a process of its own, started again after every case that ends it."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import IO, NamedTuple

__all__ = ["WORKER", "Finding", "Report", "run_harness"]

WORKER = ("-m", "tests.fuzz.worker")
_SILENCE = 600.0  # seconds without a word, however busy the machine: waiting for what never comes
_LAST = 120.0  # seconds to remove what was prepared; a server that is left would run for ever


class Finding(NamedTuple):
    """A case that ended as none should."""

    seed: int
    kind: str
    detail: str


@dataclass
class Report:
    """What came of a run."""

    name: str
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """How many were run to their end, good or bad."""
        return self.outcomes.total() + len(self.findings)


def run_harness(name: str, seed: int, *, seconds: float | None = None, cases: int = 0) -> Report:
    """Run cases from `seed` on: for some seconds, or a number of them."""
    report = Report(name)
    started = time.monotonic()
    end = started + seconds if seconds is not None else float("inf")
    first, last = seed, seed + cases
    while time.monotonic() < end and (not cases or first < last):
        first = _run_process(report, first, last - first if cases else 0, end)
    report.seconds = time.monotonic() - started
    return report


def _run_process(report: Report, first: int, count: int, end: float) -> int:
    """Run cases until the process ends, or it is time; gives the number of the next case."""
    current: int | None = None
    done = first
    with tempfile.TemporaryFile() as errors:
        command = [sys.executable, *WORKER, report.name, str(first), str(count)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, env={**os.environ, "OMP_NUM_THREADS": "1"}
        )
        assert process.stdout is not None
        lines = _in_background(process.stdout)
        stopped = ""
        while True:
            try:
                line = lines.get(timeout=min(_SILENCE, max(end - time.monotonic(), 0.01)))
            except queue.Empty:
                stopped = "time is up" if time.monotonic() >= end else "silent"
                break
            if line is None:
                break
            told = json.loads(line)
            if "case" in told:
                current = told["case"]
                continue
            assert current is not None
            if told["outcome"]:
                report.outcomes[told["outcome"]] += 1
            else:
                report.findings.append(Finding(current, "exception", told["reason"]))
            current, done = None, done + 1
        code = _end(process)
        errors.seek(0)
        said = errors.read().decode(errors="replace")
    if stopped == "time is up":
        return done
    if current is not None or code:
        seed = done if current is None else current
        report.findings.append(Finding(seed, "silent" if stopped else _kind(code), said[-4000:]))
        return seed + 1
    return done


def _in_background(stream: IO[bytes]) -> queue.SimpleQueue[bytes | None]:
    """Lines of a pipe as they come, then None."""
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def read() -> None:
        with stream:
            for line in stream:
                lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    return lines


def _end(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait(0.5 if process.poll() is None else None)
    except subprocess.TimeoutExpired:
        process.terminate()
    try:
        return process.wait(_LAST)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _kind(code: int) -> str:
    if code == -signal.SIGPROF:
        return "hang"
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
