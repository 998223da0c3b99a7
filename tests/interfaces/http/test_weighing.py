"""What speaks for candidates and links, all at once, against the library's answers one at a time."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random
from typing import Any

import pytest

import pairlinking as pl
from pairlinking.interfaces.http.weighing import Weights


def documents() -> list[tuple[str, list[tuple[int, int]]]]:
    """Gold documents, several joined to one so that names repeat, with their mentions in any order."""
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()
    gold: list[dict[str, Any]] = [json.loads(line) for line in lines]
    random = Random(7)
    made = []
    for number in range(0, len(gold), 3):
        text, spans = "", []
        for each in gold[number : number + 1 + number % 3]:
            spans += [(len(text) + mention["start"], len(text) + mention["end"]) for mention in each["mentions"]]
            text += each["text"] + " "
        spans += random.sample(spans, len(spans) // 2)
        random.shuffle(spans)
        made.append((text, spans))
    return made


@pytest.mark.parametrize("method", ["pair-linking", "fwbw", "local"])
@pytest.mark.parametrize("nil_threshold", [0.0, 0.5])
def test_all_at_once_says_what_each_question_says(linker: pl.Linker, method: str, nil_threshold: float) -> None:
    other = linker.with_options(method=method, nil_threshold=nil_threshold)
    for text, spans in documents():
        document = other.link(text, spans)
        weights = Weights(document)
        assert weights.first == [document.first_like(number) for number in range(len(document))]
        assert [each.mentions for each in weights.tree] == [each.mentions for each in document.tree]
        assert tuple(weights.decisions) == document.decisions
        evidence = weights.evidence()
        for link in document:
            found = evidence.get(weights.first[link.number], [])
            assert [(mention, pair.confidence) for mention, pair in found] == [
                (each.mention, each.confidence) for each in link.evidence
            ]
            assert weights.is_linked(link.number) == (link.entity is not None)


def test_every_candidate_has_the_supporter_that_its_explanation_names(linker: pl.Linker) -> None:
    for text, spans in documents():
        document = linker.link(text, spans)
        support = Weights(document).support()
        for number in range(len(document)):
            at = slice(*document.solution.offsets[number : number + 2])
            keys = [linker.kb.key(int(entity)) for entity in document.solution.entities[at]]
            by_key = dict(zip(keys, zip(*(each[at].tolist() for each in support), strict=True), strict=True))
            for weighed in document.explain(number).candidates:
                supporter, related, score = by_key[weighed.candidate.entity.id]
                assert (supporter >= 0) == (weighed.supporter is not None)
                assert weighed.supporter is None or linker.kb.key(supporter) == weighed.supporter.id
                assert (related, score) == pytest.approx((weighed.relatedness, weighed.score))


@pytest.mark.parametrize(
    ("text", "spans"), [("", []), ("Xyzzy", [(0, 5)]), ("Tiger", [(0, 5)]), ("Tiger", [(2, 2)] * 3)]
)
def test_little_or_nothing_to_weigh_is_fine(linker: pl.Linker, text: str, spans: list[tuple[int, int]]) -> None:
    weights = Weights(linker.link(text, spans))
    assert (weights.tree, weights.decisions, weights.evidence()) == ([], [], {})
    assert len(weights.support().score) == len(linker.link(text, spans).solution.entities)
