"""What the README shows of the starter."""

from __future__ import annotations

import re
from pathlib import Path

import pairlinking as pl

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_first_example_is_what_the_starter_answers(linker: pl.Linker) -> None:
    example = re.search(r'\$ pairlinking link "(.+)"\n((?:.+ -> .+\n)+)', README)
    assert example is not None
    text, shown = example.groups()
    found = [f"{link.text} -> {link.entity}" for link in linker.link(text)]
    assert [line.rsplit(" (", 1)[0] for line in shown.splitlines()] == found
