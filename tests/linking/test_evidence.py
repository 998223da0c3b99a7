"""The evidence for links and candidates, all at once, against its literal form."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.linking import Linker, evidence
from pairlinking.linking._supporters import first_steps
from pairlinking.linking._supporters import supporting as supporting_pairs
from pairlinking.linking.pairs import Pairs
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
        assert document.evidence.names.tolist() == names_of(document)
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
    assert len(found.tree) == len(found.decisions) == len(found.supporting) == 0
    assert found.steps.tolist() == [0] * len(spans)
    assert [link.evidence for link in document] == [[]] * len(spans)
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


@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.integers(0, 9), st.integers(1, 3))
def test_pairs_that_are_evidence_come_in_order_and_at_most_so_many(seed: int, n: int, n_pairs: int, most: int) -> None:
    rng = np.random.default_rng(seed)
    ends = np.array([rng.choice(n, 2, replace=False) for _ in range(n_pairs)], dtype=np.int64).reshape(-1, 2)
    ends = np.unique(ends, axis=0)
    relatedness, confidence = (rng.integers(0, 4, len(ends)) / 3 for _ in range(2))
    entities, is_linked = rng.integers(0, 3, (len(ends), 2)), rng.integers(0, 2, n).astype(np.uint8)
    pairs = Pairs(ends, entities, relatedness, confidence)
    starts, numbers = supporting_pairs(*pairs.columns, is_linked, 0.5, most)
    for own in range(n):
        expected = [
            pair.mentions
            for pair in sorted(pairs, key=lambda pair: (-pair.confidence, pair.mentions))
            if own in pair.mentions and pair.relatedness >= 0.5 and pair.entities[0] != pair.entities[1]
            if is_linked[pair.mentions[0] if pair.mentions[1] == own else pair.mentions[1]]
        ]
        found = numbers[starts[own] : starts[own + 1]].tolist()
        assert [pairs[at if at >= 0 else ~at].mentions for at in found] == expected[:most]
        assert all((pairs[at] if at >= 0 else pairs.turned(~at)).mentions[0] == own for at in found)
    first = {mention: step for step, pair in reversed(list(enumerate(pairs, 1))) for mention in pair.mentions}
    assert first_steps(pairs.mentions, n).tolist() == [first.get(own, 0) for own in range(n)]
