"""Lists of candidates are put together by the kernel as by the literal form, order and priors included."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.kb import _lists
from pairlinking.kb.dictionary import Candidates
from tests.reference import candidate_lists as reference
from tests.reference.candidate_lists import Rows

rows = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 5), st.integers(0, 63)), max_size=9, unique_by=lambda row: row[0]
)


def arrays(found: Rows) -> Candidates:
    entities, counts, origins = np.array(found, dtype=np.int64).reshape(-1, 3).T
    return Candidates(entities.astype(np.int32), counts.astype(np.int32), origins.astype(np.uint8))


def listed(found: _lists.Arrays) -> Rows:
    assert [each.dtype for each in found] == [np.int32, np.int32, np.uint8]
    return list(zip(*(each.tolist() for each in found), strict=True))


@given(st.lists(rows, max_size=4))
def test_several_forms_as_one(parts: list[Rows]) -> None:
    assert listed(_lists.merge([arrays(part) for part in parts])) == reference.merge(parts)


@given(rows, st.lists(rows, max_size=4))
def test_what_other_forms_add(found: Rows, others: list[Rows]) -> None:
    result = _lists.complete(arrays(found), [arrays(part) for part in others])
    assert listed(result) == reference.complete(found, others)


@given(rows, st.sets(st.integers(0, 12)), st.integers(0, 2**32 - 1))
def test_priors_with_popularity(found: Rows, own: set[int], seed: int) -> None:
    in_links = np.concatenate([[0], np.cumsum(np.random.default_rng(seed).integers(0, 4, 13))])
    without = np.array(sorted(own), dtype=np.int64)
    weighed, prior = _lists.weigh(arrays(found), in_links, without, 6.0)
    expected, expected_prior = reference.weigh(found, in_links, without, 6.0)
    assert listed(weighed) == expected
    np.testing.assert_array_equal(prior, expected_prior)


@given(st.lists(st.integers(0, 2**31 - 1), max_size=9), st.sampled_from([1, 2]))
def test_shares_of_counts(counts: list[int], step: int) -> None:
    values = np.array(counts, dtype=np.int32)[::step]
    total = int(values.sum(dtype=np.int64))
    assert _lists.sum_of(values) == total
    expected = values / total if total else np.full(len(values), 1 / max(len(values), 1))
    np.testing.assert_array_equal(_lists.shares(values), expected)
