"""Help, completion and the order of commands."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.interfaces.running import Run

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


def test_a_pipe_that_closes_early_ends_it_quietly() -> None:
    command = f"{{ {sys.executable} -m pairlinking link --help; echo $? >&2; }} | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.strip() in ("0", "1")
