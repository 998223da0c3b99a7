"""Support and attention: the literal forms' answers, and what one supporter means."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.collective import Attention, Support
from pairlinking.errors import ParameterError
from tests.reference.numbers import numbers_of
from tests.reference.support import attention, support
from tests.strategies import LinkData, link_data, measures, problems

NAMES = {"support:1": 1, "support:3": 3, "support:all": None}


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=100)
@given(problem=problems(max_mentions=7))
def test_choice_equals_the_literal_form(name: str, problem: pl.Problem) -> None:
    assert pl.solve(problem, method=name).choice.tolist() == support(numbers_of(problem), NAMES[name])


@settings(max_examples=100)
@given(problem=problems(max_mentions=7), k=st.integers(1, 5), temperature=st.sampled_from([0.01, 0.1, 1.0]))
def test_attention_equals_the_literal_form(problem: pl.Problem, k: int, temperature: float) -> None:
    solver = Attention(n_supporters=k, temperature=temperature)
    assert solver.solve(problem).choice.tolist() == attention(numbers_of(problem), k, temperature)


@given(data=link_data(max_mentions=6, ties=False), name=measures)
def test_lists_and_vectors_give_the_literal_answer(data: LinkData, name: str) -> None:
    problem = data.problem(name)
    assert pl.solve(problem, method="support:3").choice.tolist() == support(numbers_of(problem), 3)


@given(problem=problems(min_mentions=2, ties=False, empty_mentions=False))
def test_one_supporter_makes_the_first_decision_of_pair_linking(problem: pl.Problem) -> None:
    first = pl.solve(problem, method="pair-linking")
    choice = pl.solve(problem, method="support:1").choice
    assert first.decisions is not None
    assert choice[first.decisions[0][0]].tolist() == first.decisions[1][0].tolist()


@given(problem=problems(max_mentions=6, ties=False))
def test_the_lowest_temperature_attends_to_one_supporter(problem: pl.Problem) -> None:
    attended = Attention(n_supporters=5, temperature=1e-9).solve(problem)
    assert attended.choice.tolist() == Support(n_supporters=1).solve(problem).choice.tolist()


def test_many_weak_supporters_outvote_one_strong_one_only_where_all_count() -> None:
    psi = np.eye(5)
    psi[0, 2] = psi[2, 0] = 0.9  # one supporter for candidate 0
    psi[1, 2:] = psi[2:, 1] = 0.6  # three for candidate 1
    problem = pl.Problem([[0.5, 0.5], [1.0], [1.0], [1.0]], psi)
    assert pl.solve(problem, method="support:1").choice[0] == 0
    assert pl.solve(problem, method="support:all").choice[0] == 1


@pytest.mark.parametrize(("option", "value"), [("n_supporters", 0), ("temperature", 0.0)])
def test_senseless_options_are_refused(option: str, value: float) -> None:
    with pytest.raises(ParameterError, match=option):
        Attention(**{option: value})  # type: ignore[arg-type]
