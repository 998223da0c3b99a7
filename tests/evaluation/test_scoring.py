"""Scores of answers against scikit-learn and SciPy, and how settings stand against each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from pairlinking.errors import DocumentError, ParameterError
from pairlinking.evaluation.answers import Answer, AnsweredDocument, Answers, tallies_of
from pairlinking.evaluation.metrics import RULES
from pairlinking.evaluation.scoring import compare, gerbil_scores, score, score_all

sklearn = pytest.importorskip("sklearn.metrics")
NAMES = ["A", "B", "C"]
Pairs = Sequence[tuple[str | None, str | None]]


def document(name: str, pairs: Pairs) -> AnsweredDocument:
    """A document of mentions with the right entity and the answer, None for NIL."""
    return AnsweredDocument(
        name,
        tuple(
            Answer(at, at + 1, "x", () if gold is None else (gold,), answer, confidence=0.5)
            for at, (gold, answer) in enumerate(pairs)
        ),
    )


ENTITIES = st.sampled_from([None, *NAMES])
CORPORA = st.lists(st.lists(st.tuples(ENTITIES, ENTITIES), max_size=6), min_size=1, max_size=6)


def by_sklearn(pairs: Pairs, rule: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of links, each entity being a class and NIL none but by the rule 'all'."""
    counted = [pair for pair in pairs if rule != "in-kb" or pair[0] is not None]
    if not counted:
        return 0.0, 0.0, 0.0
    gold, answers = ([each or "NIL" for each in column] for column in zip(*counted, strict=True))
    classes = [*NAMES, "NIL"] if rule == "all" else NAMES
    found = sklearn.precision_recall_fscore_support(gold, answers, labels=classes, average="micro", zero_division=0)
    return found[0], found[1], found[2]


@pytest.mark.parametrize("rule", RULES)
@given(CORPORA)
def test_scores_equal_scikit_learn_over_mentions_and_over_documents(rule: str, corpus: list[Pairs]) -> None:
    found = score([document(str(at), pairs) for at, pairs in enumerate(corpus)], rule).measures
    micro = by_sklearn([pair for pairs in corpus for pair in pairs], rule)
    assert (found.micro.precision, found.micro.recall, found.micro.f1) == pytest.approx(micro)

    def counts(pairs: Pairs) -> bool:
        if rule == "all":
            return bool(pairs)
        return any(gold is not None or (rule == "links" and answer is not None) for gold, answer in pairs)

    each = [by_sklearn(pairs, rule) for pairs in corpus if counts(pairs)]
    macro = np.mean(each, axis=0) if each else np.zeros(3)
    assert (found.macro.precision, found.macro.recall, found.macro.f1) == pytest.approx(tuple(macro))


def test_the_interval_is_about_that_of_scipy() -> None:
    random = np.random.default_rng(7)
    corpus = [
        [("A", str(random.choice(["A", "B"], p=[0.7, 0.3]))) for _ in range(random.integers(1, 9))] for _ in range(60)
    ]
    found = score([document(str(at), pairs) for at, pairs in enumerate(corpus)]).interval
    right = np.array([sum(gold == answer for gold, answer in pairs) for pairs in corpus])
    sizes = np.array([len(pairs) for pairs in corpus])

    def f1(right: np.ndarray, sizes: np.ndarray, axis: int = 0) -> np.ndarray:
        return np.asarray(right.sum(axis) / sizes.sum(axis))

    expected = stats.bootstrap(
        (right, sizes), f1, paired=True, method="percentile", vectorized=True, rng=np.random.default_rng(1)
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.01)
    assert found.low < found.value < found.high


@given(CORPORA, st.data())
def test_the_comparison_equals_scipy_in_the_direction_of_the_difference(
    corpus: list[Pairs], data: st.DataObject
) -> None:
    others = [[(gold, data.draw(ENTITIES)) for gold, _ in pairs] for pairs in corpus]
    mine, theirs = (tallies_of([document(str(at), each) for at, each in enumerate(some)]) for some in (corpus, others))
    found = compare(mine, theirs)
    pairs = [
        (by_sklearn(left, "in-kb")[2], by_sklearn(right, "in-kb")[2])
        for left, right in zip(corpus, others, strict=True)
        if any(gold is not None for gold, _ in left)
    ]
    if len(pairs) < 2:
        assert found is None
        return
    assert found is not None
    left, right = map(np.array, zip(*pairs, strict=True))
    assert found.difference == pytest.approx((left - right).mean(), abs=1e-12)
    if (left - right).std() > 1e-9:
        # Of the two directions the one in which the difference lies is the likelier one.
        expected = min(
            stats.ttest_rel(left, right, alternative="greater"),
            stats.ttest_rel(left, right, alternative="less"),
            key=lambda test: float(test.pvalue),
        )
        assert (found.t, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    mirrored = compare(theirs, mine)
    assert mirrored is not None
    assert mirrored.p == pytest.approx(found.p)
    assert mirrored.difference == pytest.approx(-found.difference, abs=1e-12)


def test_settings_on_other_documents_are_not_compared() -> None:
    with pytest.raises(DocumentError, match="same documents"):
        compare(tallies_of([document("1", [("A", "A")])]), tallies_of([document("1", [("A", "A")] * 2)]))


def test_a_rule_that_is_none_is_refused() -> None:
    with pytest.raises(ParameterError, match="'in-kb', 'links', 'all'"):
        score([], "every")


def answers(*shares: float) -> Answers:
    """Answers to twenty mentions a document, of which a share is right."""
    documents = [
        document(str(at), [("A", "A" if place < 20 * share else "B") for place in range(20)])
        for at, share in enumerate(shares)
    ]
    return Answers("", tuple(documents), 1.5)


def test_each_setting_stands_against_its_reference() -> None:
    given = {"mine": {"good": answers(0.9, 0.8, 0.95), "bad": answers(0.5, 0.45, 0.5), "same": answers(0.9, 0.8, 0.95)}}
    grid = score_all(given, references={"good": "good", "bad": "good", "same": "good"}, gerbil=True)["mine"]
    assert grid["good"].versus is None
    bad, same = grid["bad"].versus, grid["same"].versus
    assert bad is not None
    assert same is not None
    assert (bad.reference, bad.verdict, same.verdict, same.test.p) == ("good", "worse", "", 0.5)
    turned = score_all(given, references={"good": "bad"})["mine"]
    assert turned["good"].versus is not None
    assert turned["good"].versus.verdict == "better"
    assert turned["bad"].versus is None
    assert grid["good"].ms == 1.5
    assert grid["good"].gerbil == (0.5, grid["good"].measures.micro)
    assert turned["good"].gerbil is None


def test_gerbils_threshold_drops_wrong_links_that_are_less_confident() -> None:
    mentions = (
        Answer(0, 1, "a", ("A",), "A", 0.9),
        Answer(1, 2, "b", ("B",), "X", 0.4),
        Answer(2, 3, "c", (), "Y", 0.3),
        Answer(3, 4, "d", ("D",), None, None),  # no link, no confidence
    )
    threshold, scores = gerbil_scores([AnsweredDocument("1", mentions)])
    assert threshold == 0.9
    assert (scores.precision, scores.recall) == pytest.approx((1.0, 1 / 3))
    assert scores.f1 > score([AnsweredDocument("1", mentions)], "links").measures.micro.f1


def test_gerbils_threshold_needs_confidences() -> None:
    with pytest.raises(ParameterError, match=r"Document '1' has none for 'a' \(0 to 1\)"):
        gerbil_scores([AnsweredDocument("1", (Answer(0, 1, "a", ("A",), "A"),))])
