"""Problems of every size and shape through every registered solver and measure."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random

import numpy as np
import numpy.typing as npt

import pairlinking as pl
from pairlinking.collective.objectives import objective_value
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.errors import ProblemError, ProblemTooLarge
from pairlinking.problem import Problem
from pairlinking.relatedness import EES, MEASURES, InLinks, measure
from tests.fuzz.harness import Harness
from tests.reference.numbers import numbers_of
from tests.reference.pair_linking import pair_linking

__all__ = ["Kernels"]

_SMALL = 30  # candidates up to which the literal algorithm is quick
_TINY = (0.0, 5e-324, 1e-310, 1e-40, 0.5, 1.0 - 2**-53, 1.0)


class Kernels(Harness):
    """Solvers keep to their contract, and do not care how relatedness is given."""

    name = "kernels"
    share = 2.0

    def prepare(self, stack: ExitStack) -> None:
        """Nothing: problems follow from their numbers."""

    def run(self, random: Random) -> str:
        """Solve one problem by every method."""
        rng = np.random.default_rng(random.getrandbits(64))
        problem, same = _problem(random, rng)
        n_refused = 0
        for name in COLLECTIVE.names():
            try:
                answer = pl.solve(problem, method=name)
            except ProblemTooLarge:
                n_refused += 1
                continue
            _check(name, problem, answer)
            again = pl.solve(same, method=name)
            assert again.choice.tolist() == answer.choice.tolist(), f"{name}: another answer for the same numbers"
            assert again.confidence.tolist() == answer.confidence.tolist(), f"{name}: another confidence"
            if name == "pair-linking" and len(problem.local) <= _SMALL:
                assert answer.choice.tolist() == pair_linking(numbers_of(problem))[0], "not what Algorithm 1 gives"
        _attack_arrays(random, rng)
        return "solved, some too large" if n_refused else "solved"


def _check(name: str, problem: Problem, answer: pl.Assignment) -> None:
    assert answer.choice.shape == answer.confidence.shape == (problem.n_mentions,), name
    for choice, size in zip(answer.choice.tolist(), problem.sizes, strict=True):
        assert (0 <= choice < size) if size else choice == -1, f"{name}: {choice} of {size}"
    assert ((answer.confidence >= 0) & (answer.confidence <= 1)).all(), f"{name}: {answer.confidence}"
    assert answer.objective == objective_value(problem, answer.choice, answer.objective_name), name
    answer.tree()


def _problem(random: Random, rng: np.random.Generator) -> tuple[Problem, Problem]:
    """A problem, and the same one with its relatedness as a bare matrix."""
    n, widest = random.choice(((2, 3), (4, 4), (6, 5), (15, 6), (30, 12), (3, 60)))
    sizes = [int(size) for size in rng.integers(0, widest + 1, random.randrange(n + 1))]
    beta = random.choice((0.0, 0.25, 0.5, 0.75, 1.0, random.random()))
    kind = random.randrange(3)
    total = sum(sizes)
    local = [_scores(random, rng, (size,), kind) for size in sizes]
    if random.random() < 0.4:
        upper = np.triu(_scores(random, rng, (total, total), kind))
        matrix = upper + np.triu(upper, 1).T
        return Problem(local, matrix, beta), Problem(local, np.asfortranarray(matrix), beta)
    n_entities = max(1, random.choice((total, total // 2, total * 3)))
    relatedness = measure(
        random.choice(MEASURES), links=_links(random, rng, n_entities), ees=EES(_vectors(rng, n_entities))
    )
    candidates = [rng.choice(n_entities, min(size, n_entities), replace=False).tolist() for size in sizes]
    local = [scores[: len(names)] for scores, names in zip(local, candidates, strict=True)]
    rows = np.array([entity for names in candidates for entity in names], dtype=np.int64)
    return Problem(local, relatedness, beta, candidates=candidates), Problem(local, relatedness.matrix(rows), beta)


def _scores(random: Random, rng: np.random.Generator, shape: tuple[int, ...], kind: int) -> npt.NDArray[np.float64]:
    if kind == 0:
        return rng.random(shape)
    if kind == 1:  # many ties
        return np.asarray(rng.integers(0, 5, shape) / 4)
    return rng.choice(_TINY, shape)


def _links(random: Random, rng: np.random.Generator, n: int) -> InLinks:
    n_pages = random.choice((1, 40, 4_000, 32_768, 70_000))
    most = random.choice((1, 6, 60, 400, 4_000))
    lists = [set((n_pages * rng.random(int(rng.integers(0, most + 1))) ** 2).astype(int).tolist()) for _ in range(n)]
    return InLinks.from_lists(lists, n_pages=n_pages)


def _vectors(rng: np.random.Generator, n: int) -> npt.NDArray[np.float64]:
    vectors = rng.normal(size=(n, int(rng.integers(1, 40)))) * 10.0 ** rng.integers(-30, 30)
    vectors[rng.random(n) < 0.2] = 0.0
    return vectors


def _attack_arrays(random: Random, rng: np.random.Generator) -> None:
    """Arrays that do not fit together are refused by us, whatever is wrong with them."""
    indptr = np.concatenate([[0], np.cumsum(rng.integers(0, 4, 6))])
    ids = np.sort(rng.integers(0, 20, int(indptr[-1])).astype(np.int32))
    wrong = random.randrange(5)
    if wrong == 0:
        indptr[random.randrange(len(indptr))] = random.choice((-1, 10**9, 2**62))
    elif wrong == 1 and len(ids):
        ids[random.randrange(len(ids))] = random.choice((-1, 20, 2**31 - 1))
    elif wrong == 2:
        indptr = indptr[::-1].copy()
    elif wrong == 3:
        ids = ids[: len(ids) // 2]
    try:
        links = InLinks(indptr, ids, n_pages=20)
    except ProblemError:
        return
    measure("njs", links=links).matrix(np.arange(6))
