"""What all tests of the command line use."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

from pairlinking.interfaces import cli
from tests.interfaces.running import Result, Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, through `main` and so with its exit codes; `stdin` is what it can read."""

    def run(*args: object, stdin: str | bytes = b"") -> Result:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        monkeypatch.setattr(sys, "argv", ["pairlinking", *map(str, args)])
        code: Any = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code
        captured = capfd.readouterr()
        return Result(code or 0, captured.out, captured.err)

    return run
