"""Unambiguous context: the literal form's answer, and psi read with clear mentions only."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.collective import UnambiguousContext
from tests.reference.numbers import numbers_of
from tests.reference.unambiguous_context import unambiguous_context
from tests.strategies import problems


@settings(max_examples=200)
@given(problem=problems(max_mentions=7), least_lead=st.sampled_from([0.0, 0.25, 0.5, 1.0]))
def test_choice_equals_the_literal_form(problem: pl.Problem, least_lead: float) -> None:
    expected = unambiguous_context(numbers_of(problem), least_lead)
    assert UnambiguousContext(least_lead=least_lead).solve(problem).choice.tolist() == expected


@given(problem=problems(max_mentions=6, max_candidates=4))
def test_without_a_clear_mention_phi_decides(problem: pl.Problem) -> None:
    ambiguous = [i for i, size in enumerate(problem.sizes) if size > 1]
    numbers = numbers_of(problem)
    kept = pl.Problem([numbers.local[i] for i in ambiguous], lambda left, right: 0.5, problem.beta)
    answer = UnambiguousContext(least_lead=1.0).solve(kept)
    if (answer.problem.local < 1).all():
        assert answer.choice.tolist() == pl.solve(kept, method="local").choice.tolist()
        assert answer.n_relatedness == 0


def test_a_clear_mention_decides_an_ambiguous_one() -> None:
    psi = np.eye(3)
    psi[1, 2] = psi[2, 1] = 0.9
    answer = pl.solve(pl.Problem([[0.5, 0.4], [0.9]], psi), method="unambiguous-context")
    assert answer.choice.tolist() == [1, 0]
    assert answer.n_relatedness == 3  # one row: that of the clear mention
