"""Forms of a mention: trimmed, expanded, cut into parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.text.forms import expand, ngrams, shortening, trim, variants


@pytest.mark.parametrize(
    ("surface", "shortest"),
    [
        ("the Sun", "Sun"),
        ("Mr. Smith", "Smith"),
        ("President George W. Bush", "George W. Bush"),
        ("Prime Minister Tony Blair's", "Tony Blair"),
        ("Greece’s", "Greece"),
        ("the Beatles'", "Beatles"),
        ('"Hamlet",', "Hamlet"),
        ("New  York", "New York"),
    ],
)
def test_what_is_no_part_of_a_name_is_taken_away(surface: str, shortest: str) -> None:
    assert trim(surface)[-1] == shortest


@pytest.mark.parametrize("surface", ["Augusta", "The", "President", "", "...", "St. Louis Cardinals of"])
def test_a_name_never_loses_its_last_word(surface: str) -> None:
    assert all(form.strip() for form in trim(surface))


@given(st.text(max_size=30))
def test_trimmed_forms_are_new_and_never_empty(surface: str) -> None:
    found = trim(surface)
    assert "" not in found
    assert surface not in found
    assert len(set(found)) == len(found)


def test_a_mention_is_expanded_by_the_last_longer_one_before_it() -> None:
    assert expand(["Woods", "Tiger Woods", "Woods", "Earl Woods", "Woods", "Wood"]) == [
        None,
        None,
        "Tiger Woods",
        None,
        "Earl Woods",
        None,
    ]


def test_part_of_a_word_is_no_part_of_a_name() -> None:
    assert expand(["Tiger Woodstock", "Woods"]) == [None, None]


def test_initials_stand_for_an_earlier_name() -> None:
    assert expand(["United Nations", "UN", "U.N.", "us"])[1:] == ["United Nations", "United Nations", None]


@given(st.lists(st.text(alphabet="AB .", max_size=6), max_size=8))
def test_every_mention_gets_an_answer_that_came_before(surfaces: list[str]) -> None:
    expanded = expand(surfaces)
    assert len(expanded) == len(surfaces)
    for at, longer in enumerate(expanded):
        assert longer is None or longer in surfaces[:at]


def test_parts_come_longest_first() -> None:
    assert ngrams("a b c d", longest=2) == [["a b", "b c", "c d"], ["a", "b", "c", "d"]]
    assert ngrams("one") == ngrams("") == []


def test_words_of_a_part_lose_the_marks_around_them() -> None:
    assert ngrams("Turing, (A.M.)") == [["Turing", "A.M"]]
    assert ngrams("a - b")[-1] == ["a", "-", "b"]


@pytest.mark.parametrize(
    ("surface", "form"),
    [
        ("shift registers", "shift register"),
        ("seminaries", "seminary"),
        ("hashes", "hash"),
        ("potatoes", "potato"),
        ("Indian War", "Indian Wars"),
        ("M-16", "M16"),
        ("city-state", "city state"),
        ("U.N.", "UN"),
        ("Málaga", "Malaga"),
    ],
)
def test_a_form_can_be_written_otherwise(surface: str, form: str) -> None:
    assert form in variants(surface)


@pytest.mark.parametrize("surface", ["", "s", "-", ".", "as", "glass"])
def test_little_is_left_of_a_letter_and_glass_is_no_plural(surface: str) -> None:
    assert all(form.strip() and form != "glas" for form in variants(surface))


@given(st.text(max_size=20))
def test_variants_are_new(surface: str) -> None:
    found = variants(surface)
    assert surface not in found
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("surface", "longer", "part"),
    [
        ("Nardelli", "Bob Nardelli", "end"),
        ("Van Gogh", "Vincent Van Gogh", "end"),
        ("Home Depot", "Home Depot Inc.", "start"),
        ("Cuzco", "Cuzco, Peru", "start"),
        ("Philips", "NV Philips Gloeilampenfabrieken", "middle"),
        ("ISM", "Institute for Supply Management", "initials"),
        ("Peru", "Cuzco, Peru", None),
        ("Alabama", "University of Alabama", None),
        ("Catholic Church", "Catechism of the Catholic Church", None),
    ],
)
def test_which_part_of_a_longer_name_a_mention_is(surface: str, longer: str, part: str | None) -> None:
    assert expand([longer, surface])[1] == longer
    assert shortening(surface, longer) == part


@pytest.mark.parametrize(
    ("surface", "name"),
    [("Texaco Inc", "Texaco"), ("Acme Co., Ltd.", "Acme"), ("the Acme Company", "Acme"), ("Co", "Co")],
)
def test_legal_forms_are_taken_off_names_of_companies(surface: str, name: str) -> None:
    assert [surface, *trim(surface)][-1] == name
