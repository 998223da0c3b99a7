"""The paper's figures are all there."""

from __future__ import annotations

import pytest

from pairlinking.evaluation.gold import PAPER_SETS
from pairlinking.evaluation.running import all_settings
from reproduction.paper import METHODS, published_f1, published_ms


def test_the_papers_figures_are_all_there() -> None:
    for name in PAPER_SETS:
        for setting in all_settings():
            assert 0.3 < (published_f1(*setting, name) or 0) < 1, (setting, name)
        for method in METHODS:
            assert (published_ms(method, name) or 0) > 0
    # Averages as the paper prints them.
    for method, average in (("pair-linking", 0.850), ("fwbw", 0.837), ("pagerank", 0.799)):
        found = [published_f1(method, "njs+ees", name) or 0 for name in PAPER_SETS]
        assert sum(found) / len(found) == pytest.approx(average, abs=0.001)
    assert published_f1("pair-linking", "njs+ees", "my-own") is None
    assert published_f1("nobody", "njs", "kore50") is None
