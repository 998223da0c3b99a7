"""How right links are on pages that a knowledge base has never seen: its held-out pages, their own anchors as gold.

    python -m reproduction heldout enwik8.kb reproduction/results/enwik8-heldout

writes the figures as JSON and the tables as Markdown. Every method gets the weight of relatedness (beta) that is best
for it, of a few, on other pages: a fifth of those that models learn from, scored by models that have not seen them. For
methods that add relatedness up over all mentions it is the weight of the mean (`pairlinking.linking.weights`).
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import pairlinking as pl
from pairlinking.evaluation.running import MEASURES, METHODS
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.documents import read_document
from pairlinking.linking.weights import beta_for
from pairlinking.local import PriorScorer, learn_local
from pairlinking.problem import Problem
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray
from reproduction.heldout_report import write_report

BETAS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
TUNING_DOCUMENTS = 60
TUNING_MENTIONS = 150  # longer pages are left out of tuning: some methods take seconds for each


@dataclass(frozen=True)
class Prepared:
    """A document before it is decided: per mention its entity (-1 for none in the KB), candidates and confidences."""

    page: str
    surfaces: list[str]
    gold: list[int]
    entities: list[list[int]]
    local: Sequence[FloatArray]
    prior: Sequence[FloatArray]

    def solve(self, method: str, relatedness: Relatedness, beta: float, *, by_prior: bool = False) -> list[int]:
        """Entity per mention, -1 for none; with the prior in place of the local confidence if wanted."""
        scores = self.prior if by_prior else self.local
        beta = beta_for(method, beta, len(self.surfaces))
        problem = Problem(scores, relatedness, beta, candidates=self.entities, surfaces=self.surfaces)
        choice = pl.solve(problem, method).choice.tolist()
        return [each[at] if at >= 0 else -1 for each, at in zip(self.entities, choice, strict=True)]

    def best(self, scores: Sequence[FloatArray]) -> list[int]:
        """Entity with the best score per mention."""
        return [each[int(np.argmax(score))] if each else -1 for each, score in zip(self.entities, scores, strict=True)]


def accuracy(documents: Sequence[Prepared], answers: Sequence[list[int]]) -> dict[str, float]:
    """Share of right links over mentions with an entity: all, and those with two candidates or more."""
    rows = [
        (given == gold, len(candidates) > 1)
        for document, answer in zip(documents, answers, strict=True)
        for gold, given, candidates in zip(document.gold, answer, document.entities, strict=True)
        if gold >= 0
    ]
    return {
        "all": round(float(np.mean([right for right, _ in rows])), 4),
        "ambiguous": round(float(np.mean([right for right, ambiguous in rows if ambiguous])), 4),
    }


def held_out(kb: KnowledgeBase) -> Iterator[Prepared]:
    """The held-out pages."""
    linker = pl.Linker(kb)
    for page in kb.held_out():
        source = read_document(page)
        prepared = linker.prepare(source)
        spans, lists = prepared.spans, prepared.lists
        assert spans == list(source.mentions or ()), "anchors of a page come in order"
        yield Prepared(
            page=page["id"],
            surfaces=[source.text[start:end] for start, end in spans],
            gold=[_number(kb, mention["entity"]) for mention in page["mentions"]],
            entities=[each.entities.tolist() for each in lists],
            local=prepared.local,
            prior=PriorScorer().score(source.text, spans, lists),
        )


def _number(kb: KnowledgeBase, name: str | None) -> int:
    entity = None if name is None else kb.get(name)
    return -1 if entity is None else entity


def tuning_pages(kb: KnowledgeBase) -> list[Prepared]:
    """Pages to choose beta on, with confidences of models that have not seen them."""
    learnt = learn_local(kb, seed=kb.manifest.parameters["models"]["seed"])
    pages = [
        Prepared(
            page="",
            surfaces=each.document.surfaces,
            gold=each.document.entities,
            entities=[found.entities.tolist() for found in each.lists],
            local=each.local,
            prior=PriorScorer().score(each.document.text, each.document.spans, each.lists),
        )
        for each in learnt.checked
        if len(each.document.spans) <= TUNING_MENTIONS
    ]
    return pages[:TUNING_DOCUMENTS]


def measure_all(kb: KnowledgeBase, documents: list[Prepared], say: Callable[[str], object]) -> list[dict[str, Any]]:
    """One row per method and measure; for the mean of NJS and EES also with the prior as local confidence."""
    warnings.simplefilter("ignore", pl.ConvergenceWarning)
    tuning = tuning_pages(kb)
    rows: list[dict[str, Any]] = []
    for by_prior, names in ((False, MEASURES), (True, ("njs+ees",))):
        for name in names:
            relatedness = pl.measure(name, kb=kb)
            for method in METHODS:
                solve = partial(Prepared.solve, method=method, relatedness=relatedness, by_prior=by_prior)
                row = {"method": method, "relatedness": name, "over": "prior" if by_prior else "local"}
                rows.append(row | measure_one(solve, tuning, documents))
                say(str(rows[-1]))
    return rows


def measure_one(solve: Callable[..., list[int]], tuning: list[Prepared], documents: list[Prepared]) -> dict[str, Any]:
    """Choose beta on the pages for tuning, and tell how right and how fast links are with it."""
    by_beta = {beta: accuracy(tuning, [solve(each, beta=beta) for each in tuning])["all"] for beta in BETAS}
    beta = max(BETAS, key=lambda each: (by_beta[each], -each))
    with warnings.catch_warnings(record=True) as unsettled:
        warnings.simplefilter("always", pl.ConvergenceWarning)
        started = time.perf_counter()
        answers = [solve(each, beta=beta) for each in documents]
        seconds = time.perf_counter() - started
    return {
        "beta": beta,
        **accuracy(documents, answers),
        "ms_per_document": round(1000 * seconds / len(documents), 2),
        "documents_not_settled": len(unsettled),
    }


def wrong_links(kb: KnowledgeBase, documents: list[Prepared], beta: float, n: int, seed: int) -> list[dict[str, Any]]:
    """Some of the links that Pair-Linking with NJS and EES gets wrong, for people to look at."""
    relatedness = pl.measure("njs+ees", kb=kb)
    found = []
    for document in documents:
        answers, local = document.solve("pair-linking", relatedness, beta), document.best(document.local)
        for i, (gold, given) in enumerate(zip(document.gold, answers, strict=True)):
            if gold >= 0 and gold != given:
                found.append(
                    {
                        "page": document.page,
                        "surface": document.surfaces[i],
                        "gold": kb.title(gold),
                        "ours": None if given < 0 else kb.title(given),
                        "local": None if local[i] < 0 else kb.title(local[i]),
                        "is_candidate": gold in document.entities[i],
                    }
                )
    chosen = np.random.default_rng(seed).permutation(len(found))[:n]
    return [found[at] for at in sorted(chosen.tolist())]


def main(path: str, out: str) -> None:
    """Measure, and write ``OUT.json``, ``OUT.md`` and ``OUT-wrong.json``."""
    kb = KnowledgeBase.open(path)
    documents = list(held_out(kb))
    known = [
        (gold in entities, len(entities))
        for document in documents
        for gold, entities in zip(document.gold, document.entities, strict=True)
        if gold >= 0
    ]
    rows = measure_all(kb, documents, lambda line: print(line, file=sys.stderr))
    ours = next(row for row in rows if (row["method"], row["relatedness"]) == ("pair-linking", "njs+ees"))
    results = {
        "knowledge_base": {"id": kb.manifest.id, "sources": kb.manifest.sources, "parameters": kb.manifest.parameters},
        "documents": len(documents),
        "mentions": len(known),
        "ambiguous_mentions": sum(n > 1 for _, n in known),
        "candidate_recall": round(float(np.mean([is_in for is_in, _ in known])), 4),
        "prior": accuracy(documents, [each.best(each.prior) for each in documents]),
        "local": accuracy(documents, [each.best(each.local) for each in documents]),
        "methods": rows,
    }
    wrong = wrong_links(kb, documents, ours["beta"], n=100, seed=1)
    Path(f"{out}.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    Path(f"{out}-wrong.json").write_text(json.dumps(wrong, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    write_report(Path(out))
