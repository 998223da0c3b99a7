"""``pairlinking train``: models from annotated documents, and lines that teach nothing."""

from __future__ import annotations

import json
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from pairlinking.building import open_sample
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import learning
from pairlinking.local import GoldDocument
from tests.interfaces.running import Run

GOLD = Path(str(files("pairlinking") / "data" / "sample-gold.jsonl"))


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    return Path(shutil.copytree(open_sample().path, tmp_path / "kb"))


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch) -> list[list[GoldDocument] | None]:
    """What `learning.train` is asked to learn from, in place of learning."""
    asked: list[list[GoldDocument] | None] = []

    def train(kb: KnowledgeBase, documents: Any = None, **_: object) -> KnowledgeBase:
        asked.append(None if documents is None else list(documents))
        kb.manifest.parameters["models"] = {"documents": len(asked[-1] or ()), "beta": 0.4}
        return kb

    monkeypatch.setattr(learning, "train", train)
    return asked


def lines(*documents: object) -> str:
    return "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in documents)


def test_models_are_learnt_stored_and_told(run: Run, kb: Path) -> None:
    result = run("train", kb, "--data", GOLD, "--seed", 3, "--json")
    assert (result.code, result.err) == (0, "")
    told = json.loads(result.out)
    assert told["documents"] == len(GOLD.read_text().splitlines())
    assert told["learnt_from"] == "annotated documents"
    assert told["seed"] == 3
    assert KnowledgeBase.open(kb).manifest.parameters["models"] == told
    assert run("link", "--kb", kb, stdin="[[Tiger]] in [[Greece]]").code == 0


def test_figures_for_people(run: Run, kb: Path, learnt: list[list[GoldDocument] | None]) -> None:
    result = run("train", kb)
    assert (result.code, result.err) == (0, "")
    assert learnt == [None]  # by default its own pages
    assert "documents" in result.out
    assert "beta" in result.out


def test_documents_are_read_into_numbers(run: Run, kb: Path, learnt: list[list[GoldDocument] | None]) -> None:
    mentions = [
        {"start": 26, "end": 30, "entity": None},
        {"start": 10, "end": 16, "entity": {"id": "Greece", "title": "Greece", "url": None}},
        {"start": 0, "end": 5, "entity": "Tiger Woods"},
        {"start": 17, "end": 25, "entity": "Atlantis"},
    ]
    text = "Tiger and Greece Atlantis Rome."
    result = run("train", kb, "--data", "-", stdin=lines({"text": text, "mentions": mentions}))
    opened = KnowledgeBase.open(kb)
    (documents,) = learnt
    assert documents == [
        GoldDocument(
            text,
            [(0, 5), (10, 16), (17, 25), (26, 30)],
            [opened.find("Tiger Woods"), opened.find("Greece"), -1, -1],
        )
    ]
    assert result.code == 0  # an unknown entity is worth a warning, and no failure
    assert result.err == (
        f"Warning: {kb} does not have the entities of some mentions (1); they count as null: 'Atlantis'\n"
    )


def test_of_many_unknown_entities_some_are_named(run: Run, kb: Path, learnt: list[list[GoldDocument] | None]) -> None:
    mentions = [{"start": 0, "end": 5, "entity": f"Nowhere {number % 8}"} for number in range(20)]
    result = run("train", kb, "--data", "-", stdin=lines({"text": "Tiger", "mentions": mentions}))
    assert "(20)" in result.err
    assert result.err.endswith("'Nowhere 4', ...\n")


def test_bad_lines_are_told_and_the_rest_is_learnt_from(
    run: Run, kb: Path, learnt: list[list[GoldDocument] | None]
) -> None:
    good = {"text": "Tiger", "mentions": [{"start": 0, "end": 5, "entity": "Tiger"}]}
    bad = [
        "no JSON",
        {"text": "Tiger"},
        {"text": "Tiger", "mentions": [{"start": 0, "end": 5}]},
        {"text": "Tiger", "mentions": [{"start": 0, "end": 5, "entity": 7}]},
        {"text": "Tiger", "mentions": [{"start": 0, "end": 5, "entity": {}}]},
        {"text": "Tiger", "mentions": [{"start": 0, "end": 9, "entity": "Tiger"}]},
        {"text": "Tiger", "mentions": ["Tiger"]},
    ]
    result = run("train", kb, "--data", "-", stdin=lines(good, *bad, good))
    assert result.code == 1
    assert learnt[0] is not None
    assert len(learnt[0]) == 2
    *told, last = result.err.splitlines()
    assert [line.split(":")[0] for line in told] == [f"stdin, line {number}" for number in range(2, 9)]
    assert last == "Error: 7 bad documents were skipped; the models learned from 2."


def test_what_goes_wrong(run: Run, kb: Path, tmp_path: Path) -> None:
    before = (kb / "manifest.json").read_bytes()
    for args, code in (
        (["train"], 2),
        (["train", kb, "--threads", 0, "--data", GOLD], 2),
        (["train", tmp_path / "no.kb"], 1),
        (["train", kb, "--data", tmp_path / "no.jsonl"], 1),
        (["train", kb, "--data", "-"], 1),  # nothing to learn from
    ):
        result = run(*args)
        assert (result.code, result.out) == (code, "")
        assert "Traceback" not in result.err
    assert (kb / "manifest.json").read_bytes() == before
