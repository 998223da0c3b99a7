"""Accuracy of links on the held-out pages of a knowledge base, with their own anchors as gold.

    python -m reproduction heldout enwik8.kb reproduction/results/enwik8-heldout

writes the figures as JSON and the tables as Markdown. For every method, the weight of relatedness (beta) is chosen
from a few values on other pages: a fifth of those that models learn from, scored by models that have not seen them. For
methods that sum relatedness over all mentions, it is the weight of the mean (`pairlinking.linking.weights`).
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import pairlinking as pl
from pairlinking.evaluation.running import MEASURES
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import PreparedGold
from pairlinking.linking.training import learn_local
from pairlinking.linking.weights import BETAS
from pairlinking.local import PriorScorer
from pairlinking.stages import Relatedness
from reproduction.heldout_report import write_report
from reproduction.paper import METHODS

TUNING_DOCUMENTS = 60
TUNING_MENTIONS = 150  # longer pages are left out of tuning, because some methods take seconds for each


def solve(document: PreparedGold, method: str, relatedness: Relatedness, beta: float) -> list[int]:
    """Entity per mention, -1 for none."""
    return document.answers(pl.solve(document.problem(relatedness, beta, solver=method), method).choice)


def by_prior(document: PreparedGold) -> PreparedGold:
    """The document with the prior in place of the local confidence."""
    return document.with_local(PriorScorer().score(document.source.text, document.spans, document.lists))


def accuracy(documents: Sequence[PreparedGold], answers: Sequence[list[int]]) -> dict[str, float]:
    """Share of right links among mentions with an entity: all, and those with at least two candidates."""
    rows = [
        (given in gold, len(candidates) > 1)
        for document, answer in zip(documents, answers, strict=True)
        for gold, given, candidates in zip(document.gold, answer, document.entities, strict=True)
        if gold
    ]
    return {
        "all": round(float(np.mean([right for right, _ in rows])), 4),
        "ambiguous": round(float(np.mean([right for right, ambiguous in rows if ambiguous])), 4),
    }


def held_out(kb: KnowledgeBase) -> Iterator[PreparedGold]:
    """The held-out pages, prepared, with their anchors as gold."""
    linker = pl.Linker(kb)
    for page in kb.held_out():
        entities = [None if mention["entity"] is None else kb.get(mention["entity"]) for mention in page["mentions"]]
        gold = [frozenset[int]() if entity is None else frozenset([entity]) for entity in entities]
        yield linker.prepare(page).with_gold(gold)


def tuning_pages(kb: KnowledgeBase) -> list[PreparedGold]:
    """Pages to choose beta on, with confidences from models that have not seen them."""
    learned = learn_local(kb, seed=kb.manifest.parameters["models"]["seed"])
    return [each for each in learned.checked if len(each) <= TUNING_MENTIONS][:TUNING_DOCUMENTS]


def measure_all(kb: KnowledgeBase, documents: list[PreparedGold], say: Callable[[str], object]) -> list[dict[str, Any]]:
    """One row per method and measure; for the mean of NJS and EES also with the prior as local confidence."""
    warnings.simplefilter("ignore", pl.ConvergenceWarning)
    tuning = tuning_pages(kb)
    rows: list[dict[str, Any]] = []
    over = {"local": (tuning, documents), "prior": (list(map(by_prior, tuning)), list(map(by_prior, documents)))}
    for local, names in (("local", MEASURES), ("prior", ("njs+ees",))):
        for name in names:
            relatedness = pl.measure(name, kb=kb)
            for method in METHODS:
                row = {"method": method, "relatedness": name, "over": local}
                rows.append(row | measure_one(partial(solve, method=method, relatedness=relatedness), *over[local]))
                say(str(rows[-1]))
    return rows


def measure_one(
    solve: Callable[..., list[int]], tuning: list[PreparedGold], documents: list[PreparedGold]
) -> dict[str, Any]:
    """Choose beta on the pages for tuning, and measure accuracy and time with it."""
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


def wrong_links(
    kb: KnowledgeBase, documents: list[PreparedGold], beta: float, n: int, seed: int
) -> list[dict[str, Any]]:
    """A sample of the wrong links of Pair-Linking with NJS and EES, for manual inspection."""
    relatedness = pl.measure("njs+ees", kb=kb)
    found = []
    for document in documents:
        answers, local = solve(document, "pair-linking", relatedness, beta), document.best(document.local)
        for i, (gold, given) in enumerate(zip(document.gold, answers, strict=True)):
            if gold and given not in gold:
                found.append(
                    {
                        "page": document.source.id,
                        "surface": document.surfaces[i],
                        "gold": kb.title(min(gold)),
                        "ours": None if given < 0 else kb.title(given),
                        "local": None if local[i] < 0 else kb.title(local[i]),
                        "is_candidate": not gold.isdisjoint(document.entities[i]),
                    }
                )
    chosen = np.random.default_rng(seed).permutation(len(found))[:n]
    return [found[at] for at in sorted(chosen.tolist())]


def main(path: str, out: str) -> None:
    """Measure, and write ``OUT.json``, ``OUT.md`` and ``OUT-wrong.json``."""
    kb = KnowledgeBase.open(path)
    documents = list(held_out(kb))
    known = [
        (not gold.isdisjoint(entities), len(entities))
        for document in documents
        for gold, entities in zip(document.gold, document.entities, strict=True)
        if gold
    ]
    rows = measure_all(kb, documents, lambda line: print(line, file=sys.stderr))
    ours = next(row for row in rows if (row["method"], row["relatedness"]) == ("pair-linking", "njs+ees"))
    results = {
        "knowledge_base": {"id": kb.manifest.id, "sources": kb.manifest.sources, "parameters": kb.manifest.parameters},
        "documents": len(documents),
        "mentions": len(known),
        "ambiguous_mentions": sum(n > 1 for _, n in known),
        "candidate_recall": round(float(np.mean([is_in for is_in, _ in known])), 4),
        "prior": accuracy(documents, [each.best(by_prior(each).local) for each in documents]),
        "local": accuracy(documents, [each.best(each.local) for each in documents]),
        "methods": rows,
    }
    wrong = wrong_links(kb, documents, ours["beta"], n=100, seed=1)
    Path(f"{out}.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    Path(f"{out}-wrong.json").write_text(json.dumps(wrong, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    write_report(Path(out))
