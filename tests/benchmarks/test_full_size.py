"""The made-up knowledge base of any size is a whole one, and documents are translated into its names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.big_wiki import _hash, hashes, word
from benchmarks.full_size_arrays import make
from benchmarks.full_size_documents import image
from benchmarks.full_size_names import Size
from benchmarks.full_size_use import in_use
from pairlinking.building import open_sample
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.verify import find_problems

SIZE = Size(entities=3_000, in_links=60_000, forms=12_000, words=2_000, dimensions=16)
TEXT = "Tiger Woods won at Augusta, said Bob Frobnitz of Georgia."


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("full-size") / "full.kb"
    make(folder, SIZE)
    return KnowledgeBase.open(folder)


def test_nothing_is_wrong_with_it_and_it_is_as_large_as_asked_for(kb: KnowledgeBase) -> None:
    assert find_problems(kb.path) == []
    assert len(kb) == SIZE.entities
    assert 0.8 < len(kb.dictionary) / SIZE.forms < 1.3
    assert 0.9 < len(kb.in_link_ids) / SIZE.in_links < 1.1


def test_a_document_keeps_its_mentions_and_how_many_candidates_they_have(kb: KnowledgeBase) -> None:
    document = {"text": TEXT, "mentions": [(0, 11), (19, 26), (33, 45)], "names": [(49, 56)]}
    (found,) = image([document], open_sample(), kb, alike=True)
    assert [len(found["mentions"]), len(found["names"])] == [3, 1]
    surfaces = [found["text"][start:end] for start, end in found["mentions"]]
    assert [surface in kb.dictionary for surface in surfaces] == [True, True, False]
    rest = found["text"]
    for start, end in sorted(found["mentions"] + found["names"], reverse=True):
        rest = f"{rest[:start]}X{rest[end:]}"
    assert rest == "X bo bu X, ce X cu X."  # words by how often each is in the text, and then in the order of the text


def test_it_links_and_says_what_that_took(kb: KnowledgeBase, tmp_path: Path) -> None:
    surface = kb.dictionary.forms.restore_key(0)
    (tmp_path / "same.jsonl").write_text(f'{{"text": "{surface} be bi.", "mentions": [[0, {len(surface)}]]}}\n')
    found = in_use(str(kb.path), [str(tmp_path / "same.jsonl")])
    assert found["same"]["given"]["mentions"] == 1
    assert found["same"]["given"]["candidates"] >= 1
    assert found["relatedness a second"] > 0


def test_hashes_of_many_are_those_of_each() -> None:
    assert hashes(np.arange(100), 11).tolist() == [_hash(number, 11) for number in range(100)]


def test_no_two_words_are_the_same() -> None:
    assert len(set(map(word, range(200_000)))) == 200_000
