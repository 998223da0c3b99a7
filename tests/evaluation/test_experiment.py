"""Experiments: what is learnt for a document comes from others; every setting decides every mention."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import pairlinking as pl
from pairlinking.building import open_sample
from pairlinking.errors import ParameterError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from pairlinking.evaluation.experiment import Experiment, Setting
from pairlinking.evaluation.folds import Rows, folds_of, learn_scores
from pairlinking.evaluation.formats import FORMATS
from pairlinking.evaluation.prepared import prepare
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local.features import Featurizer

GOLD = Path(str(files("pairlinking") / "data" / "sample-gold.jsonl"))
SETTINGS = [Setting("prior", None), Setting("local", None), Setting("pair-linking", "njs+ees"), Setting("fwbw", "njs")]


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


@pytest.fixture(scope="module")
def documents(kb: KnowledgeBase) -> list[PreparedGold]:
    return list(prepare(kb, list(FORMATS["jsonl"](GOLD, None, Notes()))[:40]))


def test_only_mentions_with_an_entity_in_the_knowledge_base_are_prepared(kb: KnowledgeBase) -> None:
    text = "Tiger met Nobody in Augusta."
    mentions = (
        AnnotatedMention(0, 5, ("http://dbpedia.org/resource/Tiger_Woods", "Tiger")),
        AnnotatedMention(10, 16, ("Nobody at all",)),
        AnnotatedMention(20, 27, None),
    )
    (found,) = prepare(kb, [AnnotatedDocument("1", text, mentions), AnnotatedDocument("2", text, mentions[1:])])
    assert found.spans == [(0, 5)]
    assert found.gold == [frozenset({kb.find("Tiger Woods"), kb.find("Tiger")})]
    assert len(found.lists[0]) == len(found.local[0])


@pytest.mark.parametrize(("n", "k"), [(0, 5), (1, 5), (4, 5), (23, 5), (100, 2)])
def test_folds_are_of_nearly_the_same_size(n: int, k: int) -> None:
    sizes = np.bincount(folds_of(n, k), minlength=1)
    assert sizes.sum() == n
    assert n == 0 or sizes.max() - sizes[sizes > 0].min() <= 1
    np.testing.assert_array_equal(folds_of(n, k, seed=3), folds_of(n, k, seed=3))


def test_a_documents_own_gold_changes_nothing_for_itself(kb: KnowledgeBase, documents: list[PreparedGold]) -> None:
    folds, features = folds_of(len(documents)), Rows(Featurizer(kb))
    rows = [features.of(each) for each in documents]
    before = learn_scores(documents, rows, features.names, folds)
    fold = int(folds[0])
    # Gold of all documents of one fold is turned round: only the scores of the others may change.
    turned = [
        each.with_gold([frozenset(found.entities[-1:].tolist()) for found in each.lists]) if folds[at] == fold else each
        for at, each in enumerate(documents)
    ]
    after = learn_scores(turned, rows, features.names, folds)
    own = np.flatnonzero(folds == fold).tolist()
    for at in own:
        for left, right in zip(before[at], after[at], strict=True):
            np.testing.assert_array_equal(left, right)
    assert any(
        (a != b).any()
        for at in set(range(len(documents))) - set(own)
        for a, b in zip(before[at], after[at], strict=True)
    )


@pytest.mark.parametrize("scorer", ["folds", "kb"])
def test_every_mention_gets_an_answer_and_both_scorers_beat_the_prior(
    kb: KnowledgeBase, documents: list[PreparedGold], scorer: str
) -> None:
    experiment = Experiment(kb, documents, scorer=scorer)
    outcomes = {outcome.setting.method: outcome for outcome in experiment.run(SETTINGS)}
    right = {name: outcome.n_right(documents, range(len(documents))) for name, outcome in outcomes.items()}
    for outcome in outcomes.values():
        for document, answers, confidences in zip(documents, outcome.answers, outcome.confidences, strict=True):
            assert len(answers) == len(confidences) == len(document.gold)
            for answer, each in zip(answers, document.lists, strict=True):
                assert answer in each.entities.tolist() or (answer == -1 and len(each) == 0)
    assert right["local"] > right["prior"]
    assert right["pair-linking"] > right["prior"]
    assert len(outcomes["pair-linking"].betas) == 5
    assert outcomes["pair-linking"].seconds > 0


def test_the_linker_and_the_experiment_agree(kb: KnowledgeBase, documents: list[PreparedGold]) -> None:
    (outcome,) = Experiment(kb, documents, scorer="kb").run([Setting("local", None)])
    linker = pl.Linker(kb, method="local", threshold=0.0)
    for document, answers in list(zip(documents, outcome.answers, strict=True))[:10]:
        linked = linker.link(document.source.text, document.spans)
        assert [link.entity and link.entity.id for link in linked] == [kb.key(answer) for answer in answers]


def test_unknown_scorers_are_refused(kb: KnowledgeBase, documents: list[PreparedGold]) -> None:
    with pytest.raises(ParameterError, match="scorer"):
        Experiment(kb, documents, scorer="guess")
    with pytest.raises(ParameterError, match="n_folds"):
        Experiment(kb, documents, n_folds=1)
