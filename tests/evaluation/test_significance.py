"""Intervals and tests of significance against SciPy and plain loops."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from pairlinking.errors import ParameterError
from pairlinking.evaluation.metrics import Tally, measure, tally
from pairlinking.evaluation.significance import bootstrap_f1, paired_t_test

PAIRS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=60)


def corpus(n: int) -> list[Tally]:
    random = np.random.default_rng(3)
    return [tally([{1}] * int(size), random.integers(1, 3, int(size)).tolist()) for size in random.integers(1, 9, n)]


@given(PAIRS)
def test_the_paired_test_equals_scipy(pairs: list[tuple[int, int]]) -> None:
    better, worse = (np.array(column) / 20 for column in zip(*pairs, strict=True))
    differences = better - worse
    found = paired_t_test(better, worse)
    if differences.std(ddof=1) < 1e-12:
        return
    expected = stats.ttest_rel(better, worse, alternative="greater")
    assert found.t == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9, abs=1e-300)


def test_a_difference_that_never_changes() -> None:
    assert paired_t_test([1, 1], [0, 0]).p == 0.0
    assert paired_t_test([0, 0], [1, 1]).p == 1.0
    assert paired_t_test([1, 1], [1, 1]).p == 0.5
    assert paired_t_test([0, 0], [1, 1]).t == -math.inf


def test_lists_of_different_length_are_refused() -> None:
    with pytest.raises(ParameterError, match="two equally long lists"):
        paired_t_test([1, 2], [1, 2, 3])


@pytest.mark.parametrize("macro", [False, True])
def test_the_interval_equals_that_of_a_plain_loop(macro: bool) -> None:
    tallies, samples = corpus(12), 200
    found = bootstrap_f1(tallies, macro=macro, samples=samples, seed=5)
    drawn = np.random.default_rng(5).multinomial(12, np.full(12, 1 / 12), size=samples)
    f1 = []
    for times in drawn:
        taken = [each for each, n in zip(tallies, times, strict=True) for _ in range(n)]
        f1.append((measure(taken).macro if macro else measure(taken).micro).f1)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(f1, [0.025, 0.975])))
    assert found.value == pytest.approx((measure(tallies).macro if macro else measure(tallies).micro).f1)


def test_the_interval_depends_on_the_seed_alone_and_shrinks_with_more_documents() -> None:
    few, many = bootstrap_f1(corpus(10)), bootstrap_f1(corpus(400))
    assert few == bootstrap_f1(corpus(10))
    assert few != bootstrap_f1(corpus(10), seed=2)
    assert many.high - many.low < few.high - few.low


def test_no_documents_have_no_interval() -> None:
    assert bootstrap_f1([]).high == 0.0
