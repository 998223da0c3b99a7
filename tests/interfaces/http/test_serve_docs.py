"""Every curl command of the how-to works as it stands there, against a server of two processes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pairlinking.interfaces.http.settings import Settings
from tests.interfaces.http.running import Server, running_server

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "serve.md").read_text()
FENCED = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
BLOCKS = [block for language, block in FENCED if not language]
COMMANDS = re.findall(r"^curl .*?(?=\n(?! )|\Z)", "\n".join(BLOCKS), re.MULTILINE | re.DOTALL)

(DOCUMENTS,) = re.findall(r"^printf .*$", "\n".join(BLOCKS), re.MULTILINE)  # what the batch is made of


@pytest.fixture(scope="module")
def two_processes() -> Iterator[Server]:
    with running_server("--workers", 2) as server:
        yield server
        assert server.stop() == 0


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[:60])
def test_the_command_works(two_processes: Server, command: str, tmp_path: Path) -> None:
    here = f"{DOCUMENTS}\n{command}".replace("localhost:8080", two_processes.url.removeprefix("http://"))
    done = subprocess.run(["bash", "-c", here], capture_output=True, text=True, check=True, timeout=60, cwd=tmp_path)
    if "batch" in command:
        first, second = map(json.loads, done.stdout.splitlines())
        assert (first["line"], first["mentions"][0]["entity"]["title"]) == (1, "Tiger Woods")
        assert json.dumps(second, separators=(",", ":")) in PAGE
        return
    reply: dict[str, Any] = json.loads(done.stdout)
    if "1.7" in command:
        (shown,) = [block for language, block in FENCED if language == "json"]
        assert reply == json.loads(shown)
    else:
        assert "error" not in reply


def test_the_page_has_commands_of_every_kind() -> None:
    paths = {re.search(r"localhost:8080(/\w+/\w+)", command)[1] for command in COMMANDS}  # type: ignore[index]
    assert {"/api/link", "/api/compare", "/api/entity", "/api/related", "/api/search", "/api/info"} <= paths


def test_the_table_of_limits_is_right() -> None:
    rows = dict(re.findall(r"^\| `--([\w-]+)` \| ([\d,]+) \|", PAGE, re.MULTILINE))
    told = {name: float(value.replace(",", "")) for name, value in rows.items()}
    limits = Settings()
    assert told == {
        "max-body-bytes": limits.body_bytes,
        "max-text": limits.text_characters,
        "max-mentions": limits.mentions,
        "max-top-k": limits.top_k,
        "jobs": limits.jobs,
        "waiting": limits.waiting,
        "batches": limits.batches,
        "timeout": limits.request_seconds,
        "slow-client": limits.body_seconds,
    }


def test_the_client_of_the_page_works(two_processes: Server, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = [block for language, block in FENCED if language == "python"]
    exec(code.replace("http://localhost:8080", two_processes.url), {})
    assert "Tiger Woods -> Tiger Woods (" in capsys.readouterr().out
