"""Learned coherence: the literal form's features, the trees' probabilities, and who has the last word."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import pairlinking as pl
from pairlinking._support.forest import Forest
from pairlinking.collective import COLLECTIVE
from pairlinking.collective.learned import FEATURES, Contenders, Learned, names_with, read_coherence, shipped_coherence
from pairlinking.columns import Columns
from pairlinking.errors import KnowledgeBaseError, ParameterError
from pairlinking.local.examples import Examples
from pairlinking.local.trees import tree_parameters
from pairlinking.relatedness import NJS, InLinks
from tests.reference.learned import contenders, support_rows
from tests.reference.numbers import numbers_of
from tests.strategies import LinkData, link_data, measures, problems


def of_mentions(problem: pl.Problem, found: Contenders) -> list[list[int]]:
    """Contenders by their places in each mention's list."""
    linked, offsets = problem.linkable()
    bounds = found.offsets.tolist()
    return [(found.at[bounds[i] : bounds[i + 1]] - offsets[i]).tolist() for i in range(len(linked))]


@settings(max_examples=150)
@given(problem=problems(max_mentions=9, max_candidates=8))
def test_features_equal_the_literal_form_to_the_last_bit(problem: pl.Problem) -> None:
    found, numbers = Contenders.of(problem), numbers_of(problem)
    assert of_mentions(problem, found) == contenders(numbers)
    assert found.features.shape == (len(found.at), len(FEATURES))
    assert found.features.tolist() == support_rows(numbers)


@given(data=link_data(max_mentions=6), name=measures)
def test_lists_and_vectors_give_the_literal_features(data: LinkData, name: str) -> None:
    problem = data.problem(name)
    assert Contenders.of(problem).features.tolist() == support_rows(numbers_of(problem))


@given(problem=problems(min_mentions=2, empty_mentions=False, max_candidates=7))
def test_each_mention_gets_its_most_probable_contender_and_that_probability(problem: pl.Problem) -> None:
    answer, found = Learned().solve(problem), Contenders.of(problem)
    probable = shipped_coherence().predict(found.features)
    for i, low, high in zip(range(problem.n_mentions), found.offsets, found.offsets[1:], strict=False):
        assert problem.offsets[i] + answer.choice[i] == found.at[low + np.argmax(probable[low:high])]
        assert answer.confidence[i] == probable[low:high].max()
    assert answer.probabilities is not None
    assert answer.probabilities[found.at].tolist() == probable.tolist()
    assert np.delete(answer.probabilities, found.at).tolist() == [0.0] * (len(problem.local) - len(found.at))


def test_only_the_five_best_candidates_are_looked_at() -> None:
    problem = pl.Problem([np.linspace(0.9, 0.1, 9)] * 3, np.eye(27))
    answer = pl.solve(problem, "learned")
    assert answer.n_relatedness == 15**2
    assert answer.probabilities is not None
    assert [int((each > 0).sum()) for each in answer.probabilities_by_mention or ()] == [5, 5, 5]


def test_support_can_overrule_local_confidence_and_beta_has_no_say() -> None:
    psi = np.eye(8)
    psi[1, 2:] = psi[2:, 1] = 0.8  # the second candidate goes with all other mentions
    psi[2:, 2:] = np.where(np.eye(6), 1.0, 0.6)
    local = [[0.5, 0.45], *([[0.9]] * 6)]
    choices = [pl.solve(pl.Problem(local, psi, beta), "learned").choice[0] for beta in (0.0, 0.5, 1.0)]
    assert choices == [1, 1, 1]


def test_copies_of_a_name_share_their_probabilities() -> None:
    local = [[0.6, 0.5], [0.7, 0.2], [0.6, 0.5]]
    problem = pl.Problem(
        local, lambda a, b: float(a == b), candidates=[["a", "b"], ["c", "d"], ["a", "b"]], surfaces=["A", "C", "A"]
    )
    parts = pl.solve(problem, "learned").probabilities_by_mention
    assert parts is not None
    assert [len(each) for each in parts] == [2, 2, 2]
    assert parts[0].tolist() == parts[2].tolist()
    assert pl.solve(problem, "pair-linking").probabilities_by_mention is None


def test_trees_of_ones_own_decide() -> None:
    text = shipped_coherence().text
    backwards = Forest(text.replace("binary sigmoid:1", "binary sigmoid:1e-9"))  # all probabilities are nearly 1/2
    answer = COLLECTIVE.create("learned", forest=backwards).solve(pl.Problem([[0.2, 0.9]] * 2, np.eye(4)))
    assert answer.confidence == pytest.approx([0.5, 0.5])


def test_trees_with_other_features_are_refused(tmp_path: Path) -> None:
    text = shipped_coherence().text
    other = text.replace("three_best", "four_best")
    with pytest.raises(ParameterError, match="features"):
        Learned(forest=Forest(other))
    path = tmp_path / "coherence.txt"
    path.write_text(other)
    with pytest.raises(KnowledgeBaseError, match=r"other features.*Do this\."):
        read_coherence(path, advice="Do this.")
    path.write_text(text[:1000])
    with pytest.raises(KnowledgeBaseError, match=r"damaged.*Do this\."):
        read_coherence(path, advice="Do this.")


def with_columns(local: list[list[float]], values: list[float] | None) -> pl.Problem:
    """A problem whose candidates are all unrelated, with one column."""
    offsets = np.cumsum([0, *map(len, local)])
    links = InLinks.from_lists([[each] for each in range(offsets[-1])], n_pages=50)
    columns = None if values is None else Columns(("prior",), np.array(values)[:, None])
    flat, entities = np.concatenate(local), np.arange(offsets[-1])
    return pl.Problem.of_flat(offsets, flat, entities, NJS(links), 0.5, lambda: columns)


@pytest.fixture(scope="module")
def by_column() -> Forest:
    """Trees by which the candidate with the larger prior is right, whatever its local confidence."""
    names, random = names_with(["prior"]), np.random.default_rng(1)
    examples = Examples(len(names))
    for number in range(400):
        prior = random.permutation([0.9, 0.1])
        problem = with_columns([random.random(2).tolist()], prior.tolist())
        found = Contenders.of(problem, problem.columns)
        examples.add(number, found.features, found.features[:, -1] > 0.5)
    return examples.train_ranking(tree_parameters(names, (), seed=1), (40, 20), names, without=None, shared=("others",))


def test_columns_of_the_contenders_are_behind_their_features() -> None:
    local = [np.linspace(0.1, 0.9, 7).tolist(), [0.5, 0.4]]
    problem = with_columns(local, np.arange(9.0).tolist())
    found = Contenders.of(problem, problem.columns)
    assert found.features[:, :-1].tolist() == support_rows(numbers_of(problem))
    assert found.features[:, -1].tolist() == [6, 5, 4, 3, 2, 7, 8]
    assert len(names_with(["prior"])) == found.features.shape[1]


def test_trees_with_columns_decide_also_a_single_mention(by_column: Forest) -> None:
    for local, values, choice in (
        ([[0.8, 0.2]], [0.1, 0.9], [1]),
        ([[0.8, 0.2], [0.3, 0.6]], [0.1, 0.9, 0.9, 0.1], [1, 0]),
    ):
        answer = Learned(forest=by_column).solve(with_columns(local, values))
        assert answer.choice.tolist() == choice
        assert (answer.confidence > 0.6).all()


@pytest.mark.parametrize("local", [[[0.8, 0.2]], [[0.8, 0.2], [0.3, 0.6]]])
def test_without_the_columns_that_trees_need_those_of_the_package_decide(
    by_column: Forest, local: list[list[float]]
) -> None:
    problem = with_columns(local, None)
    answer, expected = Learned(forest=by_column).solve(problem), Learned().solve(problem)
    assert answer.choice.tolist() == expected.choice.tolist()
    assert answer.confidence.tolist() == expected.confidence.tolist()
