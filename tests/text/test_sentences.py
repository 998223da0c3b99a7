"""Sentences: the compiled walk finds what the regular expressions of the reference find."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.sources import read_pages, read_site, scan
from pairlinking.text.sentences import sentence_spans
from tests.reference import sentences as reference

SAMPLE = Path(str(files("pairlinking") / "data" / "sample-wiki.xml"))
PIECES = [
    *"\n.!?؟۔।。！？",
    *"\"'”’»)]」』）([«",
    *" \t,;:\r\x0b\x1c\x85\xa0\u2003\u3000",
    *"aZé½²5٣_ßǅ東😀",
    *["St", "Mrs", "Prof", "approx", "approxi", "usw", "Nos", "vol"],
    *(" St. ", "(cf. ", " e.g. ", "U.S. ", '" A', ". b", ".) C", "?” D"),
]
texts = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=30)


@settings(max_examples=1000)
@given(text=texts, cuts=st.lists(st.integers(0, 80), max_size=8))
def test_the_walk_finds_what_the_reference_finds(text: str, cuts: list[int]) -> None:
    edges = sorted(min(cut, len(text)) for cut in cuts)
    unbroken = list(zip(edges[::2], edges[1::2], strict=False))
    assert sentence_spans(text) == reference.sentence_spans(text)
    assert sentence_spans(text, unbroken) == reference.sentence_spans(text, unbroken)


def test_the_walk_finds_what_the_reference_finds_in_the_sample() -> None:
    site, n = read_site(SAMPLE), 0
    for page in read_pages(SAMPLE):
        scanned = scan(page.text, site)
        unbroken = [link[:2] for link in scanned.links if link.start >= 0]
        assert scanned.sentences == reference.sentence_spans(scanned.text, unbroken)
        n += len(scanned.sentences)
    assert n > 1000


@pytest.mark.parametrize("before", ["", " ", "(", "[", '"', "'", ".", "\n", "\u3000", "x", "-", "é"])
@pytest.mark.parametrize("word", ["J", "é", "½", "5", "٣", "²", "_", "St", "approx", "Approx", "approxim", "eg", ""])
def test_abbreviations_are_those_of_the_reference(before: str, word: str) -> None:
    for text in (f"{before}{word}. Next", f"It was{before}{word}. Next", f"It was {word}{before}{word}. Next"):
        assert sentence_spans(text) == reference.sentence_spans(text)


def test_a_text_of_stops_alone_takes_linear_time() -> None:
    assert len(sentence_spans("! " * 100_000)) == 100_000
    assert len(sentence_spans(".'" * 100_000 + " a" * 100_000)) == 1
