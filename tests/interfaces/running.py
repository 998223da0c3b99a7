"""Running commands in this process or in one of their own."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO

__all__ = ["Result", "Run", "hear_ctrl_c", "start"]


@dataclass(frozen=True)
class Result:
    """What a command did."""

    code: int
    out: str
    err: str


Run = Callable[..., Result]


def start(
    *args: object,
    stdin: int | IO[bytes] = subprocess.PIPE,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int | IO[bytes] = subprocess.PIPE,
    env: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a command in a process of its own, and a group of its own as a terminal's Ctrl-C would find it."""
    command = [sys.executable, "-m", "pairlinking", *map(str, args)]
    return subprocess.Popen(
        command, stdin=stdin, stdout=stdout, stderr=stderr, env=env, start_new_session=True, preexec_fn=hear_ctrl_c
    )


def hear_ctrl_c() -> None:
    """Undo what a shell does to tests that it runs in the background: there Ctrl-C is ignored, for children too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
