"""Marks and mentions become spans that never move."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.errors import DocumentError
from pairlinking.linking import read_marks, read_mentions
from pairlinking.linking.mentions import read_targets
from tests.limits import at_most

TEXT = "Tiger won in Augusta. Tiger slept."


@pytest.mark.parametrize(
    ("marked", "text", "surfaces"),
    [
        ("[[Tiger]] won", "Tiger won", ["Tiger"]),
        ("[[a]][[b]]", "ab", ["a", "b"]),
        ("[[ a ]]", " a ", [" a "]),
        ("[[a\nb]]", "a\nb", ["a\nb"]),
        ("[[a", "[[a", []),
        ("a]]", "a]]", []),
        ("]]a[[", "]]a[[", []),
        ("[[a]] [[b", "a [[b", ["a"]),
        ("[[a [[b]] c]]", "[[a b c]]", ["b"]),
        ("[a] [[b]]", "[a] b", ["b"]),
        ("[[a]]]", "a]", ["a"]),
        ("[[a]b]]", "a]b", ["a]b"]),
        ("[[תל אביב]] [[東京]] [[\U0001f600]]", "תל אביב 東京 \U0001f600", ["תל אביב", "東京", "\U0001f600"]),
        ("\0[[\0]]\ud800[[\ud800]]", "\0\0\ud800\ud800", ["\0", "\ud800"]),
        ("", "", []),
    ],
)
def test_marks_are_taken_away_and_what_makes_no_pair_stays(marked: str, text: str, surfaces: list[str]) -> None:
    found, spans = read_marks(marked)
    assert found == text
    assert [found[start:end] for start, end in spans] == surfaces


def test_marks_within_brackets_are_the_innermost() -> None:
    assert read_marks("[[[Tiger]]]") == ("[Tiger]", [(1, 6)])


def test_what_is_before_a_bar_is_the_entity() -> None:
    marked = "[[Tiger Woods|Tiger]] won in [[ Augusta, Georgia |Augusta]], [[|Georgia]], [[a|b|c]]."
    text, spans, fixed = read_targets(marked)
    assert text == "Tiger won in Augusta, Georgia, b|c."
    assert [text[start:end] for start, end in spans] == ["Tiger", "Augusta", "Georgia", "b|c"]
    assert fixed == [(0, "Tiger Woods"), (1, "Augusta, Georgia"), (3, "a")]
    assert read_marks(marked) == (text, spans)


@pytest.mark.parametrize("empty", ["[[]]", "[[Tiger Woods|]]", "[[|]]"])
def test_brackets_around_nothing_are_refused_with_their_place(empty: str) -> None:
    with pytest.raises(DocumentError, match=re.escape(f"{empty!r} at character 3")):
        read_marks(f"A {empty}")


@given(st.text("[]ab\n", max_size=30).filter(lambda marked: "[[]]" not in marked))
def test_only_brackets_are_ever_taken_away_and_spans_rise(marked: str) -> None:
    text, spans = read_marks(marked)
    assert len(text) == len(marked) - 4 * len(spans)
    assert re.sub(r"[\[\]]", "", text) == re.sub(r"[\[\]]", "", marked)
    flat = [0, *(at for span in spans for at in span), len(text)]
    assert flat == sorted(flat)
    if not spans:
        assert text == marked


@given(st.lists(st.tuples(st.text("ab [\n", max_size=4), st.text("ab\n\0é", min_size=1, max_size=4)), max_size=6))
def test_marking_and_reading_marks_gives_back_the_text(parts: list[tuple[str, str]]) -> None:
    plain = [(before.replace("[", ""), inside) for before, inside in parts]
    text, spans = read_marks("".join(f"{before}[[{inside}]]" for before, inside in plain))
    assert text == "".join(before + inside for before, inside in plain)
    assert [text[start:end] for start, end in spans] == [inside for _, inside in plain]


@pytest.mark.parametrize("piece", ["[", "a]", "[[a", "a]]", "[[a]]", "[[]", "a"])
def test_a_megabyte_of_brackets_takes_no_time(piece: str) -> None:
    marked = "[[" + piece * (1_000_000 // len(piece))
    with at_most(3):
        read_marks(marked)


@pytest.mark.parametrize(
    "mentions",
    [
        ["Tiger", "Augusta"],
        [(0, 5), (13, 20)],
        [[0, 5], [13, 20]],
        [{"start": 0, "end": 5, "entity": "Q1"}, {"end": 20, "start": 13}],
        np.array([[0, 5], [13, 20]]),
        np.array([[0, 5], [13, 20]], dtype=np.uint8),
        [(np.int32(0), np.int64(5)), "Augusta"],
        (each for each in ((0, 5), (13, 20))),
    ],
    ids=["words", "tuples", "lists", "dicts", "numpy", "uint8", "mixed", "generator"],
)
def test_mentions_in_any_form_become_spans_of_plain_ints(mentions: Any) -> None:
    found = read_mentions(TEXT, mentions)
    assert found == [(0, 5), (13, 20)]
    assert all(type(at) is int for span in found for at in span)


def test_a_repeated_word_is_a_repeated_mention() -> None:
    assert read_mentions(TEXT, ["Tiger", "Tiger"]) == [(0, 5), (22, 27)]


@pytest.mark.parametrize("words", [["Lion"], ["Augusta", "won"], ["Tiger"] * 3, [""], ["Tiger", ""]])
def test_a_word_that_is_not_there_is_named(words: list[str]) -> None:
    with pytest.raises(DocumentError) as caught:
        read_mentions(TEXT, words)
    assert repr(words[-1]) in str(caught.value)
    assert f"Mention {len(words) - 1}" in str(caught.value)


@pytest.mark.parametrize("span", [(0, 99), (-1, 3), (5, 4), (35, 35), (2**70, 2**71), (-(2**70), 3)])
def test_a_mention_out_of_range_is_named_with_the_length_of_the_text(span: tuple[int, int]) -> None:
    with pytest.raises(DocumentError) as caught:
        read_mentions(TEXT, [(0, 5), span])
    message = str(caught.value)
    assert "Mention 1 " in message
    assert f"{len(TEXT)} characters" in message
    assert str(span[0]) in message
    assert str(span[1]) in message


@pytest.mark.parametrize(
    "mention",
    [None, 3, 1.5, (0,), (0, 1, 2), (0.0, 5.0), ("0", "5"), (None, 5), (False, True), {"start": 0}, {}, [], object()],
)
def test_what_is_no_mention_is_refused(mention: Any) -> None:
    with pytest.raises(DocumentError, match="Mention 0 must be"):
        read_mentions(TEXT, [mention])


@pytest.mark.parametrize("mention", [b"\x00\x05", {0, 5}, {0: "a", 5: "b"}.keys()])
def test_two_numbers_in_no_order_or_in_bytes_are_no_span(mention: Any) -> None:
    with pytest.raises(DocumentError):
        read_mentions(TEXT, [mention])


@pytest.mark.parametrize("mentions", ["Tiger", b"Tiger", {"start": 0, "end": 5}, 3, True, 1.5])
def test_what_is_no_list_of_mentions_is_refused(mentions: Any) -> None:
    with pytest.raises(DocumentError, match="must be a list"):
        read_mentions(TEXT, mentions)


def test_an_endless_mention_is_not_printed_whole() -> None:
    with pytest.raises(DocumentError) as caught:
        read_mentions(TEXT, ["x" * 100_000])
    assert len(str(caught.value)) < 400


spans = st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))).map(lambda span: (min(span), max(span)))


@given(st.lists(spans, max_size=8))
def test_spans_in_range_come_back_as_they_are(given_spans: list[tuple[int, int]]) -> None:
    assert read_mentions(TEXT, given_spans) == given_spans


def test_the_end_of_the_text_is_in_range_and_offsets_count_code_points() -> None:
    text = "\U0001f600e\u0301"  # one astral character, and a letter with its accent apart
    assert read_mentions(text, [(0, 1), (1, 2), (2, 3), (3, 3)]) == [(0, 1), (1, 2), (2, 3), (3, 3)]
    with pytest.raises(DocumentError, match="of 3 characters"):
        read_mentions(text, [(0, 4)])
