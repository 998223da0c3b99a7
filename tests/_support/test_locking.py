"""Folders are held by one build at a time; one that was killed holds nobody up for long."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pairlinking._support.locking import locked
from pairlinking.errors import KnowledgeBaseError

# Takes the folder, forks a process that keeps running until its input ends, and says so.
HOLDER = """
import os, sys
from pathlib import Path
from pairlinking._support.locking import locked
with locked(Path(sys.argv[1])):
    if os.fork() == 0:
        print("held", flush=True)
    sys.stdin.read()
    os._exit(0)
"""


@contextmanager
def held(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that holds the folder with one that it forked; both end with the block at the latest."""
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        try:
            yield process
        finally:
            let_go(process)


def let_go(process: subprocess.Popen[bytes]) -> None:
    """End the processes that are left, and wait for that: no more can come from any of them."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    assert process.stdout.read() == b""


def test_a_lock_never_writes_to_what_a_link_leads_to(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    work = tmp_path / "kb.building"
    work.mkdir()
    (work / "lock").symlink_to(victim)
    with pytest.raises(KnowledgeBaseError, match=r"lock is a symbolic link\. Remove it first\."), locked(work):
        pass
    assert victim.read_text() == "precious"


def test_a_folder_is_held_by_one_and_then_by_another(tmp_path: Path) -> None:
    work = tmp_path / "kb.building"
    with locked(work), pytest.raises(KnowledgeBaseError, match="Another build is running"), locked(work):
        pass
    with locked(work):
        pass


def test_a_build_that_runs_in_another_process_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pairlinking._support.locking.time.sleep", lambda _: pytest.fail("waited"))
    with held(tmp_path), pytest.raises(KnowledgeBaseError, match="Another build is running"), locked(tmp_path):
        pass
    with locked(tmp_path):
        pass


@pytest.mark.parametrize("is_reaped", [True, False])
def test_what_a_killed_build_left_running_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_reaped: bool
) -> None:
    with held(tmp_path) as process:
        process.kill()
        if is_reaped:
            process.wait()
        else:  # until it has ended, but not so that the system may forget it
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        waits: list[float] = []

        def end_at_the_third(seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 3:
                let_go(process)

        monkeypatch.setattr("pairlinking._support.locking.time.sleep", end_at_the_third)
        with locked(tmp_path):
            assert len(waits) >= 3


def test_what_a_killed_build_left_running_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pairlinking._support.locking._PATIENCE", 0.2)
    with held(tmp_path) as process:
        process.kill()
        process.wait()
        with pytest.raises(KnowledgeBaseError, match="was killed, but some of its processes"), locked(tmp_path):
            pass
