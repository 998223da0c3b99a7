"""All assignments of small problems against the package's own solver and objectives, and the study of them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given

from pairlinking.collective import Exhaustive, objective_value, solve
from pairlinking.errors import ProblemTooLarge, UnknownName
from pairlinking.linking.weights import BETAS
from pairlinking.problem import Problem
from reproduction.studies.optimum import study as module
from reproduction.studies.optimum.assignments import GAINS, Assignments
from reproduction.studies.optimum.study import optimum, pieces_of
from reproduction.studies.optimum.tables import OWN, Gap
from reproduction.workbench import Workbench
from tests.reproduction.benches import sample_bench
from tests.strategies import problems


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("optimum"))


@pytest.fixture(autouse=True)
def _few_made_up_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MADE_UP", 10)
    monkeypatch.setattr(module, "PER_SET", 8)
    monkeypatch.setattr(module, "LEAST", 2)


def assignments(problem: Problem) -> Assignments:
    return Assignments(np.split(problem.local, problem.offsets[1:-1]), problem.relatedness_matrix())


@pytest.mark.parametrize("objective", GAINS)
@given(problem=problems(max_mentions=4, max_candidates=3, min_mentions=2, empty_mentions=False))
def test_values_are_those_of_the_package(objective: str, problem: Problem) -> None:
    every = assignments(problem)
    sign = -1 if objective == "mintree" else 1
    expected = [sign * objective_value(problem, choice, objective) for choice in every.choices]
    np.testing.assert_allclose(every.gains(objective, problem.beta), expected, atol=1e-12)


@pytest.mark.parametrize("objective", GAINS)
@given(problem=problems(max_mentions=4, max_candidates=3, min_mentions=2, empty_mentions=False, ties=False))
def test_the_best_is_that_of_the_exhaustive_solver(objective: str, problem: Problem) -> None:
    every = assignments(problem)
    choice = Exhaustive(objective=objective).solve(problem).choice
    gaps = every.gaps(objective, problem.beta)
    assert gaps[every.index(choice)] == pytest.approx(0, abs=1e-9)
    assert gaps.min() == 0
    assert gaps.max() == 1 or len(gaps) == 1 or np.ptp(every.gains(objective, problem.beta)) < 1e-12
    np.testing.assert_array_equal(every.choices[every.index(choice)], choice)


@given(problem=problems(max_mentions=4, max_candidates=3, min_mentions=2, empty_mentions=False))
def test_the_chain_is_solved_exactly(problem: Problem) -> None:
    every = assignments(problem)
    at = every.index(solve(problem, "fwbw").choice)
    assert every.gaps("chain", problem.beta)[at] == pytest.approx(0, abs=1e-9)


def test_pair_linking_can_miss_the_optimum_of_mintree() -> None:
    # The best pair of all, (0, 0), leaves the third mention alone; the pair (1, 1) is hardly worse and brings it along.
    psi = np.eye(5)
    for i, j, weight in ((0, 2, 1.0), (1, 3, 0.9), (1, 4, 0.9), (3, 4, 0.9)):
        psi[i, j] = psi[j, i] = weight
    local = [[0.5, 0.5], [0.5, 0.5], [0.5]]
    every = Assignments(local, psi)
    choice = solve(Problem(local, psi, 0.5), "pair-linking").choice
    gaps = every.gaps("mintree", 0.5)
    assert choice.tolist() == [0, 0, 0]
    assert every.choices[gaps.argmin()].tolist() == [1, 1, 0]
    # Trees: (2/3 + 1/3 of 1) against twice 1.9/3, from 2; the worst are those without any related pair.
    assert -every.gains("mintree", 0.5)[every.index(choice)] == pytest.approx(2 - 2 / 3 - 1 / 3)
    assert -every.gains("mintree", 0.5).max() == pytest.approx(2 - 2 * 1.9 / 3)
    assert 0 < gaps[every.index(choice)] < 1


def test_gaps_are_summed_up() -> None:
    assert Gap.of(np.array([0.0, 1e-12, 0.5, 0.1])) == pytest.approx((0.5, 0.15, 0.5))
    assert Assignments([[0.3], [0.4]], np.eye(2)).gaps("all-link", 0.5).tolist() == [0.0]


def test_too_large_problems_and_unknown_objectives_are_refused() -> None:
    with pytest.raises(ProblemTooLarge, match="1,000,000 assignments"):
        Assignments([np.ones(10)] * 6, np.eye(60))
    with pytest.raises(UnknownName, match="mintree"):
        Assignments([[1.0], [1.0]], np.eye(2)).gains("min-tree", 0.5)


def test_pieces_are_neighbours_with_their_best_candidates(bench: Workbench) -> None:
    pieces = [(each, p) for each in bench.documents("kore50") for p in pieces_of(each, "kore50")]
    assert pieces
    for document, piece in pieces:
        assert 3 <= len(piece.gold) <= 5
        for entities, local in zip(piece.entities, piece.local, strict=True):
            assert 1 <= len(entities) <= 5
            assert (np.diff(local) <= 0).all()
        golds = iter(document.gold)
        assert all(gold in golds for gold in piece.gold)  # in the order of the text
        assert piece.n_right([0] * len(piece.gold)) <= len(piece.gold)


def test_the_study_measures_every_method_and_objective(bench: Workbench) -> None:
    study = optimum(bench)
    found = study.figures["measures"][bench.best_measure]
    assert set(found["gaps"]) == {*OWN, "pagerank", "local"}
    for row in found["gaps"].values():
        for gap in row.values():
            assert 0 <= gap["missed"] <= 1
            assert 0 <= gap["mean"] <= gap["worst"] <= 1
    for each in study.figures["measures"].values():
        assert each["gaps"]["fwbw"]["chain"]["missed"] == 0
        # Where the optimum of the chain is reached, fwbw is as right as that optimum is, but for ties.
        at_half = each["optimum_accuracy"]["chain"][BETAS.index(0.5)]
        assert each["accuracy"]["fwbw"] == pytest.approx(at_half, abs=0.02)
        assert all(value <= each["reachable"] for values in each["optimum_accuracy"].values() for value in values)
    # Without relatedness, ALL-Link, SINGLE-Link and the chain come down to phi.
    for name in ("all-link", "single-link", "chain"):
        assert found["optimum_accuracy"][name][0] == pytest.approx(found["accuracy"]["local"])
    assert any("**" in cell for cell in study.tables[0].rows[0])
    assert [series.name for series in study.plots[0].series] == ["ALL-Link", "SINGLE-Link", "chain", "MINTREE"]
    json.dumps(study.figures, allow_nan=False)


def test_the_study_is_the_same_each_time_and_does_without_vectors(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workbench, "measures", ["wlm", "njs"])
    monkeypatch.setattr(Workbench, "best_measure", "njs")
    first, second = (optimum(Workbench(bench.kb, bench.data)) for _ in range(2))
    assert first.figures == second.figures
    assert list(first.figures["measures"]) == ["wlm", "njs"]
    assert "With NJS, this is the share of pieces in which Pair-Linking" in first.about


def test_data_sets_without_such_documents_say_so(bench: Workbench) -> None:
    empty = Workbench(bench.kb, bench.data)
    empty._documents = {(name, False): [] for name in bench.data_sets}
    assert "No 3 mentions" in optimum(empty).about
