"""Features of a candidate from the candidates of the other mentions: how well it fits its document.

They are collective evidence, weighted by popularity instead of any decision; a scorer that uses them is local in name
only. They do not use gold, nor the lists of mentions with the same form: the makers of the files added the right entity
to each list, so that two lists of one form differ only if their answers do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pairlinking.evaluation.formats.pprforned import ArenaDocument
from pairlinking.relatedness import KernelRelatedness
from pairlinking.types import FloatArray, IntArray
from reproduction.arena.entities import ArenaEntities, normalized
from reproduction.arena.features import ranks_and_margins

__all__ = ["COHERENCE_FEATURES", "coherence_features", "direct_links"]

_RANKED = ("fit", "fit_to_best", "linked", "fit_to_three")
COHERENCE_FEATURES = (
    *("fit", "fit_to_best", "linked", "fit_to_three", "fit_to_one", "linkable", "shared"),
    *(f"{kind}_of_{name}" for name in _RANKED for kind in ("rank", "margin")),
)


def coherence_features(
    document: ArenaDocument, candidates: Sequence[IntArray], entities: ArenaEntities, relatedness: KernelRelatedness
) -> list[FloatArray]:
    """`COHERENCE_FEATURES` of every candidate, per mention shape (candidates, features).

    With psi weighted by the popularity of the other mention's candidates: its mean over the other forms ("fit"), over
    the best three of them, and the best. Unweighted: the mean of the largest psi. The share of other forms with which a
    candidate has a direct link, weighted and unweighted, and how many have it as a candidate, too.
    """
    if not len(document.mentions):
        return []
    forms = [normalized(mention.text) for mention in document.mentions]
    place = {form: k for k, form in enumerate(dict.fromkeys(forms))}
    known = np.unique(np.concatenate(candidates))
    weights = np.zeros((len(place), len(known)))
    for form, given in zip(forms, candidates, strict=True):
        weights[place[form], np.searchsorted(known, given)] = _popularity(entities.counts[given])
    psi = relatedness.matrix(known)
    np.fill_diagonal(psi, 1.0)
    direct = direct_links(known, entities)
    has = weights > 0
    by_form = (
        weights @ psi,
        np.stack([psi[row].max(axis=0, initial=0.0) for row in has]),
        weights @ direct,
        np.stack([direct[row].max(axis=0, initial=0.0) for row in has]),
        has.astype(np.float64),
    )
    return [
        _of_mention([np.delete(part[:, np.searchsorted(known, given)], place[form], axis=0) for part in by_form])
        for form, given in zip(forms, candidates, strict=True)
    ]


def _of_mention(others: Sequence[FloatArray]) -> FloatArray:
    """From values of the other forms with each candidate, shape (forms, candidates)."""
    fit, best, linked, linkable, shared = others
    if not len(fit):
        return np.zeros((fit.shape[1], len(COHERENCE_FEATURES)))
    top = np.sort(fit, axis=0)[-3:]
    ranked = [fit.mean(axis=0), best.mean(axis=0), linked.mean(axis=0), top.mean(axis=0)]
    columns = [*ranked, top[-1], linkable.mean(axis=0), shared.sum(axis=0)]
    return np.hstack([np.stack(columns, axis=1), *map(ranks_and_margins, ranked)])


def _popularity(counts: FloatArray) -> FloatArray:
    """Weights of a mention's candidates that add up to 1, before anything is learned."""
    scores = counts[:, 2] + 0.5 * counts[:, 0]
    powers = np.exp(scores - scores.max(initial=0.0))
    weights: FloatArray = powers / (powers.sum() or 1.0)
    return weights


def direct_links(known: IntArray, entities: ArenaEntities) -> FloatArray:
    """Whether two of the entities have a link, 1 or 0; none has one with itself."""
    place = {entity: k for k, entity in enumerate(known.tolist())}
    matrix = np.zeros((len(known), len(known)))
    for entity, k in place.items():
        matrix[k, [place[other] for other in entities.neighbours[entity] if other in place and other != entity]] = 1.0
    return matrix
