"""Means of measures, and measures by name."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pairlinking.errors import ParameterError, ProblemError, UnknownName
from pairlinking.relatedness import EES, MEASURES, NJS, WLM, InLinks, Mean, measure

LINKS = InLinks.from_lists([[1, 2, 3], [2, 3, 4], []], n_pages=10)
VECTORS = EES([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def test_mean_is_the_mean_of_its_parts() -> None:
    wlm, njs, ees = WLM(LINKS).score(0, 1), NJS(LINKS).score(0, 1), VECTORS.score(0, 1)
    assert measure("wlm+njs+ees", links=LINKS, ees=VECTORS).score(0, 1) == (wlm + njs + ees) / 3
    assert measure("njs+ees", links=LINKS, ees=VECTORS).score(0, 1) == (njs + ees) / 2


@pytest.mark.parametrize("order", list(itertools.permutations(MEASURES)))
def test_order_of_the_parts_changes_no_bit(order: tuple[str, ...]) -> None:
    rows = np.arange(3)
    expected = measure("wlm+njs+ees", links=LINKS, ees=VECTORS)
    made = measure("+".join(order), links=LINKS, ees=VECTORS)
    assert made.name == "wlm+njs+ees"
    assert np.array_equal(made.matrix(rows), expected.matrix(rows))


@pytest.mark.parametrize("name", MEASURES)
def test_a_single_name_gives_the_measure_itself(name: str) -> None:
    assert measure(name, links=LINKS, ees=VECTORS).name == name


def test_a_mean_of_one_is_that_one() -> None:
    assert Mean(NJS(LINKS)).score(0, 1) == NJS(LINKS).score(0, 1)


def test_unknown_names_are_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'njs'"):
        measure("nsj+ees", links=LINKS, ees=VECTORS)
    with pytest.raises(UnknownName):
        measure("", links=LINKS)


def test_a_measure_without_its_data_is_refused() -> None:
    with pytest.raises(ParameterError, match="vectors"):
        measure("njs+ees", links=LINKS)
    with pytest.raises(ParameterError, match="in-links"):
        measure("wlm", ees=VECTORS)


def test_the_same_measure_twice_is_refused() -> None:
    with pytest.raises(ParameterError, match="once"):
        Mean(NJS(LINKS), NJS(LINKS))
    with pytest.raises(ParameterError):
        Mean()


def test_parts_about_different_entities_are_refused() -> None:
    with pytest.raises(ParameterError, match="same entities"):
        Mean(NJS(LINKS), EES([[1.0], [2.0]]))
    with pytest.raises(ParameterError, match="same InLinks"):
        Mean(NJS(LINKS), WLM(InLinks.from_lists([[1], [2], [3]], n_pages=10)))


def test_ids_outside_the_entities_are_refused() -> None:
    with pytest.raises(ProblemError, match="Got 3"):
        measure("njs+ees", links=LINKS, ees=VECTORS).score(0, 3)
