"""Denseness of coherence graphs: forms with a known value, what sets theta, and the study on small data sets."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.types import FloatArray
from reproduction.paper import published_denseness
from reproduction.studies.denseness.graph import filter_graph, measure_graphs, shuffled
from reproduction.studies.denseness.study import denseness
from reproduction.workbench import Workbench
from tests.reproduction.benches import sample_bench


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("denseness"))


def graph(n: int, weights: dict[tuple[int, int], float], rest: float = 0.1) -> FloatArray:
    """A graph with some edges of given weight, all others of weight `rest`."""
    psi = np.full((n, n), rest)
    for (i, j), weight in weights.items():
        psi[i, j] = psi[j, i] = weight
    np.fill_diagonal(psi, 1.0)
    return psi


@pytest.mark.parametrize("n", [2, 5, 12])
@pytest.mark.parametrize("weight", [0.0, 0.3, 1.0])
def test_equal_weights_are_dense(n: int, weight: float) -> None:
    found = filter_graph(graph(n, {}, weight))
    assert (found.degree, found.theta) == (n - 1, weight)


@pytest.mark.parametrize("n", [4, 6, 10])
def test_pairs_are_a_forest(n: int) -> None:
    pairs = {(i, i + 1): 0.5 + i / 100 for i in range(0, n, 2)}
    found = filter_graph(graph(n, pairs))
    assert (found.degree, found.theta) == (1.0, 0.5)


@pytest.mark.parametrize("edges", [[(0, 1), (1, 2), (2, 3), (3, 4)], [(0, 1), (0, 2), (0, 3), (0, 4)]])
def test_a_chain_and_a_star_are_trees(edges: list[tuple[int, int]]) -> None:
    assert filter_graph(graph(5, dict.fromkeys(edges, 0.7))).degree == pytest.approx(2 * 4 / 5)


def test_the_entity_that_fits_least_sets_theta() -> None:
    # Three entities that are close, 0.9 to 0.7; a fourth whose best edge is 0.2 brings in every edge of 0.2 and more.
    psi = graph(4, {(0, 1): 0.9, (1, 2): 0.8, (0, 2): 0.7, (2, 3): 0.2})
    found = filter_graph(psi)
    assert (found.degree, found.theta) == (2.0, 0.2)


def test_an_entity_that_is_related_to_nothing_makes_every_pair_an_edge() -> None:
    found = filter_graph(graph(4, {(0, 1): 0.9}, rest=0.0))
    assert (found.degree, found.theta) == (3.0, 0.0)


@given(n=st.integers(2, 9), seed=st.integers(0, 999))
def test_filtered_graphs_cover_every_entity_and_no_larger_theta_would(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.integers(0, 6, (n, n)) / 5, 1)
    psi = upper + upper.T
    found = filter_graph(psi)
    off = ~np.eye(n, dtype=bool)
    assert ((psi >= found.theta) & off).any(axis=1).all()
    assert not ((psi > found.theta) & off).any(axis=1).all()
    assert 1 - 1e-12 <= found.degree <= n - 1
    dealt = shuffled(psi, rng)
    assert sorted(dealt[off]) == pytest.approx(sorted(psi[off]))
    np.testing.assert_array_equal(dealt, dealt.T)


def test_averages_are_over_documents_and_zero_theta_can_be_left_out() -> None:
    graphs = [graph(4, {}, 0.5), graph(5, {(0, 1): 0.9}, 0.0), graph(4, {(0, 1): 0.9, (2, 3): 0.8})]
    measured = measure_graphs(graphs, shuffles=5, seed=1)
    every, related = measured.figures(), measured.related().figures()
    assert every["documents"] == 3
    assert every["denseness"] == pytest.approx((3 + 4 + 1) / 3)
    assert every["dense"] == pytest.approx((3 + 4 + 3) / 3)
    assert every["tree"] == pytest.approx((1.5 + 1.6 + 1.5) / 3)
    assert related["documents"] == 2
    assert related["denseness"] == pytest.approx((3 + 1) / 2)
    assert related["way"] == pytest.approx((2 - 1.5) / (3 - 1.5))
    assert measure_graphs(graphs[:1], shuffles=5, seed=1).figures()["chance"] == 3.0  # nothing to shuffle
    assert measure_graphs([], shuffles=5, seed=1).figures() == {"documents": 0}


def test_the_papers_table_is_consistent_with_itself() -> None:
    # Of n entities a tree has 2 - 2/n and a dense graph n - 1: means of the same documents, so tree is below that of
    # the mean n, and never by much.
    for name in ("reuters128", "ace2004", "msnbc", "spotlight", "kore50", "micro14", "aquaint"):
        tree, dense = published_denseness(name, "tree"), published_denseness(name, "dense")
        assert tree is not None
        assert dense is not None
        assert 0 <= 2 - 2 / (dense + 1) - tree < 0.12
    assert published_denseness("rss500", "njs") is None


def test_the_study_counts_documents_with_enough_entities(bench: Workbench) -> None:
    study = denseness(bench)
    assert study.figures["ours"]
    for name, found in study.figures["ours"].items():
        expected = sum(len({min(gold) for gold in each.gold}) >= 4 for each in bench.documents(name))
        for each in bench.measures:
            kinds = found[each]
            assert kinds["all"]["documents"] == expected >= kinds["related"]["documents"]
            assert 1 <= kinds["all"]["denseness"] <= kinds["all"]["dense"]
    assert [len(table.rows) for table in study.tables] == [len(study.figures["ours"])] * 3
    assert {series.name for series in study.plots[0].series} == {"forest", "tree", "dense", "WLM", "NJS", "EES"}
    assert "about 16 vertices" in study.about
    json.dumps(study.figures, allow_nan=False)


def test_the_study_is_the_same_each_time(bench: Workbench) -> None:
    assert denseness(bench).figures == denseness(bench).figures


def test_without_vectors_two_measures_are_left(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workbench, "measures", ["wlm", "njs"])
    study = denseness(Workbench(bench.kb, bench.data))
    assert study.tables[0].head[-2:] == ["WLM", "NJS"]


def test_data_sets_without_such_documents_say_so(bench: Workbench) -> None:
    empty = Workbench(bench.kb, bench.data)
    empty._documents = {(name, False): [] for name in bench.data_sets}
    assert "nothing was measured" in denseness(empty).about
