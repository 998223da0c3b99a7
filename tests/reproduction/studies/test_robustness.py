"""The study of robustness: which mentions are made NIL, that nothing else changes, and what is counted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pairlinking.errors import SourceError
from pairlinking.evaluation.experiment import Experiment, Setting
from pairlinking.evaluation.metrics import measure, tally
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import Prepared, PreparedGold
from pairlinking.local.models import open_models
from reproduction.made_nil import Linked, Mask, TwoWays, count, count_mixed, draw, score_both_ways
from reproduction.paper import published_robustness
from reproduction.studies.robustness.findings import METHODS, SHARES
from reproduction.studies.robustness.runs import Runs
from reproduction.studies.robustness.study import robustness
from reproduction.studies.robustness.tables import points
from reproduction.workbench import Workbench
from tests.evaluation.made_up import PREFIXES, phrase, write
from tests.kb.small_kb import write_small_kb
from tests.reproduction.benches import sample_bench

NAME = "reuters128"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("robustness"))


@pytest.fixture(scope="module")
def runs(bench: Workbench) -> Runs:
    return Runs(bench, NAME, METHODS)


@pytest.fixture(scope="module")
def both(bench: Workbench) -> list[TwoWays]:
    experiment = Experiment(bench.kb, bench.documents(NAME), scorer="kb")
    return score_both_ways(experiment, seed=1)


def test_a_larger_share_has_the_mentions_of_a_smaller_one() -> None:
    few, more = draw(range(50), 0.2, [3, 1]), draw(range(50), 0.6, [3, 1])
    assert few.sum() == 10
    assert more.sum() == 30
    assert not (few & ~more).any()
    assert (draw(range(50), 0.2, [3, 2]) != few).any()


def test_the_share_holds_on_average_in_documents_of_one_mention() -> None:
    drawn = [draw([0], 0.2, [1, number]).sum() for number in range(2000)]
    assert np.mean(drawn) == pytest.approx(0.2, abs=0.03)


def test_mentions_of_one_name_are_drawn_together() -> None:
    names = ["Rome", "Tiger", "Rome", "Paris", "Tiger", "Rome"]
    for number in range(20):
        mask = draw(names, 0.5, [number])
        for name in set(names):
            assert len({bool(is_nil) for each, is_nil in zip(names, mask, strict=True) if each == name}) == 1


def test_only_the_right_entities_are_taken_and_only_from_the_mentions_drawn(both: list[TwoWays]) -> None:
    document = max(both, key=lambda each: len(each.whole.gold))
    nil = np.arange(len(document.whole.gold)) % 2 == 0
    changed = document.with_nil(nil)
    for at, is_nil in enumerate(nil):
        before, after = document.whole.entities[at], changed.entities[at]
        assert after == [entity for entity in before if not is_nil or entity not in document.whole.gold[at]]
        assert len(changed.local[at]) == len(after)
    assert any(len(a) < len(b) for a, b in zip(changed.entities, document.whole.entities, strict=True))
    assert changed.gold == document.whole.gold


def test_scores_put_together_are_those_of_scoring_the_changed_document(bench: Workbench, both: list[TwoWays]) -> None:
    scorer = open_models(bench.kb).scorer
    for number, document in enumerate(both):
        nil = draw(range(len(document.whole.gold)), 0.5, [number])
        changed = document.with_nil(nil)
        for found, expected in zip(
            changed.local, scorer.score(changed.source.text, changed.spans, changed.lists), strict=True
        ):
            np.testing.assert_allclose(found, expected, atol=1e-12)


def test_learnt_scores_of_the_rest_come_from_the_trees_of_the_other_folds(bench: Workbench) -> None:
    documents = list(bench.documents(NAME))
    # Gold that is no candidate: nothing is taken away, so that both ways must have the very same scores.
    none = frozenset({10**6})
    documents[0] = replace(documents[0], gold=[none] * len(documents[0].gold))
    experiment = Experiment(bench.kb, documents, scorer="folds")
    both = score_both_ways(experiment, seed=1)
    for local, rest in zip(both[0].whole.local, both[0].rest.local, strict=True):
        np.testing.assert_array_equal(local, rest)
    assert not all(np.array_equal(*pair) for pair in zip(both[0].whole.local, documents[0].local, strict=True))


def test_absent_mentions_have_no_candidates(both: list[TwoWays]) -> None:
    document = both[0]
    nil = np.array([True, *([False] * (len(document.whole.gold) - 1))])
    changed = document.with_nil(nil, as_absent=True)
    assert changed.entities[0] == []
    assert len(changed.local[0]) == 0
    assert changed.entities[1:] == document.whole.entities[1:]


def _document(surfaces: list[str], gold: list[frozenset[int]]) -> PreparedGold:
    no_scores = [np.zeros(1)] * len(surfaces)
    return Prepared.of_names(surfaces, [[9]] * len(surfaces), no_scores).with_gold(gold)


def test_counted_are_the_mentions_that_are_not_nil() -> None:
    whole = _document(["a", "b", "c", "d"], [frozenset({1}), frozenset({2}), frozenset({3}), frozenset({4})])
    document = TwoWays(whole, whole)
    mask = np.array([False, True, False, False])
    # right, wrong but NIL, no answer, wrong
    assert count([document], [mask], [[1, 7, -1, 9]]).tolist() == [[1, 2, 3]]


def test_names_with_and_without_an_entity_in_one_document_are_counted() -> None:
    known, unknown = frozenset({1}), frozenset[int]()
    documents = [
        _document(["Rome", "ROME ", "Oslo", "Oslo"], [known, unknown, unknown, unknown]),
        _document(["Rome", "Rome", "Paris"], [known, known, unknown]),
    ]
    assert count_mixed(documents) == (2, 1)


def test_without_nil_mentions_figures_are_those_of_the_experiment(bench: Workbench, runs: Runs) -> None:
    documents = bench.documents(NAME)
    experiment = Experiment(bench.kb, documents, scorer=bench.scorer, seed=bench.seed)
    (outcome,) = experiment.run([Setting("pair-linking", bench.best_measure)])
    tallies = [tally(each.gold, given) for each, given in zip(documents, outcome.answers, strict=True)]
    assert runs.f1("pair-linking") == measure(tallies).micro.f1
    assert [runs.betas["pair-linking"][at] for at in range(len(documents))] == [
        outcome.betas[fold] for fold in experiment.folds
    ]


def test_drawn_by_name_local_confidence_is_not_touched(runs: Runs) -> None:
    effect = runs.effect("local", 0.6, by_name=True)
    assert effect.f1 == effect.without
    assert (effect.change.value, effect.change.low, effect.change.high) == (0, 0, 0)
    assert 0 < effect.kept < sum(len(each.whole.gold) for each in runs.documents)


def test_the_change_lies_in_its_interval(runs: Runs) -> None:
    change = runs.effect("pair-linking", 0.6, beta=0.9).change
    assert change.low <= change.value <= change.high


class _Fixed(Runs):
    """One document of four mentions, of which the first two are NIL, with given confidences."""

    def __init__(self) -> None:
        gold = [frozenset({1})] * 4
        entities = [[1], [], [1, 2], [1]]
        local = [np.array([0.2]), np.empty(0), np.array([0.3, 0.5]), np.array([0.9])]
        whole = Prepared.of_names(["a", "b", "c", "d"], entities, local).with_gold(gold)
        self.documents = [TwoWays(whole, whole)]

    def drawn(self, share: float, number: int, *, by_name: bool = False) -> list[Mask]:
        return [np.array([True, True, False, False])]

    def linked(self, method: str, nil: object, beta: float | None = None, *, as_absent: bool = False) -> Linked:
        return Linked([[0, -1, 0, 0]], [[0.4, 0.0, 0.4, 0.8]])


def test_a_nil_mention_is_later_where_its_confidence_is_lower() -> None:
    order = _Fixed().order(0.5)
    # Of the NIL mentions one has a candidate: as confident as the third mention (half), less than the fourth (one).
    assert order.later == pytest.approx(0.75)
    assert order.without_candidates == 0.5
    assert order.local_of_nil == pytest.approx(0.2)
    assert order.local_of_others == pytest.approx(0.7)


def test_the_papers_figures_are_those_of_its_table() -> None:
    assert published_robustness()["f1"]["ace2004"] == [0.883, 0.879, 0.900, 0.869]
    assert published_robustness()["shares"] == [0.0, *SHARES]


def test_points_have_a_sign_unless_they_round_to_nothing() -> None:
    assert [points(each) for each in (0.0123, -0.2, -0.0004, 0.0)] == ["+1.2", "-20.0", "0.0", "0.0"]


def test_the_study_tells_f1_by_share_beside_the_papers(bench: Workbench) -> None:
    study = robustness(bench)
    json.dumps(study.figures, allow_nan=False)
    (row,) = study.tables[0].rows
    assert row[0] == NAME
    assert [cell[cell.index("(") :] for cell in row[1:]] == ["(0.859)", "(0.842)", "(0.850)", "(0.848)"]
    effect = study.figures["by_mention"]["pair-linking"][NAME]["0.6"]
    assert f"{np.mean(effect['f1']):.3f} ± {np.std(effect['f1']):.3f}" in row[4]
    assert points(effect["change"]["value"]) in study.about
    assert len(study.plots) == 3
    f1 = study.plots[0].series[0]
    assert f1.x == [0.0, 20.0, 40.0, 60.0]
    assert f1.y[0] == study.figures["f1_without_nil"][NAME]["pair-linking"]


def test_a_knowledge_base_without_vectors_and_learnt_scores_serve(tmp_path: Path) -> None:
    kb = KnowledgeBase.open(write_small_kb(tmp_path / "kb", vectors=False))
    parts = [PREFIXES]
    for number in range(3):
        context = f"http://example.org/{number}"
        parts.append(f'<{context}> a nif:Context ; nif:isString "Tiger won at Augusta, Georgia." .\n')
        parts.append(phrase(context, 0, 5, "Tiger", "http://dbpedia.org/resource/Tiger_Woods"))
        parts.append(phrase(context, 13, 20, "Augusta", "http://dbpedia.org/resource/Augusta,_Georgia"))
    write(tmp_path / "reuters128/Reuters-128.ttl", "".join(parts))
    study = robustness(Workbench(kb, tmp_path, scorer="folds"))
    assert "Relatedness is NJS;" in study.about
    json.dumps(study.figures, allow_nan=False)


def test_data_sets_of_the_paper_other_than_these_four_are_not_enough(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "kore50/kore50-nif.ttl", (bench.data / "kore50/kore50-nif.ttl").read_bytes())
    with pytest.raises(SourceError, match=r"reuters128, ace2004, msnbc, aquaint.*datasets list"):
        robustness(Workbench(bench.kb, tmp_path))
