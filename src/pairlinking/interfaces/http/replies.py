"""Linked documents as the API sends them: all of `LinkedDocument` and `Explanation`, in a few array operations."""

from __future__ import annotations

from typing import Any

import numpy as np

from pairlinking.errors import ProblemTooLarge
from pairlinking.interfaces.http.entities import EntityDicts
from pairlinking.linking import Evidence, LinkedDocument, Linker, Pair
from pairlinking.types import FloatArray, IntArray

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
    solution, steps = document.solution, _steps(document)
    candidates = _candidates(document, entities, most_candidates)
    confidence = np.round(solution.confidence, _DIGITS).tolist()
    mentions = []
    for number, (start, end) in enumerate(document.spans):
        at = solution.chosen(number)
        local = 0.0 if at is None else float(solution.local[at])
        linked = at is not None and local >= document.nil_threshold
        mentions.append(
            {
                "start": start,
                "end": end,
                "surface": document.text[start:end],
                "entity": entities.get(int(solution.entities[at])) if linked else None,
                "confidence": confidence[number],
                "local": round(local, _DIGITS),
                "candidates": candidates[number],
                "evidence": [_evidence(each) for each in document.evidence_for(number)],
                "decided": steps.get(document.first_like(number)),
            }
        )
    return {
        "id": document.id,
        "text": document.text,
        "mentions": mentions,
        "tree": _tree(document),
        "decisions": [{"step": step, **_pair(pair)} for step, pair in enumerate(document.decisions, 1)],
        "options": options_in_force(linker, document.beta),
        "ms": {"link": round(ms, 3)},
    }


def _evidence(each: Evidence) -> dict[str, Any]:
    return {
        "mention": each.mention,
        "entity": each.entity.id,
        "relatedness": round(each.relatedness, _DIGITS),
        "confidence": round(each.confidence, _DIGITS),
    }


def _steps(document: LinkedDocument) -> dict[int, int]:
    """By first mention of a name, the step at which it was decided."""
    steps: dict[int, int] = {}
    for step, pair in enumerate(document.decisions, 1):
        for mention in pair.mentions:
            steps.setdefault(document.first_like(mention), step)
    return steps


def _tree(document: LinkedDocument) -> list[dict[str, Any]]:
    try:
        return [_pair(pair) for pair in document.tree]
    except ProblemTooLarge:
        return []


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "mentions": pair.mentions,
        "relatedness": round(pair.relatedness, _DIGITS),
        "confidence": round(pair.confidence, _DIGITS),
    }


def _candidates(document: LinkedDocument, entities: EntityDicts, most: int | None) -> list[list[dict[str, Any]]]:
    """For each mention its candidates by falling score, each with the link of another mention that supports it most."""
    solution = document.solution
    n_mentions = len(document)
    found: list[list[dict[str, Any]]] = [[] for _ in range(n_mentions)]
    if most == 0 or not len(solution.entities):
        return found
    mention_of = np.repeat(np.arange(n_mentions), np.diff(solution.offsets))
    supporter, related, score = _support(document, mention_of)
    order = np.lexsort((-solution.local, -score, mention_of))
    chosen = set((solution.offsets[:-1] + solution.choice)[solution.choice >= 0].tolist())
    whole = np.stack((order, mention_of[order], solution.entities[order], supporter[order])).tolist()
    parts = np.round(np.stack((solution.prior, solution.local, related, score))[:, order], _DIGITS).tolist()
    for at, mention, entity, other, prior, local, psi, value in zip(*whole, *parts, strict=True):
        of_mention = found[mention]
        if most is None or len(of_mention) < most:
            of_mention.append(
                {
                    **entities.get(entity),
                    "prior": prior,
                    "local": local,
                    "related": psi,
                    "supporter": None if other < 0 else entities.get(other),
                    "score": value,
                    "chosen": at in chosen,
                }
            )
    return found


def _support(document: LinkedDocument, mention_of: IntArray) -> tuple[IntArray, FloatArray, FloatArray]:
    """For each candidate the entity of another name's link that supports it most (or -1), their psi, and the score.

    As `Explanation` has it: the confidence of the pair by Eq. 13 with beta; alone, the local confidence.
    """
    solution = document.solution
    first_like = [document.first_like(number) for number in range(len(document))]
    names = np.array([each for each in sorted(set(first_like)) if solution.choice[each] >= 0], dtype=np.int64)
    n = len(solution.entities)
    if not len(names):
        return np.full(n, -1), np.zeros(n), solution.local
    at = solution.offsets[names] + solution.choice[names]
    chosen = solution.entities[at].astype(np.int64)
    psi = document.relatedness.block(solution.entities.astype(np.int64), chosen)
    beta = document.beta
    scores = ((1 - beta) * (solution.local[:, None] + solution.local[at]) + beta * psi) / (2 - beta)
    scores[np.array(first_like)[mention_of][:, None] == names] = -1.0  # a name does not support itself
    best = scores.argmax(axis=1)
    rows = np.arange(n)
    score = scores[rows, best]
    alone = score < 0
    supporter, related = chosen[best], psi[rows, best]
    if alone.any():
        supporter[alone], related[alone], score[alone] = -1, 0.0, solution.local[alone]
    return supporter, related, score
