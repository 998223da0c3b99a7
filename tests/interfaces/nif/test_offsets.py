"""Offsets in code points, whatever was counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.interfaces.nif.offsets import Given, Located, locate

ENCODINGS = {"UTF-16 units": ("utf-16-le", 2), "UTF-8 bytes": ("utf-8", 1)}


def counted(text: str, start: int, end: int, unit: str) -> tuple[int, int]:
    encoding, width = ENCODINGS[unit]
    first, second = (len(text[:offset].encode(encoding)) // width for offset in (start, end))
    return first, second


@st.composite
def spans(draw: st.DrawFn) -> tuple[str, list[tuple[int, int]]]:
    text = draw(st.text(st.sampled_from("ab é€😀"), min_size=1, max_size=20))
    span = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).filter(lambda each: each[0] < each[1])
    return text, draw(st.lists(span, min_size=1, max_size=5))


@given(spans())
def test_code_points_stay_as_they_are(made: tuple[str, list[tuple[int, int]]]) -> None:
    text, found = made
    anchored = [Given(start, end, text[start:end]) for start, end in found]
    assert locate(text, anchored) == [Located(span) for span in found]
    assert locate(text, [Given(start, end) for start, end in found]) == [Located(span) for span in found]


@pytest.mark.parametrize("unit", ENCODINGS)
@given(made=spans())
def test_other_ways_of_counting_lead_to_the_same_words(unit: str, made: tuple[str, list[tuple[int, int]]]) -> None:
    text, found = made
    located = locate(text, [Given(*counted(text, *span, unit), text[span[0] : span[1]]) for span in found])
    for each, (start, end) in zip(located, found, strict=True):
        assert each is not None
        assert text[each.span[0] : each.span[1]] == text[start:end]


@pytest.mark.parametrize("unit", ENCODINGS)
def test_one_mention_tells_how_the_others_are_counted(unit: str) -> None:
    text = "😀 aa aaaa b"
    truth = [(2, 4), (5, 7), (7, 9), (10, 11)]  # all but the last fit elsewhere, too
    given = [Given(*counted(text, *span, unit), text[span[0] : span[1]]) for span in truth]
    assert [each and each.span for each in locate(text, given)] == truth
    assert [each and each.corrected for each in locate(text, given)] == [f"offsets count {unit}"] * 4


def test_a_mention_without_an_anchor_goes_by_the_others() -> None:
    assert locate("é a b", [Given(3, 4, "a"), Given(5, 6)]) == [
        Located((2, 3), "offsets count UTF-8 bytes"),
        Located((4, 5), "offsets count UTF-8 bytes"),
    ]


def test_without_anchors_only_code_points_count() -> None:
    assert locate("é a", [Given(3, 4)]) == [None]


@pytest.mark.parametrize("offsets", [(0, 0), (3, 2), (-1, 2), (0, 9), (9, 12)])
def test_what_the_text_does_not_have_is_not_found(offsets: tuple[int, int]) -> None:
    assert locate("é a b", [Given(*offsets)]) == [None]
    assert locate("é a b", [Given(*offsets, "a b")]) == [None]


def test_an_offset_within_a_character_is_none() -> None:
    assert locate("é😀", [Given(1, 6, "😀")]) == [None]


def test_one_wrong_mention_leaves_the_others_found() -> None:
    assert locate("é a b", [Given(0, 1, "é"), Given(3, 4, "a"), Given(0, 1, "x")]) == [
        Located((0, 1)),
        Located((2, 3), "offsets count UTF-8 bytes"),
        None,
    ]


def test_white_space_may_differ() -> None:
    found = locate("a\r\n  b", [Given(0, 6, "a b")])
    assert found == [Located((0, 6), "nif:anchorOf has other white space than the text")]
