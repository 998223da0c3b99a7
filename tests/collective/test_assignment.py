"""What every algorithm returns, and the functions of the package around it."""

from __future__ import annotations

import numpy as np
import pytest

import pairlinking as pl
from pairlinking.errors import PairLinkingError, UnknownName


def documents(n: int) -> list[pl.Problem]:
    rng = np.random.default_rng(17)
    made = []
    for _ in range(n):
        upper = np.triu(rng.random((12, 12)), 1)
        made.append(pl.Problem(rng.random((4, 3)), upper + upper.T))
    return made


@pytest.mark.parametrize("method", ["pair-linking", "iter-sub:all", "fwbw", "pagerank"])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_solve_all_gives_the_answers_of_solve_in_order(method: str, threads: int) -> None:
    problems = documents(20)
    answers = list(pl.solve_all(problems, method=method, threads=threads))
    expected = [pl.solve(problem, method=method) for problem in problems]
    assert [answer.choice.tolist() for answer in answers] == [answer.choice.tolist() for answer in expected]
    assert [answer.problem for answer in answers] == problems


def test_solve_all_hands_on_options_and_takes_no_problems() -> None:
    (answer,) = pl.solve_all(documents(1), method="exhaustive", objective="chain", threads=2)
    assert answer.objective_name == "chain"
    assert list(pl.solve_all([], threads=2)) == []


def test_an_error_in_one_document_is_not_swallowed() -> None:
    wrong = pl.Problem([[0.5], [0.5]], lambda left, right: 7.0)
    with pytest.raises(PairLinkingError, match="relatedness"):
        list(pl.solve_all([*documents(3), wrong], threads=2))


@pytest.mark.parametrize("threads", [0, -1, 1.5, "two"])
def test_impossible_numbers_of_threads_are_refused(threads: object) -> None:
    with pytest.raises(PairLinkingError, match="threads"):
        list(pl.solve_all(documents(1), threads=threads))  # type: ignore[arg-type]


def test_unknown_methods_come_with_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'pagerank'"):
        pl.solve(documents(1)[0], method="pagerang")


def test_pair_linking_is_the_default_method() -> None:
    assert pl.solve(documents(1)[0]).method == "pair-linking"


def test_an_answer_cannot_be_changed_by_accident() -> None:
    answer = pl.solve(documents(1)[0])
    with pytest.raises(AttributeError):
        answer.method = "other"  # type: ignore[misc]


def test_entities_are_none_where_there_is_no_link() -> None:
    problem = pl.Problem([[0.5], [], [0.5]], np.eye(2), candidates=[["a"], [], ["b"]])
    answer = pl.solve(problem)
    assert answer.entities == ["a", None, "b"]
    assert [edge.mentions for edge in answer.tree()] == [(0, 2)]
