"""One knowledge base of a real dump for all tests that need it: building it takes most of their time."""

from __future__ import annotations

import pytest

from benchmarks.enwik8 import DUMP
from pairlinking.building import EntityOptions, build
from pairlinking.kb import KnowledgeBase


@pytest.fixture(scope="session")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """Enwik8 without vectors, some pages held out."""
    options = EntityOptions(entities="linked", min_links=2, holdout=0.03, seed=1)
    return build(DUMP, tmp_path_factory.mktemp("enwik8") / "enwik8.kb", entities=options)
