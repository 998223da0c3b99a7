"""Links agree with those of mwparserfromhell, a full parser of wikitext twenty times as slow."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from benchmarks.enwik8 import DUMP
from pairlinking.sources import Page, Site, read_pages, read_site, scan
from pairlinking.sources.site import Shows

N_ARTICLES = 200

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not DUMP.exists(), reason=f"needs the dump {DUMP.name} in ../shared/wiki/enwik8"),
]


def found_of_expected(page: Page, site: Site) -> tuple[int, int]:
    """How many links of the main namespace the oracle sees, and how many of them we have with target and anchor."""
    oracle = pytest.importorskip("mwparserfromhell", reason="needs mwparserfromhell: pip install 'pairlinking[dev]'")
    ours: defaultdict[str, list[str]] = defaultdict(list)
    for link in scan(page.text, site).links:
        ours[link.target].append(" ".join(link.anchor.split()))
    n_expected = n_found = 0
    for wikilink in oracle.parse(page.text).filter_wikilinks():
        shows, target, anchor = site.resolved[str(wikilink.title)]
        if shows is not Shows.LINK:
            continue
        n_expected += 1
        if wikilink.text is not None:
            anchor = " ".join(wikilink.text.strip_code().split())
        # The oracle leaves the letters after a link ("[[bus]]es") to the text.
        same = [
            our for our in ours[target] if our == anchor or (our.startswith(anchor) and our[len(anchor) :].isalpha())
        ]
        if same:
            n_found += 1
            ours[target].remove(same[0])
    return n_expected, n_found


def test_nearly_all_links_of_the_oracle_are_found_with_target_and_anchor() -> None:
    articles = [page for page in read_pages(DUMP) if page.namespace == 0 and page.redirect is None]
    site = read_site(DUMP)
    counts = [found_of_expected(page, site) for page in random.Random(1).sample(articles, N_ARTICLES)]
    n_expected, n_found = map(sum, zip(*counts, strict=True))
    # What is missing: links whose whole anchor is a template, and line breaks in anchors, which are spaces in ours.
    assert n_expected > 10_000
    assert n_found >= 0.99 * n_expected
