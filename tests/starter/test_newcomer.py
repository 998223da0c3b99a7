"""The newcomer's test: well-known names in ordinary sentences, from raw text.

The sentences were written before there was a knowledge base to look at, and are not to be tuned to.
"""

from __future__ import annotations

import json
from pathlib import Path

import pairlinking as pl

SENTENCES = [json.loads(line) for line in (Path(__file__).parent / "newcomer.jsonl").read_text().splitlines()]
LEAST = 34


def test_there_are_forty_names() -> None:
    assert sum(len(each["names"]) for each in SENTENCES) == 40
    assert all(each["text"].count(name) == 1 for each in SENTENCES for name in each["names"])


def test_most_names_are_linked_right(linker: pl.Linker) -> None:
    wrong = [
        f"{name} -> {found.get(name, 'nothing')}"
        for each in SENTENCES
        for found in [{link.text: str(link.entity) for link in linker.link(each["text"])}]
        for name, titles in each["names"].items()
        if found.get(name) not in titles
    ]
    assert 40 - len(wrong) >= LEAST, wrong
