"""Entities that come into the spaCy component linked stay as they are, and speak for the others."""

from __future__ import annotations

import pytest
from spacy.language import Language

from pairlinking.interfaces.spacy_pipe import NIL
from tests.interfaces.spacy_pipelines import NIGHT, TEXT, kb_ids, pipeline, told


@pytest.fixture(scope="module")
def nlp() -> Language:
    return pipeline()


def test_a_linked_entity_stays_and_is_evidence_for_the_others() -> None:
    assert kb_ids(pipeline()(NIGHT)) == {"Venus": "Venus (mythology)", "Mars": "Mars (mythology)"}
    doc = pipeline(links={"Mars": "Mars"})(NIGHT)
    assert kb_ids(doc) == {"Venus": "Venus", "Mars": "Mars"}
    venus, mars = doc.ents
    assert [each["text"] for each in venus._.pairlinking["evidence"]] == ["Mars"]
    assert mars._.pairlinking["fixed"]
    assert mars._.pairlinking["confidence"] == mars._.pairlinking["local"] == 1.0
    assert not venus._.pairlinking["fixed"]


@pytest.mark.parametrize("unknown", ["Q308", "https://www.wikidata.org/wiki/Q308", "Mars (nowhere)"])
def test_an_entity_linked_to_something_unknown_is_left_alone(unknown: str) -> None:
    doc = pipeline(links={"Mars": unknown})(NIGHT)
    venus, mars = doc.ents
    assert mars.kb_id_ == unknown
    assert mars._.pairlinking is None
    assert venus.kb_id_.startswith("Venus")
    assert venus._.pairlinking["evidence"] == []


def test_a_redirect_stays_as_it_is_written() -> None:
    doc = pipeline(links={"Tiger": "Eldrick Woods"})(TEXT)
    assert doc.ents[0].kb_id_ == "Eldrick Woods"
    assert doc.ents[0]._.pairlinking["entity"]["id"] == "Tiger Woods"


def test_nothing_is_fixed_where_links_are_overwritten() -> None:
    doc = pipeline(links={"Mars": "Mars", "Venus": "Q308"}, overwrite=True)(NIGHT)
    assert kb_ids(doc) == {"Venus": "Venus (mythology)", "Mars": "Mars (mythology)"}
    assert not doc.ents[1]._.pairlinking["fixed"]


def test_nil_is_no_link() -> None:
    assert kb_ids(pipeline(links={"Tiger": NIL})(TEXT))["Tiger"] == "Tiger Woods"


def test_a_second_time_changes_nothing(nlp: Language) -> None:
    doc = nlp(TEXT)
    before = told(doc)
    assert told(nlp.get_pipe("pairlinking")(doc)) == before


def test_a_link_that_was_mended_by_hand_is_told_anew(nlp: Language) -> None:
    doc = nlp(NIGHT)
    for token, kb_id in ((doc[0], NIL), (doc[2], "Mars")):
        token.ent_kb_id_ = kb_id
    nlp.get_pipe("pairlinking")(doc)
    assert kb_ids(doc) == {"Venus": "Venus", "Mars": "Mars"}
    assert doc.ents[1]._.pairlinking["entity"]["id"] == "Mars"
    doc = nlp(TEXT)
    doc[-2].ent_kb_id_ = "Greece"  # nothing was found for it
    nlp.get_pipe("pairlinking")(doc)
    assert doc.ents[-1]._.pairlinking["entity"]["id"] == "Greece"


def test_all_linked_to_something_unknown_leaves_nothing_to_do() -> None:
    doc = pipeline(links={"Mars": "Q111", "Venus": "Q313"})(NIGHT)
    assert kb_ids(doc) == {"Venus": "Q313", "Mars": "Q111"}
    assert doc.user_data == {}
