"""Ten thousand mentions: a right answer from those that need no matrix, a clear error from the others."""

from __future__ import annotations

import numpy as np
import pytest

import pairlinking as pl
from pairlinking.errors import ProblemTooLarge
from pairlinking.relatedness import EES

N = 10_000
# All right candidates point one way and all wrong ones nowhere: a pair of right ones beats any other, although every
# tenth mention has a wrong candidate (position 0) that is locally better.
RIGHT = np.random.default_rng(23).uniform(0.2, 0.5, N)
MISLED = np.arange(N) % 10 == 0


@pytest.fixture(scope="module")
def long_document() -> pl.Problem:
    ees = EES(np.concatenate([np.ones((N, 1)), np.zeros((N, 1))]))
    local = np.column_stack([np.where(MISLED, RIGHT + 0.05, 0.1), RIGHT])
    return pl.Problem(local, ees, beta=0.5, candidates=np.column_stack([N + np.arange(N), np.arange(N)]).tolist())


def test_pair_linking_decides_ten_thousand_mentions_around_the_most_confident_one(long_document: pl.Problem) -> None:
    answer = pl.solve(long_document, method="pair-linking")
    assert (answer.choice == 1).all()
    order = np.argsort(-RIGHT)
    # Confidence falls with the local score of the second mention, so the most confident mention decides all others.
    expected = [tuple(sorted((int(order[0]), int(other)))) for other in order[1:]]
    assert [step.mentions for step in answer.trace] == expected
    assert answer.trace[0].confidence == (0.5 * (RIGHT[order[0]] + RIGHT[order[1]]) + 0.5) / 1.5


def test_forward_backward_decides_ten_thousand_mentions(long_document: pl.Problem) -> None:
    answer = pl.solve(long_document, method="fwbw")
    assert (answer.choice == 1).all()
    assert answer.confidence.shape == (N,)


def test_local_decides_ten_thousand_mentions(long_document: pl.Problem) -> None:
    answer = pl.solve(long_document, method="local")
    assert answer.choice.tolist() == np.where(MISLED, 0, 1).tolist()
    assert answer.confidence.tolist() == np.where(MISLED, RIGHT + 0.05, RIGHT).tolist()


@pytest.mark.parametrize("method", ["lbp:all", "lbp:single", "dense-subgraph", "pagerank", "exhaustive"])
def test_methods_that_need_the_whole_matrix_say_so(method: str, long_document: pl.Problem) -> None:
    with pytest.raises(ProblemTooLarge):
        pl.solve(long_document, method=method)
