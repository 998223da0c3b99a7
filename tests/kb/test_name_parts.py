"""Entities by a word of their names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pairlinking.building import build, open_sample
from pairlinking.candidates import CandidateGenerator
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.kb.dictionary import PART
from pairlinking.kb.name_parts import parts_of
from tests.kb.small_kb import write_small_kb


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("Tiger Woods", ["Tiger", "Woods"]),
        ("Ludwig van Beethoven", ["Ludwig", "Beethoven"]),
        ("José Mourinho", ["José", "Jose", "Mourinho"]),
        ("Augusta, Georgia", ["Augusta"]),
        ("St. Louis, Missouri", ["St", "Louis"]),
        (", Georgia", []),
        ("The Times", ["Times"]),
        ("Python (programming language)", []),
        ("Game theory", []),
        ("List of Kings", ["Kings"]),
        ("A B", []),
        ("One Two Three Four Five", []),
        ("New York New York", ["New", "York"]),
        ("", []),
        ("中 国", []),
    ],
)
def test_first_and_last_word_of_a_name(title: str, parts: list[str]) -> None:
    assert parts_of(title) == parts


def test_every_word_leads_to_the_names_it_is_part_of_the_most_linked_first(kb: KnowledgeBase) -> None:
    assert kb.name_parts is not None
    expected: dict[str, list[int]] = {}
    for entity in range(len(kb)):
        for part in parts_of(kb.title(entity)):
            expected.setdefault(part, []).append(entity)
    assert len(kb.name_parts) == len(expected) == kb.manifest.counts["name_parts"]
    n_links = np.diff(kb.in_link_indptr)
    for part, entities in expected.items():
        found = kb.name_parts.of(part).tolist()
        assert found == sorted(entities, key=lambda entity: (-n_links[entity], entity))[:30]
    assert kb.name_parts.of("Zzyzx").tolist() == kb.name_parts.of("\ud800").tolist() == []


def test_a_surname_that_no_link_has_ever_used_finds_its_people(tmp_path: Path) -> None:
    source = tmp_path / "people.jsonl"
    source.write_text('{"id": "1", "title": "Ada Lovelace"}\n{"id": "2", "title": "Linda Lovelace"}\n')
    kb = build(source, tmp_path / "kb", workers=1)
    generator = CandidateGenerator(kb)
    (found, small, unknown) = generator.generate(["Lovelace", "lovelace", "Babbage"])
    assert found.match == "part"
    assert found.entities.tolist() == [0, 1]
    assert found.prior.tolist() == [0.5, 0.5]
    assert (found.origins == PART).all()
    assert len(small) == len(unknown) == 0


def test_names_stand_behind_what_links_say(kb: KnowledgeBase) -> None:
    (found,) = CandidateGenerator(kb).generate(["Woods"])
    known = kb.dictionary.lookup("Woods")
    assert known is not None
    assert set(found.entities[: len(known.entities)].tolist()) == set(known.entities.tolist())
    assert not found.counts[found.origins == PART].any()


def test_a_knowledge_base_without_words_of_names_opens_and_links(tmp_path: Path) -> None:
    write_small_kb(tmp_path / "old")
    old = KnowledgeBase.open(tmp_path / "old")
    assert old.name_parts is None
    assert len(CandidateGenerator(old).generate(["Tiger"])[0])


def test_damaged_files_are_told(kb: KnowledgeBase, tmp_path: Path) -> None:
    source = tmp_path / "people.jsonl"
    source.write_text('{"id": "1", "title": "Ada Lovelace"}\n')
    path = build(source, tmp_path / "kb", workers=1).path / "name-parts" / "entities.npy"
    np.save(path, np.full(2, 7, dtype=np.int32))  # of the same size, so that opening does not see it
    with pytest.raises(KnowledgeBaseError, match=r"entities\.npy"):
        verify(tmp_path / "kb")
