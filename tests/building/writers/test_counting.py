"""The kernel that splits and counts words against the plain way."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building.writers._columns import SentenceColumns
from pairlinking.building.writers._counting import WordRow
from pairlinking.building.writers._pairs import count_pairs
from pairlinking.building.writers.columns import sentence_columns, string_buffers
from pairlinking.building.writers.count_files import Counted
from pairlinking.text.words import words

TEXTS = st.lists(st.text(alphabet=st.sampled_from("ab Z9.-'éß東İ\n"), max_size=30), max_size=8)
NO_TARGETS = np.empty(0, dtype=np.int64)


def columns(texts: list[str], anchors: list[list[tuple[int, int]]] | None = None) -> SentenceColumns:
    anchors = anchors or [[] for _ in texts]
    rows = [[{"start": start, "end": end} for start, end in spans] for spans in anchors]
    kind = pa.list_(pa.struct([("start", pa.int32()), ("end", pa.int32())]))
    return sentence_columns(pa.record_batch({"text": pa.array(texts, pa.string()), "anchors": pa.array(rows, kind)}))


def split(texts: list[str]) -> tuple[list[str], WordRow]:
    row = WordRow()
    row.begin_page(-1)
    row.add(columns(texts), 0, len(texts), NO_TARGETS, False)
    known, starts = row.words.spelled()
    spelled = [known[a:b].decode() for a, b in pairwise(starts.tolist())]
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
    asked = string_buffers(pa.array(["w7", "w49999", "no", ""]))
    assert row.words.find(*asked).tolist() == [7, 49_999, -1, -1]
    assert row.words.learn(*asked).tolist() == [7, 49_999, 50_000, -1]
    assert row.words.spelled(49_999)[0] == b"w49999no"


def test_anchors_are_split_from_their_text_and_overlapping_ones_left_out() -> None:
    text = "Seé [[old]]York's wall"
    row = WordRow()
    row.begin_page(-1)
    row.add(columns([text], [[(6, 9), (7, 8), (11, 15)]]), 0, 1, np.array([4, 5, 6]), True)
    assert row.links == [(1, 2, 4, 0), (2, 3, 6, 0)]


def test_pages_with_each_word() -> None:
    row = WordRow()
    for first in range(3):
        row.begin_page(-1)
        row.add(columns(["a b a", "b", "b c"]), first, first + 1, NO_TARGETS, False)
    assert row.words.pages.tolist() == [1, 3, 1]
    row.begin_page(-1)
    assert row.n_pages == 3  # the last has no words


def test_small_sigma_is_that_of_a_word_on_its_own() -> None:
    texts = ["ΟΔΟΣ ΟΔΟΣ. Α", "É ΣΑΣ'Σ ΑΣ", "A ΑΣ-Β ΑΣ", "İ. ΑΣ\u00a0ΑΣ"]
    assert split(texts)[0] == [word for text in texts for word in words(text)]


@given(
    st.lists(
        st.tuples(st.integers(-1, 3), st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.integers(0, 11))),
        max_size=4,
    ),
    st.integers(0, 3),
    st.integers(1, 8),
)
def test_pairs_are_of_pages_and_of_what_is_beside_links(
    pages: list[tuple[int, list[str], list[int]]], window: int, most: int
) -> None:
    """A page is its entity, its words and the places of linked words, each linked to the entity with that number."""
    row, expected = WordRow(), Counter[tuple[int, str]]()
    for entity, tokens, places in pages:
        row.begin_page(entity)
        linked = sorted({place for place in places if place < len(tokens)})
        spans = [(2 * place, 2 * place + 1) for place in linked]
        row.add(columns([" ".join(tokens)], [spans]), 0, 1, np.array(linked, dtype=np.int64), True)
        for word in tokens if entity >= 0 else []:
            expected[entity, word] += 2
        for place in linked:
            for word in tokens[max(0, place - window) : place] + tokens[place + 1 : place + 1 + window]:
                expected[place, word] += 1
    counted = Counted(*count_pairs(row, window, 2, most))
    spelled = row.words.spelled()[0].decode()
    found, repeated, at = dict[tuple[int, str], int](), iter(counted.repeated.tolist()), 0
    for entity, size, once in zip(*(column.tolist() for column in counted[:3]), strict=True):
        for place in range(size):
            found[entity, spelled[counted.low[at]]] = 1 if place < once else next(repeated)
            at += 1
    assert (at, next(repeated, None), counted.high.tolist()) == (len(counted.low), None, [0] * at)
    assert found == {pair: min(n, most) for pair, n in expected.items()}
    assert sorted(set(counted.entities.tolist())) == counted.entities.tolist()
