"""How right links are in the gold documents of the sample: the level that reproduction/results/sample-gold.md tells."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

import pairlinking as pl
from reproduction.sample_gold import OUT, measure


def test_links_are_as_right_as_the_results_say() -> None:
    text = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8")
    documents = [json.loads(line) for line in text.splitlines()]
    linker = pl.load(threshold=0.0)
    saved = json.loads(OUT.with_suffix(".json").read_text(encoding="utf-8"))["results"]
    found = measure(linker, documents)
    assert found["in_kb"] == pytest.approx(saved["pair-linking"]["in_kb"], abs=0.02)
    assert found["coherent"] > 0.93
    prior = measure(linker.with_options(method="local", local="prior"), documents)
    assert found["in_kb"] > prior["in_kb"] + 0.1


def test_names_of_things_that_the_wiki_lacks_mostly_stay_unlinked() -> None:
    text = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8")
    documents = [json.loads(line) for line in text.splitlines()]
    assert measure(pl.load(), documents)["nil"] > 0.7
