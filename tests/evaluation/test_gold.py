"""Gold and what a knowledge base has of it: nothing is left out without a count and a name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairlinking.building import open_sample
from pairlinking.errors import DocumentError, ParameterError, SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention
from pairlinking.evaluation.gold import Coverage, coverage, find_paper_sets, read_gold
from pairlinking.evaluation.records import claim, gold_of
from pairlinking.kb import KnowledgeBase
from tests.evaluation.made_up import PREFIXES, instance, phrase, problem, write

TEXT = "Tiger met Nobody in Augusta."
CONTEXT = "http://made.up/1"
DEV = "ace2004/gerbil/ACE2004_Coref_Turking/Dev"


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


def line(text: str = TEXT, **mention: object) -> str:
    return (
        json.dumps({"id": "1", "text": text, "mentions": [{"start": 0, "end": 5, "entity": "Tiger", **mention}]}) + "\n"
    )


def kore50(data: Path, *phrases: str) -> Path:
    """A made-up data set in the place of KORE50."""
    text = f'<{CONTEXT}> a nif:Context ; nif:isString "{TEXT}"^^xsd:string .\n'
    write(data / "kore50/kore50-nif.ttl", PREFIXES + text + "".join(phrases))
    return data


def test_coverage_counts_what_is_in_the_knowledge_base_and_names_what_is_not(kb: KnowledgeBase) -> None:
    lacking, there = ("http://dbpedia.org/resource/Nobody",), ("Tiger Woods",)
    documents = [
        AnnotatedDocument("1", TEXT, (AnnotatedMention(0, 5, there), AnnotatedMention(10, 16, lacking))),
        AnnotatedDocument("2", TEXT, (AnnotatedMention(10, 16, lacking), AnnotatedMention(20, 27, None))),
        AnnotatedDocument("3", TEXT, (AnnotatedMention(0, 5, ("No such tiger", "Tiger")),)),
        AnnotatedDocument("4", TEXT, (AnnotatedMention(0, 5, ("Nor this one", "nor that")),)),
        AnnotatedDocument("5", TEXT, ()),
    ]
    assert coverage(kb, documents) == Coverage(
        documents=5,
        mentions=6,
        linked=5,
        counted_documents=2,
        counted=2,
        lacking={lacking[0]: 2, "Nor this one": 1},
    )


def test_spans_that_come_twice_are_one(tmp_path: Path) -> None:
    twice = {"id": "1", "text": TEXT, "mentions": [{"start": 0, "end": 5, "entity": name} for name in ("A", "B", "A")]}
    gold = read_gold(str(write(tmp_path / "mine.jsonl", json.dumps(twice))), None)
    assert gold.documents[0].mentions == (AnnotatedMention(0, 5, ("A", "B")),)
    assert gold.label == "mine"


def test_offsets_that_do_not_match_the_text_are_noted_with_their_line(tmp_path: Path) -> None:
    content = line() + line(end=99) + line(surface="Lion") + line("A Tiger.", surface="Tiger")
    gold = read_gold(str(write(tmp_path / "mine.jsonl", content)), None)
    assert [(each.reason, each.place.rpartition(", ")[2]) for each in gold.notes.skipped] == [
        ("the offsets are outside the text", "line 2"),
        ("the surface form is not in the text", "line 3"),
    ]
    assert [(each.reason, each.place.rpartition(", ")[2]) for each in gold.notes.corrected] == [
        ("the offset is wrong; the nearest occurrence was taken", "line 4")
    ]


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("none.jsonl", SourceError, "Cannot read none.jsonl"),
        ("kore50", ParameterError, "Pass their folder with --data"),
        ("aida", ParameterError, "Pass their folder with --data"),
    ],
)
def test_gold_that_is_not_there_is_told(name: str, kind: type[Exception], told: str) -> None:
    with pytest.raises(kind, match=told):
        read_gold(name, None)


def test_gold_without_text_or_mentions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="comes without its text"):
        read_gold("aida", tmp_path)
    empty = write(tmp_path / "empty.jsonl", '{"text": "Nothing here.", "mentions": []}')
    with pytest.raises(SourceError, match=r"empty\.jsonl holds no mentions"):
        read_gold(str(empty), None)


def test_a_broken_turtle_file_is_told_with_its_line(tmp_path: Path) -> None:
    kore50(tmp_path, phrase(CONTEXT, 0, 5, "Tiger", "http://dbpedia.org/resource/Tiger"), "<http://broken> a .\n")
    with pytest.raises(SourceError, match=r"kore50-nif\.ttl, line \d+: not valid Turtle"):
        read_gold("kore50", tmp_path)


def test_the_papers_sets_are_found_and_the_others_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="None of the paper's data sets is in"):
        find_paper_sets(tmp_path)
    kore50(tmp_path, phrase(CONTEXT, 0, 5, "Tiger", "http://dbpedia.org/resource/Tiger"))
    there, absent = find_paper_sets(tmp_path)
    assert there == ["kore50"]
    assert absent == ["reuters128", "ace2004", "msnbc", "spotlight", "rss500", "micro14", "aquaint"]


def test_a_set_of_which_a_part_is_missing_is_not_left_out_silently(tmp_path: Path) -> None:
    kore50(tmp_path, phrase(CONTEXT, 0, 5, "Tiger", "http://dbpedia.org/resource/Tiger"))
    write(tmp_path / DEV / "ProblemsNoTranscripts/one.txt", problem(instance("Ohio", 0, 4, "*null*")))
    with pytest.raises(SourceError, match=r"ACE2004 is not complete: .*RawTextsNoTranscripts is missing"):
        find_paper_sets(tmp_path)
    write(tmp_path / DEV / "RawTextsNoTranscripts/two.txt", "another text")
    assert "ace2004" in find_paper_sets(tmp_path)[0]
    with pytest.raises(SourceError, match=r"one\.txt"):  # and the text of a problem is missed when it is read
        read_gold("ace2004", tmp_path)


def test_answers_are_kept_for_one_gold_only(tmp_path: Path) -> None:
    path, out = tmp_path / "mine.jsonl", tmp_path / "answers"
    gold = read_gold(str(write(path, line())), None)
    claim(out, gold)
    claim(out, gold)
    assert gold_of(out / "mine" / "local.jsonl") == str(path)
    changed = read_gold(str(write(path, line(entity="Tiger Woods"))), None)
    with pytest.raises(ParameterError, match="has changed since"):
        claim(out, changed)
    namesake = read_gold(str(write(tmp_path / "other" / "mine.jsonl", line(TEXT + "."))), None)
    with pytest.raises(ParameterError, match="holds answers for other gold documents named 'mine'"):
        claim(out, namesake)
    write(out / "mine" / "gold.json", "{")
    with pytest.raises(DocumentError, match=r"gold\.json is damaged"):
        claim(out, gold)
    assert gold_of(tmp_path / "nowhere.jsonl") is None
