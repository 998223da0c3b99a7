"""PPRforNED itself: its counts, and how well Pair-Linking does on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.evaluation.formats.pprforned import ArenaDocument, read_documents
from reproduction.arena.pprforned import PARTS, read_popularity
from reproduction.arena.report import PPRSIM
from reproduction.arena.run import run_arena

DATA = Path(__file__).parents[3] / "shared" / "datasets" / "pprforned"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not DATA.is_dir(), reason="needs PPRforNED in ../shared/datasets/pprforned"),
]


@pytest.fixture(scope="module")
def documents() -> list[ArenaDocument]:
    return read_documents(DATA)


def test_counts_are_those_of_the_readme(documents: list[ArenaDocument]) -> None:
    mentions = [mention for each in documents for mention in each.mentions]
    assert [each.number for each in documents] == list(range(1, 1394))
    assert len(mentions) == 30_428
    assert sum(mention.gold is not None for mention in mentions) == 27_816
    assert (
        sum(mention.answer == 0 for mention in mentions) == sum(mention.answer >= 0 for mention in mentions) == 27_814
    )
    assert sum(len(mention.candidates) for mention in mentions) == 378_513
    links = {(each.page, link) for mention in mentions for each in mention.candidates for link in each.links}
    assert len({each.page for mention in mentions for each in mention.candidates}) == 36_545
    assert len(links) == 251_699
    linked = [
        sum(mention.gold is not None for each in documents if each.number in part for mention in each.mentions)
        for part in PARTS.values()
    ]
    assert linked == [18_540, 4_791, 4_485]
    assert len(read_popularity(DATA)) == 44_260


def test_links_are_stated_both_ways(documents: list[ArenaDocument]) -> None:
    links = {
        (each.page, link)
        for document in documents
        for mention in document.mentions
        for each in mention.candidates
        for link in each.links
    }
    assert links == {(link, page) for page, link in links}


def test_two_lists_of_one_form_differ_only_where_their_answers_do(documents: list[ArenaDocument]) -> None:
    differing = 0
    for document in documents:
        by_form: dict[str, list[tuple[str | None, frozenset[int]]]] = {}
        for mention in document.mentions:
            pages = frozenset(each.page for each in mention.candidates)
            by_form.setdefault(mention.expanded.lower(), []).append((mention.gold, pages))
        for group in by_form.values():
            if len({pages for _, pages in group}) > 1:
                differing += 1
                assert len({gold for gold, _ in group}) > 1
    assert differing == 257


def test_pair_linking_beats_what_was_published() -> None:
    results = run_arena(DATA, stages=False)
    ours = next(row for row in results["methods"][results["chosen"]] if row["method"] == "pair-linking")
    assert ours["test B"]["micro"] > 0.930 > PPRSIM["test B"]
    alone = {row["method"]: row["test B"]["micro"] for row in results["methods"]["own"]}
    assert alone["pair-linking"] > alone["local"] + 0.01
