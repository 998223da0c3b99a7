"""The kernels of local features equal their literal forms to the last bit."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.local._contexts import around, cosines
from pairlinking.local._ranks import ranks_and_margins
from pairlinking.local.context import tokenize
from pairlinking.text.words import words
from pairlinking.types import FloatArray, IntArray
from tests.reference import contexts as reference
from tests.reference.ranks import ranks_and_margins as literal_ranks

seeds = st.integers(0, 2**32 - 1)


def drawn_bounds(rng: np.random.Generator, n_words: int, n_mentions: int) -> IntArray:
    return np.sort(rng.integers(0, n_words + 1, (n_mentions, 2)), axis=1).astype(np.int64)


@given(seed=seeds, dim=st.sampled_from([1, 7, 8, 20, 100]), n_words=st.integers(0, 60), n_mentions=st.integers(0, 5))
def test_contexts_and_cosines_are_those_of_the_literal_form(seed: int, dim: int, n_words: int, n_mentions: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = (rng.standard_normal((30, dim)) * rng.choice([1e-6, 0.1, 3], (30, 1))).astype(np.float16)
    vectors[::7] = 0
    ids, places, counts = rng.permutation(30), rng.integers(0, 30, n_words), rng.integers(1, 100, 30)
    ids[::5] = -1
    bounds = drawn_bounds(rng, n_words, n_mentions)
    widths = (0, 3, None)
    numbers = np.array([-1 if width is None else width for width in widths])
    found = around(vectors.view(np.uint16), counts, 500.0, 0.01, ids, places, bounds, numbers, 1 << 12)
    known = np.flatnonzero(ids[places] >= 0)
    words_known = ids[places][known]
    weights = 0.01 / (0.01 + counts[words_known] / 500.0)
    expected = reference.around(vectors, words_known, weights, np.searchsorted(known, bounds), widths)
    assert not found[:, :, dim:].any()
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one[:, :dim], other.reshape(-1, dim))
    entity_vectors = np.zeros((9, -(-dim // 16) * 16), dtype=np.int16)
    entity_vectors[1:, :dim] = rng.integers(-32767, 32768, (8, dim)) // 10
    mention = np.sort(rng.integers(0, n_mentions, 12)) if n_mentions else np.empty(0, np.int64)
    entities = rng.integers(0, 9, len(mention))
    out = np.full((len(mention), len(widths) + 1), 7.0)
    has_vector = cosines(found, mention, entities, entity_vectors, out[:, 1:])
    np.testing.assert_array_equal(has_vector, entity_vectors[entities].any(axis=1))
    for row, (m, entity) in enumerate(zip(mention.tolist(), entities.tolist(), strict=True)):
        for column in range(len(widths)):
            assert out[row, column + 1] == reference.cosine(entity_vectors[entity], found[column, m])
    assert (out[:, 0] == 7).all()


@pytest.mark.parametrize("block", [1, 5, 1000])
def test_words_may_be_added_up_in_blocks(block: int) -> None:
    rng = np.random.default_rng(5)
    vectors = rng.standard_normal((9, 16)).astype(np.float16).view(np.uint16)
    places, bounds = rng.integers(0, 9, 40), drawn_bounds(rng, 40, 6)
    words_of_all = vectors, np.ones(9, np.int64), 9.0, 0.1, np.arange(9), places
    widths = np.array([4, -1])
    whole = around(*words_of_all, bounds, widths, 1 << 12)
    np.testing.assert_allclose(around(*words_of_all, bounds, widths, block), whole, atol=1e-12)


def test_vectors_that_are_made_again_and_again_are_those_that_are_kept() -> None:
    """Of very many different words the last ones are made wherever they are."""
    rng = np.random.default_rng(6)
    n = 5000
    vectors = rng.standard_normal((n, 16)).astype(np.float16).view(np.uint16)
    counts, places = rng.integers(1, 9, n), rng.integers(0, n, 300)
    bounds, widths = drawn_bounds(rng, 300, 6), np.array([4, -1])
    order = np.argsort(rng.random(n))  # the same words, by other places
    one = around(vectors, counts, 9.0, 0.1, np.arange(n), places, bounds, widths, 1 << 12)
    other = around(vectors, counts, 9.0, 0.1, order, np.argsort(order)[places], bounds, widths, 1 << 12)
    np.testing.assert_array_equal(one, other)


def test_many_different_words_are_numbered_like_few() -> None:
    parts = [f"w{number % 2000} é{number % 700}" for number in range(4000)]
    found = tokenize(" ".join(parts), [])
    expected = words(" ".join(parts))
    assert found.words == expected
    assert found.distinct == list(dict.fromkeys(expected))
    plain = " ".join(f"w{number % 2000}" for number in range(4000))
    assert tokenize(plain, []).words == plain.split()


@st.composite
def tables(draw: st.DrawFn) -> tuple[FloatArray, IntArray]:
    """Values with many ties, below 0 among them."""
    sizes = draw(st.lists(st.integers(0, 6), max_size=6))
    rng = np.random.default_rng(draw(seeds))
    values = rng.integers(-3, 4, (sum(sizes), 3)) / draw(st.sampled_from([1, 3, 7]))
    return values, np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])


@given(tables())
def test_ranks_and_margins_are_those_of_the_literal_form(table: tuple[FloatArray, IntArray]) -> None:
    values, offsets = table
    out = np.full((len(values), 2 * values.shape[1]), 7.0)
    ranks_and_margins(values, offsets, out)
    np.testing.assert_array_equal(out, literal_ranks(values, offsets))


@given(st.text(st.sampled_from("aZ9 -.é東İ\n"), max_size=30), st.data())
def test_words_are_those_of_each_stretch_between_mentions(text: str, data: st.DataObject) -> None:
    ends = st.integers(0, len(text))
    spans = [(min(span), max(span)) for span in data.draw(st.lists(st.tuples(ends, ends), max_size=4))]
    stops = [0, *sorted({end for span in spans for end in span}), len(text)]
    expected = [word for start, end in pairwise(stops) for word in words(text[start:end])]
    found = tokenize(text, spans)
    assert found.words == expected
    assert found.distinct == list(dict.fromkeys(expected))
    for (start, end), (first, last) in zip(spans, found.bounds.tolist(), strict=True):
        before = [word for low, high in pairwise(stops) if high <= start for word in words(text[low:high])]
        inside = [
            word for low, high in pairwise(stops) if start <= low and high <= end for word in words(text[low:high])
        ]
        assert first == len(before)
        assert expected[first:last] == inside
