"""A spaCy pipeline trims boundaries and finds longer names; pipelines here are small ones made by rules."""

from __future__ import annotations

from typing import Any

import pytest

from pairlinking.building import open_sample
from pairlinking.candidates import CandidateGenerator
from pairlinking.candidates.spacy_forms import spacy_expander, spacy_trimmer

spacy = pytest.importorskip("spacy", reason="spaCy is an optional extra")


@pytest.fixture(scope="module")
def nlp() -> Any:
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    names = {"Tiger Woods": "PERSON", "Woods": "PERSON", "World Bank Group": "ORG", "New York City": "GPE"}
    ruler.add_patterns([{"label": label, "pattern": name} for name, label in names.items()])
    return pipeline


def parsed(*tokens: tuple[str, str, int, str]) -> Any:
    """A pipeline that reads every text as these tokens: word, part of speech, head, dependency."""
    words, tags, heads, dependencies = map(list, zip(*tokens, strict=True))
    vocabulary = spacy.blank("en").vocab
    return lambda _: spacy.tokens.Doc(vocabulary, words=words, pos=tags, heads=heads, deps=dependencies)


def test_the_named_entity_within_a_mention_is_kept(nlp: Any) -> None:
    assert spacy_trimmer(nlp)("golfer Tiger Woods of Florida") == ["Tiger Woods"]


def test_the_rules_go_on_holding_and_the_longest_form_comes_first(nlp: Any) -> None:
    assert spacy_trimmer(nlp)("the champion Tiger Woods") == ["champion Tiger Woods", "Tiger Woods"]
    assert spacy_trimmer(nlp)("Greece's") == ["Greece"]


@pytest.mark.parametrize("surface", ["Tiger Woods", "", " "])
def test_a_mention_that_is_a_name_or_nothing_has_no_other_form(nlp: Any, surface: str) -> None:
    assert spacy_trimmer(nlp)(surface) == []


def test_a_noun_chunk_loses_its_determiner() -> None:
    pipeline = parsed(("in", "ADP", 0, "ROOT"), ("those", "DET", 2, "det"), ("mountains", "NOUN", 0, "pobj"))
    assert spacy_trimmer(pipeline)("in those mountains") == ["mountains"]


def test_a_person_or_an_organisation_is_called_by_a_part_of_its_name(nlp: Any) -> None:
    surfaces = ["Tiger Woods", "World Bank Group", "Woods", "World Bank", "Wood"]
    assert spacy_expander(nlp)(surfaces) == [None, None, "Tiger Woods", "World Bank Group", None]


def test_a_name_is_followed_through_other_mentions_of_a_part_of_it(nlp: Any) -> None:
    assert spacy_expander(nlp)(["Tiger Woods", "Augusta Woods", "Woods"])[-1] == "Tiger Woods"


def test_what_the_pipeline_does_not_know_is_left_to_the_rules(nlp: Any) -> None:
    surfaces = ["New York City", "New York", "United Nations", "UN"]
    assert spacy_expander(nlp)(surfaces) == [None, "New York City", None, "United Nations"]
    assert spacy_expander(nlp)([]) == []


def test_both_are_plug_ins_of_the_generator(nlp: Any) -> None:
    kb = open_sample()
    generator = CandidateGenerator(kb, trimmer=spacy_trimmer(nlp), expander=spacy_expander(nlp))
    golfer, woods = generator.generate(["golfer Tiger Woods at home", "Woods"])
    assert golfer.match == "trimmed"
    assert golfer.forms.trimmed == "Tiger Woods"
    assert kb.title(int(woods.entities[0])) == "Tiger Woods"
