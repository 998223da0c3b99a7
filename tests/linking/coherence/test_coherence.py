"""Coherence is learned from documents, stored with the models of a knowledge base, and used by linkers."""

from __future__ import annotations

import pickle
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import pairlinking as pl
from pairlinking.building import EntityOptions, build, open_sample
from pairlinking.collective import as_solver
from pairlinking.collective.learned import FEATURES, FILE, Learned, names_with, shipped_coherence
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.linking.coherence import features_of, learn_coherence, open_coherence, solver_of
from pairlinking.linking.learning import train
from pairlinking.linking.prepared import Prepared
from pairlinking.linking.training import learn_local
from pairlinking.linking.tuning import recommend
from pairlinking.local import GoldDocument, pages_to_learn_from
from pairlinking.relatedness import NJS, InLinks, RelatednessWithoutPage, measure

WIKI = str(files("pairlinking") / "data" / "sample-wiki.xml")
TEXT = "The Sun and The Times reported that Greece will have to leave the Euro soon."
NAMES = ["Sun", "Times", "Greece", "Euro"]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    path = tmp_path_factory.mktemp("coherence") / "kb"
    return train(build(WIKI, path, entities=EntityOptions(learn=0.3, holdout=0.05), workers=1))


@pytest.fixture(scope="module")
def taught(kb: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """One that has learned from documents, here pages that it is not told to be its own."""
    path = tmp_path_factory.mktemp("taught") / "kb"
    build(WIKI, path, entities=EntityOptions(learn=0.3, holdout=0.05), workers=1)
    return train(path, (GoldDocument(each.text, each.spans, each.entities) for each in pages_to_learn_from(kb)))


def test_trees_and_their_acceptance_are_stored_with_the_models(kb: KnowledgeBase) -> None:
    verify(kb.path)
    assert open_coherence(kb).text == (Path(kb.path) / "models" / FILE).read_text()
    assert open_coherence(kb).text != shipped_coherence().text
    stored = kb.manifest.parameters["models"]
    assert set(stored["coherence"]) == {"acceptance"}
    linker = pl.load(kb, method="learned", relatedness="njs")
    assert linker.acceptance.to_dict() == stored["coherence"]["acceptance"]
    assert pl.load(kb, relatedness="njs").acceptance.to_dict() == stored["acceptance"]


def test_a_linker_uses_the_trees_of_its_knowledge_base_also_in_another_process(kb: KnowledgeBase) -> None:
    linker = pl.load(kb, method="learned", relatedness="njs")
    solver = solver_of(kb, "learned")
    assert isinstance(solver, Learned)
    assert solver.forest.text == open_coherence(kb).text
    links = linker.link(TEXT, NAMES)
    again = pickle.loads(pickle.dumps(linker)).link(TEXT, NAMES)
    assert [str(each) for each in links] == [str(each) for each in again]
    own = Learned()
    assert solver_of(kb, own) is own


def test_without_models_of_its_own_those_of_the_package_are_used() -> None:
    linker = pl.load("sample", method="learned")
    assert open_coherence(open_sample()) is shipped_coherence()
    document = linker.link(TEXT, NAMES)
    assert [link.entity and link.entity.title for link in document] == [
        "The Sun (United Kingdom)", "The Times", "Greece", "Euro",
    ]  # fmt: skip
    assert all(0 < link.confidence < 1 for link in document)
    assert document[0].evidence, "the pairs that support a link are shown as for other methods"
    assert "with" in str(document.explain("Sun"))


def test_pages_recommend_no_method_and_documents_do(kb: KnowledgeBase, taught: KnowledgeBase) -> None:
    assert "method" not in kb.manifest.parameters["models"]
    assert pl.load(kb, relatedness="njs").method == "pair-linking"
    recommended = taught.manifest.parameters["models"]["method"]
    assert pl.load(taught, relatedness="njs").method == recommended
    assert pl.load(taught, relatedness="njs", method="local").method == "local"


def test_trees_from_documents_look_at_columns_and_those_from_pages_do_not(
    kb: KnowledgeBase, taught: KnowledgeBase
) -> None:
    assert open_coherence(kb).names == FEATURES
    linker = pl.load(taught, method="learned", relatedness="njs")
    prepared = linker.prepare((TEXT, NAMES))
    assert prepared.columns is not None
    forest = open_coherence(taught)
    assert forest.names == names_with(prepared.columns.names)
    solved = linker.solve(prepared)
    expected = Learned(forest=forest).solve(prepared.problem(linker.relatedness, linker.beta))
    assert solved.choice.tolist() == expected.choice.tolist()
    gold = prepared.with_gold([frozenset()] * len(prepared))
    assert features_of([gold, gold]) == forest.names
    assert features_of([gold, replace(gold, columns=None)]) == features_of([]) == FEATURES


def test_a_method_is_recommended_only_if_it_is_better_beyond_chance() -> None:
    njs = NJS(InLinks.from_lists([[1], [5, 6], [2], [5, 6]], n_pages=10))  # the wrong candidates are related
    prepared = Prepared.of_names(["A", "B"], [[0, 1], [2, 3]], [np.array([0.9, 0.1])] * 2)
    document, local = prepared.with_gold([frozenset([0]), frozenset([2])]), as_solver("local")
    assert recommend([document] * 10, njs, 1.0, local) == "local"
    assert recommend([document] * 10, njs, 0.0, local) == "pair-linking"
    assert recommend([document], njs, 1.0, local) == "pair-linking"


def test_the_same_seed_learns_the_same_trees(kb: KnowledgeBase) -> None:
    njs, learnt = measure("njs", kb=kb), learn_local(kb)
    first, second, other = (learn_coherence(kb, learnt.unseen, njs, seed=seed) for seed in (1, 1, 2))
    assert first is not None
    assert second is not None
    assert other is not None
    assert (first.trial.text, first.final.text) == (second.trial.text, second.final.text)
    assert first.final.text != other.final.text
    assert first.trial.text != first.final.text
    assert learn_coherence(kb, [each for each in learnt.unseen if each.number % 5], njs, seed=1) is None


def test_a_page_does_not_make_what_it_links_to_related(kb: KnowledgeBase) -> None:
    document = next(each for each in pages_to_learn_from(kb) if len(set(each.entities)) > 3)
    entities = np.array(sorted(set(document.entities) - {-1}), dtype=np.int64)
    without = RelatednessWithoutPage(kb, document.page, entities)
    starts, ids = kb.in_link_indptr, kb.in_link_ids
    lists = [set(ids[starts[each] : starts[each + 1]].tolist()) - {document.page} for each in entities.tolist()]
    for left, own in zip(entities.tolist(), lists, strict=True):
        for right, other in zip(entities.tolist(), lists, strict=True):
            shared, either = len(own & other), len(own | other)
            expected = np.log(shared + 1) / np.log(either + 1) if shared else 0.0
            assert without.score(left, right) == pytest.approx(1.0 if left == right else expected)
            assert without.bound(left, right) >= without.score(left, right)
    block = without.block(entities, entities)
    assert block.tolist() == [[without.score(a, b) for b in entities.tolist()] for a in entities.tolist()]
    assert (block <= measure("njs", kb=kb).block(entities, entities) + 1e-12).mean() > 0.5


def test_damaged_trees_are_reported_with_what_to_do(taught: KnowledgeBase) -> None:
    path = Path(taught.path) / "models" / FILE
    whole = path.read_text()
    path.write_text(whole[:100])
    try:
        with pytest.raises(KnowledgeBaseError, match="pairlinking train"):
            pl.load(taught, method="learned", relatedness="njs")
    finally:
        path.write_text(whole)
