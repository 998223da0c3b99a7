"""Runs over several data sets: what is checked before, and when answers that are there are taken."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairlinking.building import open_sample
from pairlinking.errors import ParameterError, SourceError
from pairlinking.evaluation.experiment import Setting
from pairlinking.evaluation.running import evaluate
from pairlinking.evaluation.writing import write_whole
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.manifest import FileRecord
from tests.evaluation.made_up import write

PRIOR = [Setting("prior", None)]


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


def gold(path: Path, entity: str) -> Path:
    mention = {"start": 0, "end": 5, "entity": entity}
    return write(path, json.dumps({"id": "1", "text": "Tiger won.", "mentions": [mention]}))


def run(kb: KnowledgeBase, out: Path, path: Path, **options: Any) -> None:
    evaluate(kb, out, data_sets=[str(path)], settings=PRIOR, workers=1, **options)


@pytest.mark.parametrize("options", [{"scorer": "guess"}, {"seed": -1}])
def test_options_are_checked_before_the_folder_is_made(
    kb: KnowledgeBase, tmp_path: Path, options: dict[str, Any]
) -> None:
    with pytest.raises(ParameterError, match=next(iter(options))):
        run(kb, tmp_path / "answers", gold(tmp_path / "mine.jsonl", "Tiger Woods"), **options)
    assert not (tmp_path / "answers").exists()


def test_answers_that_are_all_there_are_not_taken_for_gold_that_was_changed(kb: KnowledgeBase, tmp_path: Path) -> None:
    path = gold(tmp_path / "mine.jsonl", "Tiger Woods")
    run(kb, tmp_path / "answers", path)
    run(kb, tmp_path / "answers", path)
    with pytest.raises(ParameterError, match="has changed since"):
        run(kb, tmp_path / "answers", gold(path, "Tiger"))


def test_answers_are_not_taken_where_models_were_learnt_since(kb: KnowledgeBase, tmp_path: Path) -> None:
    path = gold(tmp_path / "mine.jsonl", "Tiger Woods")
    run(kb, tmp_path / "answers", path)
    learnt = KnowledgeBase.open(kb.path)
    files = {**kb.manifest.files, "models/scorer.txt": FileRecord(1, "0" * 64)}
    learnt.manifest = replace(kb.manifest, files=files)
    assert learnt.manifest.id == kb.manifest.id
    with pytest.raises(ParameterError, match="holds an experiment with models None"):
        run(learnt, tmp_path / "answers", path)


def test_gold_of_which_the_knowledge_base_has_nothing_leaves_no_answers(kb: KnowledgeBase, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="has no entity of any mention of"):
        run(kb, tmp_path / "answers", gold(tmp_path / "mine.jsonl", "Nobody At All"))
    assert not list((tmp_path / "answers").rglob("*.jsonl"))


def test_a_file_is_whole_or_told_that_it_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.jsonl"
    write_whole(path, "\ud800 Köln")
    assert path.read_text(encoding="utf-8") == "\\ud800 Köln"
    with pytest.raises(SourceError, match=r"Cannot write .*Choose another folder with --out"):
        write_whole(path / "c.jsonl", "")
    (tmp_path / "folder").mkdir()
    with pytest.raises(SourceError, match="Is a directory"):
        write_whole(tmp_path / "folder", "")
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["a", "b.jsonl", "folder"]
