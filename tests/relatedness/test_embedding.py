"""EES: the cosine as exact integer arithmetic, and vectors that are none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.errors import KnowledgeBaseError, ProblemError
from pairlinking.relatedness import EES, quantize
from tests.reference.relatedness import quantized


@given(seed=st.integers(0, 10**6), dimensions=st.integers(1, 70))
def test_score_is_the_cosine_within_the_rounding_of_16_bits(seed: int, dimensions: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(4, dimensions))
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosine = np.clip(unit @ unit.T, 0, 1)
    assert EES(vectors).matrix(np.arange(4)) == pytest.approx(cosine, abs=2 * dimensions**0.5 / 32767)


@given(seed=st.integers(0, 10**6), dimensions=st.integers(1, 70))
def test_quantized_vectors_are_cut_towards_zero_and_padded(seed: int, dimensions: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(3, dimensions))
    made = quantize(vectors)
    assert made.dtype == np.int16
    assert made.shape[1] % 16 == 0
    assert (made[:, dimensions:] == 0).all()
    assert made[:, :dimensions].tolist() == [quantized(vector) for vector in vectors.tolist()]
    assert (np.square(made.astype(np.int64)).sum(axis=1) <= 32767**2).all()


def test_opposite_vectors_score_zero_and_not_less() -> None:
    assert EES([[1.0, 0.0], [-1.0, 0.0]]).score(0, 1) == 0


def test_a_zero_vector_is_related_to_itself_only() -> None:
    assert EES([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]).matrix(np.arange(3)).tolist() == np.eye(3).tolist()


def test_parallel_unit_axes_score_exactly_one() -> None:
    assert EES([[2.0, 0.0], [5.0, 0.0]]).score(0, 1) == 1


def test_length_does_not_matter_even_at_the_ends_of_the_range() -> None:
    vectors = np.array([[3.0, 4.0], [3e300, 4e300], [3e-200, 4e-200]])
    assert quantize(vectors).tolist() == [quantize(vectors[:1])[0].tolist()] * 3


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int32, np.int8, np.uint8])
def test_vectors_of_any_number_type_are_taken(dtype: type[np.generic]) -> None:
    assert EES(np.array([[1, 0], [1, 1]], dtype=dtype)).score(0, 1) == EES([[1.0, 0.0], [1.0, 1.0]]).score(0, 1)


def test_quantized_vectors_are_taken_as_they_are_whatever_their_order_in_memory() -> None:
    made = quantize(np.random.default_rng(3).normal(size=(4, 20)))
    expected = EES(made).matrix(np.arange(4))
    assert np.array_equal(EES(np.asfortranarray(made)).matrix(np.arange(4)), expected)
    frozen = made.copy()
    frozen.flags.writeable = False  # as a memory-mapped file would be
    assert np.array_equal(EES(frozen).matrix(np.arange(4)), expected)


def test_quantized_vectors_longer_than_the_scale_do_not_overflow_into_wrong_scores() -> None:
    """16 entries of 32767 would overflow a sum of 32 bits: refused, or right."""
    try:
        ees = EES(np.full((2, 16), 32767, dtype=np.int16))
    except ProblemError:
        return
    assert ees.score(0, 1) == 1


@pytest.mark.parametrize(
    "vectors",
    [
        [[1.0, float("nan")]],
        [[float("inf"), 0.0]],
        [1.0, 2.0],
        [["a", "b"]],
        [[[1.0]]],
        [[1.0], [1.0, 2.0]],
        "vectors",
        None,
        [[1j]],
        np.zeros((2, 15), dtype=np.int16),  # quantized, but not padded
    ],
)
def test_what_is_no_table_of_finite_numbers_is_refused(vectors: Any) -> None:
    with pytest.raises(ProblemError):
        EES(vectors)


def test_no_entities_and_no_dimensions_are_allowed() -> None:
    assert EES(np.empty((0, 5))).matrix(np.empty(0, dtype=np.int64)).shape == (0, 0)
    assert EES(np.empty((2, 0))).matrix(np.arange(2)).tolist() == [[1, 0], [0, 1]]


def test_a_vector_that_was_not_checked_before_is_when_it_is_used() -> None:
    vectors = np.zeros((2, 16), dtype=np.int16)
    vectors[0, 0] = 32767
    vectors[1, :2] = -32768
    ees = EES(vectors, check=False)
    assert ees.score(0, 0) == 1.0
    with pytest.raises(KnowledgeBaseError, match="vector of entity 1 is damaged"):
        ees.score(0, 1)
