"""The study of NIL detection: what counts as NIL, what thresholds do, and that it is the linker's own rule."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import pairlinking as pl
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention
from pairlinking.evaluation.metrics import Scores, measure, tally
from pairlinking.evaluation.prepared import prepare
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.acceptance import open_acceptance
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local.models import open_models
from pairlinking.relatedness import measure as relatedness
from reproduction.originals import originals
from reproduction.studies.nil_detection.differences import known_mean, links_change, plateau, separation_advantage
from reproduction.studies.nil_detection.scores import CRITERIA, IN_KB, MISSING, NO_ENTITY, Judged, judge
from reproduction.studies.nil_detection.study import nil_detection
from reproduction.workbench import Workbench
from tests.evaluation.made_up import PREFIXES, phrase, write
from tests.kb.small_kb import write_small_kb
from tests.reproduction.benches import sample_bench

CONFIDENCE, LOCAL, HIGHEST, _ = CRITERIA


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("nil"))


def _judged(rows: list[tuple[int, int, bool, bool, float]]) -> Judged:
    """Rows of document, kind, whether there are candidates, whether the link is right, and its score."""
    document, kind, has, right, score = (np.array(column) for column in zip(*rows, strict=True))
    return Judged(document, kind, has, right, right, dict.fromkeys(CRITERIA, score))


ROWS = [
    (0, IN_KB, True, True, 0.9),
    (0, IN_KB, True, False, 0.3),
    (0, MISSING, True, False, 0.4),
    (1, NO_ENTITY, False, False, 0.0),
    (1, NO_ENTITY, True, False, 0.1),
    (1, IN_KB, True, True, 0.2),
]


def test_without_a_threshold_only_mentions_without_candidates_are_nil() -> None:
    found = _judged(ROWS).at(LOCAL, 0.0)
    assert found.nil == Scores(1.0, 1 / 3, 0.5)
    assert found.links == Scores(2 / 5, 2 / 3, 0.5)


def test_a_threshold_takes_what_is_below_it() -> None:
    found = _judged(ROWS).at(LOCAL, 0.4)
    # Unlinked are 0.3, none, 0.1 and 0.2, two of them NIL; linked 0.9 and 0.4, one of them right.
    assert (found.nil.precision, found.nil.recall) == (0.5, 2 / 3)
    assert (found.links.precision, found.links.recall) == (0.5, 1 / 3)
    nil, links = found.tables
    assert nil.tolist() == [[0, 1, 1], [2, 3, 2]]
    assert links.tolist() == [[1, 2, 2], [0, 0, 1]]


@pytest.mark.parametrize("threshold", [0.0, 0.15, 0.35, 0.95])
def test_links_are_measured_as_by_the_rule_for_links(threshold: float) -> None:
    gold = [{1} if kind == IN_KB else set[int]() for _, kind, *_ in ROWS]
    answers = [(1 if right else 2) if has and score >= threshold else None for _, _, has, right, score in ROWS]
    assert _judged(ROWS).at(LOCAL, threshold).links == measure([tally(gold, answers)], "links").micro


def test_each_fold_has_the_threshold_that_is_best_for_the_others() -> None:
    # In document 0 a link of 0.5 is wrong, in document 1 one of 0.2: each is given the threshold of the other.
    rows = [
        (0, IN_KB, True, True, 0.6),
        (0, MISSING, True, False, 0.5),
        (1, IN_KB, True, True, 0.3),
        (1, MISSING, True, False, 0.2),
    ]
    chosen = _judged(rows).thresholds_by_folds(LOCAL, seed=1)
    assert chosen.tolist() == [0.21, 0.21, 0.51, 0.51]


def test_criteria_are_judged_on_mentions_with_candidates() -> None:
    # NIL 0.4 and 0.1 against 0.9, 0.3 and 0.2: four of six pairs are in order.
    assert _judged(ROWS).separation(LOCAL) == pytest.approx(4 / 6)
    assert math.isnan(_judged(ROWS[:2]).separation(LOCAL))


def test_documents_are_drawn_whole() -> None:
    judged = _judged(ROWS)
    for seed in range(10):
        drawn = judged.resampled(np.random.default_rng(seed))
        kinds = [drawn.kind[drawn.document == number].tolist() for number in range(2)]
        assert all(each in ([IN_KB, IN_KB, MISSING], [NO_ENTITY, NO_ENTITY, IN_KB]) for each in kinds)


def test_the_plateau_reaches_from_threshold_to_threshold() -> None:
    rows = [(0, IN_KB, True, True, 0.9), (0, MISSING, True, False, 0.3)]
    assert plateau({"one": _judged(rows)}, 0.01) == (0.31, 0.9)


def test_changes_of_links_are_averages_of_the_data_sets() -> None:
    judged = {"one": _judged(ROWS), "two": _judged(ROWS[3:])}
    none = {name: each.at(LOCAL, 0.0) for name, each in judged.items()}
    some = {name: each.at(LOCAL, 0.15) for name, each in judged.items()}
    expected = np.mean([some[name].links.f1 - none[name].links.f1 for name in judged])
    change = links_change(some, none, 1)
    assert change.value == pytest.approx(expected)
    assert change.low <= change.value <= change.high
    assert links_change(none, none, 1).high == 0


def test_an_average_leaves_out_what_is_no_number() -> None:
    assert known_mean([1.0, math.nan, 2.0]) == 1.5
    assert math.isnan(known_mean([math.nan]))
    assert separation_advantage({"one": _judged(ROWS[:2])}, 1) is None


def test_entities_that_are_missing_are_told_from_no_entity(tmp_path: Path) -> None:
    kb = KnowledgeBase.open(write_small_kb(tmp_path / "kb"))
    context = "http://example.org/1"
    nif = f'<{context}> a nif:Context ; nif:isString "Tiger met Georgia and Bo." .\n'
    nif += phrase(context, 0, 5, "Tiger", "http://dbpedia.org/resource/Tiger_Woods")
    nif += phrase(context, 10, 17, "Georgia", "http://dbpedia.org/resource/Georgia_(country)")
    nif += phrase(context, 22, 24, "Bo", "http://aksw.org/notInWiki/Bo")
    write(tmp_path / "reuters128/Reuters-128.ttl", PREFIXES + nif)
    bench = Workbench(kb, tmp_path)
    documents = bench.documents("reuters128", with_nil=True)
    texts = originals(bench, "reuters128", documents)
    judged = judge(documents, texts, relatedness("njs+ees", kb=kb), 0.5, open_acceptance(kb))
    assert judged.kind.tolist() == [IN_KB, MISSING, NO_ENTITY]
    assert judged.has_candidates.tolist() == [True, True, False]
    assert judged.is_reachable.tolist() == [True, False, False]
    assert not judged.is_right[1:].any()


def _assert_as_the_linker(bench: Workbench, documents: Sequence[PreparedGold], texts: list[AnnotatedDocument]) -> None:
    models, linker = open_models(bench.kb), pl.Linker(bench.kb)
    judged = judge(documents, texts, relatedness(bench.best_measure, kb=bench.kb), models.beta, linker.acceptance)
    links = [link for each in texts for link in linker.link(each.text, [(one.start, one.end) for one in each.mentions])]
    np.testing.assert_allclose(judged.scores[LOCAL], [link.local for link in links], atol=1e-12)
    np.testing.assert_allclose(judged.scores[CONFIDENCE], [link.confidence for link in links], atol=1e-12)
    unlinked = ~judged.has_candidates | (judged.scores[CONFIDENCE] < linker.threshold)
    assert unlinked.tolist() == [link.entity is None for link in links]
    assert (judged.scores[HIGHEST] >= judged.scores[LOCAL]).all()


@pytest.mark.parametrize("name", ["kore50", "reuters128"])
def test_the_rule_is_that_of_the_linker(bench: Workbench, name: str) -> None:
    documents = bench.documents(name, with_nil=True)
    _assert_as_the_linker(bench, documents, originals(bench, name, documents))


def test_mentions_of_one_name_are_held_to_their_mean_as_by_the_linker(bench: Workbench) -> None:
    text = "Georgia was played off the park in Tbilisi, far from Atlanta and the Masters of Augusta, Georgia."
    spans = [(0, 7), (text.rindex("Augusta"), text.rindex("Augusta") + 7), (len(text) - 8, len(text) - 1)]
    mentions = tuple(AnnotatedMention(start, end, ("Georgia (U.S. state)",)) for start, end in spans)
    document = AnnotatedDocument("1", text, mentions)
    (prepared,) = prepare(bench.kb, [document], with_nil=True)
    assert not np.allclose(prepared.local[0], prepared.local[2])
    _assert_as_the_linker(bench, [prepared], [document])


def test_the_study_tells_counts_thresholds_and_criteria(bench: Workbench) -> None:
    study = nil_detection(bench)
    json.dumps(study.figures, allow_nan=False)
    assert study.figures["mentions"]["no_entity"] == {"reuters128": 1, "kore50": 1}
    assert study.figures["mentions"]["entity_missing"] == {"reuters128": 0, "kore50": 0}
    none, advised = (study.figures["thresholds"][label]["kore50"] for label in ("none", "recommended"))
    assert none["nil"]["recall"] <= advised["nil"]["recall"]
    assert none["links"]["recall"] >= advised["links"]["recall"]
    assert [row[0] for row in study.tables[1].rows] == ["reuters128"] * 3 + ["kore50"] * 3 + ["average"] * 3
    assert [each.name for each in study.plots[0].series] == list(CRITERIA)
    recall = list(study.plots[0].series[0].x)
    assert recall == sorted(recall)
    assert f"{open_acceptance(bench.kb).threshold:.2f}, chosen on pages" in study.about


def test_a_knowledge_base_without_vectors_and_data_without_nil_serve(tmp_path: Path) -> None:
    kb = KnowledgeBase.open(write_small_kb(tmp_path / "kb", vectors=False))
    context = "http://example.org/1"
    nif = f'<{context}> a nif:Context ; nif:isString "Tiger won." .\n'
    nif += phrase(context, 0, 5, "Tiger", "http://dbpedia.org/resource/Tiger_Woods")
    write(tmp_path / "reuters128/Reuters-128.ttl", PREFIXES + nif)
    study = nil_detection(Workbench(kb, tmp_path))
    assert "there is nothing to separate" in study.about
    assert study.figures["auc"][LOCAL] == {"reuters128": None}
    json.dumps(study.figures, allow_nan=False)
