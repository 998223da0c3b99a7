"""``pairlinking evaluate``: tables and JSON, answers that are kept, runs that go on."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tests.interfaces.running import Run

ONE = ("--method", "pair-linking", "--relatedness", "njs", "--workers", 1)


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gold") / "mine.jsonl"
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()[:25]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_file_of_ones_own(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    result = run("evaluate", gold, "--out", out, *ONE)
    assert (result.code, result.err) == (0, "")
    for word in ("mine", "prior", "local", "pair-linking njs", "Micro F1"):
        assert word in result.out
    told = json.loads(run("evaluate", gold, "--out", out, "--json", *ONE).out)
    assert [row["setting"] for row in told["settings"]] == ["prior", "local", "pair-linking njs"]
    assert told["data_sets"][0]["documents"] == 25
    f1 = {row["setting"]: row["f1"]["mine"] for row in told["settings"]}
    assert 0.4 < f1["prior"] < f1["local"] <= 1
    # Every answer is there, and F1 follows from them.
    head, *documents = map(json.loads, (out / "mine" / "pair-linking@njs.jsonl").read_text().splitlines())
    assert len(head["betas"]) == 5
    mentions = [mention for document in documents for mention in document["mentions"]]
    right = sum(mention["answer"] in mention["gold"] for mention in mentions)
    answered = sum(mention["answer"] is not None for mention in mentions)
    assert f1["pair-linking njs"] == pytest.approx(2 * right / (answered + len(mentions)))


def test_what_is_done_is_not_done_again(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    assert run("evaluate", gold, "--out", out, *ONE).code == 0
    path = out / "mine" / "local.jsonl"
    before = path.stat().st_mtime_ns
    (out / "mine" / "pair-linking@njs.jsonl").unlink()  # as if it had been stopped there
    assert run("evaluate", gold, "--out", out, *ONE).code == 0
    assert path.stat().st_mtime_ns == before
    assert (out / "mine" / "pair-linking@njs.jsonl").exists()


def test_another_experiment_does_not_mix_with_this_one(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    assert run("evaluate", gold, "--out", out, *ONE).code == 0
    result = run("evaluate", gold, "--out", out, "--seed", 2, *ONE)
    assert result.code == 2
    assert "seed 1, now it is 2" in result.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "--data"),
        (["kore50"], "--data"),
        (["--data", "nowhere"], "None of the paper's data sets"),
        (["missing.jsonl"], "missing.jsonl"),
        (["kore5", "--data", "."], "Did you mean 'kore50'?"),
    ],
)
def test_what_cannot_be_run_is_told(run: Run, tmp_path: Path, arguments: list[str], told: str) -> None:
    result = run("evaluate", *arguments, "--out", tmp_path / "answers", *ONE)
    assert result.code in (1, 2)
    assert told in result.err
    assert "Traceback" not in result.err
