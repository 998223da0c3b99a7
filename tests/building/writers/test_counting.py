"""The kernel that splits and counts words against the plain way."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building.writers._counting import WordRow
from pairlinking.building.writers._sums import count_sorted, find_lowest, sort_numbers
from pairlinking.building.writers.columns import string_buffers
from pairlinking.text.words import words

TEXTS = st.lists(st.text(alphabet=st.sampled_from("ab Z9.-'éß東İ\n"), max_size=30), max_size=8)
NO_LISTS = np.zeros(9, dtype=np.int32)
NONE = np.empty(0, dtype=np.int32)


def split(texts: list[str]) -> tuple[list[str], WordRow]:
    row = WordRow()
    data, offsets = string_buffers(pa.array(texts, pa.string()))
    row.begin_page()
    row.add(data, offsets, 0, len(texts), NO_LISTS, NONE, NONE, NONE.astype(np.int64), False)
    known, starts, _ = row.vocabulary()
    spelled = [known[a:b].decode() for a, b in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)]
    return [spelled[number] for number in row.ids.tolist()], row


@given(TEXTS)
def test_words_are_those_of_the_library(texts: list[str]) -> None:
    assert split(texts)[0] == [word for text in texts for word in words(text)]


def test_words_that_are_longer_than_the_buffer() -> None:
    texts = [f"a {'B' * 255} {'c' * 256} {'D' * 257} {'e' * 5000}, f", "x" * 300]
    assert split(texts)[0] == [word for text in texts for word in words(text)]


def test_more_words_than_the_first_table_holds_are_all_found_again() -> None:
    texts = [f"w{number}" for number in range(50_000)]
    found, row = split(texts)
    assert found == texts
    assert row.find(*string_buffers(pa.array(["w7", "w49999", "no", ""]))).tolist() == [7, 49_999, -1, -1]


def test_anchors_are_split_from_their_text_and_overlapping_ones_left_out() -> None:
    text = "Seé [[old]]York's wall"
    row = WordRow()
    data, offsets = string_buffers(pa.array([text]))
    starts, ends = np.array([6, 7, 11], dtype=np.int32), np.array([9, 8, 15], dtype=np.int32)
    row.begin_page()
    row.add(data, offsets, 0, 1, np.array([0, 3], dtype=np.int32), starts, ends, np.array([4, 5, 6]), True)
    assert row.links.tolist() == [[1, 2, 4, 0], [2, 3, 6, 0]]


def test_pages_with_each_word() -> None:
    row = WordRow()
    data, offsets = string_buffers(pa.array(["a b a", "b", "b c"]))
    for first in range(3):
        row.begin_page()
        row.add(data, offsets, first, first + 1, NO_LISTS, NONE, NONE, NONE.astype(np.int64), False)
    assert row.vocabulary()[2].tolist() == [1, 3, 1]


def test_small_sigma_is_that_of_a_word_on_its_own() -> None:
    texts = ["ΟΔΟΣ ΟΔΟΣ. Α", "É ΣΑΣ'Σ ΑΣ", "A ΑΣ-Β ΑΣ", "İ. ΑΣ\u00a0ΑΣ"]
    assert split(texts)[0] == [word for text in texts for word in words(text)]


def test_pairs_are_of_pages_and_of_what_is_beside_links() -> None:
    row = WordRow()
    data, offsets = string_buffers(pa.array(["a b c d", "a e f"]))
    starts, ends = np.array([2, 2], dtype=np.int32), np.array([3, 3], dtype=np.int32)
    lists, targets = np.array([0, 1, 2], dtype=np.int32), np.array([7, 8])
    first = []
    for page in range(2):
        first.append(row.begin_page())
        row.add(data, offsets, page, page + 1, lists, starts, ends, targets, True)
    pairs = row.pairs(np.array(first), np.array([3, -1]), 1, 8)
    assert sorted((int(pair) >> 8, int(pair) >> 1 & 127, int(pair) & 1) for pair in pairs) == [
        *[(3, word, 1) for word in range(4)],
        (7, 0, 0),
        (7, 2, 0),
        (8, 0, 0),
        (8, 5, 0),
    ]


@given(st.lists(st.lists(st.integers(0, 1000), unique=True, max_size=20)), st.integers(1, 8))
def test_the_lowest_of_each_row_are_found(rows: list[list[int]], most: int) -> None:
    indptr = np.cumsum([0, *map(len, rows)])
    values = np.array([value for row in rows for value in row], dtype=np.int64)
    expected = [value in sorted(row)[:most] for row in rows for value in row]
    assert find_lowest(indptr, values, most).tolist() == expected


@given(st.lists(st.integers(0, 2**40)), st.integers(0, 30))
def test_low_bits_can_be_left_as_they_are(values: list[int], low: int) -> None:
    array = np.array(values, dtype=np.uint64)
    sort_numbers(array, low)
    assert array.tolist() == sorted(values, key=lambda value: value >> low)


@given(st.lists(st.integers(0, 2**63 - 1) | st.integers(0, 5000)))
def test_numbers_are_sorted(values: list[int]) -> None:
    array = np.array(values, dtype=np.uint64)
    sort_numbers(array)
    assert array.tolist() == sorted(values)


@given(st.lists(st.integers(0, 9)))
def test_sorted_numbers_are_counted(values: list[int]) -> None:
    found, counts = count_sorted(np.array(sorted(values), dtype=np.uint64), 2)
    expected = {key: sum(1 + value % 2 for value in values if value >> 1 == key) for key in {v >> 1 for v in values}}
    assert dict(zip(found.tolist(), counts.tolist(), strict=True)) == expected
