"""The starter, where it is installed."""

from __future__ import annotations

import pytest

import pairlinking as pl
from pairlinking.building.named import STARTER, installed_kbs
from pairlinking.kb import KnowledgeBase


@pytest.fixture(scope="session")
def linker() -> pl.Linker:
    if STARTER not in installed_kbs():
        pytest.skip("pairlinking-starter-en is not installed: pip install ./starter")
    return pl.load(STARTER)


@pytest.fixture(scope="session")
def kb(linker: pl.Linker) -> KnowledgeBase:
    return linker.kb
