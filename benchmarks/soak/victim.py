"""The server of a soak: several processes whose log goes to a full disk, and what can be seen and done from outside."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

__all__ = ["Victim", "victim"]

_SECONDS = 120  # to start on a busy machine, or to stop
_FULL = Path("/dev/full")  # every write fails, as on a disk without space


class Victim:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    def workers(self) -> list[int]:
        """Its processes that serve."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(pid) for pid in children.split() if b"spawn_main" in _command(int(pid))]

    def kill_one(self, pid: int) -> None:
        """End one of its processes as the system would for want of memory."""
        os.kill(pid, signal.SIGKILL)

    def memory_mb(self) -> float:
        """Memory of all of its processes; what they share counts once."""
        return sum(_share(pid) for pid in (self.process.pid, *self.workers()))


@contextmanager
def victim(workers: int) -> Iterator[Victim]:
    """Start one with the sample wiki, and stop it at the end."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "pairlinking", "serve", "--port", str(port), "--workers", str(workers)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PAIRLINKING_KB": "sample"}
    with _FULL.open("wb") as full:
        process = subprocess.Popen(command, stdout=full, stderr=full, env=environment)
    try:
        _wait(process, port)
        yield Victim(process, port)
    finally:
        process.terminate()
        try:
            process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise AssertionError(f"The server ended with code {process.returncode} before it was ready")
        try:
            with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=_SECONDS):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("The server did not start")


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended just now
        return b""


def _share(pid: int) -> float:
    """Megabytes of a process, where memory shared by several counts as that part for each."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)
