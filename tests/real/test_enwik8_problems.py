"""Pair-Linking on documents made from the links of a real dump: every way gives the literal answer."""

from __future__ import annotations

from functools import cache

import pytest

import pairlinking as pl
from benchmarks import enwik8
from tests.reference.numbers import numbers_of
from tests.reference.pair_linking import decisions_of, pair_linking

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not enwik8.DUMP.exists(), reason=f"needs the dump {enwik8.DUMP.name} in ../shared/wiki/enwik8"),
]


@cache
def pages() -> list[list[tuple[str, str]]]:
    return enwik8.read_links()


@pytest.mark.parametrize("beta", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("measures", ["njs", "ees", "njs+ees", "wlm+njs+ees"])
def test_lazy_full_and_auto_agree_on_real_documents(measures: str, beta: float) -> None:
    problems = enwik8.make_problems(pages(), measures, beta, n_documents=200)
    assert len(problems) > 190
    for problem in problems:
        answers = [pl.solve(problem, strategy=strategy) for strategy in ("lazy", "auto", "full")]
        assert answers[0].trace == answers[1].trace == answers[2].trace
        assert all((answer.choice >= 0).all() for answer in answers)


def test_real_documents_get_the_literal_answer() -> None:
    for problem in enwik8.make_problems(pages(), "njs+ees", 0.5, n_documents=60, max_mentions=25):
        answer = pl.solve(problem)
        choice, decisions = pair_linking(numbers_of(problem))
        assert answer.choice.tolist() == choice
        assert decisions_of(answer) == decisions
