"""Relatedness weighs the same in a short document and in a long one, whatever the method adds up."""

from __future__ import annotations

import pytest

from pairlinking.collective import LocalOnly
from pairlinking.linking.linker import Linker
from pairlinking.linking.weights import beta_for
from pairlinking.stages import CollectiveLinker
from tests.linking.texts import MENTIONS, TEXT


@pytest.mark.parametrize("method", ["iter-sub:all", "lbp:all", "dense-subgraph"])
def test_a_sum_over_all_mentions_weighs_as_its_mean(method: str) -> None:
    for n in (2, 10, 1000):
        beta = beta_for(method, 0.4, n)
        assert beta * (n - 1) / (1 - beta) == pytest.approx(0.4 / 0.6)


@pytest.mark.parametrize("method", ["pair-linking", "iter-sub:single", "fwbw", "pagerank", LocalOnly()])
def test_other_methods_keep_it(method: str | CollectiveLinker) -> None:
    assert beta_for(method, 0.4, 1000) == 0.4


def test_the_ends_stay() -> None:
    assert beta_for("iter-sub:all", 0.0, 100) == 0.0
    assert beta_for("iter-sub:all", 1.0, 100) == 1.0
    assert beta_for("iter-sub:all", 0.4, 0) == pytest.approx(0.4)


def test_a_beta_that_was_asked_for_is_taken_as_it_is(linker: Linker) -> None:
    own = linker.with_options(method="iter-sub:all")
    assert own.link(TEXT, MENTIONS).beta < linker.beta
    assert own.with_options(beta=0.4).link(TEXT, MENTIONS).beta == 0.4


def test_the_mean_is_over_the_names_that_are_decided_not_over_their_copies(linker: Linker) -> None:
    own = linker.with_options(method="iter-sub:all")
    once, often = own.link("Tiger won in Augusta.", ["Tiger", "Augusta"]), "Tiger won in Augusta. Tiger! Tiger!"
    assert own.link(often, ["Tiger", "Augusta", "Tiger", "Tiger"]).beta == once.beta == pytest.approx(linker.beta)
