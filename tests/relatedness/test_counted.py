"""Measures of counts equal their formulas over sets, and the prior of WLM does what it is for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building import open_sample
from pairlinking.errors import ProblemError
from pairlinking.relatedness import NJS, NPMI, RELATEDNESS, WLM, InLinks, PriorWLM, relatedness_of

N_PAGES = 60
lists = st.lists(st.sets(st.integers(0, N_PAGES - 1), max_size=40), min_size=1, max_size=6)


def by_prior(left: set[int], right: set[int]) -> float:
    small, large = sorted((max(len(left), 1), max(len(right), 1)))
    expected = small * (len(left & right) + large / N_PAGES) / (small + 1)
    return min(max(1 - (math.log(large) - math.log(expected)) / (math.log(N_PAGES) - math.log(small)), 0.0), 1.0)


def by_information(left: set[int], right: set[int]) -> float:
    shared = len(left & right)
    if not shared:
        return 0.0
    information = math.log(shared * N_PAGES / (len(left) * len(right)))
    return min(max(information / -math.log(shared / N_PAGES), 0.0), 1.0)


@given(sets=lists)
def test_scores_are_those_of_the_formulas(sets: list[set[int]]) -> None:
    links = InLinks.from_lists(sets, n_pages=N_PAGES)
    rows = np.arange(len(sets))
    shared = NJS(links).source.common(rows, rows)
    assert shared.tolist() == [[len(left & right) for right in sets] for left in sets]
    for measure, formula in ((PriorWLM(links=links), by_prior), (NPMI(links=links), by_information)):
        block = measure.block(rows, rows)
        for i, left in enumerate(sets):
            for j, right in enumerate(sets):
                assert block[i, j] == pytest.approx(1.0 if i == j else formula(left, right), abs=1e-12)
                assert measure.score(i, j) == block[i, j] <= measure.bound(i, j)


def test_short_lists_that_share_nothing_are_related_by_wlm_and_not_with_a_prior() -> None:
    links = InLinks.from_lists([[1], [2], range(100, 200), range(100, 200)], n_pages=1000)
    assert WLM(links).score(0, 1) > 0.85
    prior = PriorWLM(links=links)
    assert prior.score(0, 1) == 0.0
    assert prior.score(2, 3) == pytest.approx(WLM(links).score(2, 3), abs=0.01)


def test_they_go_by_name_and_refuse_entities_that_are_not_there() -> None:
    kb = open_sample()
    assert {"npmi", "wlm-prior"} <= set(RELATEDNESS.names())
    tiger, masters = kb.find("Tiger Woods"), kb.find("Masters Tournament")
    for name in ("npmi", "wlm-prior"):
        assert 0 < relatedness_of(kb, name).score(tiger, masters) < 1
    with pytest.raises(ProblemError):
        relatedness_of(kb, "npmi").block(np.array([0]), np.array([len(kb)]))
