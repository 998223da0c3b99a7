"""The kernel of string features equals the plain form to the last bit, whatever names and forms look like."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import cast

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.candidates._strings import with_any_name
from pairlinking.candidates.strings import STRING_FEATURES, name_features, string_features
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.name_parts import base_name
from pairlinking.kb.storage.strings import StringTable, write_strings

letters = st.sampled_from(["a", "b", "A", "B", "C", " ", "-", ".", "(", ")", " (", "é", "ß", "İ", "東", "of ", "\n"])
names = st.lists(letters, max_size=12).map("".join) | st.text("ab", min_size=60, max_size=70)


def of_titles(titles: list[str]) -> KnowledgeBase:
    with TemporaryDirectory() as folder:
        paths = Path(folder) / "titles.bin", Path(folder) / "titles.npy"
        write_strings(*paths, titles)
        return cast(KnowledgeBase, SimpleNamespace(titles=StringTable(*paths), keys=None))


@given(
    titles=st.lists(names, min_size=1, max_size=8),
    forms=st.lists(st.lists(names, min_size=3, max_size=3), min_size=1, max_size=4),
    seed=st.integers(0, 2**32 - 1),
)
def test_features_are_those_of_the_plain_form(titles: list[str], forms: list[list[str]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    forms = [each if rng.random() < 0.5 else [each[0], each[0], each[2]] for each in forms]
    offsets = np.concatenate([[0], np.cumsum(rng.integers(0, 5, len(forms)))]).astype(np.int64)
    entities = rng.integers(0, len(titles), offsets[-1])
    found = name_features(of_titles(titles), forms, entities, offsets)
    assert found.shape == (len(entities), 3 * len(STRING_FEATURES))
    for m, each in enumerate(forms):
        rows = slice(offsets[m], offsets[m + 1])
        if own := [base_name(titles[entity]) for entity in entities[rows].tolist()]:
            np.testing.assert_array_equal(found[rows], string_features(each, own))


def test_a_document_without_mentions_has_no_rows() -> None:
    nothing = np.empty(0, dtype=np.int64)
    assert name_features(of_titles(["Euro"]), [], nothing, np.zeros(1, dtype=np.int64)).shape == (0, 0)


@given(titles=st.lists(names, min_size=1, max_size=8), starts=st.lists(names, max_size=3), part=names)
def test_titles_with_a_name_are_found_whatever_their_case(titles: list[str], starts: list[str], part: str) -> None:
    starts, part = [each.lower() for each in starts], part.lower()
    table = of_titles(titles).titles
    assert table is not None
    every = np.arange(len(titles), dtype=np.int32)
    found = with_any_name(table.data, table.offsets, every, tuple(starts), part)
    low = [title.lower() for title in titles]
    expected = {at for at in range(len(titles)) if low[at].startswith(tuple(starts)) or part in low[at]}
    assert {at for at in found if titles[at].isascii()} == {at for at in expected if titles[at].isascii()}
    assert {at for at in range(len(titles)) if not titles[at].isascii()} <= set(found)
