"""``python -m reproduction``: its help, what it writes, and what it reports where something is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pairlinking.building import open_sample
from pairlinking.interfaces.cli import run as run_command
from reproduction.command import app
from reproduction.studies import STUDIES
from tests.evaluation.sample_sets import write_sample_sets
from tests.interfaces.running import Result, Run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, with its exit codes."""

    def run(*args: object) -> Result:
        monkeypatch.setattr(sys, "argv", ["reproduction", *map(str, args)])
        monkeypatch.setenv("COLUMNS", "200")
        with pytest.raises(SystemExit) as end:
            run_command(app)
        captured = capfd.readouterr()
        assert isinstance(end.value.code, int)
        return Result(end.value.code, captured.out, captured.err)

    return run


def test_help_lists_every_study_and_the_other_measurements() -> None:
    command = [sys.executable, "-m", "reproduction", "--help"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in (
        *STUDIES,
        "all",
        "heldout",
        "sample-gold",
        "spans",
        "shipped-models",
        "shipped-detector",
        "screenshot",
    ):
        assert f" {name} " in shown


@pytest.mark.parametrize("name", [*STUDIES, "all"])
def test_every_study_names_its_options(run: Run, name: str) -> None:
    shown = run(name, "--help")
    assert shown.code == 0
    assert all(option in shown.out for option in ("--data", "--kb", "--out", "--json", "--no-report"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pprforned", "--data", "none"], "--data must be an existing folder"),
        (["methods", "--data", "."], "Missing option '--kb'"),
        (["methods", "--data", ".", "--kb", "KB", "--scorer", "guess"], "must be one of 'folds', 'kb'"),
        (["methods"], "Missing option '--data'"),
        (["method", "--data", "."], "Did you mean 'methods'"),
    ],
)
def test_misuse_is_reported(run: Run, arguments: list[str], message: str) -> None:
    result = run(*(open_sample().path if each == "KB" else each for each in arguments))
    assert result.code == 2
    assert message in result.err


def test_an_unknown_study_is_reported_with_the_nearest_name(run: Run, tmp_path: Path) -> None:
    result = run("all", "--only", "denseness", "--only", "method", "--data", tmp_path, "--kb", tmp_path)
    assert result.code == 1
    assert "Did you mean 'methods'?" in result.err


def test_a_folder_without_the_files_is_reported(run: Run, tmp_path: Path) -> None:
    result = run("pprforned", "--data", tmp_path, "--out", tmp_path / "out")
    assert result.code == 1
    assert "neither AIDA_candidates.tar.xz nor AIDA_candidates/" in result.err
    assert not (tmp_path / "out").exists()


def test_tables_are_printed_and_the_report_is_written(run: Run, tmp_path: Path) -> None:
    data, out = write_sample_sets(tmp_path / "data"), tmp_path / "out"
    only = ("--only", "denseness", "--only", "objectives")
    result = run("all", *only, "--data", data, "--kb", open_sample().path, "--out", out, "--workers", 1)
    assert result.code == 0, result.err
    assert "kore50" in result.out.lower()
    assert "report.html" in result.err
    assert {"report.html", "report.md", "denseness.json", "objectives.md"} <= {each.name for each in out.iterdir()}
    assert (out / "report.html").read_text().count("<section") == 2


def test_one_study_without_a_report_is_printed_as_json(run: Run, tmp_path: Path) -> None:
    data = write_sample_sets(tmp_path / "data")
    kb, out = open_sample().path, tmp_path / "out"
    result = run("denseness", "--data", data, "--kb", kb, "--out", out, "--json", "--no-report")
    assert json.loads(result.out) == json.loads((out / "denseness.json").read_text())
    assert sorted(each.name for each in out.iterdir()) == ["denseness.json", "denseness.md"]
