"""Tokens: where they start and end, what they look like, and what the case of a sentence says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.detection._tokens import hash_word
from pairlinking.detection.tokens import (
    CAPITAL,
    CAPITALS,
    CASELESS,
    LETTER,
    LOWER_CASE,
    MIXED,
    NUMBER,
    PLAIN_CASE,
    SMALL,
    SYMBOL,
    TITLE_CASE,
    UPPER_CASE,
    WITH_DIGIT,
    Tokens,
)


def words(text: str) -> list[str]:
    tokens = Tokens.of(text)
    return [text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)]


def test_words_marks_and_initials_are_tokens() -> None:
    assert words("Wal-Mart's U.S. unit, J. Smith (東京).") == [
        *("Wal", "-", "Mart", "'", "s", "U.S.", "unit", ",", "J.", "Smith", "(", "東", "京", ")", ".")
    ]


def test_each_token_has_its_look() -> None:
    tokens = Tokens.of("said Word WORD W U.S. eBay 12 F16 京 !")
    expected = [SMALL, CAPITAL, CAPITALS, LETTER, LETTER, MIXED, NUMBER, WITH_DIGIT, CASELESS, SYMBOL]
    assert tokens.looks.tolist() == expected


def test_words_are_hashed_without_case() -> None:
    tokens = Tokens.of("Berlin BERLIN berlin Bern")
    first, second, third, other = tokens.hashes[:, 0].tolist()
    assert first == second == third == hash_word("bErLiN") != other


def test_first_words_of_sentences_and_of_quotes_are_marked() -> None:
    tokens = Tokens.of('So it is. He said: "Go, Bob"')
    assert [word for word, begins in zip(words(tokens.text), tokens.begins, strict=True) if begins == 2] == ["So", "He"]
    assert [word for word, begins in zip(words(tokens.text), tokens.begins, strict=True) if begins == 1] == ["Go"]


def test_case_of_sentences() -> None:
    text = "Storm hits the coast of Texas.\nSTORM HITS TEXAS\nStorm Hits the Coast of Texas"
    assert Tokens.of(text).modes.tolist() == [PLAIN_CASE, UPPER_CASE, TITLE_CASE]
    assert Tokens.of("storm hits texas\nso it is").modes.tolist() == [LOWER_CASE, LOWER_CASE]


@given(st.text(alphabet=st.characters(), max_size=60))
def test_tokens_cover_all_but_space_in_order(text: str) -> None:
    tokens = Tokens.of(text)
    starts, ends = tokens.starts.tolist(), tokens.ends.tolist()
    assert all(start < end for start, end in zip(starts, ends, strict=True))
    assert all(end <= start for end, start in zip(ends[:-1], starts[1:], strict=True))
    assert tokens.bounds.tolist() == sorted(tokens.bounds.tolist())
    assert tokens.bounds[-1] == len(tokens)
    assert len(tokens.text) == len(text)


@pytest.mark.parametrize("space", [chr(code) for code in range(0x3001) if chr(code).isspace()], ids=ascii)
def test_every_space_is_outside_of_tokens_and_every_token_in_a_sentence(space: str) -> None:
    tokens = Tokens.of(f"{space}Äk went.{space}Then Bo did{space}")
    assert tokens.bounds[-1] == len(tokens)
    assert space not in {tokens.text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)}
