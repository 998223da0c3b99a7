"""Ranker and scorer learn from pages that neither vectors nor their own anchors give away."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pairlinking.building import EntityOptions, VectorOptions, build, open_sample
from pairlinking.candidates import CandidateGenerator
from pairlinking.candidates.ranker import TOP_K
from pairlinking.errors import KnowledgeBaseError, PairLinkingError, ParameterError
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.training import Learnt, learn_local
from pairlinking.local import Featurizer, GoldDocument, pages_to_learn_from
from pairlinking.local.documents import WithoutPage
from pairlinking.local.models import open_models
from tests.sources.dumps import dump, page

WIKI = str(files("pairlinking") / "data" / "sample-wiki.xml")


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return build(
        WIKI,
        tmp_path_factory.mktemp("local") / "kb",
        entities=EntityOptions(learn=0.3, holdout=0.1),
        vectors=VectorOptions(dimensions=16, epochs=2, min_count=2, threads=1),
        workers=1,
    )


@pytest.fixture(scope="module")
def documents(kb: KnowledgeBase) -> list[GoldDocument]:
    return list(pages_to_learn_from(kb))


@pytest.fixture(scope="module")
def learnt(kb: KnowledgeBase) -> Learnt:
    return learn_local(kb)


def joined(documents: list[GoldDocument]) -> GoldDocument:
    """Many documents as one."""
    text, spans, entities = "", [], []
    for each in documents:
        spans += [(start + len(text), end + len(text)) for start, end in each.spans]
        entities += each.entities
        text += each.text + "\n"
    return GoldDocument(text, spans, entities)


# --- pages -----------------------------------------------------------------------------------------------------------


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
    untouched = kb.dictionary.lookup("Tiger")
    assert untouched is not None
    np.testing.assert_array_equal(untouched.counts, found.counts)


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


def test_more_anchors_than_were_counted_leave_none() -> None:
    kb = open_sample()
    tiger = kb.find("Tiger Woods")
    document = GoldDocument("Tiger " * 500, [(6 * i, 6 * i + 5) for i in range(500)], [tiger] * 500)
    less = WithoutPage(kb.dictionary, document).lookup("Tiger")
    assert less is not None
    assert (less.counts >= 0).all()
    assert np.isfinite(less.prior).all()


def test_pages_to_learn_from_are_neither_held_out_nor_elsewhere(
    kb: KnowledgeBase, documents: list[GoldDocument]
) -> None:
    held_out = {document["text"] for document in kb.held_out()}
    assert len(documents) > 100
    assert not held_out & {document.text for document in documents}
    for document in documents:
        assert len(document.spans) == len(document.entities)
        assert all(surface.strip() for surface in document.surfaces)
        assert all(one[1] <= other[0] for one, other in pairwise(document.spans))
        assert all(-1 <= entity < len(kb) for entity in document.entities)


def test_fewer_pages_by_request(kb: KnowledgeBase, documents: list[GoldDocument]) -> None:
    fewer = list(pages_to_learn_from(kb, most=50))
    assert 0 < len(fewer) < len(documents)
    assert {document.text for document in fewer} <= {document.text for document in documents}


def test_pages_without_links_teach_nothing(tmp_path: Path) -> None:
    bare = [page(number, f"Bare {number}", "An opening passage without a link.") for number in range(20)]
    linked = [page(100 + number, f"Linked {number}", f"See [[Bare {number}]] there.") for number in range(20)]
    (tmp_path / "wiki.xml").write_bytes(dump(*bare, *linked))
    kb = build(tmp_path / "wiki.xml", tmp_path / "kb", entities=EntityOptions(learn=0.999), workers=1)
    assert sorted(document.surfaces[0] for document in pages_to_learn_from(kb)) == sorted(
        f"Bare {number}" for number in range(20)
    )
    assert len(list(pages_to_learn_from(kb, most=7))) == 7


def test_a_knowledge_base_without_tables_says_so(tmp_path: Path) -> None:
    bare = build(WIKI, tmp_path / "kb", entities=EntityOptions(learn=0.3), keep_tables=False, workers=1)
    with pytest.raises(KnowledgeBaseError, match="no tables to learn from"):
        learn_local(bare)


# --- learning --------------------------------------------------------------------------------------------------------


def test_models_are_over_the_features_of_this_version(kb: KnowledgeBase, learnt: Learnt) -> None:
    assert learnt.scorer.names == Featurizer(kb).names


def test_there_is_no_ranker_where_no_list_is_long_enough_to_rank(learnt: Learnt) -> None:
    assert learnt.figures["checked_long_lists"] == 0
    assert learnt.ranker is None


def test_figures_are_shares_and_counts(documents: list[GoldDocument], learnt: Learnt) -> None:
    figures = learnt.figures
    assert figures["documents"] == len(documents)
    assert figures["mentions"] == sum(entity >= 0 for each in documents for entity in each.entities)
    assert 0 < figures["checked_ambiguous_mentions"] < figures["mentions"]
    for name in ("checked_accuracy", "checked_accuracy_of_prior"):
        assert 0 < figures[name] <= 1
    assert figures["checked_accuracy"] > figures["checked_accuracy_of_prior"] - 0.05


def test_documents_that_are_checked_have_probabilities_for_each_candidate(learnt: Learnt) -> None:
    assert len(learnt.checked) == -(-learnt.figures["documents"] // 5)
    for each in learnt.checked:
        assert len(each.lists) == len(each.local) == len(each.spans)
        for candidates, local in zip(each.lists, each.local, strict=True):
            assert len(candidates) == len(local) <= TOP_K
            assert ((local >= 0) & (local <= 1)).all()


def test_a_page_is_checked_without_its_own_anchors(kb: KnowledgeBase, learnt: Learnt) -> None:
    for each in learnt.checked:
        page = GoldDocument(each.source.text, list(each.spans), [min(gold, default=-1) for gold in each.gold])
        own = CandidateGenerator(kb, dictionary=WithoutPage(kb.dictionary, page)).generate(each.surfaces)
        assert [candidates.total for candidates in each.lists] == [candidates.total for candidates in own]


def test_the_same_seed_learns_the_same(kb: KnowledgeBase, learnt: Learnt) -> None:
    again = learn_local(kb)
    assert (again.ranker is None) == (learnt.ranker is None)
    assert again.scorer.text == learnt.scorer.text
    assert again.figures == learnt.figures
    other = learn_local(kb, seed=2)
    assert other.scorer.text != learnt.scorer.text


def test_annotated_documents_may_be_streamed(kb: KnowledgeBase, documents: list[GoldDocument]) -> None:
    figures = learn_local(kb, (each for each in documents[:60])).figures
    assert figures["documents"] == 60


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2"])
def test_a_number_of_threads_that_is_none_is_refused(kb: KnowledgeBase, threads: int) -> None:
    with pytest.raises(ParameterError, match="threads"):
        learn_local(kb, [], threads=threads)


@pytest.mark.parametrize(
    "documents",
    [
        [],
        [GoldDocument("", [], [])],
        [GoldDocument("Tiger", [(0, 5)], [0])],
        [GoldDocument("Zzyzx " * 50, [(6 * i, 6 * i + 5) for i in range(50)], [-1] * 50)],
    ],
    ids=["none", "empty", "one", "unknown"],
)
def test_too_little_to_learn_from_is_refused(kb: KnowledgeBase, documents: list[GoldDocument]) -> None:
    with pytest.raises(PairLinkingError, match="Too little to learn from"):
        learn_local(kb, documents)


def test_one_long_document_is_learnt_from_or_refused_with_a_reason(
    kb: KnowledgeBase, documents: list[GoldDocument]
) -> None:
    try:
        learn_local(kb, [joined(documents[:60])])
    except PairLinkingError as error:
        assert "document" in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    ("spans", "entities"),
    [
        ([(0, 5)] * 30, [10**6] * 30),
        ([(0, 99)] * 30, [0] * 30),
        ([(0, 5)] * 30, [0]),
        ([(0, 5), (-9, 2)] * 15, [0] * 30),
    ],
    ids=["entity", "span", "lengths", "negative"],
)
def test_annotations_that_cannot_be_are_refused(
    kb: KnowledgeBase, spans: list[tuple[int, int]], entities: list[int]
) -> None:
    with pytest.raises(PairLinkingError):
        learn_local(kb, [GoldDocument("Tiger", spans, entities)] * 3)


# --- models ----------------------------------------------------------------------------------------------------------


def test_models_of_the_package_serve_where_there_are_none(kb: KnowledgeBase) -> None:
    models = open_models(open_sample())
    assert not models.are_own
    assert 0 <= models.beta <= 1
    assert not open_models(kb).are_own


def test_the_scorer_gives_probabilities(kb: KnowledgeBase) -> None:
    scorer = open_models(kb).scorer
    text, spans = "Tiger won at Augusta, Zzyzx.", [(0, 5), (13, 20), (22, 27)]
    lists = CandidateGenerator(kb).generate([text[start:end] for start, end in spans])
    scores = scorer.score(text, spans, lists)
    assert [len(each) for each in scores] == [len(each) for each in lists]
    assert len(scores[2]) == 0
    assert all(((each >= 0) & (each <= 1)).all() for each in scores)
    assert scorer.score("", [], []) == []
    assert [len(each) for each in scorer.score("Zzyzx", [(0, 5)], lists[2:])] == [0]


@pytest.fixture
def own_models(kb: KnowledgeBase, tmp_path: Path) -> KnowledgeBase:
    """A copy of the knowledge base that has the models of the package as its own."""
    from pairlinking.kb.manifest import replace_part

    shutil.copytree(kb.path, tmp_path / "kb")
    shutil.copytree(str(files("pairlinking") / "data" / "models"), tmp_path / "models")
    (tmp_path / "models" / "models.json").unlink()
    told = {"beta": 0.25}
    replace_part(tmp_path / "kb", "models", tmp_path / "models", parameters=told, counts={})
    return KnowledgeBase.open(tmp_path / "kb")


def test_a_knowledge_bases_own_models_come_first(own_models: KnowledgeBase) -> None:
    models = open_models(own_models)
    assert models.are_own
    assert models.beta == 0.25
    assert models.beta == 0.25


@pytest.mark.parametrize("name", ["ranker.txt", "scorer.txt"])
@pytest.mark.parametrize("content", ["nothing", ""], ids=["other", "empty"])
def test_a_file_that_is_no_model_is_refused_with_the_next_step(
    own_models: KnowledgeBase, name: str, content: str
) -> None:
    (own_models.path / "models" / name).write_text(content)
    with pytest.raises(KnowledgeBaseError, match=r"it is not a complete LightGBM model.* pairlinking train ") as caught:
        open_models(own_models)
    assert name in str(caught.value)


def test_a_model_of_other_features_is_refused_with_the_next_step(own_models: KnowledgeBase) -> None:
    models = own_models.path / "models"
    shutil.copy(models / "ranker.txt", models / "scorer.txt")
    with pytest.raises(KnowledgeBaseError, match=r"features other than.* pairlinking train ") as caught:
        open_models(own_models)
    assert str(own_models.path) in str(caught.value)


def test_models_without_a_recommendation_are_refused_with_the_next_step(own_models: KnowledgeBase) -> None:
    own_models.manifest.parameters["models"]["beta"] = None
    with pytest.raises(KnowledgeBaseError, match="pairlinking train"):
        open_models(own_models)


def test_linking_does_not_wait_for_lightgbm(kb: KnowledgeBase) -> None:
    code = (
        "import sys, pairlinking\n"
        "pairlinking.Linker(pairlinking.KnowledgeBase.open(sys.argv[1])).link('[[Tiger]] won at [[Augusta]].')\n"
        "print(sorted({'lightgbm', 'scipy', 'gensim', 'duckdb'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(kb.path)], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
