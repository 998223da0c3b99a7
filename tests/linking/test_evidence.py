"""The evidence for links and candidates, all at once, against its literal form."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from pairlinking.linking import Linker, evidence
from tests.linking.texts import written
from tests.reference.evidence import decided_in, names_of, supporter_of, supporting, tree_of


def documents() -> list[tuple[str, list[tuple[int, int]]]]:
    """Gold documents, several joined to one so that names repeat, with their mentions in any order."""
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()
    gold: list[dict[str, Any]] = [json.loads(line) for line in lines]
    random = Random(7)
    made = []
    for number in range(0, len(gold), 5):
        text, spans = "", []
        for each in gold[number : number + 1 + number % 3]:
            spans += [(len(text) + mention["start"], len(text) + mention["end"]) for mention in each["mentions"]]
            text += each["text"] + " "
        spans += random.sample(spans, len(spans) // 2)
        random.shuffle(spans)
        made.append((text, spans))
    return made


@pytest.mark.parametrize("method", ["pair-linking", "fwbw", "local"])
@pytest.mark.parametrize("threshold", [0.0, 0.5])
def test_links_have_the_literal_evidence(linker: Linker, method: str, threshold: float) -> None:
    own = linker.with_options(method=method, threshold=threshold)
    for text, spans in documents():
        document = own.link(text, spans)
        assert document.evidence.names == names_of(document)
        assert [(each.mentions, each.relatedness, each.confidence) for each in document.tree] == tree_of(document)
        for link in document:
            assert [pair.mentions[1] for pair in link.evidence] == supporting(document, link.number)
            assert all(pair.mentions[0] == document.first_like(link.number) for pair in link.evidence)
            assert document.evidence.is_linked(link.number) == (link.entity is not None)
            decision = document.explain(link).decision
            assert (decision and decision[0]) == decided_in(document, link.number)


@pytest.mark.parametrize("at_once", [1, 7, 2**22])
def test_candidates_have_the_literal_supporter(linker: Linker, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "_AT_ONCE", at_once)
    for text, spans in documents()[::3]:
        document = linker.link(text, spans)
        alone = linker.link(text, spans)
        for number in range(len(document)):
            positions = document.solution.positions(number)
            expected = [supporter_of(document, number, position) for position in positions]
            for found in (alone.evidence.support_of(number), document.evidence.support.at(slice(*_ends(positions)))):
                assert [None if each < 0 else each for each in found.supporter] == [each[0] for each in expected]
                assert found.relatedness.tolist() == [each[1] for each in expected]
                assert found.score.tolist() == [each[2] for each in expected]


def _ends(positions: range) -> tuple[int, int]:
    return positions.start, positions.stop


def test_decisions_of_a_long_document_read_only_their_own_pairs(
    linker: Linker, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, spans = documents()[2]
    expected = linker.link(text, spans).decisions
    monkeypatch.setattr(evidence, "_FEW", 0)
    document = linker.link(text, spans)
    assert document.decisions == expected
    assert "_psi" not in vars(document.evidence)


@pytest.mark.parametrize(
    ("text", "spans"), [("", []), ("Xyzzy", [(0, 5)]), ("Tiger", [(0, 5)]), ("Tiger", [(2, 2)] * 3)]
)
def test_little_or_nothing_to_link_is_fine(linker: Linker, text: str, spans: list[tuple[int, int]]) -> None:
    document = linker.link(text, spans)
    found = document.evidence
    assert (found.tree, found.decisions, found.supporting, found.steps) == ([], [], {}, {})
    assert len(found.support.score) == len(document.solution.entities)


def test_a_document_with_too_many_names_has_everything_but_the_tree(
    linker: Linker, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = linker.link(*written(["Tiger", "Augusta", "Georgia"]))
    monkeypatch.setattr(evidence, "_MOST_IN_TREE", 2)
    with pytest.raises(Exception, match="takes too much memory"):
        _ = document.tree
    record = document.to_dict()
    assert "tree" not in record
    assert len(record["decisions"]) == 2
