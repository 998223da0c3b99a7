"""Answers that were kept: written and read alike, and whatever else a file holds is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import SourceError
from pairlinking.evaluation.answers import Answer, AnsweredDocument, Answers, read_answers, tallies_of, write_answers
from pairlinking.evaluation.metrics import measure
from tests.evaluation.made_up import write

HEAD = '{"setting": ["pair-linking", "njs"], "betas": [0.3], "seconds": 0.004}\n'
DOCUMENT = (
    '{"id": "1", "mentions": [{"start": 0, "end": 5, "surface": "Tiger", "gold": ["Tiger Woods"], "answer": "Tiger", '
    '"confidence": 0.25, "is_candidate": true}]}\n'
)


def test_a_file_of_a_setting_is_read(tmp_path: Path) -> None:
    found = read_answers(write(tmp_path / "a.jsonl", HEAD + DOCUMENT + DOCUMENT))
    assert (found.name, found.ms, len(found.documents)) == ("pair-linking njs", 2.0, 2)
    assert found.documents[0].mentions == (Answer(0, 5, "Tiger", ("Tiger Woods",), "Tiger", 0.25, True),)


def test_settings_without_a_collective_step_have_no_time(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", '{"setting": ["local", null], "seconds": 0.0}\n' + DOCUMENT)
    assert (read_answers(path).name, read_answers(path).ms) == ("local", None)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    mentions = (Answer(0, 2, "Ö ", ("A", "B"), None), Answer(3, 4, "x", (), "C", 0.5, False))
    answers = Answers("somebody's", (AnsweredDocument("7", mentions),))
    path = tmp_path / "new" / "a.jsonl"
    write_answers(path, answers)
    assert read_answers(path) == answers
    assert [each.name for each in path.parent.iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "holds no documents"),
        (HEAD, "holds no documents"),
        (DOCUMENT, "line 1: this is not an answers file"),
        (HEAD + "{", "line 2: not JSON"),
        (HEAD + '{"id": 1}', "line 2: 'mentions' must be a list"),
        (HEAD + '{"id": 1, "mentions": [3]}', "line 2: a mention needs 'start', 'end', 'gold' and 'answer'"),
        (HEAD + DOCUMENT.replace('"Tiger",', "5,", 2), "line 2: 'gold' must be names, 'answer' a name or null"),
        (HEAD + DOCUMENT.replace('"start": 0', '"start": "0"'), "line 2: 'start' must be a int"),
    ],
)
def test_another_file_is_refused_with_its_line(tmp_path: Path, content: str, told: str) -> None:
    with pytest.raises(SourceError, match=told):
        read_answers(write(tmp_path / "a.jsonl", content))


def test_a_folder_is_told_which_files_it_holds(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="It holds none"):
        read_answers(tmp_path)
    path = write(tmp_path / "kore50" / "local.jsonl", HEAD)
    with pytest.raises(SourceError, match=f"such as {path}"):
        read_answers(tmp_path)


def test_candidate_recall_is_what_was_noted() -> None:
    mentions = (
        Answer(0, 1, "a", ("A",), "A"),  # right, so that it was within reach
        Answer(1, 2, "b", ("B",), "C", is_candidate=True),
        Answer(2, 3, "c", ("C",), None, is_candidate=False),
        Answer(3, 4, "d", (), "C", is_candidate=False),
    )
    found = measure(tallies_of([AnsweredDocument("1", mentions)]))
    assert found.candidate_recall == pytest.approx(2 / 3)
    assert found.micro.recall == pytest.approx(1 / 3)
