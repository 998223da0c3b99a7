"""Entities of HTML never raise."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.sources import Site, normalize_title, scan
from pairlinking.text.escapes import unescape

ENDLESS = "&#" + "9" * 5000 + ";"


def test_a_number_of_thousands_of_digits_is_a_character_beyond_unicode() -> None:
    assert unescape(f"a{ENDLESS}b&amp;") == "a\ufffdb&"


@pytest.mark.parametrize("page", [f"[[{ENDLESS}]]", f"<nowiki>{ENDLESS}</nowiki>", f"[[A|{ENDLESS}]]", ENDLESS])
def test_a_page_with_one_is_read(page: str) -> None:
    assert scan(page, Site()).text in (ENDLESS, "\ufffd")


def test_a_title_with_one_is_read() -> None:
    assert normalize_title(f"A{ENDLESS}") == "A\ufffd"


@given(st.text(alphabet="&#x19a;b "))
def test_others_are_as_in_html(text: str) -> None:
    assert unescape(text) == html.unescape(text)
