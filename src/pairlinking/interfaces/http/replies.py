"""Linked documents as the API sends them."""

from __future__ import annotations

from typing import Any

import numpy as np

from pairlinking.interfaces.http.entities import EntityDicts
from pairlinking.interfaces.http.weighing import Weights
from pairlinking.linking import LinkedDocument, Linker, Pair

__all__ = ["link_reply", "options_in_force"]

_DIGITS = 6


def options_in_force(linker: Linker, beta: float | None = None) -> dict[str, Any]:
    """How a linker links; `beta` is the weight that a document was linked with, as methods weigh by its length."""
    return {
        "method": linker.method,
        "relatedness": getattr(linker.relatedness, "name", type(linker.relatedness).__name__),
        "beta": round(linker.beta if beta is None else beta, _DIGITS),
        "nil_threshold": round(linker.nil_threshold, _DIGITS),
        "top_k": linker.options.top_k,
    }


def link_reply(
    linker: Linker, document: LinkedDocument, entities: EntityDicts, *, ms: float, most_candidates: int | None = None
) -> dict[str, Any]:
    """Everything the API says of a linked document; of each mention all candidates, or the best few."""
    weights = Weights(document)
    candidates = _candidates(document, weights, entities, most_candidates)
    confidence = np.round(document.solution.confidence, _DIGITS).tolist()
    decided = {mention: step for step, pair in _backwards(weights.decisions) for mention in pair.mentions}
    evidence = {
        name: [_evidence(other, pair, entities.get(weights.entity(other))["id"]) for other, pair in supporters]
        for name, supporters in weights.evidence().items()
    }
    return {
        "id": document.id,
        "text": document.text,
        "mentions": [
            {
                "start": start,
                "end": end,
                "surface": document.text[start:end],
                "entity": entities.get(weights.entity(number)) if weights.is_linked(number) else None,
                "confidence": confidence[number],
                "local": round(weights.local(number), _DIGITS),
                "candidates": candidates[number],
                "evidence": evidence.get(weights.first[number], []),
                "decided": decided.get(weights.first[number]),
            }
            for number, (start, end) in enumerate(document.spans)
        ],
        "tree": [_pair(pair) for pair in weights.tree],
        "decisions": [{"step": step, **_pair(pair)} for step, pair in enumerate(weights.decisions, 1)],
        "options": options_in_force(linker, document.beta),
        "ms": {"link": round(ms, 3)},
    }


def _backwards(pairs: list[Pair]) -> list[tuple[int, Pair]]:
    """Pairs with their steps, the last first, so that in a dict the first that names a mention stays."""
    return list(enumerate(pairs, 1))[::-1]


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "mentions": pair.mentions,
        "relatedness": round(pair.relatedness, _DIGITS),
        "confidence": round(pair.confidence, _DIGITS),
    }


def _evidence(mention: int, pair: Pair, entity: str) -> dict[str, Any]:
    return {
        "mention": mention,
        "entity": entity,
        "relatedness": round(pair.relatedness, _DIGITS),
        "confidence": round(pair.confidence, _DIGITS),
    }


def _candidates(
    document: LinkedDocument, weights: Weights, entities: EntityDicts, most: int | None
) -> list[list[dict[str, Any]]]:
    """For each mention its candidates by falling score, each with the link of another mention that supports it most."""
    solution = document.solution
    n_mentions = len(document)
    found: list[list[dict[str, Any]]] = [[] for _ in range(n_mentions)]
    if most == 0 or not len(solution.entities):
        return found
    support = weights.support()
    mention_of = np.repeat(np.arange(n_mentions), np.diff(solution.offsets))
    order = np.lexsort((-solution.local, -support.score, mention_of))
    chosen = set((solution.offsets[:-1] + solution.choice)[solution.choice >= 0].tolist())
    whole = np.stack((order, mention_of[order], solution.entities[order], support.supporter[order])).tolist()
    shares = np.stack((solution.prior, solution.local, support.related, support.score))[:, order]
    for at, mention, entity, other, prior, local, related, score in zip(
        *whole, *np.round(shares, _DIGITS).tolist(), strict=True
    ):
        of_mention = found[mention]
        if most is None or len(of_mention) < most:
            of_mention.append(
                {
                    **entities.get(entity),
                    "prior": prior,
                    "local": local,
                    "related": related,
                    "supporter": None if other < 0 else entities.get(other),
                    "score": score,
                    "chosen": at in chosen,
                }
            )
    return found
