"""The three kinds of spotting, from Python and in the options of a linker."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.building import open_sample
from pairlinking.building.builder import build
from pairlinking.candidates import find_mentions
from pairlinking.candidates.spotting import default_kind, joined
from pairlinking.errors import UnknownName

TEXT = "Tiger Woods, a golfer, met Bob Frobnitz in Augusta."


def found(linker: pl.Linker) -> list[str]:
    return [TEXT[start:end] for start, end in linker.spot(TEXT)]


@pytest.fixture(scope="module")
def linker() -> pl.Linker:
    return pl.load("sample")


def test_names_are_found_by_default_known_or_not(linker: pl.Linker) -> None:
    assert found(linker) == ["Tiger Woods", "Bob Frobnitz", "Augusta"]
    assert found(linker.with_options(spot="names")) == found(linker)
    assert linker.link(TEXT)[1].entity is None


def test_a_catalogue_has_all_that_it_lists_found(tmp_path: Path) -> None:
    source = tmp_path / "things.jsonl"
    source.write_text(json.dumps({"id": "1", "title": "rain forest"}) + "\n")
    kb = build([source], tmp_path / "kb", workers=1)
    assert default_kind(kb) == "all"
    assert find_mentions(kb, default_kind(kb))("A rain forest.") == [(2, 13)]


def test_concepts_are_what_pages_link(linker: pl.Linker) -> None:
    concepts = found(linker.with_options(spot="concepts"))
    assert "Bob Frobnitz" not in concepts
    assert {"Tiger Woods", "Augusta"} <= set(concepts)


def test_all_are_both(linker: pl.Linker) -> None:
    parts = [set(found(linker.with_options(spot=kind))) for kind in ("names", "concepts", "all")]
    assert parts[0] <= parts[2] <= parts[0] | parts[1]


def test_a_link_probability_alone_asks_for_concepts(linker: pl.Linker) -> None:
    assert found(linker.with_options(spotter=0.1)) == found(linker.with_options(spot="concepts"))
    assert found(linker.with_options(spotter=0.1, spot="names")) == found(linker)


def test_a_function_of_ones_own_comes_before_any_kind(linker: pl.Linker) -> None:
    own = linker.with_options(spotter=lambda text: [(0, 5)], spot="all")
    assert found(own) == ["Tiger"]


def test_an_unknown_kind_is_refused(linker: pl.Linker) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'names'"):
        linker.with_options(spot="name")


SPANS = st.lists(st.integers(0, 40), min_size=0, max_size=12, unique=True).map(
    lambda ends: [(a, b) for a, b in zip(sorted(ends)[::2], sorted(ends)[1::2], strict=False)]
)


@given(SPANS, SPANS)
def test_joined_spans_do_not_overlap_and_longer_forms_win(
    names: list[tuple[int, int]], forms: list[tuple[int, int]]
) -> None:
    fits = [
        form
        for form in forms
        if all(end <= form[0] or form[1] <= start or form[0] <= start <= end <= form[1] for start, end in names)
    ]
    alone = [name for name in names if not any(form[0] <= name[0] and name[1] <= form[1] for form in fits)]
    assert joined(names, forms) == sorted({*fits, *alone})


def test_a_product_is_found_whole_with_its_number(tmp_path: Path) -> None:
    source = tmp_path / "products.jsonl"
    rows = [{"id": "1", "title": "Widget 3000 XL"}, {"id": "2", "title": "Widget 3000"}]
    source.write_text("\n".join(map(json.dumps, rows)))
    text = "We sold 20 Widget 3000 XL and one Widget 3000 today."
    spans = find_mentions(build([source], tmp_path / "kb", workers=1), "all")(text)
    assert [text[start:end] for start, end in spans] == ["Widget 3000 XL", "Widget 3000"]


def test_one_knowledge_base_gives_the_same_spans_again() -> None:
    kb = open_sample()
    assert find_mentions(kb)(TEXT) == find_mentions(kb)(TEXT)
