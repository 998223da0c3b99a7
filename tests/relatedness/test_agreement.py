"""Scalar, block, matrix and bound of every measure agree, and equal the literal form, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from pairlinking.relatedness import KernelRelatedness
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray
from tests.strategies import MEASURE_NAMES, LinkData, link_data

every_measure = pytest.mark.parametrize("name", MEASURE_NAMES)
few = settings(max_examples=20)


def scores(relatedness: KernelRelatedness) -> FloatArray:
    entities = range(relatedness.n_entities)
    return np.array([[relatedness.score(left, right) for right in entities] for left in entities])


@every_measure
@few
@given(data=link_data(max_entities=8))
def test_scores_equal_the_literal_form_to_the_last_bit(name: str, data: LinkData) -> None:
    relatedness = data.relatedness(name)
    assert scores(relatedness).tolist() == data.reference(name, list(range(len(data.lists))))


@every_measure
@few
@given(data=link_data(max_entities=12))
def test_block_and_matrix_equal_the_scores_to_the_last_bit(name: str, data: LinkData) -> None:
    relatedness = data.relatedness(name)
    expected = scores(relatedness)
    rows = np.arange(relatedness.n_entities)
    assert np.array_equal(relatedness.matrix(rows), expected)
    assert np.array_equal(relatedness.block(rows, rows), expected)
    assert np.array_equal(relatedness.block(rows[::2], rows[::-1]), expected[::2, ::-1])


@every_measure
@few
@given(data=link_data(max_entities=6))
def test_repeated_entities_in_a_matrix_are_themselves(name: str, data: LinkData) -> None:
    relatedness = data.relatedness(name)
    expected = scores(relatedness)
    rows = np.concatenate([np.arange(relatedness.n_entities)[::-1]] * 3)
    assert np.array_equal(relatedness.matrix(rows), expected[np.ix_(rows, rows)])


@every_measure
@few
@given(data=link_data())
def test_bound_is_never_below_the_score(name: str, data: LinkData) -> None:
    relatedness = data.relatedness(name)
    for left in range(relatedness.n_entities):
        for right in range(relatedness.n_entities):
            assert relatedness.score(left, right) <= relatedness.bound(left, right) <= 1


@every_measure
@few
@given(data=link_data())
def test_scores_are_symmetric_in_the_unit_interval_and_one_with_oneself(name: str, data: LinkData) -> None:
    psi = scores(data.relatedness(name))
    assert np.array_equal(psi, psi.T)
    assert ((psi >= 0) & (psi <= 1)).all()
    assert (np.diag(psi) == 1).all()


@pytest.mark.parametrize("name", ["wlm", "njs", "wlm+njs+ees"])
def test_chain_counting_over_many_blocks_equals_the_literal_form(name: str) -> None:
    rng = np.random.default_rng(5)
    n_pages = 200_000  # seven blocks of page ids, the last one partly filled
    sizes = [150_000, 40_000, 40_000, 9_000, 3_000, 2_500, 300, 49, 48, 3, 0]
    lists = [set(rng.choice(n_pages, size, replace=False).tolist()) for size in sizes]
    lists[1] = {page for page in range(n_pages) if page % 4 == 0}  # fills every block evenly
    lists[-2] = {0, 32_767, 32_768}  # on the border of two blocks
    lists[3].add(n_pages - 1)
    lists[4].add(n_pages - 1)
    data = LinkData(list(lists), rng.normal(size=(11, 20)), n_pages, [], [], 0.5)
    rows = list(range(11))
    assert data.relatedness(name).matrix(np.array(rows)).tolist() == data.reference(name, rows)


def test_measures_follow_the_protocol() -> None:
    data = LinkData([{1}, {1, 2}], np.eye(2), 4, [], [], 0.5)
    assert all(isinstance(data.relatedness(name), Relatedness) for name in MEASURE_NAMES)
