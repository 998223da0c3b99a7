"""Measures against scikit-learn and by brute force, and cases made by hand."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.errors import DocumentError
from pairlinking.evaluation.metrics import RULES, Scores, gerbil_threshold_tuned_on_gold, measure, tally

Document = tuple[list[frozenset[int]], list[int | None]]
NIL = 99


@st.composite
def documents(draw: st.DrawFn) -> list[Document]:
    golds = st.sampled_from([frozenset[int](), frozenset({1}), frozenset({2}), frozenset({2, 3})])
    answers = st.sampled_from([None, 1, 2, 3])
    sizes = draw(st.lists(st.integers(0, 6), min_size=1, max_size=5))
    return [
        (draw(st.lists(golds, min_size=n, max_size=n)), draw(st.lists(answers, min_size=n, max_size=n))) for n in sizes
    ]


def slow(document: Document, rule: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Links given and links wanted as sets of (mention, entity), where an answer that gold allows is the one wanted."""
    given, wanted = [], []
    for i, (gold, answer) in enumerate(zip(*document, strict=True)):
        if not gold and rule == "in-kb":
            continue
        if answer is not None or rule == "all":
            given.append((i, NIL if answer is None else answer))
        if gold or rule == "all":
            wanted.append((i, answer if answer in gold and answer is not None else min(gold, default=NIL)))
    return given, wanted


def slow_scores(pairs: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]]) -> tuple[float, float, float]:
    right = sum(len(set(given) & set(wanted)) for given, wanted in pairs)
    n_given, n_wanted = sum(len(given) for given, _ in pairs), sum(len(wanted) for _, wanted in pairs)
    precision, recall = right / n_given if n_given else 0.0, right / n_wanted if n_wanted else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0


@pytest.mark.parametrize("rule", RULES)
@given(documents())
def test_measures_equal_sets_of_links(rule: str, corpus: list[Document]) -> None:
    found = measure([tally(*each) for each in corpus], rule)
    pairs = [slow(each, rule) for each in corpus]
    assert tuple(vars(found.micro).values()) == pytest.approx(slow_scores(pairs))
    by_document = [slow_scores([pair]) for pair in pairs if pair[0] or pair[1]]
    macro = [sum(column) / len(by_document) for column in zip(*by_document, strict=True)] or [0.0] * 3
    assert tuple(vars(found.macro).values()) == pytest.approx(macro)


@given(documents())
def test_micro_scores_equal_scikit_learn(corpus: list[Document]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    pairs = [
        (dict(wanted).get(i, NIL), dict(given).get(i, NIL))
        for document in corpus
        for given, wanted in [slow(document, "links")]
        for i in range(len(document[0]))
    ]
    if not pairs:
        return
    wanted, given = zip(*pairs, strict=True)
    tallies = [tally(*each) for each in corpus]
    by_links = measure(tallies, "links").micro
    expected = sklearn.precision_recall_fscore_support(
        wanted, given, labels=[1, 2, 3], average="micro", zero_division=0
    )
    assert (by_links.precision, by_links.recall, by_links.f1) == pytest.approx(expected[:3])
    assert measure(tallies).accuracy == pytest.approx(sklearn.accuracy_score(wanted, given))
    assert measure(tallies, "all").micro.f1 == pytest.approx(sklearn.f1_score(wanted, given, average="micro"))


def test_each_rule_on_one_document() -> None:
    document = [tally([{"a"}, {"b"}, {"c"}, (), ()], ["a", "x", None, "y", None])]
    assert measure(document, "in-kb").micro == Scores(1 / 2, 1 / 3, 2 / 5)
    assert measure(document, "links").micro == Scores(1 / 3, 1 / 3, 1 / 3)
    assert measure(document, "all").micro == Scores(2 / 5, 2 / 5, 2 / 5)
    assert measure(document).accuracy == 2 / 5


def test_macro_weighs_documents_alike_and_leaves_out_those_without_mentions() -> None:
    found = measure([tally([{1}] * 9, [1] * 9), tally([{1}], [2]), tally([], []), tally([()], [None])])
    assert found.micro.f1 == 0.9
    assert found.macro.f1 == 0.5


def test_candidate_recall_counts_any_of_the_right_entities() -> None:
    candidates: list[list[Hashable]] = [[1, 5], [6], []]
    assert measure([tally([{5, 7}, {1}, ()], [-1, -1, -1], candidates)]).candidate_recall == 0.5


def test_nothing_at_all_scores_zero() -> None:
    assert measure([]).micro == measure([]).macro == Scores(0.0, 0.0, 0.0)
    assert measure([]).accuracy == measure([]).candidate_recall == 0.0


def test_answers_for_another_document_are_refused() -> None:
    with pytest.raises(DocumentError, match="Gold has 1 mentions, the answers have 2"):
        tally([{1}], [1, 2])


@given(documents(), st.randoms(use_true_random=False))
def test_the_tuned_threshold_is_never_worse_than_none(corpus: list[Document], random: st.DataObject) -> None:
    confidences = [[random.choice([0.1, 0.5, 0.9]) for _ in gold] for gold, _ in corpus]  # type: ignore[attr-defined]
    threshold, scores = gerbil_threshold_tuned_on_gold(
        [gold for gold, _ in corpus], [answers for _, answers in corpus], confidences
    )
    best = 0.0
    for level in (0.0, 0.1, 0.5, 0.9):
        kept = [
            [answer if confidence >= level else None for answer, confidence in zip(answers, each, strict=True)]
            for (_, answers), each in zip(corpus, confidences, strict=True)
        ]
        f1 = measure([tally(gold, each) for (gold, _), each in zip(corpus, kept, strict=True)], "links").micro.f1
        best = max(best, f1)
        if level == threshold:
            assert f1 == pytest.approx(scores.f1)
    assert scores.f1 == pytest.approx(best)
