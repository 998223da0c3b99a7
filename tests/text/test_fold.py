"""Folding: which spellings count as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.text.fold import fold


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("", ""),
        ("Tiger Woods", "tiger woods"),
        ("  a \t\n b ", "a b"),
        ("a\u00a0b\u3000c", "a b c"),
        ("snake_case", "snake_case"),
        ("O’Hare", "o'hare"),
        ("O´Hare", "o'hare"),
        ("“so” „so“ «so»", '"so" "so" "so"'),
        ("1939–1945 — −", "1939-1945 - -"),
        ("STRASSE Straße", "strasse strasse"),
        ("ﬁre ＡＢＣ", "fire abc"),
        ("İstanbul", "i̇stanbul"),
        ("e\u0301", "é"),
    ],
)
def test_examples(form: str, expected: str) -> None:
    assert fold(form) == expected


@given(form=st.text())
def test_folding_twice_changes_nothing(form: str) -> None:
    assert fold(fold(form)) == fold(form)


def test_every_character_folds_to_something_stable() -> None:
    for code in range(0x30000):  # beyond lie tags and private use
        once = fold(f"a{chr(code)}b")
        if fold(once) != once:
            pytest.fail(f"U+{code:04X} folds to {once!r}, and that to {fold(once)!r}")


@given(form=st.text(st.characters(max_codepoint=127)))
def test_the_quick_way_for_ascii_gives_what_the_long_one_gives(form: str) -> None:
    assert fold(form + " é") == (fold(form) + " é").lstrip()
