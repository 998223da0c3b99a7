"""Counts of shards are read back range by range, as they were written."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building.writers.count_files import Counted, read_counts, write_counts

N_WORDS = 70_000  # more than two bytes can number

lists = st.dictionaries(
    st.integers(0, 40),
    st.dictionaries(st.integers(0, N_WORDS - 1), st.sampled_from([1, 1, 2, 300, 65535]), min_size=1, max_size=6),
    max_size=12,
)


def counted(shard: dict[int, dict[int, int]]) -> Counted:
    """Lists of a shard as `count_pairs` gives them."""
    ordered = [sorted(words.items(), key=lambda each: each[1] > 1) for _, words in sorted(shard.items())]
    words = np.array([word for each in ordered for word, _ in each], dtype=np.int32)
    return Counted(
        np.array(sorted(shard), dtype=np.int32),
        np.array([len(each) for each in ordered], dtype=np.int32),
        np.array([sum(n == 1 for _, n in each) for each in ordered], dtype=np.int32),
        words.astype(np.uint16),
        (words >> 16).astype(np.uint8),
        np.array([n for each in ordered for _, n in each if n > 1], dtype=np.uint16),
    )


@given(
    shards=st.lists(lists, max_size=3), cuts=st.sets(st.integers(1, 40), max_size=4), rare=st.sets(st.integers(0, 9))
)
def test_every_range_has_the_counts_of_all_shards_without_rare_words(
    tmp_path_factory: pytest.TempPathFactory, shards: list[dict[int, dict[int, int]]], cuts: set[int], rare: set[int]
) -> None:
    folder = tmp_path_factory.mktemp("counts")
    starts = np.array(sorted({0, *cuts}))
    ranks = np.arange(N_WORDS, dtype=np.int32)[::-1].copy()
    ranks[sorted(rare)] = -1
    names = [f"{number}.parquet" for number in range(len(shards))]
    for name, shard in zip(names, shards, strict=True):
        write_counts(folder / f"{name}.counts", counted(shard), starts)
        np.save(folder / f"{name}.ranks.npy", ranks)
    for at, (first, last) in enumerate(zip(starts.tolist(), [*starts[1:].tolist(), 41], strict=True)):
        found = read_counts(folder, names, at)
        expected = [
            (entity - first, {int(ranks[word]): n for word, n in words.items() if ranks[word] >= 0})
            for shard in shards
            for entity, words in sorted(shard.items())
            if first <= entity < last
        ]
        bounds = [0, *found.ends.tolist()]
        got = [
            dict(zip(found.words[a:b].tolist(), found.counts[a:b].tolist(), strict=True)) for a, b in pairwise(bounds)
        ]
        assert list(zip(found.entities.tolist(), got, strict=True)) == expected
