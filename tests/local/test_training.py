"""The scorer learns from pages that neither vectors nor their own anchors give away."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from pairlinking.candidates import CandidateGenerator
from pairlinking.errors import KnowledgeBaseError, PairLinkingError
from pairlinking.kb import EntityOptions, KnowledgeBase, VectorOptions, build, open_sample, verify
from pairlinking.local import BoostedScorer, GoldDocument, pages_to_learn_from, train_models
from pairlinking.local.documents import WithoutPage
from pairlinking.local.training import SCORER

WIKI = str(files("pairlinking") / "data" / "sample-wiki.xml")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    kb = build(
        WIKI,
        tmp_path_factory.mktemp("local") / "kb",
        entities=EntityOptions(learn=0.3, holdout=0.1),
        vectors=VectorOptions(dimensions=16, epochs=5, min_count=2, threads=1),
        workers=1,
    )
    figures = train_models(kb)
    opened = KnowledgeBase.open(kb.path)
    models = opened.manifest.parameters["models"]
    assert models is not None
    assert models["scorer"] == figures
    return opened


def test_a_page_does_not_vouch_for_itself() -> None:
    kb = open_sample()
    tiger = kb.find("Tiger Woods")
    found = kb.dictionary.lookup("Tiger")
    assert found is not None
    count = int(found.counts[found.entities == tiger][0])
    document = GoldDocument("Tiger, Tiger", [(0, 5), (7, 12)], [tiger, tiger])
    without = WithoutPage(kb.dictionary, document)
    less = without.lookup("Tiger")
    assert less is not None
    assert int(less.counts[less.entities == tiger][0]) == count - 2
    assert (np.diff(less.counts) <= 0).all()
    folded = without.lookup_folded("tiger")
    assert folded is not None
    assert int(folded.counts[folded.entities == tiger][0]) == count - 2


def test_a_form_that_only_the_page_has_is_unknown() -> None:
    kb = open_sample()
    forms = ((kb.dictionary.forms.restore_key(i), i) for i in range(len(kb.dictionary)))
    form, found = next(
        (form, found)
        for form, _ in forms
        if (found := kb.dictionary.lookup(form)) is not None and found.counts.tolist() == [1] and found.origins[0] == 4
    )
    document = GoldDocument(form, [(0, len(form))], [int(found.entities[0])])
    assert WithoutPage(kb.dictionary, document).lookup(form) is None


def test_pages_to_learn_from_are_neither_held_out_nor_elsewhere(trained: KnowledgeBase) -> None:
    documents = list(pages_to_learn_from(trained))
    held_out = {document["text"] for document in trained.held_out()}
    assert len(documents) > 100
    assert not held_out & {document.text for document in documents}
    for document in documents:
        assert len(document.spans) == len(document.entities)
        assert all(surface.strip() for surface in document.surfaces)


def test_the_scorer_is_stored_verified_and_gives_probabilities(trained: KnowledgeBase) -> None:
    verify(trained.path)
    scorer = BoostedScorer.open(trained.path / SCORER, trained)
    text, spans = "Tiger won at Augusta, Zzyzx.", [(0, 5), (13, 20), (22, 27)]
    lists = CandidateGenerator(trained).generate([text[start:end] for start, end in spans])
    scores = scorer.score(text, spans, lists)
    assert [len(each) for each in scores] == [len(each) for each in lists]
    assert len(scores[2]) == 0
    assert all(((each >= 0) & (each <= 1)).all() for each in scores)
    assert scorer.score("", [], []) == []


def test_the_same_seed_learns_the_same(trained: KnowledgeBase) -> None:
    before = (trained.path / SCORER).read_bytes()
    train_models(trained)
    assert (trained.path / SCORER).read_bytes() == before


def test_a_file_that_is_no_model_is_refused(trained: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "scorer.txt").write_text("nothing")
    with pytest.raises(KnowledgeBaseError, match="no model of LightGBM"):
        BoostedScorer.open(tmp_path / "scorer.txt", trained)


def test_too_little_to_learn_from_is_refused(trained: KnowledgeBase) -> None:
    with pytest.raises(PairLinkingError, match="Too little to learn from"):
        train_models(trained, [GoldDocument("Tiger", [(0, 5)], [0])])
