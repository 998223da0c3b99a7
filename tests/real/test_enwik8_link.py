"""Linking held-out pages of a real dump, by a knowledge base that has never seen them (and has no vectors)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

import pytest

import pairlinking as pl
from benchmarks.enwik8 import DUMP
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import PreparedGold
from reproduction.heldout import accuracy, by_prior, held_out, solve

pytestmark = [
    pytest.mark.real,
    pytest.mark.filterwarnings("ignore::pairlinking.MissingVectorsWarning"),
    pytest.mark.skipif(not DUMP.exists(), reason=f"needs the dump {DUMP.name} in ../shared/wiki/enwik8"),
]


@pytest.fixture(scope="module")
def trained(kb: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """A copy with models of its own."""
    folder = tmp_path_factory.mktemp("trained") / "enwik8.kb"
    copytree(kb.path, folder)
    return pl.train(folder)


@pytest.fixture(scope="module")
def documents(trained: KnowledgeBase) -> Sequence[PreparedGold]:
    return list(held_out(trained))


def test_the_entity_is_nearly_always_a_candidate(documents: Sequence[PreparedGold]) -> None:
    known = [
        not gold.isdisjoint(found)
        for document in documents
        for gold, found in zip(document.gold, document.entities, strict=True)
        if gold
    ]
    assert len(known) > 13_000
    assert sum(known) / len(known) > 0.955


def test_local_confidence_beats_the_prior_by_two_points(documents: Sequence[PreparedGold]) -> None:
    prior = accuracy(documents, [each.best(by_prior(each).local) for each in documents])
    local = accuracy(documents, [each.best(each.local) for each in documents])
    assert prior["ambiguous"] > 0.82
    assert local["ambiguous"] > prior["ambiguous"] + 0.02


def test_the_recommended_beta_does_no_harm(trained: KnowledgeBase, documents: Sequence[PreparedGold]) -> None:
    beta = trained.manifest.parameters["models"]["beta"]
    local = accuracy(documents, [each.best(each.local) for each in documents])
    njs = pl.measure("njs", kb=trained)
    pairs = accuracy(documents, [solve(each, "pair-linking", njs, beta) for each in documents])
    assert pairs["ambiguous"] > local["ambiguous"] - 0.005


def test_two_processes_link_as_one_does(trained: KnowledgeBase, tmp_path: Path) -> None:
    linker = pl.Linker(trained)
    pages = list(trained.held_out())[:40]
    one, two = (
        [json.dumps(document.to_dict()) for document in linker.link_all(pages, workers=workers)] for workers in (1, 2)
    )
    assert one == two
    for line, page in zip(one, pages, strict=True):
        spans = [(each["start"], each["end"]) for each in json.loads(line)["mentions"]]
        assert spans == [(each["start"], each["end"]) for each in page["mentions"]]
