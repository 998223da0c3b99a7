"""Words for relatedness hold for every measure, whatever its scale."""

from __future__ import annotations

import pytest

from pairlinking.linking import Linker
from pairlinking.linking.strength import by_chance, strength
from pairlinking.relatedness import relatedness_of

RELATED = ("Liverpool F.C.", "Manchester United F.C.")
UNRELATED = ("Liverpool F.C.", "California")


@pytest.mark.parametrize("measure", ["wlm", "njs", "ees", "njs+ees"])
def test_every_measure_tells_related_pages_from_others(linker: Linker, measure: str) -> None:
    kb = linker.kb
    relatedness = relatedness_of(kb, measure)
    level = by_chance(kb, relatedness)
    near, far = (strength(relatedness.score(*map(kb.find, pair)), level) for pair in (RELATED, UNRELATED))
    assert near in ("related", "closely related")
    assert far == "not related"


def test_level_is_the_same_each_time(linker: Linker) -> None:
    levels = {by_chance(linker.with_options(relatedness="njs").kb, relatedness_of(linker.kb, "njs")) for _ in range(3)}
    assert len(levels) == 1


def test_words_rise_with_relatedness() -> None:
    words = [strength(step / 20, 0.3) for step in range(21)]
    order = ["not related", "loosely related", "related", "closely related"]
    assert [order.index(word) for word in words] == sorted(order.index(word) for word in words)
    assert set(words) == set(order)
    assert strength(1.0, 1.0) == "loosely related"
