"""What is recommended is the best there is, by a literal form that tries everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.candidates import CandidateGenerator
from pairlinking.collective import solve
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import TextDocument
from pairlinking.linking.prepared import Prepared, PreparedGold
from pairlinking.linking.tuning import tune
from pairlinking.linking.weights import BETAS
from pairlinking.problem import Problem
from pairlinking.relatedness import measure
from pairlinking.stages import Relatedness
from tests.linking.texts import written

NAMES = ["Tiger", "Augusta", "Georgia", "Woods", "Sun", "Zzyzx"]
Chosen = list[tuple[float, bool, bool]]


def checked_document(text: str, spans: Any, entities: list[int], lists: Any, local: Any) -> PreparedGold:
    gold = [frozenset([entity] if entity >= 0 else []) for entity in entities]
    return Prepared(TextDocument(text, tuple(spans)), spans, lists, local).with_gold(gold)


def checked(kb: KnowledgeBase, n: int, seed: int, decimals: int = 15) -> list[PreparedGold]:
    """Documents with scores by chance that lean to the right candidate; some mentions mean nothing known."""
    random = np.random.default_rng(seed)
    documents = []
    for _ in range(n):
        text, spans = written(random.permutation(NAMES).tolist())
        lists = CandidateGenerator(kb).generate([text[start:end] for start, end in spans])
        gold = [int(random.choice(each.entities)) if len(each) and random.random() < 0.8 else -1 for each in lists]
        local = [
            np.round(random.random(len(each)) * 0.7 + 0.3 * (each.entities == entity), decimals)
            for each, entity in zip(lists, gold, strict=True)
        ]
        documents.append(checked_document(text, spans, gold, lists, local))
    return documents


def chosen_with(documents: Sequence[PreparedGold], relatedness: Relatedness, beta: float) -> Chosen:
    """Of each mention with candidates: local confidence of the choice, whether it is right, whether it is known."""
    found: Chosen = []
    for each in documents:
        candidates = [list(map(int, candidates.entities)) for candidates in each.lists]
        answer = solve(Problem(each.local, relatedness, beta, candidates=candidates, surfaces=each.surfaces))
        for i, entity in enumerate(answer.entities):
            if entity is not None:
                gold = each.gold[i]
                found.append((float(each.local[i][answer.choice[i]]), entity in gold, bool(gold)))
    return found


def accuracy(chosen: Chosen) -> float:
    known = [right for _, right, is_known in chosen if is_known]
    return sum(known) / len(known)


@settings(max_examples=15)
@given(st.integers(0, 999))
def test_beta_is_that_of_the_best_accuracy_and_the_lower_of_two(kb: KnowledgeBase, seed: int) -> None:
    documents, relatedness = checked(kb, 4, seed), measure("njs+ees", kb=kb)
    tuned = tune(documents, relatedness)
    right = [accuracy(chosen_with(documents, relatedness, beta)) for beta in BETAS]
    assert tuned.beta == BETAS[right.index(max(right))]
    assert tuned.accuracy == pytest.approx(max(right), abs=1e-4)


def test_nothing_to_tune_by_recommends_something_usable(kb: KnowledgeBase) -> None:
    tuned = tune([], measure("njs+ees", kb=kb))
    assert tuned.beta in BETAS
    text, spans = written(["Zzyzx"])
    lists = CandidateGenerator(kb).generate(["Zzyzx"])
    nothing = checked_document(text, spans, [-1], lists, [np.empty(0)])
    assert tune([nothing], measure("njs+ees", kb=kb)).accuracy == 0.0


def test_where_all_links_are_right_the_lowest_beta_is_best(kb: KnowledgeBase) -> None:
    (lists,) = ([each] for each in CandidateGenerator(kb).generate(["Tiger"]))
    gold = int(lists[0].entities[0])
    local = [np.where(lists[0].entities == gold, 0.25, 0.125)]
    tuned = tune([checked_document("Tiger", [(0, 5)], [gold], lists, local)], measure("njs", kb=kb))
    assert tuned.accuracy == 1.0
    assert tuned.beta == 0.0
