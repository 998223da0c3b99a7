"""What every collective algorithm keeps to, whatever it strives for. A new one is tested by being registered."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings

import pairlinking as pl
from pairlinking.collective import facts_of, paper_methods
from pairlinking.collective.objectives import objective_value
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.errors import ParameterError
from tests.reference.numbers import numbers_of
from tests.strategies import LinkData, link_data, problems

SOLVERS = COLLECTIVE.names()
every_solver = pytest.mark.parametrize("name", SOLVERS)
few = settings(max_examples=25)

# Belief propagation may not settle on a problem full of ties; its last answer keeps to the contract all the same.
pytestmark = pytest.mark.filterwarnings("ignore::pairlinking.errors.ConvergenceWarning")


def test_all_methods_of_the_paper_and_those_it_builds_on_are_registered() -> None:
    expected = {
        "attention",
        "dense-subgraph",
        "exhaustive",
        "fwbw",
        "fwbw+pair-linking",
        "iter-sub:all",
        "iter-sub:single",
        "lbp:all",
        "lbp:single",
        "local",
        "pagerank",
        "pair-linking",
        "pair-linking+sweep",
        "support:1",
        "support:3",
        "support:all",
        "unambiguous-context",
    }
    assert expected <= set(SOLVERS)
    assert tuple(pl.methods()) == SOLVERS


@every_solver
@few
@given(data=link_data())
def test_the_facts_that_a_solver_states_are_true(name: str, data: LinkData) -> None:
    facts, problem = facts_of(name), data.problem("njs")
    answer = COLLECTIVE.create(name).solve(problem)
    assert (facts.name, facts.objective or "all-link") == (answer.method, answer.objective_name)
    if facts.reads in ("nothing", "neighbours", "chosen"):
        assert not problem.has_matrix
    if facts.reads == "matrix" and len(problem.linkable()[0]) > 1:
        assert answer.n_relatedness == len(problem.local) ** 2
    assert facts.is_collective or answer.n_relatedness == 0


def test_the_papers_methods_come_in_its_order() -> None:
    names = ("iter-sub:all", "iter-sub:single", "lbp:all", "lbp:single", "fwbw", "dense-subgraph", "pagerank")
    assert paper_methods() == (*names, "pair-linking")


@every_solver
@few
@given(problem=problems())
def test_every_mention_gets_one_of_its_candidates_and_minus_one_without_any(name: str, problem: pl.Problem) -> None:
    choice = COLLECTIVE.create(name).solve(problem).choice
    assert choice.shape == (problem.n_mentions,)
    assert choice.dtype == np.int64
    assert all(0 <= c < k if k else c == -1 for c, k in zip(choice, problem.sizes, strict=True))


@every_solver
@few
@given(problem=problems())
def test_confidence_is_in_the_unit_interval_and_zero_without_a_link(name: str, problem: pl.Problem) -> None:
    answer = COLLECTIVE.create(name).solve(problem)
    assert answer.confidence.shape == (problem.n_mentions,)
    assert ((answer.confidence >= 0) & (answer.confidence <= 1)).all()
    assert (answer.confidence[answer.choice < 0] == 0).all()


@every_solver
@few
@given(problem=problems())
def test_answer_names_method_problem_and_entities(name: str, problem: pl.Problem) -> None:
    answer = pl.solve(problem, method=name)
    assert answer.method == name
    assert answer.problem is problem
    expected = [None if a < 0 else int(problem.offsets[i] + a) for i, a in enumerate(answer.choice)]
    assert answer.entities == expected


@every_solver
@few
@given(problem=problems())
def test_solving_twice_and_in_four_threads_gives_the_same_answer(name: str, problem: pl.Problem) -> None:
    solver = COLLECTIVE.create(name)
    first = solver.solve(problem)
    with ThreadPoolExecutor(4) as pool:
        others = list(pool.map(solver.solve, [problem] * 8))
    for other in [solver.solve(problem), COLLECTIVE.create(name).solve(problem), *others]:
        assert other.choice.tolist() == first.choice.tolist()
        assert other.confidence.tolist() == first.confidence.tolist()
        assert other.trace == first.trace


@every_solver
@few
@given(problem=problems())
def test_inputs_are_not_modified(name: str, problem: pl.Problem) -> None:
    before = numbers_of(problem)
    offsets, rows = problem.offsets.tolist(), problem.rows.tolist()
    COLLECTIVE.create(name).solve(problem)
    assert numbers_of(problem) == before
    assert (problem.offsets.tolist(), problem.rows.tolist()) == (offsets, rows)
    assert problem.relatedness.block(problem.rows, problem.rows).tolist() == before.psi


@every_solver
@few
@given(problem=problems(min_mentions=1, max_mentions=1, empty_mentions=False, max_candidates=6))
def test_a_single_mention_takes_its_best_local_score(name: str, problem: pl.Problem) -> None:
    answer = COLLECTIVE.create(name).solve(problem)
    assert answer.choice.tolist() == [int(np.argmax(problem.local))]
    assert answer.confidence.tolist() == [problem.local.max()]


@every_solver
@few
@given(problem=problems(empty_mentions=False))
def test_a_mention_without_candidates_changes_no_other_answer(name: str, problem: pl.Problem) -> None:
    solver = COLLECTIVE.create(name)
    expected = solver.solve(problem)
    numbers = numbers_of(problem)
    for at in range(problem.n_mentions + 1):
        local = [*numbers.local[:at], [], *numbers.local[at:]]
        answer = solver.solve(pl.Problem(local, problem.relatedness_matrix(), problem.beta))
        assert answer.choice.tolist() == [*expected.choice[:at], -1, *expected.choice[at:]]
        assert answer.confidence.tolist() == [*expected.confidence[:at], 0.0, *expected.confidence[at:]]


@every_solver
@pytest.mark.parametrize("local", [[], [[]], [[], [], []]])
def test_without_any_candidate_there_is_no_link_and_no_crash(name: str, local: list[list[float]]) -> None:
    answer = pl.solve(pl.Problem(local, np.empty((0, 0))), method=name)
    assert answer.choice.tolist() == [-1] * len(local)
    assert answer.confidence.tolist() == [0.0] * len(local)
    assert answer.objective == 0.0
    assert answer.tree() == ()


@every_solver
@pytest.mark.parametrize("value", [0.0, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("beta", [0.0, 0.5, 1.0])
def test_equal_scores_everywhere_give_the_lowest_positions(name: str, value: float, beta: float) -> None:
    problem = pl.Problem([[value] * 3] * 4, np.full((12, 12), value), beta)
    answer = pl.solve(problem, method=name)
    assert answer.choice.tolist() == [0, 0, 0, 0]


@every_solver
@pytest.mark.parametrize("value", [5e-324, 1e-310, 1e-300, 1e-40])
@pytest.mark.parametrize("beta", [0.5, 1.0])
def test_the_smallest_scores_there_are_crash_nothing(name: str, value: float, beta: float) -> None:
    for problem in (
        pl.Problem([[0.5, 0.25]] * 3, np.full((6, 6), value), beta),
        pl.Problem([[value, value]] * 3, np.full((6, 6), 0.5), beta),
    ):
        answer = pl.solve(problem, method=name)
        assert ((answer.choice >= 0) & (answer.choice < 2)).all()
        assert ((answer.confidence >= 0) & (answer.confidence <= 1)).all()


@every_solver
@pytest.mark.parametrize("measure_name", ["njs", "ees", "njs+ees", "wlm+njs+ees"])
@settings(max_examples=10)
@given(data=link_data(max_mentions=4, max_candidates=3))
def test_matrix_function_and_object_give_the_same_choice(name: str, measure_name: str, data: LinkData) -> None:
    relatedness = data.relatedness(measure_name)
    matrix = relatedness.matrix(np.array(list(itertools.chain(*data.candidates)), dtype=np.int64))
    by_object = pl.Problem(data.local, relatedness, data.beta, candidates=data.candidates)
    by_function = pl.Problem(data.local, relatedness.score, data.beta, candidates=data.candidates)
    by_matrix = pl.Problem(data.local, matrix, data.beta)
    answers = [COLLECTIVE.create(name).solve(problem) for problem in (by_object, by_function, by_matrix)]
    assert answers[0].choice.tolist() == answers[1].choice.tolist() == answers[2].choice.tolist()
    assert answers[0].confidence.tolist() == answers[1].confidence.tolist() == answers[2].confidence.tolist()


@every_solver
@few
@given(problem=problems())
def test_objective_is_the_value_of_the_objective_it_names(name: str, problem: pl.Problem) -> None:
    answer = COLLECTIVE.create(name).solve(problem)
    assert answer.objective == objective_value(problem, answer.choice, answer.objective_name)


@every_solver
def test_unknown_options_are_refused_by_name(name: str) -> None:
    with pytest.raises(ParameterError, match="no_such_option"):
        pl.solve(pl.Problem([[0.5]], np.eye(1)), method=name, no_such_option=1)
