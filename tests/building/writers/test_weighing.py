"""The kernel that makes profiles of counts against the same with numpy."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building.writers._weighing import to_half, weigh_words

N_WORDS = 300
LISTS = st.lists(
    st.tuples(st.integers(0, 4), st.dictionaries(st.integers(0, N_WORDS - 1), st.integers(1, 65535), max_size=40)),
    max_size=8,
)


def profiles(
    lists: list[tuple[int, dict[int, int]]], idf: npt.NDArray[np.float32], most: int
) -> list[list[tuple[int, float]]]:
    """The words and weights of entities 0 to 4, in the types and the order of operations that files have."""
    result = []
    for entity in range(5):
        sums: dict[int, int] = {}
        for owner, counted in lists:
            for word, n in counted.items() if owner == entity else ():
                sums[word] = sums.get(word, 0) + n
        words = np.array(sorted(sums), dtype=np.int64)
        counts = np.array([sums[word] for word in words.tolist()], dtype=np.int64)
        usual = 3.0 * (0.25 + 0.75 * float(counts.sum()) / 300.0)
        weights = (idf[words] * counts / (counts + usual)).astype(np.float16)
        kept = sorted(sorted(range(len(words)), key=lambda at: (-weights[at], words[at]))[:most])
        kept = [at for at in kept if weights[at] > 0]
        rounded = weights[kept].astype(np.float64)
        norm = np.sqrt(sum(value**2 for value in rounded.tolist()))
        unit = (rounded / norm).astype(np.float16)
        result.append(list(zip(words[kept].tolist(), unit.tolist(), strict=True)))
    return result


@given(LISTS, st.integers(1, 50), st.integers(0, 2**32 - 1))
def test_profiles_are_those_of_numpy(lists: list[tuple[int, dict[int, int]]], most: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    idf = random.choice([0.0, 1e-7, 0.001, 0.5, 1, 7.25], N_WORDS).astype(np.float32)
    numbers = random.permutation(N_WORDS).astype(np.int32)  # of the word of each rank
    ranks = np.argsort(numbers).astype(np.int32)
    entities = np.array([entity for entity, _ in lists], dtype=np.int32)
    ends = np.cumsum([len(counted) for _, counted in lists], dtype=np.int64)
    words = np.array([ranks[word] for _, counted in lists for word in counted], dtype=np.int32)
    counts = np.array([n for _, counted in lists for n in counted.values()], dtype=np.uint16)
    sizes, best, weights = weigh_words(entities, ends, words, counts, idf[numbers], numbers, 5, most, 3.0, 300.0)
    found = list(zip(best.tolist(), weights.tolist(), strict=True))
    bounds = np.cumsum([0, *sizes.tolist()]).tolist()
    assert [found[a:b] for a, b in pairwise(bounds)] == profiles(lists, idf, most)


@given(st.floats(0, 65504))
def test_a_half_is_that_of_numpy(value: float) -> None:
    assert to_half(value) == np.array(value).astype(np.float16).view(np.uint16)


def test_halves_and_what_is_between_them_are_rounded_as_numpy_does() -> None:
    halves = np.arange(0x7BFF, dtype=np.uint16).view(np.float16).astype(np.float64)
    between = (halves[:-1] + halves[1:]) / 2
    for values in (halves, between, np.nextafter(between, 0), np.nextafter(between, np.inf)):
        assert [to_half(value) for value in values.tolist()] == values.astype(np.float16).view(np.uint16).tolist()
