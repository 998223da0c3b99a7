"""``pairlinking reproduce``: what it writes, and what it says where something is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairlinking.building import open_sample
from tests.evaluation.sample_sets import write_sample_sets
from tests.interfaces.running import Run


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["pprforned", "--data", "none"], "--data must be a folder"),
        (["methods", "--data", "."], "name its folder with --kb"),
        (["pprforned", "methods", "--data", "."], "The study 'methods' links with a knowledge base"),
        (["pprforned", "--data", ".", "--scorer", "guess"], "must be one of 'folds', 'kb'"),
        (["methods"], "Missing option '--data'"),
    ],
)
def test_misuse_is_told(run: Run, arguments: list[str], told: str) -> None:
    result = run("reproduce", *arguments)
    assert result.code == 2
    assert told in result.err


def test_an_unknown_study_is_told_with_what_comes_near(run: Run, tmp_path: Path) -> None:
    result = run("reproduce", "denseness", "method", "--data", tmp_path, "--kb", tmp_path)
    assert result.code == 1
    assert "Did you mean 'methods'?" in result.err


def test_a_folder_without_the_files_is_told(run: Run, tmp_path: Path) -> None:
    result = run("reproduce", "pprforned", "--data", tmp_path, "--out", tmp_path / "out")
    assert result.code == 1
    assert "neither AIDA_candidates.tar.xz nor AIDA_candidates/" in result.err
    assert not (tmp_path / "out").exists()


def test_tables_are_printed_and_the_report_is_written(run: Run, tmp_path: Path) -> None:
    data, out = write_sample_sets(tmp_path / "data"), tmp_path / "out"
    kb = open_sample().path
    result = run("reproduce", "denseness", "objectives", "--data", data, "--kb", kb, "--out", out, "--workers", 1)
    assert result.code == 0, result.err
    assert "kore50" in result.out.lower()
    assert "report.html" in result.err
    assert {"report.html", "report.md", "denseness.json", "objectives.md"} <= {each.name for each in out.iterdir()}
    assert (out / "report.html").read_text().count("<section") == 2


def test_figures_are_printed_as_json(run: Run, tmp_path: Path) -> None:
    data = write_sample_sets(tmp_path / "data")
    kb, out = open_sample().path, tmp_path / "out"
    result = run("reproduce", "denseness", "--data", data, "--kb", kb, "--out", out, "--json")
    assert json.loads(result.out) == json.loads((out / "denseness.json").read_text())
