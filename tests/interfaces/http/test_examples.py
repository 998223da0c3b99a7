"""Texts to try: methods differ on those that come with the package; another knowledge base has pages of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pairlinking as pl
from pairlinking.building.named import STARTER, installed_kbs
from pairlinking.interfaces.http.examples import examples
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import Linker
from tests.kb.small_kb import write_small_kb


@pytest.mark.parametrize("name", ["sample", STARTER])
def test_methods_differ_on_three_texts(name: str) -> None:
    if name not in installed_kbs():
        pytest.skip(f"{name} is not installed")
    linker = pl.load(name)
    found = examples(linker)
    assert len(found) == 3
    for each in found:
        assert linker.compare(each["text"]).differences
        assert all(link.entity for link in linker.link(each["text"]))


def test_own_knowledge_base_shows_how_its_held_out_pages_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = KnowledgeBase.open(write_small_kb(tmp_path))
    spans = [{"start": at, "end": at + 4} for at in range(0, 20, 5)]
    first = "Tiger Woods won at Augusta.\nHe went home.\n"

    def page(name: str, text: str, mentions: list[dict[str, int]]) -> dict[str, Any]:
        return {"id": name, "text": text, "mentions": mentions}

    pages = [
        page("Few names", first, spans[:1]),
        page("Golf", first + "History\n" + "It is long. " * 60, spans),
        page("Heading", first + "References", spans),
    ]
    monkeypatch.setattr(kb, "held_out", lambda: iter(pages))
    text = first.strip()
    assert examples(Linker(kb)) == [
        {"title": "Golf", "text": text, "mentions": None},
        {"title": "Heading", "text": text, "mentions": None},
    ]


def test_knowledge_base_without_held_out_pages_has_none(tmp_path: Path) -> None:
    assert examples(Linker(KnowledgeBase.open(write_small_kb(tmp_path, gold=False)))) == []
