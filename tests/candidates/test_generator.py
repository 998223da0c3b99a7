"""Candidates come from the form that is known, and from the longer mention before it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pairlinking.building import build, open_sample
from pairlinking.candidates import CandidateGenerator
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.dictionary import Candidates, merge


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


def titles(kb: KnowledgeBase, entities: np.ndarray) -> list[str]:
    return [kb.title(int(entity)) for entity in entities]


@pytest.mark.parametrize(
    ("surface", "match", "first"),
    [
        ("Georgia", "exact", "Georgia (country)"),
        ("Mr. Tiger Woods", "trimmed", "Tiger Woods"),
        ("GEORGIA", "folded", "Georgia (country)"),
        ("Tiger-Woods", "folded", "Tiger Woods"),
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
    (found,) = CandidateGenerator(kb).generate(["golf"])
    expected = kb.dictionary.lookup("golf")
    assert expected is not None
    n = len(expected.entities)
    np.testing.assert_array_equal(found.entities[:n], expected.entities)
    np.testing.assert_allclose(found.prior[:n], expected.prior)
    assert found.total == expected.counts.sum()
    assert not found.expanded_prior.any()


def test_a_short_name_is_that_of_the_last_longer_mention(kb: KnowledgeBase) -> None:
    _, alone = CandidateGenerator(kb).generate(["Augusta", "Woods"])
    james, after, tiger, later = CandidateGenerator(kb).generate(["James Woods", "Woods", "Tiger Woods", "Woods"])
    assert alone.forms.expanded == "Woods"
    assert after is james
    assert later is tiger
    assert titles(kb, after.entities) == ["James Woods"]


def test_a_short_name_of_nobody_known_has_no_candidates(kb: KnowledgeBase) -> None:
    bob, woods, again = CandidateGenerator(kb).generate(["Zzyzx Qwxyz", "Qwxyz", "ZQ"])
    assert len(bob) == 0
    assert woods is bob
    assert again is bob


@pytest.mark.parametrize(("longer", "short"), [("University of Georgia", "Georgia"), ("Augusta, Georgia", "Georgia")])
def test_what_is_a_name_of_its_own_only_gets_candidates_added(kb: KnowledgeBase, longer: str, short: str) -> None:
    (alone,) = CandidateGenerator(kb).generate([short])
    _, after = CandidateGenerator(kb).generate([longer, short])
    assert after.forms == (short, short, longer)
    assert set(alone.entities.tolist()) <= set(after.entities.tolist())


def test_behind_an_article_a_known_name_can_be_short_too(kb: KnowledgeBase) -> None:
    names = ["Georgia Zzyzx", "Georgia"]
    longer, alone = CandidateGenerator(kb).generate(names)
    assert alone is not longer
    longer, short = CandidateGenerator(kb).generate(names, definite={0, 1})
    assert short is longer
    longer, one = CandidateGenerator(kb).generate(names, definite={1})
    assert one is not longer
    longer, other = CandidateGenerator(kb).generate(["Georgia zzyzx", "Georgia"], definite={0, 1})
    assert other is not longer


@pytest.mark.parametrize(("count", "is_own"), [(9, True), (2, False)])
def test_a_well_known_name_is_not_short_for_one_that_begins_with_it(
    kb: KnowledgeBase, count: int, is_own: bool
) -> None:
    class Titles(Forms):
        def _of(self, forms: list[str]) -> Candidates:
            entities, counts, _ = super()._of(forms)
            return Candidates(entities, counts, np.full(1, 5, np.uint8))

    dictionary = Titles({"Paris Hilton": {1: 3}, "Paris": {2: count}})
    _, paris = CandidateGenerator(kb, dictionary=dictionary).generate(["Paris Hilton", "Paris"])
    assert (1 not in paris.entities) == is_own
    assert 2 in paris.entities


def test_plug_ins_take_the_place_of_the_rules(kb: KnowledgeBase) -> None:
    generator = CandidateGenerator(kb, trimmer=lambda _: ["Greece"], expander=lambda surfaces: ["Euro"] * len(surfaces))
    (found,) = generator.generate(["Zzyzx"])
    assert found.match == "trimmed"
    assert found.forms == ("Zzyzx", "Greece", "Euro")
    assert {"Greece", "Euro"} <= set(titles(kb, found.entities))


def test_no_more_candidates_than_asked_for(kb: KnowledgeBase) -> None:
    (found,) = CandidateGenerator(kb, most=2).generate(["Tiger"])
    assert titles(kb, found.entities) == ["Tiger", "Tiger Woods"]


class Forms:
    """A dictionary of a few forms, each with its entities and counts."""

    def __init__(self, forms: dict[str, dict[int, int]]) -> None:
        self.forms = forms

    def lookup(self, form: str) -> Candidates | None:
        """Candidates of a form as it is written."""
        return self._of([form]) if form in self.forms else None

    def lookup_folded(self, form: str) -> Candidates | None:
        """Candidates of all forms that differ by case."""
        alike = [known for known in self.forms if known.lower() == form.lower()]
        return self._of(alike) if alike else None

    def _of(self, forms: list[str]) -> Candidates:
        return merge(
            [
                Candidates(
                    np.array(list(self.forms[form]), np.int32),
                    np.array(list(self.forms[form].values()), np.int32),
                    np.full(len(self.forms[form]), 4, np.uint8),
                )
                for form in forms
            ]
        )


@pytest.mark.parametrize(("surface", "other"), [("path", "Path"), ("path", "paths"), ("paths", "path")])
def test_what_is_said_of_another_case_or_number_comes_last_and_without_a_count(
    kb: KnowledgeBase, surface: str, other: str
) -> None:
    dictionary = Forms({surface: {7: 3, 8: 1}, other: {8: 5, 9: 4}})
    (found,) = CandidateGenerator(kb, dictionary=dictionary).generate([surface])
    assert found.match == "exact"
    assert found.entities.tolist() == [7, 8, 9]
    assert found.prior.tolist() == [0.75, 0.25, 0]
    assert found.total == 4


def test_a_name_is_no_plural(kb: KnowledgeBase) -> None:
    (known,) = CandidateGenerator(kb, dictionary=Forms({"Woods": {1: 9}, "Wood": {2: 1}})).generate(["Woods"])
    (unknown,) = CandidateGenerator(kb, dictionary=Forms({"Wood": {2: 1}})).generate(["Woods"])
    assert known.entities[0] == 1
    assert unknown.match == "part"
    assert "Tiger Woods" in titles(kb, unknown.entities)
    assert 2 not in (*known.entities, *unknown.entities)


def test_one_odd_link_does_not_hide_the_best_known_of_a_name(kb: KnowledgeBase) -> None:
    odd, well_known = kb.get("Lime"), kb.get("Tiger Woods")
    odd = 0 if odd is None else odd
    assert well_known is not None
    links = np.diff(kb.in_link_indptr)
    for count in (1, 100):
        (found,) = CandidateGenerator(kb, dictionary=Forms({"Woods": {odd: count}})).generate(["Woods"])
        named = found.entities.astype(np.int64)
        shared = 6 * (links[named] + 1) / (links[named] + 1).sum()
        np.testing.assert_allclose(found.prior, (found.counts + shared) / (count + 6))
        assert (np.diff(found.prior) <= 0).all()
        assert (int(found.entities[0]) == odd) == (count == 100)


def test_the_own_link_of_a_page_does_not_count(kb: KnowledgeBase) -> None:
    entity = kb.get("Tiger Woods")
    assert entity is not None
    (whole,) = CandidateGenerator(kb, dictionary=Forms({})).generate(["Woods"])
    (without,) = CandidateGenerator(kb, dictionary=Forms({}), own=[entity]).generate(["Woods"])
    prior = [each.prior[each.entities == entity].item() for each in (whole, without)]
    assert prior[0] > prior[1]


@pytest.mark.parametrize("name", ["von Neumann", "Von Neumann"])
def test_a_surname_of_several_words_finds_its_person(tmp_path: Path, name: str) -> None:
    source = tmp_path / "people.jsonl"
    lines = ["John von Neumann", "Alfred E. Neumann", "Von der Leyen"]
    source.write_text("".join(f'{{"id": "{at}", "title": "{title}"}}\n' for at, title in enumerate(lines)))
    kb = build(source, tmp_path / "kb", workers=1)
    (found,) = CandidateGenerator(kb).generate([name])
    assert titles(kb, found.entities) == ["John von Neumann"]


def test_an_unknown_plural_is_looked_up_as_a_singular_before_its_parts(kb: KnowledgeBase) -> None:
    dictionary = Forms({"shift register": {1: 1}, "shift": {2: 9}})
    (found,) = CandidateGenerator(kb, dictionary=dictionary).generate(["shift registers"])
    assert found.entities.tolist() == [1]
    assert found.forms.trimmed == "shift register"


def test_a_full_list_is_not_completed(kb: KnowledgeBase) -> None:
    dictionary = Forms({"a": {1: 2, 2: 1}, "A": {3: 9}})
    (found,) = CandidateGenerator(kb, dictionary=dictionary, most=2).generate(["a"])
    assert found.entities.tolist() == [1, 2]


@pytest.mark.parametrize("name", ["Eldrick Woods", "Jim Woods", "James H. Woods"])
def test_people_are_found_by_given_name_and_surname(kb: KnowledgeBase, name: str) -> None:
    (found,) = CandidateGenerator(kb).generate([name])
    assert "Woods" in kb.title(int(found.entities[0]))


def test_a_nickname_leads_to_nobody_else(kb: KnowledgeBase) -> None:
    (found,) = CandidateGenerator(kb).generate(["Jim Woods"])
    assert [kb.title(int(entity)) for entity in found.entities] == ["James Woods"]
    assert found.match == "part"
