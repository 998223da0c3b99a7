"""A smaller knowledge base: complete, about the most linked entities, and with the same answers about them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pairlinking as pl
from pairlinking.building import EntityOptions, VectorOptions, build, open_sample
from pairlinking.building.shrinking import ShrinkOptions, shrink
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.relatedness import measure
from tests.building.small_wiki import small_dump


@pytest.fixture(scope="module")
def large() -> KnowledgeBase:
    return open_sample()


@pytest.fixture(scope="module")
def small(large: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    options = ShrinkOptions(entities=300, profile_words=24, vocabulary=3000, out_links=10**6)
    return shrink(large, tmp_path_factory.mktemp("shrunk") / "small.kb", options)


def test_it_is_whole_and_much_smaller(large: KnowledgeBase, small: KnowledgeBase) -> None:
    verify(small.path)
    assert len(small) == small.manifest.counts["entities"] == 300
    assert not any(name.startswith("tables/") for name in small.manifest.files)
    assert small.manifest.parameters["shrunk"]["from"] == large.manifest.id


def test_the_most_linked_entities_stay(large: KnowledgeBase, small: KnowledgeBase) -> None:
    kept = np.array([large.find(small.key(entity)) for entity in range(len(small))])
    n_links = np.diff(large.in_link_indptr)
    left_out = np.setdiff1d(np.arange(len(large)), kept)
    assert n_links[kept].min() >= n_links[left_out].max()
    assert np.all(np.diff(kept) > 0)


def test_names_forms_and_links_are_those_of_the_large_one(large: KnowledgeBase, small: KnowledgeBase) -> None:
    for entity in range(0, len(small), 7):
        key = small.key(entity)
        same = large.find(key)
        assert small.redirects_of(entity) == large.redirects_of(same)
        assert small.surface_forms(entity) == large.surface_forms(same)
        pages = [large.key(int(page)) for page in large.in_links(same)]
        assert [small.key(int(page)) for page in small.in_links(entity)] == [
            page for page in pages if small.get(page) is not None
        ]


def test_pages_that_link_to_everything_relate_nothing(large: KnowledgeBase, tmp_path: Path) -> None:
    n_links = np.bincount(large.in_link_ids, minlength=len(large))
    most = int(np.median(n_links))
    small = shrink(large, tmp_path / "few.kb", ShrinkOptions(entities=len(large), out_links=most))
    verify(small.path)
    for entity in range(len(large)):
        pages = large.in_links(entity)
        expected = pages[(n_links[pages] <= most) | (pages == entity)]
        assert small.in_links(entity).tolist() == expected.tolist()


def test_link_probabilities_stay(large: KnowledgeBase, small: KnowledgeBase) -> None:
    for form in ("Tiger", "Georgia", "London"):
        assert small.link_probability(form) == large.link_probability(form)


def test_profiles_keep_their_heaviest_words(large: KnowledgeBase, small: KnowledgeBase) -> None:
    assert small.profiles is not None
    assert large.profiles is not None
    entity = small.find("Tiger Woods")
    short, long = small.profiles.of(entity), large.profiles.of(large.find("Tiger Woods"))
    assert 0 < len(short) <= 24 < len(long)
    assert np.sum(np.square([weight for _, weight in short])) == pytest.approx(1, abs=0.05)
    known = [word for word, _ in long if small.profiles.ids([word])[0] >= 0]
    assert {word for word, _ in short} == set(known[: len(short)])


def test_relatedness_is_nearly_the_same(large: KnowledgeBase, small: KnowledgeBase) -> None:
    before, after = measure("ees", kb=large), measure("ees", kb=small)
    names = [small.key(entity) for entity in range(0, len(small), 40)]
    for left in names:
        for right in names:
            old = before.score(large.find(left), large.find(right))
            assert after.score(small.find(left), small.find(right)) == pytest.approx(old, abs=0.03)


def test_it_links(small: KnowledgeBase) -> None:
    document = pl.load(small).link("Tiger won at Augusta, Georgia.", ["Tiger", "Augusta", "Georgia"])
    assert [str(link.entity) for link in document] == ["Tiger Woods", "Augusta, Georgia", "Georgia (U.S. state)"]


def test_descriptions_are_made_of_facts(small: KnowledgeBase) -> None:
    facts = small.facts(small.find("Tiger Woods"))
    assert " linked with " in f" {facts['description']}"
    assert facts["description"].startswith(facts.get("kind", "linked with"))
    assert small.fact_columns is None or "clause" not in small.fact_columns.columns


def test_parts_of_names_belong_to_entities_that_stay(small: KnowledgeBase) -> None:
    assert small.name_parts is not None
    assert "Tiger Woods" in [small.key(int(entity)) for entity in small.name_parts.of("Woods")]


def test_held_out_pages_and_tables_come_along(tmp_path: Path) -> None:
    build(
        small_dump(tmp_path / "dump.xml"),
        tmp_path / "large.kb",
        entities=EntityOptions(entities="linked", min_links=1, holdout=0.3),
        vectors=VectorOptions(dimensions=8, min_count=1, min_entity_count=1, epochs=1, threads=1),
        workers=1,
    )
    large = KnowledgeBase.open(tmp_path / "large.kb")
    small = shrink(large, tmp_path / "small.kb", ShrinkOptions(entities=max(1, len(large) // 2)), keep_tables=True)
    verify(small.path)
    assert [each["id"] for each in small.held_out()] == [each["id"] for each in large.held_out()]
    assert any(name.startswith("tables/sentences/") for name in small.manifest.files)


def test_more_entities_than_there_are_keep_all(large: KnowledgeBase, tmp_path: Path) -> None:
    assert len(shrink(large, tmp_path / "all.kb", ShrinkOptions(entities=10**6))) == len(large)


def test_a_folder_that_exists_is_not_overwritten(large: KnowledgeBase, small: KnowledgeBase) -> None:
    with pytest.raises(pl.KnowledgeBaseError, match="already"):
        shrink(large, small.path)


@pytest.mark.parametrize(("option", "value"), [("entities", 0), ("profile_words", 0), ("bits", 3), ("bits", 14)])
def test_options_out_of_range_are_refused(option: str, value: int) -> None:
    with pytest.raises(pl.ParameterError, match=option):
        ShrinkOptions(**{option: value})  # type: ignore[arg-type]
