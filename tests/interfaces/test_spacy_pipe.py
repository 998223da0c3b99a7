"""The spaCy component: a blank pipeline with an entity ruler, on texts about the sample wiki."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from pairlinking.errors import KnowledgeBaseError, ParameterError, UnknownName
from pairlinking.interfaces.spacy_pipe import NIL, PairLinkingPipe
from pairlinking.kb.manifest import list_files, record_files, write_manifest
from pairlinking.linking import Linker, load
from tests.interfaces.spacy_pipelines import TEXT, kb_ids, pipeline, spotting
from tests.kb.small_kb import write_small_kb


@pytest.fixture(scope="module")
def nlp() -> Language:
    return pipeline()


@pytest.fixture(scope="module")
def linker() -> Linker:
    return load()


@pytest.fixture(scope="module")
def small_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue, whose ids are not its titles."""
    return write_small_kb(tmp_path_factory.mktemp("small") / "kb", catalogue=True)


def test_entities_get_the_ids_of_what_they_mean(nlp: Language) -> None:
    assert kb_ids(nlp(TEXT)) == {
        "Tiger": "Tiger Woods",
        "Masters": "Masters Tournament",
        "Augusta": "Augusta National Golf Club",
        "Georgia": "Georgia (U.S. state)",
        "Zzyzx": NIL,
    }


def test_everything_else_of_an_entity_stays(nlp: Language) -> None:
    with nlp.select_pipes(disable="pairlinking"):
        before = nlp(TEXT)
    after = nlp(TEXT)
    assert [(each.start, each.end, each.label_, each.ent_id_) for each in after.ents] == [
        (each.start, each.end, each.label_, each.ent_id_) for each in before.ents
    ]
    assert [token.ent_iob_ for token in after] == [token.ent_iob_ for token in before]


def test_what_is_told_of_an_entity_is_what_the_linker_tells(nlp: Language, linker: Linker) -> None:
    doc = nlp(TEXT)
    expected = linker.link(TEXT, [(ent.start_char, ent.end_char) for ent in doc.ents]).to_dict(candidates=5)
    for ent, mention in zip(doc.ents, expected["mentions"], strict=True):
        found = ent._.pairlinking
        numbers = ["entity", "confidence", "local"] if mention["entity"] else ["entity", "cluster", "local"]
        assert list(found) == [*numbers, "candidates", "evidence", "fixed"]
        assert all(found[key] == mention[key] for key in (*numbers, "candidates"))
        assert [each["entity"] for each in found["evidence"]] == [each["entity"] for each in mention["evidence"]]
        assert not found["fixed"]


def test_evidence_names_other_entities_of_the_document(nlp: Language) -> None:
    doc = nlp(TEXT)
    by_place = {(ent.start_char, ent.end_char): ent for ent in doc.ents}
    n_named = 0
    for ent in doc.ents:
        for each in ent._.pairlinking["evidence"]:
            other = by_place[each["start"], each["end"]]
            assert other.text == each["text"] != ent.text
            assert other._.pairlinking["entity"]["id"] == each["entity"]["id"] == other.kb_id_
            n_named += 1
    assert n_named >= 4


def test_options_are_those_of_the_linker(linker: Linker) -> None:
    options: dict[str, Any] = {"method": "fwbw", "relatedness": "njs", "beta": 0.2, "threshold": 0.9, "top_k": 3}
    doc = pipeline(**options, local="prior", n_candidates=1)(TEXT)
    expected = linker.with_options(**options, local="prior").link(TEXT, [(e.start_char, e.end_char) for e in doc.ents])
    assert [ent.kb_id_ for ent in doc.ents] == [NIL if e.entity is None else e.entity.id for e in expected]
    assert {len(ent._.pairlinking["candidates"]) for ent in doc.ents} == {0, 1}


def test_no_candidates_are_kept_where_none_are_asked_for() -> None:
    doc = pipeline(n_candidates=0)(TEXT)
    assert doc.ents[0].kb_id_ == "Tiger Woods"
    assert "candidates" not in doc.ents[0]._.pairlinking


def test_offsets_count_code_points_as_ours_do(nlp: Language) -> None:
    doc = nlp(f"\U0001f600\U0001f600 Ägypten \u05ea\u05dc {TEXT}")
    assert kb_ids(doc)["Tiger"] == "Tiger Woods"
    for each in doc.ents[0]._.pairlinking["evidence"]:
        assert doc.text[each["start"] : each["end"]] == each["text"]


# Without entities, and finding them


@pytest.mark.parametrize("text", ["", " ", "Nothing here.", "\n\n"])
@pytest.mark.parametrize("spot", [False, True])
def test_a_document_without_entities_stays_as_it_is(text: str, spot: bool) -> None:
    doc = pipeline(spot=spot)(text)
    assert doc.ents == ()
    assert doc.text == text
    assert doc.user_data == {}


def test_entities_are_found_where_there_are_none(linker: Linker) -> None:
    doc = spotting()("Tiger won the Masters at Augusta, Georgia.")
    expected = linker.link("Tiger won the Masters at Augusta, Georgia.")
    assert [(ent.text, ent.kb_id_) for ent in doc.ents] == [(e.text, str(e.entity)) for e in expected]
    assert {ent.label_ for ent in doc.ents} == {"ENTITY"}
    assert {ent.label_ for ent in spotting(spot_label="THING")("Tiger Woods won.").ents} == {"THING"}


def test_entities_that_are_there_are_enough() -> None:
    doc = pipeline(spot=True)("Tiger met Phil Mickelson.")
    assert kb_ids(doc) == {"Tiger": "Tiger Woods"}


def test_found_entities_are_whole_tokens() -> None:
    component = spotting().get_pipe("pairlinking")
    assert isinstance(component, PairLinkingPipe)
    text = "Augusta-Georgia, Tiger/Woods"
    cut = [(0, 7), (8, 15), (17, 22), (19, 24), (23, 28)]
    component.linker = component.linker.with_options(spotter=lambda text: cut)
    doc = component(
        Doc(spacy.blank("en").vocab, words=["Augusta-Georgia", ",", "Tiger/Woods"], spaces=[False, True, False])
    )
    assert doc.text == text
    assert [ent.text for ent in doc.ents] == ["Augusta-Georgia", "Tiger/Woods"]
    assert all(ent._.pairlinking is not None for ent in doc.ents)


def test_how_readily_entities_are_found_is_an_option() -> None:
    few, many = (spotting(spotter=spotter)(TEXT).ents for spotter in (1.0, 0.0))
    assert len(few) < len(many)


# Spans in place of entities


def spans_of(doc: Doc) -> list[tuple[str, str, str, str]]:
    return [(span.text, span.label_, span.id_, span.kb_id_) for span in doc.spans["mine"]]


def test_spans_that_overlap_are_linked_in_place_of_entities(nlp: Language) -> None:
    doc = nlp.make_doc("Augusta, Georgia is warm.")
    doc.spans["mine"] = SpanGroup(
        doc,
        name="mine",
        attrs={"by": "hand"},
        spans=[Span(doc, 0, 3, label="A", span_id="1"), Span(doc, 2, 3, label="B"), Span(doc, 3, 4, kb_id="Q1")],
    )
    doc.set_ents([Span(doc, 2, 3, label="GPE")])
    component = spotting(spot=False, spans_key="mine").get_pipe("pairlinking")
    component(doc)
    assert spans_of(doc) == [
        ("Augusta, Georgia", "A", "1", "Augusta, Georgia"),
        ("Georgia", "B", "", "Georgia (U.S. state)"),
        ("is", "", "", "Q1"),
    ]
    assert doc.spans["mine"].attrs == {"by": "hand"}
    assert doc.spans["mine"][1]._.pairlinking["evidence"][0]["text"] == "Augusta, Georgia"
    assert doc.ents[0].kb_id_ == ""
    again = Doc(doc.vocab).from_bytes(doc.to_bytes())
    assert spans_of(again) == spans_of(doc)


def test_spans_can_be_found_too() -> None:
    doc = spotting(spans_key="mine")("Tiger won the Masters.")
    assert spans_of(doc) == [
        ("Tiger", "ENTITY", "", "Tiger Woods"),
        ("Masters", "ENTITY", "", "Masters Tournament"),
    ]
    assert doc.ents == ()


def test_a_document_without_the_group_has_nothing_to_link(nlp: Language) -> None:
    component = spotting(spot=False, spans_key="mine").get_pipe("pairlinking")
    assert "mine" not in component(nlp.make_doc(TEXT)).spans


@given(
    st.lists(st.sampled_from(["Tiger", "Georgia", "\U0001f600", "e\u0301", "\n", "The", "Zzyzx"]), max_size=8),
    st.data(),
)
def test_any_spans_of_any_text_get_an_id(nlp: Language, words: list[str], data: st.DataObject) -> None:
    doc = Doc(nlp.vocab, words=words)
    places = st.tuples(st.integers(0, len(words)), st.integers(0, len(words))).map(lambda place: sorted(place))
    doc.spans["mine"] = [Span(doc, start, end) for start, end in data.draw(st.lists(places, max_size=5))]
    before = [(span.start, span.end) for span in doc.spans["mine"]]
    component = nlp.get_pipe("pairlinking")
    assert isinstance(component, PairLinkingPipe)
    PairLinkingPipe(component.linker, spans_key="mine")(doc)
    assert [(span.start, span.end) for span in doc.spans["mine"]] == before
    assert all(span.kb_id_ for span in doc.spans["mine"])


# What an id is


@pytest.mark.parametrize(("kind", "expected"), [("id", "Q5"), ("title", "Tiger Woods")])
def test_an_id_may_be_a_title(small_kb: Path, kind: str, expected: str) -> None:
    nlp = spotting(kb=str(small_kb), kb_id=kind, spotter=0.0, relatedness="njs")
    assert kb_ids(nlp("Tiger Woods won."))["Tiger Woods"] == expected


def test_an_id_may_be_an_address_and_is_known_again(tmp_path: Path) -> None:
    folder = write_small_kb(tmp_path / "kb")
    write_manifest(
        folder,
        sources=[],
        parameters={"site": {"page_url": "https://wiki.example/page/"}},
        counts={},
        damage={},
        files=record_files(folder, list_files(folder)),
    )
    nlp = pipeline(kb=str(folder), kb_id="url", threshold=0.0, links={"Georgia": "Georgia (U.S. state)"})
    doc = nlp("Tiger won at Augusta, Georgia.")
    assert kb_ids(doc)["Augusta"].startswith("https://wiki.example/page/Augusta")
    assert kb_ids(doc)["Georgia"] == "Georgia (U.S. state)"
    doc.user_data.clear()
    nlp.get_pipe("pairlinking")(doc)
    assert all(ent._.pairlinking["fixed"] for ent in doc.ents)


# Options and installation


@pytest.mark.parametrize(
    ("config", "error", "words"),
    [
        ({"kb_id": "url"}, ParameterError, "Set 'kb_id' to 'id' or 'title'"),
        ({"kb_id": "qid"}, ParameterError, "one of 'id', 'title', 'url'"),
        ({"n_candidates": -1}, ParameterError, "at least 0"),
        ({"spot_label": ""}, ParameterError, "must be a label"),
        ({"beta": 1.5}, ParameterError, "must be a float in"),
        ({"method": "pagerang"}, UnknownName, "Did you mean 'pagerank'"),
        ({"kb": "nowhere.kb"}, KnowledgeBaseError, "nowhere.kb"),
        ({"beta": "much"}, ValueError, "beta"),
        ({"betta": 1}, ValueError, "betta"),
    ],
)
def test_wrong_options_are_told_when_the_component_is_added(
    config: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        spacy.blank("en").add_pipe("pairlinking", config=config)
