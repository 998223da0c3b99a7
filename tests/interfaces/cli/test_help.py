"""Help, completion and the order of commands."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time

import pytest

from tests.interfaces.running import Run, hear_ctrl_c

COMMANDS = ["link", "explain", "compare", "serve", "build", "train", "kb", "evaluate", "errors", "datasets"]


def test_commands_come_in_the_order_of_a_users_way(run: Run) -> None:
    result = run("-h")
    assert result.code == 0
    assert re.findall(r"^│ ([a-z]+)  ", result.out, re.MULTILINE) == COMMANDS
    assert "--install-completion" in result.out


@pytest.mark.parametrize(
    "command", [*([each] for each in COMMANDS), ["kb", "info"], ["datasets", "list"]], ids=" ".join
)
def test_every_command_has_short_help(run: Run, command: list[str]) -> None:
    result = run(*command, "-h")
    assert (result.code, result.err) == (0, "")
    assert result.out == run(*command, "--help").out


def test_flags_are_shown_as_flags_and_arguments_by_name(run: Run) -> None:
    for command in (["-h"], ["link", "-h"], ["kb", "info", "-h"], ["build", "sources", "-h"]):
        shown = run(*command).out
        assert "bool" not in shown
        assert "list[" not in shown


def test_help_of_build_keeps_brackets_and_names_no_inner_command(run: Run) -> None:
    shown = " ".join(re.sub(r"[│\n]", " ", run("build", "dump.xml", "-h").out).split())
    assert "pairlinking[spark]" in shown
    assert "[all cores]" in shown
    assert "\\[" not in shown
    assert re.search(r"Usage: .*\bbuild \[OPTIONS\] SOURCES", shown.replace("{", ""))


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.2, 0.5])
def test_ctrl_c_while_a_command_starts_says_that_it_stopped(seconds: float) -> None:
    """From the moment that Python itself has started, which another program would be as helpless against."""
    command = "import sys; print(flush=True); sys.argv[1:] = ['link']; from pairlinking.__main__ import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.1 + seconds)  # pairlinking/__init__.py has no more to do than name what it has
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"Stopped.\n")


def test_a_pipe_that_closes_early_ends_it_quietly() -> None:
    command = f"{{ {sys.executable} -m pairlinking link --help; echo $? >&2; }} | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.strip() in ("0", "1")
