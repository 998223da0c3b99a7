"""Links: the compiled walk finds what the regular expression of the reference finds."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.sources import Site, read_pages
from pairlinking.sources.links import read_links
from pairlinking.sources.regions import protect
from pairlinking.text.languages import LINK_TRAILS
from tests.reference import links as reference

SAMPLE = Path(str(files("pairlinking") / "data" / "sample-wiki.xml"))
SITES = [Site(), Site(language="ru"), Site(language="uk", first_letter=False)]
PIECES = [
    *("[[", "]]", "|", "[", "]", "[[", "]]", "\n", " ", "\t", "\xa0", "\u3000", "_", "#", ":", "%41", "&amp;"),
    *("a", "Z", "é", "я", "ß", "東", "😀", "'", "-", "(b)", ", c", "5", "!", "x" * 200, " y"),
    *("[[A]]", "[[a|b]]", "[[a|]]", "[[Category:A]]", "[[:Category:A|]]", "[[a|b [c] d]]", "[[a|[b]] c", "]]s", "{{"),
    *("[[de:A]]", "[[ a | b ]]x", "[[|a]]", "[[]]", "[[a]]я", protect("["), protect("[[a|b]]"), protect("'")),
]
texts = st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text("[]|\na Zé", max_size=30)


@settings(max_examples=1000)
@given(text=texts, site=st.sampled_from(SITES), protected=st.booleans())
def test_the_walk_finds_what_the_reference_finds(text: str, site: Site, protected: bool) -> None:
    found = read_links(text, site, protected=protected)
    assert found == reference.read_links(text, site, protected=protected)
    assert all(found[0][link.start : link.end] == link.anchor for link in found[1])


def test_the_walk_finds_what_the_reference_finds_in_the_sample() -> None:
    n = 0
    for page in read_pages(SAMPLE):
        found = read_links(page.text, SITES[0])
        assert found == reference.read_links(page.text, SITES[0])
        n += len(found[1])
    assert n > 1000


@pytest.mark.parametrize("length", [1, 200, 201, 202, 300])
@pytest.mark.parametrize("end", ["]]", "|b]]", " ]]", "\n]]", "]", ""])
def test_long_and_open_targets_are_those_of_the_reference(length: int, end: str) -> None:
    text = f"[[{'a' * length}{end}"
    assert read_links(text, SITES[0]) == reference.read_links(text, SITES[0])


@pytest.mark.parametrize("language", ["en", *LINK_TRAILS])
def test_trails_are_those_of_the_reference(language: str) -> None:
    site = Site(language=language)
    text = "".join(f"[[A]]{chr(code)}a. " for code in range(0x10000) if not 0xD800 <= code < 0xE000)
    assert read_links(text, site) == reference.read_links(text, site)
