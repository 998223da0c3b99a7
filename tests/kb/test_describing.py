"""Entities of a knowledge base without text are described by what links to them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pairlinking.kb.describing import describe

TITLES = ["Tim Cook", "Apple Inc.", "IPhone", "Edgar Woolard", "List of CEOs", "2013 in business", "Lonely"]
LINKS = {0: [0, 1, 2, 3, 4, 5], 1: [2, 3, 4], 2: [1], 4: [1, 2, 3, 5]}  # page by page what links to it
VECTORS = [[1.0, 0.0], [0.6, 0.8], [0.6, 0.8], [-1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]


def kb(vectors: list[list[float]] | None) -> Any:
    lists = [LINKS.get(entity, []) for entity in range(len(TITLES))]
    return SimpleNamespace(
        title=TITLES.__getitem__,
        in_links=lambda entity: np.array(lists[entity], dtype=np.int32),
        in_link_indptr=np.cumsum([0, *map(len, lists)]),
        entity_vectors=None if vectors is None else np.array(vectors, dtype=np.float16),
    )


def test_near_and_well_known_pages_are_named_first_and_lists_and_years_never() -> None:
    assert describe(kb(VECTORS), 0, "person") == "person, linked with Apple Inc. and IPhone"


def test_without_vectors_the_most_special_pages_are_named() -> None:
    assert describe(kb(None), 0, "person") == "person, linked with Edgar Woolard and IPhone"


@pytest.mark.parametrize(("kind", "expected"), [("person", "person"), ("other", None), (None, None)])
def test_what_nothing_links_to_has_its_kind_alone(kind: str | None, expected: str | None) -> None:
    assert describe(kb(VECTORS), 6, kind) == expected


def test_a_kind_that_says_nothing_is_not_said() -> None:
    assert describe(kb(VECTORS), 2, "other") == "linked with Apple Inc."
