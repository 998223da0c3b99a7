"""Candidates come from the form that is known, and from the longer mention before it."""

from __future__ import annotations

import numpy as np
import pytest

from pairlinking.candidates import CandidateGenerator
from pairlinking.kb import KnowledgeBase, open_sample


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


def titles(kb: KnowledgeBase, entities: np.ndarray) -> list[str]:
    return [kb.title(int(entity)) for entity in entities]


@pytest.mark.parametrize(
    ("surface", "match", "first"),
    [
        ("Georgia", "exact", "Georgia (country)"),
        ("Mr. Tiger Woods", "mended", "Tiger Woods"),
        ("GEORGIA", "folded", "Georgia (country)"),
        ("Georgia Zzyzx", "n-gram", "Georgia (country)"),
    ],
)
def test_how_a_form_is_found(kb: KnowledgeBase, surface: str, match: str, first: str) -> None:
    (found,) = CandidateGenerator(kb).generate([surface])
    assert found.match == match
    assert titles(kb, found.entities)[0] == first


@pytest.mark.parametrize("surface", ["Zzyzx", "", " ", "\0", "\ud800", "…", "東京" * 50])
def test_an_unknown_form_has_no_candidates_and_breaks_nothing(kb: KnowledgeBase, surface: str) -> None:
    (found,) = CandidateGenerator(kb).generate([surface])
    assert len(found) == 0
    assert found.match == "none"


def test_candidates_are_those_of_the_dictionary_with_their_prior(kb: KnowledgeBase) -> None:
    (found,) = CandidateGenerator(kb).generate(["Tiger"])
    expected = kb.dictionary.lookup("Tiger")
    assert expected is not None
    np.testing.assert_array_equal(found.entities, expected.entities)
    np.testing.assert_allclose(found.prior, expected.prior)
    assert found.total == expected.counts.sum()
    assert not found.expanded_prior.any()


def test_an_earlier_longer_mention_adds_its_candidates(kb: KnowledgeBase) -> None:
    _, alone = CandidateGenerator(kb).generate(["Augusta", "Woods"])
    _, after = CandidateGenerator(kb).generate(["James Woods", "Woods"])
    assert alone.forms.expanded == "Woods"
    assert after.forms.expanded == "James Woods"
    assert titles(kb, after.entities)[0] == "James Woods"
    assert after.expanded_prior[0] == 1
    assert set(alone.entities.tolist()) <= set(after.entities.tolist())


def test_plug_ins_take_the_place_of_the_rules(kb: KnowledgeBase) -> None:
    generator = CandidateGenerator(kb, mender=lambda _: ["Greece"], expander=lambda surfaces: ["Euro"] * len(surfaces))
    (found,) = generator.generate(["Zzyzx"])
    assert found.match == "mended"
    assert found.forms == ("Zzyzx", "Greece", "Euro")
    assert {"Greece", "Euro"} <= set(titles(kb, found.entities))


def test_no_more_candidates_than_asked_for(kb: KnowledgeBase) -> None:
    (found,) = CandidateGenerator(kb, most=2).generate(["Tiger"])
    assert titles(kb, found.entities) == ["Tiger", "Tiger Woods"]
