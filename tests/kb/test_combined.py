"""Lists of candidates are put together by the kernel as by the literal form, order and priors included."""

from __future__ import annotations

import pickle

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.kb import _combined
from pairlinking.kb.dictionary import Candidates
from tests.reference import candidate_lists as reference
from tests.reference.candidate_lists import Rows

rows = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 5), st.integers(0, 63)), max_size=9, unique_by=lambda row: row[0]
)


def arrays(found: Rows) -> Candidates:
    entities, counts, origins = np.array(found, dtype=np.int64).reshape(-1, 3).T
    return Candidates(entities.astype(np.int32), counts.astype(np.int32), origins.astype(np.uint8))


def listed(found: Candidates) -> Rows:
    assert [each.dtype for each in found] == [np.int32, np.int32, np.uint8]
    return list(zip(*(each.tolist() for each in found), strict=True))


@given(st.lists(rows, max_size=4))
def test_several_forms_as_one(parts: list[Rows]) -> None:
    assert listed(_combined.merge([arrays(part) for part in parts])) == reference.merge(parts)


@given(rows, st.lists(rows, max_size=4))
def test_what_other_forms_add(found: Rows, others: list[Rows]) -> None:
    result = _combined.complete(arrays(found), [arrays(part) for part in others])
    assert listed(result) == reference.complete(found, others)


@given(rows, st.sets(st.integers(0, 12)), st.integers(0, 2**32 - 1))
def test_priors_with_popularity(found: Rows, own: set[int], seed: int) -> None:
    in_links = np.concatenate([[0], np.cumsum(np.random.default_rng(seed).integers(0, 4, 13))])
    without = np.array(sorted(own), dtype=np.int64)
    weighed = _combined.weigh(arrays(found), in_links, without, 6.0)
    expected, expected_prior = reference.weigh(found, in_links, without, 6.0)
    assert listed(weighed) == expected
    np.testing.assert_array_equal(weighed.prior, expected_prior)


@given(st.lists(st.integers(0, 2**31 - 1), max_size=9), st.sampled_from([1, 2]))
def test_shares_of_counts(counts: list[int], step: int) -> None:
    values = np.array(counts, dtype=np.int32)[::step]
    total = int(values.sum(dtype=np.int64))
    found = Candidates(np.arange(len(values)), values, np.zeros(len(values)))
    assert found.total == total
    expected = values / total if total else np.full(len(values), 1 / max(len(values), 1))
    np.testing.assert_array_equal(found.prior, expected)


@given(rows, rows, st.integers(1, 12))
def test_a_form_and_a_longer_one(found: Rows, longer: Rows, most: int) -> None:
    joined = _combined.join(arrays(found), arrays(longer), most)
    expected = reference.join(found, longer, most)
    got = zip(joined.entities.tolist(), joined.prior.tolist(), joined.expanded_prior.tolist(), strict=True)
    assert list(got) == expected
    assert joined.total == sum(count for _, count, _ in found)


@given(rows)
def test_lists_go_from_one_process_to_another(found: Rows) -> None:
    sent = pickle.loads(pickle.dumps(_combined.join(arrays(found), arrays(found[:2]), 20)))
    kept = _combined.join(arrays(found), arrays(found[:2]), 20)
    assert listed(sent) == listed(kept)
    np.testing.assert_array_equal(sent.expanded_prior, kept.expanded_prior)
