"""A real server in a process of its own: on a free port, ready when it is handed out, stopped afterwards."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

__all__ = ["H11", "SLOW_METHOD", "Server", "running_server"]

_MAIN = "\nfrom pairlinking.interfaces.cli import main; main()"
# A method that takes as many seconds as beta says, and then does what `local` does: work of a known length.
SLOW_METHOD = """
import time
from pairlinking.collective import COLLECTIVE, solve
@COLLECTIVE.register("slow")
class Slow:
    def solve(self, problem):
        time.sleep(problem.beta)
        return solve(problem, "local")
"""
# Without httptools the server falls back to a parser in Python.
H11 = 'import sys\nsys.modules["uvicorn.protocols.http.httptools_impl"] = None\n'
_READY = re.compile(r"^Serving .* at (http://\S+:(\d+)/)$", re.MULTILINE)
_SECONDS = 60  # to start on a busy machine, or to stop


@dataclass
class Server:
    """A server that runs.

    Attributes
    ----------
    url
        Without a slash at the end, such as ``http://127.0.0.1:40123``.
    """

    url: str
    port: int
    process: subprocess.Popen[bytes]
    log_file: Path

    def log(self) -> list[dict[str, Any]]:
        """Lines of its log so far."""
        lines = self.log_file.read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; gives the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(_SECONDS)


@contextmanager
def running_server(
    *options: object, prelude: str = "", environment: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """A server with these options of ``pairlinking serve`` that answers; at the end it is stopped.

    It is one process unless `options` say otherwise, so that limits and the log are those of that process.

    `prelude` is code that its process runs first, such as `SLOW_METHOD`; `environment` is added to that of this one.

    >>> with running_server("--max-text", 100) as server:  # doctest: +SKIP
    ...     urlopen(server.url + "/api/health").status
    200
    """
    with tempfile.TemporaryDirectory() as folder:
        log_file = Path(folder) / "log"
        workers = () if "--workers" in options else ("--workers", "1")
        command = [sys.executable, "-c", prelude + _MAIN, "serve", "--port", "0", *workers, *map(str, options)]
        # Errors into a file: a pipe that nobody reads would fill up and stop the server.
        with log_file.open("wb") as log:
            process = subprocess.Popen(
                command,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
                env={**os.environ, **_ENV, **(environment or {})},
            )
        try:
            url, port = _wait(process, log_file)
            yield Server(url, port, process, log_file)
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(_SECONDS)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()


_ENV = {"OMP_NUM_THREADS": "1"}


def _wait(process: subprocess.Popen[bytes], log_file: Path) -> tuple[str, int]:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        found = _READY.search(log_file.read_text())
        if found and _answers(found[1]):
            return found[1].rstrip("/"), int(found[2])
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise AssertionError(f"The server did not start: {log_file.read_text()}")


def _answers(url: str) -> bool:
    try:
        with urlopen(url + "api/health", timeout=_SECONDS) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False
