"""Presets are options that go together, and can be had from every interface."""

from __future__ import annotations

import pytest

import pairlinking as pl
from pairlinking.errors import ParameterError, UnknownName
from pairlinking.linking.presets import PRESETS
from tests.linking.texts import MENTIONS, TEXT


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_links_as_its_options_do(name: str) -> None:
    preset = pl.load("sample", preset=name)
    by_hand = pl.load("sample", **PRESETS[name])
    assert preset.method == PRESETS[name]["method"]
    assert [str(link) for link in preset.link(TEXT, MENTIONS)] == [str(link) for link in by_hand.link(TEXT, MENTIONS)]


def test_what_a_preset_sets_cannot_be_set_otherwise() -> None:
    with pytest.raises(ParameterError, match=r"'doser' sets method to 'pagerank'"):
        pl.load("sample", preset="doser", method="local")
    assert pl.load("sample", preset="doser", method="pagerank", top_k=5).options.top_k == 5


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match=r"Did you mean 'doser'.*doser, pboh"):
        pl.load("sample", preset="dozer")
