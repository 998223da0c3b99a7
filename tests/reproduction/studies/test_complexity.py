"""Fitted powers, made-up documents, and the study on a small grid. No figure here depends on how fast anything is."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pairlinking.collective import methods
from reproduction.paper import METHODS, published_complexity
from reproduction.studies.complexity import growth
from reproduction.studies.complexity.growth import Grid, Power, exponent, time_methods, usual
from reproduction.studies.complexity.made_problems import SHAPES, look_of, make_document
from reproduction.studies.complexity.study import complexity
from reproduction.workbench import Workbench
from tests.reproduction.benches import sample_bench

SMALL = Grid(mentions=(2, 3, 4), candidates=(2, 3, 4), fixed_mentions=3, fixed_candidates=3, documents=2, rounds=2)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("complexity"))


@pytest.mark.parametrize("power", [0.0, 1.0, 2.5])
def test_powers_are_found_above_a_constant_cost_of_small_sizes(power: float) -> None:
    sizes = [4, 8, 16, 32, 64, 128]
    seconds = [3e-4] * 3 + [1e-5 * size**power for size in sizes[3:]]
    assert exponent(sizes, seconds) == pytest.approx(power)


def test_noise_is_averaged_over_documents() -> None:
    sizes = [2, 4, 8, 16]
    seconds = [[size**1.5, size**2.5] for size in sizes]
    assert usual(seconds) == pytest.approx([size**2.0 for size in sizes])
    assert Power.of(sizes, seconds) == pytest.approx((2.0, 0.5))
    assert str(Power(1.234, 0.056)) == "1.23 ± 0.06"


@pytest.mark.parametrize("shape", SHAPES)
def test_made_up_documents_have_the_size_asked_for_and_related_first_candidates(shape: str) -> None:
    made = make_document(30, 6, shape=shape, beta=0.3, seed=2)
    problem = made.problem()
    assert (problem.n_mentions, problem.beta) == (30, 0.3)
    assert problem.sizes.tolist() == [6] * 30
    psi = problem.relatedness_matrix()
    firsts = psi[::6, ::6][~np.eye(30, dtype=bool)]
    assert firsts.mean() > 1.5 * psi[1::6, 1::6][~np.eye(30, dtype=bool)].mean()
    assert not made.problem().has_matrix  # made anew: nothing is computed yet
    again = make_document(30, 6, shape=shape, beta=0.3, seed=2).problem()
    np.testing.assert_array_equal(again.local, problem.local)
    np.testing.assert_array_equal(again.relatedness_matrix(), psi)
    assert (make_document(30, 6, shape=shape, seed=3).problem().local != problem.local).any()


def test_looks_are_told_from_what_the_methods_see() -> None:
    ranked, flat = (look_of([make_document(25, 8, shape=shape).problem()]) for shape in SHAPES)
    assert ranked["mean phi of the best"] > 0.6
    assert ranked["of the second"] < 0.15
    assert flat["mean phi of the best"] - flat["of the second"] < 0.05
    assert 0.05 < ranked["share of pairs related"] < 0.4
    assert look_of([])["share of pairs related"] == 0.0


@pytest.mark.parametrize(("enough", "runs"), [(0.0, 1), (60.0, 3)])
def test_methods_take_turns_until_they_have_had_enough(
    enough: float, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr(growth, "solve", lambda problem, method: called.append(method))
    found = time_methods(make_document(3, 3), ["fwbw", "local"], rounds=3, enough=enough)
    assert called == ["fwbw", "local"] * runs
    assert all(0 <= seconds < 60 for seconds in found.values())


def test_the_paper_has_a_bound_for_every_method_that_is_timed() -> None:
    assert set(METHODS) <= set(methods())
    for method in METHODS:
        best, worst = published_complexity(method)
        assert best.n <= worst.n
        assert best.k <= worst.k
    assert published_complexity("pair-linking")[0].text == "Nk log k + N²"


def test_the_study_on_a_small_grid(bench: Workbench) -> None:
    study = complexity(bench, grid=SMALL)
    seconds = study.figures["seconds"]
    for shape in SHAPES:
        for axis in ("n", "k"):
            assert set(seconds[shape][axis]) == set(METHODS)
            assert all(np.shape(found) == (3, 2) for found in seconds[shape][axis].values())
    assert [row[0] for row in study.tables[0].rows] == [f"`{method}`" for method in METHODS]
    assert study.tables[1].head[1] == "N = 4, k = 3, ranked"
    assert [row[0] for row in study.tables[2].rows] == ["made up, ranked", "made up, flat", "the data sets"]
    assert [plot.log_x and plot.log_y for plot in study.plots] == [True, True]
    assert "2 to 4 mentions with 3 candidates" in study.about
    json.dumps(study.figures, allow_nan=False)
