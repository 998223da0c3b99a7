"""Pair-Linking from in-link lists and vectors: bounds, memo and early stop change nothing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

import pairlinking as pl
from pairlinking.errors import ProblemError
from pairlinking.relatedness import EES, KernelRelatedness
from pairlinking.types import FloatArray, IntArray
from tests.collective.test_pair_linking import assert_is_literal
from tests.reference.pair_linking import decisions_of
from tests.strategies import LinkData, link_data, measures

STRATEGIES = ("auto", "lazy", "full")


@pytest.mark.parametrize("strategy", STRATEGIES)
@settings(max_examples=60)
@given(data=link_data(max_mentions=6, max_candidates=5), name=measures)
def test_lists_and_vectors_give_the_literal_answer(strategy: str, data: LinkData, name: str) -> None:
    assert_is_literal(data.problem(name), data.numbers(name), strategy)


@settings(max_examples=60)
@given(data=link_data(max_mentions=7, max_candidates=6, max_entities=8, ties=True), name=measures)
def test_entities_shared_by_many_mentions_give_the_literal_answer(data: LinkData, name: str) -> None:
    for strategy in STRATEGIES:
        assert_is_literal(data.problem(name), data.numbers(name), strategy)


def document(seed: int, n: int, k: int, *, peaked: bool, beta: float) -> LinkData:
    """Make a document like those of the benchmark, small: Zipf lists, local scores that stand out or do not."""
    rng = np.random.default_rng(seed)
    n_entities, n_pages = n * k // 2, 100_000
    lists = [
        set((n_pages * rng.random(20_000 // (rank + 1) + 3) ** 2).astype(int).tolist()) for rank in range(n_entities)
    ]
    local = rng.random((n, k)) ** (8 if peaked else 1)
    return LinkData(
        lists=list(lists),
        vectors=rng.normal(size=(n_entities, 24)) + 0.4,
        n_pages=n_pages,
        candidates=[rng.choice(n_entities, k, replace=False).tolist() for _ in range(n)],
        local=(local if peaked else 0.4 + 0.1 * local).tolist(),
        beta=beta,
    )


@pytest.mark.parametrize("beta", [0.3, 0.7])
@pytest.mark.parametrize("peaked", [True, False])
def test_documents_like_those_of_the_benchmark_give_the_literal_answer(peaked: bool, beta: float) -> None:
    data = document(11, n=16, k=6, peaked=peaked, beta=beta)
    numbers = data.numbers("njs+ees")
    for strategy in STRATEGIES:
        assert_is_literal(data.problem("njs+ees"), numbers, strategy)


@pytest.mark.parametrize("name", ["njs", "ees", "wlm", "wlm+njs+ees"])
@pytest.mark.parametrize("seed", range(4))
def test_lazy_and_full_agree_on_longer_documents(name: str, seed: int) -> None:
    data = document(seed, n=50, k=10, peaked=seed % 2 == 0, beta=[0.1, 0.3, 0.5, 0.9][seed])
    answers = [pl.solve(data.problem(name), strategy=strategy) for strategy in STRATEGIES]
    assert decisions_of(answers[0]) == decisions_of(answers[1]) == decisions_of(answers[2])
    assert answers[0].confidence.tolist() == answers[1].confidence.tolist() == answers[2].confidence.tolist()
    assert answers[0].choice.tolist() == answers[1].choice.tolist() == answers[2].choice.tolist()


def test_lazy_reads_a_small_part_of_psi_when_local_scores_stand_out() -> None:
    data = document(2, n=40, k=10, peaked=True, beta=0.3)
    lazy, full = (pl.solve(data.problem("njs+ees"), strategy=strategy) for strategy in ("lazy", "full"))
    assert lazy.n_relatedness <= full.n_relatedness
    assert lazy.n_relatedness < 0.02 * (40 * 39 // 2 * 100)


def test_documents_over_the_same_lists_can_be_solved_in_many_threads() -> None:
    data = document(8, n=30, k=8, peaked=False, beta=0.5)
    relatedness = data.relatedness("njs+ees")
    documents = [pl.Problem(data.local[i:], relatedness, data.beta, candidates=data.candidates[i:]) for i in range(12)]
    expected = [pl.solve(problem) for problem in documents]
    for threads in (2, 4):
        answers = list(pl.solve_all(documents, threads=threads))
        assert [decisions_of(answer) for answer in answers] == [decisions_of(answer) for answer in expected]


def test_a_measure_of_the_users_own_works_without_being_ours() -> None:
    class Same:
        """Fully related if both ids have the same last digit."""

        def score(self, left: int, right: int) -> float:
            return float(left % 10 == right % 10)

        def bound(self, left: int, right: int) -> float:
            return 1.0

        def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
            return np.array([[self.score(left, right) for right in rights] for left in lefts], dtype=np.float64)

    assert not isinstance(Same(), KernelRelatedness)
    problem = pl.Problem([[0.6, 0.5], [0.6, 0.5]], Same(), candidates=[[11, 23], [42, 33]])
    for strategy in STRATEGIES:
        assert pl.solve(problem, strategy=strategy).entities == [23, 33]


def test_a_wrong_block_of_a_users_measure_is_refused() -> None:
    class Wrong:
        def score(self, left: int, right: int) -> float:
            return 7.0

        bound = score

        def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
            return np.full((len(lefts), len(rights)), 7.0)

    with pytest.raises(ProblemError):
        pl.solve(pl.Problem([[0.6], [0.6]], Wrong(), candidates=[[1], [2]]))


def test_all_scores_equal_from_vectors_go_to_the_lowest_positions() -> None:
    ees = EES(np.ones((9, 1)))
    problem = pl.Problem([[0.5] * 3] * 3, ees, candidates=[[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    for strategy in STRATEGIES:
        answer = pl.solve(problem, strategy=strategy)
        assert [each[:2] for each in decisions_of(answer)] == [((0, 1), (0, 0)), ((0, 2), (0, 0))]


@pytest.mark.parametrize("name", ["njs", "wlm", "njs+ees"])
@pytest.mark.parametrize("beta", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("shared", [False, True])
def test_many_mentions_whose_best_candidates_are_counted_at_once_give_the_same_answer(
    name: str, beta: float, shared: bool
) -> None:
    data = document(7, 90, 4, peaked=True, beta=beta)
    problem = data.problem(name)
    if shared:  # many mentions with the same entity, and equal scores
        local = [np.round(problem.local[low:high], 1) for low, high in pairwise(problem.offsets.tolist())]
        candidates = [(problem.rows[low:high] % 40).tolist() for low, high in pairwise(problem.offsets.tolist())]
        problem = pl.Problem(local, problem.relatedness, beta, candidates=candidates)
    lazy, full = (pl.solve(problem, strategy=strategy) for strategy in ("lazy", "full"))
    assert lazy.choice.tolist() == full.choice.tolist()
    assert lazy.trace == full.trace
    assert lazy.confidence.tolist() == full.confidence.tolist()
