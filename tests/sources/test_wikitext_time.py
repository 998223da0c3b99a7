"""No markup, however broken, makes the scanner slow: time is linear and nothing recurses."""

from __future__ import annotations

import time

import pytest

from pairlinking.sources import Site, scan

ENGLISH = Site()


@pytest.mark.parametrize(
    "unit",
    ["[[", "{{", "]]", "}}", "{|", "\n{|", "\n|}", "\n|", "[", "{", "<", "<!--", "<ref>", "<math>", "<nowiki>",
     "'", "[[a|", "[[File:a|", "[[a]", "[http://a ", "\n=", "=", " ", "\n", "&", "&#", "_", ". ", "(", "[[File:a|[[b]]",
     "{{a|", "\n*", "{{disambig", "a.\"", "[[File:a|]]", "[[a|[b]", "<table>", "-", "#", "%", "\xa0", "__A"],
)  # fmt: skip
@pytest.mark.parametrize("tail", ["", "x", "]]", "}}"])
def test_time_is_linear_whatever_is_repeated(unit: str, tail: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit)) + tail
        start = time.process_time()
        assert len(scan(text, ENGLISH).sentences) >= 0
        return time.process_time() - start

    # Quadratic time would take minutes here; linear time takes 0.3 s (of processor time: the machine may be busy).
    assert seconds(200_000) < 20


@pytest.mark.parametrize(
    ("left", "right"), [("{{", "}}"), ("[[", "]]"), ("\n{|", "\n|}"), ("[[File:a|", "]]"), ("<ref>", "</ref>")]
)
def test_deep_nesting_neither_recurses_nor_slows_down(left: str, right: str) -> None:
    start = time.process_time()
    scan(left * 50_000 + "x" + right * 50_000, ENGLISH)
    scan(left * 50_000 + "x" + right * 49_999, ENGLISH)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("page", ["#REDIRECT{}[[A", "#{}redirect", "#REDIRECT:{}[[A", "[[A{}b|]]", "[[A{}(|]]"])
@pytest.mark.parametrize("space", [" ", "\t", "\xa0", "\n"])
def test_a_million_spaces_are_no_trouble(page: str, space: str) -> None:
    start = time.process_time()
    scan(page.format(space * 1_000_000), ENGLISH)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("unit", ["[[", "{{"])
def test_ten_megabytes_of_open_brackets(unit: str) -> None:
    start = time.process_time()
    assert scan(unit * 5_000_000, ENGLISH).text == ""
    assert time.process_time() - start < 20
