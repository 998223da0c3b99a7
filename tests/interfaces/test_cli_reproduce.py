"""``pairlinking reproduce``: what it writes, and what it says where data is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pairlinking.evaluation.arena import report
from pairlinking.evaluation.arena import run as arena_run
from tests.interfaces.running import Run


def test_a_folder_that_is_not_there_is_misuse(run: Run, tmp_path: Path) -> None:
    result = run("reproduce", "pprforned", "--data", tmp_path / "none")
    assert result.code == 2
    assert "--data must be a folder" in result.err


def test_a_folder_without_the_files_is_told(run: Run, tmp_path: Path) -> None:
    result = run("reproduce", "pprforned", "--data", tmp_path, "--out", tmp_path / "out")
    assert result.code == 1
    assert "neither AIDA_candidates.tar.xz nor AIDA_candidates/" in result.err
    assert not (tmp_path / "out").exists()


def test_figures_and_tables_are_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_arena(folder: Path, *, seed: int, say: Any) -> dict[str, Any]:
        return {"folder": folder.name, "seed": seed}

    monkeypatch.setattr(arena_run, "run_arena", run_arena)
    monkeypatch.setattr(report, "arena_report", lambda results: f"seed {results['seed']}\n")
    (tmp_path / "pprforned").mkdir()
    result = run("reproduce", "pprforned", "--data", tmp_path, "--out", tmp_path / "out", "--seed", 3)
    assert (result.code, result.out) == (0, "seed 3\n\n")
    assert json.loads((tmp_path / "out" / "pprforned.json").read_text()) == {"folder": "pprforned", "seed": 3}
    assert (tmp_path / "out" / "pprforned.md").read_text() == "seed 3\n"
