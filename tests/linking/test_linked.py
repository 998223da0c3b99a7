"""Links say what they are, what speaks for them, and go to JSON and back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

import pairlinking as pl
from pairlinking.errors import ParameterError
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import LinkedDocument, Linker
from tests.linking.texts import MENTIONS, TEXT, connected, contents, names_of, undirected, written

METHODS = ("pair-linking", "fwbw", "iter-sub:all", "local", "pagerank")


def by_span(document: LinkedDocument) -> dict[tuple[int, int], Any]:
    return {(link.start, link.end): link for link in document}


def is_evidence(document: LinkedDocument, pair: Any) -> bool:
    """Whether a pair is one of two related entities."""
    return pair.entities[0] != pair.entities[1] and document.strength(pair) != "not related"


def test_a_document_is_a_sequence_of_its_links(document: LinkedDocument) -> None:
    assert len(document) == len(MENTIONS)
    assert [link.text for link in document] == MENTIONS
    assert [link.number for link in document[2:5]] == [2, 3, 4]
    seventh: Any = np.int64(7)
    assert document[-1].text == document[seventh].text == "Euro"
    assert [link.number for link in reversed(document)] == list(range(len(MENTIONS)))[::-1]
    with pytest.raises(IndexError):
        document[len(MENTIONS)]
    assert document.text == TEXT


def test_what_is_chosen_is_one_of_the_candidates(document: LinkedDocument) -> None:
    for link in document:
        assert link.best is not None
        assert link.best in link.candidates
        assert link.best.is_chosen
        assert link.local == link.best.local
        assert [each.score for each in link.candidates] == sorted((c.score for c in link.candidates), reverse=True)
        assert 0 <= link.confidence <= 1
        assert all(0 <= number <= 1 for each in link.candidates for number in (each.prior, each.local))


def test_a_mention_without_candidates_is_there_and_not_linked(linker: Linker) -> None:
    document = linker.link("Zzyzx at Augusta", ["Zzyzx", "Augusta"])
    link = document[0]
    assert (link.best, link.entity, link.confidence, link.local) == (None, None, 0.0, 0.0)
    assert link.candidates == []
    assert link.evidence == []
    assert str(link) == "Zzyzx -> not linked (no candidate)"
    assert "by itself" in str(document[1]) or "not linked" in str(document[1])


def test_a_link_prints_as_one_line(document: LinkedDocument, linker: Linker) -> None:
    lines = str(document).splitlines()
    assert len(lines) == len(document)
    for line, link in zip(lines, document, strict=True):
        assert line == str(link)
        assert line.startswith(f"{link.text} -> ")
    assert len(str(linker.link("Tiger\n\nWoods", [(0, 12)])).splitlines()) == 1


def test_a_link_shows_itself_in_a_terminal(document: LinkedDocument) -> None:
    link = document[0]
    assert link.entity is not None
    assert link.text in repr(link)
    assert link.entity.title in repr(link)


def test_showing_a_list_of_links_asks_each_link_once(linker: Linker, monkeypatch: pytest.MonkeyPatch) -> None:
    document = linker.link(*written(["Tiger"] * 50))
    asked = []
    facts = KnowledgeBase.facts
    monkeypatch.setattr(KnowledgeBase, "facts", lambda self, at: asked.append(at) or facts(self, at))  # type: ignore[func-returns-value]
    repr(document)
    assert not asked
    repr(document[:])
    assert len(asked) <= 5 * len(document)


def test_documents_print_in_short(document: LinkedDocument, linker: Linker) -> None:
    linked = sum(link.entity is not None for link in document)
    assert repr(document) == f"<document of {len(TEXT)} characters, {linked} of 8 mentions linked by pair-linking>"
    empty = linker.link("", [])
    assert str(empty) == "no mentions"
    assert "0 of 0" in repr(empty)


def test_to_dict_goes_through_json_and_holds_what_the_links_say(document: LinkedDocument) -> None:
    told = document.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert told["text"] == TEXT
    for link, each in zip(document, told["mentions"], strict=True):
        assert (each["start"], each["end"], each["text"]) == (link.start, link.end, link.text)
        assert (each["entity"] or {}).get("id") == (link.entity and link.entity.id)
        assert [c["id"] for c in each["candidates"]] == [c.entity.id for c in link.candidates]
        assert [(e["mention"], e["entity"]["id"]) for e in each["evidence"]] == [
            (pair.mentions[1], pair.entities[1].id) for pair in link.evidence
        ]
        assert each.get("confidence") == (link.entity and pytest.approx(link.confidence, abs=1e-6))


def test_what_comes_out_can_go_in_again(document: LinkedDocument, linker: Linker) -> None:
    again = linker.link_document(json.loads(json.dumps(document.to_dict())))
    assert again.to_dict() == document.to_dict()


def test_the_id_comes_out_as_it_went_in(linker: Linker) -> None:
    assert linker.link_document({"id": "p7", "text": "Tiger", "mentions": []}).to_dict()["id"] == "p7"


@pytest.mark.parametrize("method", METHODS)
def test_the_tree_joins_all_names_once(linker: Linker, method: str) -> None:
    document = linker.with_options(method=method, threshold=0.0).link(f"Zzyzx! {TEXT}", ["Zzyzx", *MENTIONS])
    names = names_of(document)
    assert len(names) == 7
    assert len(document.tree) == len(names) - 1
    assert connected(document.tree) == names
    assert [pair.confidence for pair in document.tree] == sorted((p.confidence for p in document.tree), reverse=True)
    assert all(0 <= pair.relatedness <= 1 for pair in document.tree)


def test_the_tree_has_every_decision_of_pair_linking(document: LinkedDocument) -> None:
    assert document.decisions
    assert undirected(document.decisions) <= undirected(document.tree)
    confidence = {frozenset(pair.mentions): pair for pair in document.tree}
    for pair in document.decisions:
        assert confidence[frozenset(pair.mentions)] == pair


def test_methods_that_decide_all_at_once_have_no_decisions_but_a_tree_for_evidence(linker: Linker) -> None:
    document = linker.with_options(method="fwbw", threshold=0.0).link(TEXT, MENTIONS)
    assert document.decisions == ()
    related = [pair for pair in document.tree if is_evidence(document, pair)]
    assert undirected(pair for link in document for pair in link.evidence) == undirected(related)


def test_evidence_is_there_from_both_sides(document: LinkedDocument) -> None:
    first = document.first_like
    pairs = {(first(link.number), each.mentions[1]) for link in document for each in link.evidence}
    assert pairs == {(b, a) for a, b in pairs}
    assert {frozenset(pair) for pair in pairs} == undirected(p for p in document.decisions if is_evidence(document, p))
    for link in document:
        assert [e.confidence for e in link.evidence] == sorted((e.confidence for e in link.evidence), reverse=True)
        for each in link.evidence:
            other = document[each.mentions[1]]
            assert other.best is not None
            assert each.entities[1] == other.best.entity
            assert each.entities[0] == (link.best and link.best.entity)


def test_repeated_names_share_the_answer_and_evidence_points_to_the_first(linker: Linker) -> None:
    document = linker.link(*written(["Tiger", "Augusta", "tiger", "Tiger", "Augusta", "Georgia"]))
    assert document.first_like(3) == 0
    assert document.first_like(4) == 1
    assert document[3].best is not None
    assert document[0].best is not None
    assert document[3].best.entity == document[0].best.entity
    assert document[3].evidence == document[0].evidence
    assert document[3].confidence == document[0].confidence
    assert all(document.first_like(each.mentions[1]) == each.mentions[1] for link in document for each in link.evidence)


def test_copies_of_a_name_are_linked_together_or_not_at_all(linker: Linker) -> None:
    text = "Tiger won the Masters at Augusta. The zoo has an old animal in a cage: the Tiger."
    alone = [linker.link(text, [span])[0].local for span in ((0, 5), (75, 80))]
    assert alone[0] != alone[1]
    document = linker.with_options(threshold=sum(alone) / 2).link(text, ["Tiger", "Tiger"])
    assert document[0].entity == document[1].entity
    assert document[0].local == document[1].local


def test_what_is_not_linked_is_no_evidence(linker: Linker) -> None:
    for threshold in (0.2, 0.4, 0.6, 0.8):
        document = linker.with_options(threshold=threshold).link(TEXT, MENTIONS)
        for link in document:
            if link.entity is not None:
                assert all(document[each.mentions[1]].entity is not None for each in link.evidence)


def test_the_order_of_mentions_changes_no_answer(linker: Linker, document: LinkedDocument) -> None:
    expected = by_span(document)
    spans = list(document.spans)
    for seed in range(5):
        Random(seed).shuffle(spans)
        shuffled = linker.link(TEXT, spans)
        assert list(shuffled.spans) == spans
        for span, link in by_span(shuffled).items():
            assert link.entity == expected[span].entity
            assert link.confidence == expected[span].confidence
            assert contents(link.candidates) == contents(expected[span].candidates)
            assert [e.entities for e in link.evidence] == [e.entities for e in expected[span].evidence]


def test_decisions_and_tree_agree_on_which_copy_is_the_first(linker: Linker) -> None:
    text, spans = written(["Tiger", "Augusta", "Tiger", "Georgia"])
    document = linker.link(text, spans[::-1])
    assert undirected(document.decisions) <= undirected(document.tree)
    assert all(document.first_like(each.mentions[1]) == each.mentions[1] for link in document for each in link.evidence)


def test_a_document_without_links_has_no_tree(linker: Linker) -> None:
    for mentions in ([], ["Zzyzx"], ["Tiger"], [(0, 5), (0, 5)]):
        document = linker.link("Tiger Zzyzx", mentions)
        assert document.tree == ()
        assert document.decisions == ()
        assert [link.evidence for link in document] == [[]] * len(mentions)
        assert len(document.to_dict()["mentions"]) == len(mentions)


@pytest.mark.parametrize("most", [-1, 2**63, 10**30, float("nan"), 2.0, True, "3"])
def test_a_number_of_candidates_that_is_none_is_refused(document: LinkedDocument, most: Any) -> None:
    for write in (document.to_dict, document.to_json):
        with pytest.raises(ParameterError, match="'candidates'"):
            write(candidates=most)
    assert document.to_dict(candidates=2**63 - 1) == document.to_dict()


def test_an_entity_is_no_evidence_for_itself() -> None:
    document = pl.load("sample").link(
        "Eldrick Woods and Tiger Woods won at Augusta.", ["Eldrick Woods", "Tiger Woods", "Augusta"]
    )
    assert [str(link.entity) for link in document][:2] == ["Tiger Woods", "Tiger Woods"]
    for link in document:
        assert all(pair.entities[0].id != pair.entities[1].id for pair in link.evidence)
    for mention in json.loads(document.to_json())["mentions"]:
        assert mention["entity"]["id"] not in [each["entity"]["id"] for each in mention["evidence"]]
