"""Links of any program held against gold: what fits is counted, and whatever does not is told with file and line."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pairlinking.building import open_sample
from pairlinking.errors import SourceError
from pairlinking.evaluation.answers import Answer
from pairlinking.evaluation.gold import Gold, read_gold
from pairlinking.evaluation.predictions import Matched, by_name, in_knowledge_base, match_predictions
from pairlinking.evaluation.scoring import score
from tests.evaluation.made_up import write

TEXTS = {"1": "Tiger won in Augusta.", "2": "Greece kept the Euro."}


def mention(start: int, end: int, entity: Any, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "entity": entity, **more}


def lines(*documents: dict[str, Any]) -> str:
    return "".join(json.dumps(each) + "\n" for each in documents)


TIGER = mention(0, 5, {"id": "Tiger Woods", "title": "Tiger Woods", "url": None}, confidence=0.8)
AUGUSTA = mention(13, 20, "http://dbpedia.org/resource/Augusta,_Georgia")
GREECE, EURO = mention(0, 6, "greece"), mention(16, 20, None)
FIRST, SECOND = {"id": "1", "mentions": [TIGER, AUGUSTA]}, {"id": "2", "mentions": [GREECE, EURO]}


@pytest.fixture
def gold(tmp_path: Path) -> Gold:
    documents: list[dict[str, Any]] = [
        {
            "id": "1",
            "text": TEXTS["1"],
            "mentions": [mention(0, 5, "Tiger_Woods"), mention(13, 20, ["Augusta, Georgia", "Augusta"])],
        },
        {"id": 2, "text": TEXTS["2"], "mentions": [mention(0, 6, "Greece"), mention(16, 20, None)]},
    ]
    return read_gold(str(write(tmp_path / "gold.jsonl", lines(*documents))), None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "linked.jsonl"


def match(path: Path, gold: Gold, *documents: dict[str, Any], allow_unknown: bool = False) -> Matched:
    return match_predictions(write(path, lines(*documents)), gold, by_name, allow_unknown=allow_unknown)


def skipped(found: Matched, path: Path) -> list[tuple[str, str]]:
    return [(each.reason, each.place.removeprefix(f"{path}, ")) for each in found.notes.skipped]


def test_names_in_any_spelling_are_compared(path: Path, gold: Gold) -> None:
    found = match(path, gold, SECOND, FIRST)  # in any order
    assert (found.mentions, found.matched, found.without_predictions) == (4, 4, ())
    assert score(found.answers.documents, "all").measures.accuracy == 1.0
    assert found.answers.name == "linked"
    assert found.answers.documents[0].mentions[0] == Answer(0, 5, "Tiger", ("Tiger Woods",), "Tiger Woods", 0.8)
    assert found.notes.skipped == []


def test_redirects_and_what_the_knowledge_base_lacks(path: Path, tmp_path: Path) -> None:
    documents = [
        {"id": "1", "text": TEXTS["1"], "mentions": [mention(0, 5, "Tiger Woods"), mention(13, 20, "Nowhere")]}
    ]
    gold = read_gold(str(write(tmp_path / "gold.jsonl", lines(*documents))), None)
    kb = open_sample()
    redirect = kb.redirects_of(kb.find("Tiger Woods"))[0]
    links = {"id": "1", "mentions": [mention(0, 5, redirect), mention(13, 20, "Not in any wiki")]}
    found = match_predictions(write(path, lines(links)), gold, in_knowledge_base(kb))
    tiger, nowhere = found.answers.documents[0].mentions
    assert (tiger.gold, tiger.answer) == (("Tiger Woods",), "Tiger Woods")
    assert (nowhere.gold, nowhere.answer) == ((), "Not in any wiki")
    assert found.unknown_entities == 1
    assert score(found.answers.documents).measures.micro.f1 == 1.0
    assert score(found.answers.documents, "links").measures.micro.precision == 0.5


def test_candidates_tell_what_was_within_reach(path: Path, gold: Gold) -> None:
    near = mention(13, 20, None, candidates=[{"id": "Augusta, Maine"}, {"id": "Augusta, Georgia"}])
    far = mention(0, 5, "Tiger", candidates=[{"id": "Tiger"}])
    found = match(path, gold, {"id": "1", "mentions": [near, far]}, SECOND)
    assert [each.is_candidate for each in found.answers.documents[0].mentions] == [False, True]
    assert [each.is_candidate for each in found.answers.documents[1].mentions] == [None, None]


def test_missing_documents_and_mentions_count_as_not_linked(path: Path, gold: Gold) -> None:
    found = match(path, gold, {"id": "1", "mentions": [TIGER]})
    assert (found.matched, found.mentions, found.without_predictions) == (1, 4, ("2",))
    assert [each.answer for document in found.answers.documents for each in document.mentions] == [
        "Tiger Woods",
        None,
        None,
        None,
    ]
    assert score(found.answers.documents).measures.micro.recall == pytest.approx(1 / 3)


def test_mentions_that_do_not_fit_are_told_with_line_and_offsets(path: Path, gold: Gold) -> None:
    strange = [
        mention(0, 99, "Tiger"),
        mention(-1, 3, "Tiger"),
        mention(5, 5, "Tiger"),
        mention(6, 9, "Victory"),
        mention(0, 5, "Tiger", surface="Lion"),
        TIGER,
        TIGER,
        mention(0, 5, "Tiger"),
    ]
    found = match(path, gold, SECOND, {"id": "1", "mentions": strange})
    assert skipped(found, path) == [
        ("the offsets are outside the text", "line 2 (0 to 99)"),
        ("the offsets are outside the text", "line 2 (-1 to 3)"),
        ("the offsets are outside the text", "line 2 (5 to 5)"),
        ("gold has no such mention", "line 2 (6 to 9)"),
        ("the surface form is not what the text has at these offsets", "line 2 (0 to 5)"),
        ("the mention occurs twice, linked alike", "line 2 (0 to 5)"),
        ("the mention occurs twice; its first link counts", "line 2 (0 to 5)"),
    ]
    assert found.answers.documents[0].mentions[0].answer == "Tiger Woods"


def test_documents_that_gold_lacks_are_an_error_or_counted(path: Path, gold: Gold) -> None:
    other = {"id": "elsewhere", "mentions": [TIGER]}
    with pytest.raises(
        SourceError, match=r"linked\.jsonl, line 2: .*gold\.jsonl has no document 'elsewhere'.*first is '1'"
    ):
        match(path, gold, FIRST, other, SECOND)
    found = match(path, gold, FIRST, other, other, SECOND, allow_unknown=True)
    assert Counter((each.reason, each.what) for each in found.notes.skipped) == {
        ("gold has no such document", "document"): 2
    }
    assert found.matched == 4


@pytest.mark.parametrize(
    ("documents", "told"),
    [
        (
            [{"id": "9", "mentions": [TIGER]}],
            "It has 0 of the 2 documents. Skipped: gold has no such document",
        ),
        ([{"id": "1", "mentions": []}], "It has 1 of the 2 documents."),
        (
            [{"id": "1", "mentions": [mention(1, 5, "Tiger")]}],
            r"gold has no such mention \(1\); first: .*line 1 \(1 to 5\)",
        ),
    ],
)
def test_predictions_of_which_nothing_fits_are_refused(
    path: Path, gold: Gold, documents: list[dict[str, Any]], told: str
) -> None:
    with pytest.raises(SourceError, match=told):
        match(path, gold, *documents, allow_unknown=True)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (FIRST, r"line 2: document '1' occurs twice \(first: .*line 1\)"),
        ({"id": "2", "text": "Greece kept THE Euro.", "mentions": []}, "line 2: .*differs from character 12 on"),
        ({"id": "2", "text": "Greece", "mentions": []}, "line 2: .*differs in length: 6 characters, not 21"),
        ({"id": "2"}, "line 2: 'mentions' must be a list"),
        ({"id": "2", "mentions": ["Greece"]}, "line 2: a mention needs 'start', 'end' and 'entity'"),
        ({"id": "2", "mentions": [{"start": 0, "end": 6}]}, "line 2: a mention needs"),
        ({"id": "2", "mentions": [mention(0, 6, 5)]}, "line 2: an entity must be a name"),
        ({"id": "2", "mentions": [mention(0, 6, {"title": "Greece"})]}, "line 2: an entity must be a name"),
        ({"id": "2", "mentions": [mention(0, 6, "")]}, "line 2: an entity must be a name"),
        ({"id": "2", "mentions": [{**GREECE, "start": "0"}]}, "line 2: 'start' must be a int"),
        ({"id": "2", "mentions": [{**GREECE, "confidence": "high"}]}, "line 2: a confidence must be a number"),
        ({"id": "2", "mentions": [{**GREECE, "confidence": float("nan")}]}, "line 2: a confidence must be a number"),
        ({"id": "2", "mentions": [{**GREECE, "confidence": 10**400}]}, "line 2: a confidence must be a number"),
    ],
)
def test_broken_lines_are_told_with_their_number(path: Path, gold: Gold, document: dict[str, Any], told: str) -> None:
    with pytest.raises(SourceError, match=told):
        match(path, gold, FIRST, document)


def test_documents_without_ids_go_by_their_number_and_their_text_is_checked(tmp_path: Path, path: Path) -> None:
    documents = [{"text": text, "mentions": [mention(0, 5, "A")]} for text in TEXTS.values()]
    gold = read_gold(str(write(tmp_path / "gold.jsonl", lines(*documents))), None)
    assert match(path, gold, *documents).matched == 2
    with pytest.raises(SourceError, match="line 1: the text of document '1' is not that of gold"):
        match(path, gold, *reversed(documents))


def test_gold_with_one_id_for_two_documents_is_refused(tmp_path: Path, path: Path) -> None:
    documents = [{"id": "1", "text": text, "mentions": [mention(0, 5, "A")]} for text in TEXTS.values()]
    gold = read_gold(str(write(tmp_path / "gold.jsonl", lines(*documents))), None)
    with pytest.raises(SourceError, match=r"Two documents of .*gold\.jsonl have the id '1'"):
        match(path, gold, FIRST)


def test_a_file_that_is_not_there_is_told(path: Path, gold: Gold) -> None:
    with pytest.raises(SourceError, match=r"Cannot read .*linked\.jsonl"):
        match_predictions(path, gold, by_name)
