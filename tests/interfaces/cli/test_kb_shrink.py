"""``pairlinking kb shrink``."""

from __future__ import annotations

from pathlib import Path

from pairlinking.kb import KnowledgeBase
from tests.interfaces.running import Run


def test_a_smaller_copy_is_written_and_described(run: Run, tmp_path: Path) -> None:
    result = run("kb", "shrink", "sample", "-o", tmp_path / "small.kb", "--entities", 200)
    assert result.code == 0
    assert "200 entities" in result.out
    assert len(KnowledgeBase.open(tmp_path / "small.kb")) == 200


def test_an_existing_copy_is_replaced_on_request_only(run: Run, tmp_path: Path) -> None:
    command = ("kb", "shrink", "sample", "-o", tmp_path / "small.kb", "--entities")
    assert run(*command, 200).code == 0
    assert run(*command, 100).code == 1
    assert run(*command, 100, "--replace").code == 0
    assert len(KnowledgeBase.open(tmp_path / "small.kb")) == 100
