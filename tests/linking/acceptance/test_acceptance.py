"""Which links are kept: features, the model, its thresholds, and learning it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.errors import KnowledgeBaseError, ParameterError
from pairlinking.linking import Linker, TextDocument
from pairlinking.linking.acceptance import (
    FEATURES,
    Acceptance,
    Judged,
    fit_detected,
    fit_elsewhere,
    for_detected,
    learn_acceptance,
    link_features,
)
from pairlinking.linking.acceptance.logistic import fit_logistic, sigmoid

TEXT, MENTIONS = "Tiger won in Augusta. Zzyzx saw Tiger.", ["Tiger", "Augusta", "Zzyzx", "Tiger"]


def example(n: int = 4000, seed: int = 1) -> Judged:
    """Links whose odds are those of the first feature."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(n, len(FEATURES)))
    return Judged(rows, random.random(n) < sigmoid(2 * rows[:, 0] + 0.5), np.arange(n) // 20)


def test_logistic_regression_finds_the_odds_again() -> None:
    judged = example()
    weights, bias = fit_logistic(judged.rows, judged.is_right)
    assert weights[0] == pytest.approx(2, abs=0.2)
    assert bias == pytest.approx(0.5, abs=0.1)
    assert np.abs(weights[1:]).max() < 0.15


@pytest.mark.parametrize("right", [True, False])
def test_examples_of_one_class_are_learnt_from(right: bool) -> None:
    rows = np.random.default_rng(1).normal(size=(30, 2))
    weights, bias = fit_logistic(rows, np.full(30, right))
    assert np.isfinite(weights).all()
    assert (sigmoid(rows @ weights + bias) > 0.5).all() == right


def test_probabilities_are_the_shares_of_right_links() -> None:
    model, other = learn_acceptance(example()), example(seed=2)
    probability = model.probability(other.rows)
    for low in (0.0, 0.25, 0.5, 0.75):
        own = (probability >= low) & (probability < low + 0.25)
        assert probability[own].mean() == pytest.approx(other.is_right[own].mean(), abs=0.05)


def test_slope_and_shift_of_other_documents() -> None:
    model, other = learn_acceptance(example()), example(seed=2)
    random = np.random.default_rng(3)
    harder = Judged(other.rows, random.random(len(other.rows)) < sigmoid(other.rows[:, 0] - 1.0), other.document)
    slope, shift = fit_elsewhere(model, harder)
    assert slope == pytest.approx(0.5, abs=0.1)
    assert shift == pytest.approx(-1.25, abs=0.15)


def test_thresholds_keep_what_was_asked_for() -> None:
    model, other = learn_acceptance(example()), example(seed=2)
    probability = model.probability(other.rows)
    kept = probability >= model.threshold_for(precision=0.9)
    assert other.is_right[kept].mean() == pytest.approx(0.9, abs=0.04)
    kept = probability >= model.threshold_for(recall=0.9)
    assert other.is_right[kept].sum() / other.is_right.sum() == pytest.approx(0.9, abs=0.04)
    assert model.threshold_for(recall=0.0) >= model.threshold_for(recall=1.0)
    assert 0 < model.threshold < 0.6


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_thresholds_are_probabilities_whatever_is_expected(levels: list[float]) -> None:
    model = Acceptance((1.0,) * len(FEATURES), 0.0, 1.0, 0.0, tuple(sorted(levels)))
    found = [model.threshold, model.threshold_for(precision=0.9), model.threshold_for(recall=0.9)]
    assert all(0 <= each <= 1 for each in found)


def test_nothing_to_learn_from_trusts_local_confidence() -> None:
    empty = Judged(np.empty((0, len(FEATURES))), np.empty(0, bool), np.empty(0, np.int64))
    model = learn_acceptance(empty)
    assert model.threshold == 0.0
    assert model.probability(np.zeros((1, len(FEATURES)))).tolist() == [0.5]


def test_a_model_is_stored_and_read_again() -> None:
    model = learn_acceptance(example(), slope=0.7, shift=-0.1)
    again = Acceptance.from_dict(model.to_dict())
    rows = example(seed=2).rows
    np.testing.assert_allclose(again.probability(rows), model.probability(rows), atol=1e-4)
    with pytest.raises(KnowledgeBaseError, match="features"):
        Acceptance.from_dict(model.to_dict() | {"weights": {"local": 1.0}})


def test_features_have_a_row_for_each_name(linker: Linker) -> None:
    prepared = linker.prepare((TEXT, MENTIONS))
    solved = linker.solve(prepared)
    choice = solved.choice[prepared.repeats.first]
    rows = link_features(prepared, choice, linker.relatedness)
    assert rows.shape == (3, len(FEATURES))
    assert not rows[2].any()
    assert rows[0, FEATURES.index("support")] == pytest.approx(
        linker.relatedness.score(*(prepared.entities[i][choice[i]] for i in (0, 1)))
    )


def test_confidence_is_the_probability_and_decides(linker: Linker) -> None:
    document = linker.link(TEXT, MENTIONS)
    prepared = linker.prepare((TEXT, MENTIONS))
    rows = link_features(prepared, document.solution.choice[prepared.repeats.first], linker.relatedness)
    expected = linker.acceptance.probability(rows)[prepared.repeats.place]
    assert [link.confidence for link in document] == pytest.approx([*expected[:2], 0.0, expected[3]])
    level = document[0].confidence
    assert linker.with_options(threshold=level).link(TEXT, MENTIONS)[0].entity is not None
    assert linker.with_options(threshold=level + 1e-9).link(TEXT, MENTIONS)[0].entity is None


def test_one_dial_at_a_time(linker: Linker) -> None:
    strict, loose = (
        linker.with_options(threshold=None, precision=0.95),
        linker.with_options(threshold=None, recall=0.99),
    )
    assert strict.threshold > loose.threshold
    with pytest.raises(ParameterError, match="one of threshold, precision and recall"):
        linker.with_options(threshold=0.5, precision=0.9)


@pytest.mark.parametrize("recall", [0.0, 0.5, 0.9, 1.0])
def test_asking_for_recall_never_links_less_than_the_default(linker: Linker, recall: float) -> None:
    default = linker.with_options(threshold=None)
    assert default.with_options(recall=recall).threshold <= default.threshold


def test_a_link_is_less_sure_where_the_detector_is_less_sure_of_its_mention(linker: Linker) -> None:
    link = np.array([0.5, 0.9])
    sure = for_detected(link, 0.99)
    assert (for_detected(link, 0.5) < sure).all()
    assert (sure < link).all()
    text = "Tiger won in Augusta."
    own = linker.with_options(threshold=None, spot="names", spotter=None)
    detected, source = own.link(text), own.with_mentions(TextDocument(text))
    assert source.detected is not None
    given = own.link(text, source.mentions)
    assert [each.text for each in detected] == [each.text for each in given] == ["Tiger", "Augusta"]
    expected = for_detected(np.array([each.confidence for each in given]), np.array(source.detected))
    assert [each.confidence for each in detected] == pytest.approx(expected.tolist())
    assert detected.threshold < given.threshold
    assert for_detected(np.array(given.threshold)) == pytest.approx(detected.threshold)


def test_weights_of_detected_mentions_are_found_again() -> None:
    random = np.random.default_rng(1)
    link, name = random.random(20_000), random.random(20_000)
    right = random.random(20_000) < for_detected(link, name, (0.8, 0.4, -0.5))
    assert fit_detected(link, name, right) == pytest.approx((0.8, 0.4, -0.5), abs=0.07)


def test_a_name_is_as_sure_as_the_surest_of_its_mentions(linker: Linker) -> None:
    own = linker.with_options(threshold=None, spot="names", spotter=None)
    document = own.link("Tiger won in Augusta. In Augusta, Tiger slept.")
    assert len(document) == 4
    by_name: dict[str, set[float]] = {}
    for link in document:
        by_name.setdefault(link.text, set()).add(link.confidence)
    assert all(len(each) == 1 for each in by_name.values())


@pytest.mark.parametrize("spot", ["concepts", "all"])
def test_only_the_detector_knows_how_sure_it_is(linker: Linker, spot: str) -> None:
    other = linker.with_options(threshold=None, spot=spot, spotter=None)
    assert other.with_mentions(TextDocument("Tiger won in Augusta.")).detected is None
    assert other.link("Tiger won in Augusta.").threshold == other.threshold
