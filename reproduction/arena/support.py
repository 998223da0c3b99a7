"""Features of a second stage: how the probable entities of the other names of a document support a candidate.

Probabilities come from a first stage that has not seen the document. As in `coherence`, names of one form do not
support each other, and their lists are not compared. The names of a candidate are not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pairlinking.relatedness import KernelRelatedness
from pairlinking.types import FloatArray, IntArray
from reproduction.arena.coherence import direct_links
from reproduction.arena.companions import Companions
from reproduction.arena.entities import ArenaEntities, normalized
from reproduction.arena.features import OWN_FEATURES
from reproduction.arena.scorer import ArenaPrepared

__all__ = ["MOST", "SUPPORT_FEATURES", "SUPPORT_SPEAKS_FOR", "Supported", "support_of"]

MOST = 6  # candidates of a mention that are looked at
_NEAR = 4.0  # mentions after which nearness has fallen to 1/e
_MEASURES = ("njs", "wlm", "link", "companion")
_KINDS = ("best", "two_best", "three_best", "mean", "near")
_LEADING = (
    "probability",
    "log_odds",
    *(f"{kind}_{name}" for name in _MEASURES for kind in _KINDS),
    *("same_in_longer", "same_in_shorter", "same_elsewhere"),
    *("kind_before", "kind_after", "kind_near", "kind_of_all"),
)
_OWN = ("in_links", "popularity", "kind", "candidates", "upper", "words", "prior", "prior_count", "prior_total")
SUPPORT_FEATURES = (*_LEADING, *(f"margin_of_{name}" for name in _LEADING), "rank_of_log_odds", "forms", *_OWN)
SUPPORT_SPEAKS_FOR = frozenset(name for name in _LEADING if not name.startswith("kind_"))
_OWN_AT = [OWN_FEATURES.index(name) for name in _OWN]


@dataclass(frozen=True, eq=False)
class Supported:
    """The contenders of a document: for each mention the positions in its list, and one row of features for each."""

    at: list[IntArray]
    rows: FloatArray

    def split(self, values: FloatArray) -> list[FloatArray]:
        """Values of all contenders by mention."""
        parts: list[FloatArray] = np.split(values, np.cumsum([len(each) for each in self.at])[:-1])
        return parts


def support_of(
    document: ArenaPrepared,
    log_odds: Sequence[FloatArray],
    entities: ArenaEntities,
    measures: Sequence[KernelRelatedness],
    companions: Companions,
) -> Supported:
    """`SUPPORT_FEATURES` of the best candidates of every mention.

    Parameters
    ----------
    log_odds
        Log-odds of every candidate from the previous stage, by mention.
    measures
        NJS and WLM.
    """
    at = [np.sort(np.argsort(-each, kind="stable")[:MOST]) for each in log_odds]
    odds = [each[kept] for each, kept in zip(log_odds, at, strict=True)]
    shares = [_softmax(each) for each in odds]
    given = [np.array(each)[kept] for each, kept in zip(document.entities, at, strict=True)]
    known, of_known = np.unique(np.concatenate(given), return_inverse=True)
    forms = [normalized(text) for text in document.surfaces]
    places = {form: k for k, form in enumerate(dict.fromkeys(forms))}
    place = np.array([places[form] for form in forms])
    sizes = [len(each) for each in at]
    mention = np.repeat(np.arange(len(at)), sizes)
    weights = np.zeros((len(places), len(known)))
    np.add.at(weights, (place[mention], of_known), np.concatenate(shares))
    weights /= np.maximum(np.bincount(place, minlength=len(places)), 1)[:, None]
    near = _nearness(place, len(places))
    columns = [np.concatenate(shares), np.concatenate(odds)]
    by_links = [one.matrix(known) for one in measures]
    for psi in (*by_links, direct_links(known, entities), companions.matrix(document.number, known)):
        np.fill_diagonal(psi, 1.0)
        columns += _support((weights @ psi)[:, of_known], place[mention], near[mention])
    columns += _same(weights[:, of_known], place[mention], list(places))
    columns += _kinds(np.concatenate(shares), entities.counts[known[of_known], 3].astype(np.int64), mention, len(at))
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    leading = np.stack(columns, axis=1)
    own = np.vstack([rows[kept] for rows, kept in zip(document.split(document.features), at, strict=True)])[:, _OWN_AT]
    ranks = np.concatenate([(each[None, :] > each[:, None]).sum(axis=1) for each in odds])
    rest = np.stack([ranks.astype(np.float64), np.full(len(mention), len(places), dtype=np.float64)], axis=1)
    return Supported(at, np.hstack([leading, _margins(leading, bounds), rest, own]))


def _softmax(odds: FloatArray) -> FloatArray:
    powers = np.exp(odds - odds.max(initial=-np.inf))
    shares: FloatArray = powers / powers.sum()
    return shares


def _nearness(place: IntArray, n_forms: int) -> FloatArray:
    """Weights of forms for each mention, shape (mentions, forms): the nearer a mention of the form, the larger."""
    order = np.arange(len(place))
    falling = np.exp(-np.abs(order[:, None] - order[None, :]) / _NEAR)
    found = np.zeros((n_forms, len(place)))
    np.maximum.at(found, place, falling)
    return found.T


def _support(votes: FloatArray, own: IntArray, near: FloatArray) -> list[FloatArray]:
    """From the votes of all forms, shape (forms, rows): those of the best, two and three best, all, and near forms."""
    n_forms, rows = votes.shape
    if n_forms < 2:
        return [np.zeros(rows)] * len(_KINDS)
    others = votes.copy()
    others[own, np.arange(rows)] = 0.0
    top = np.sort(others, axis=0)[::-1][:3]
    weights = near.T.copy()
    weights[own, np.arange(rows)] = 0.0
    return [
        top[0],
        top[:2].mean(axis=0),
        top[:3].sum(axis=0) / 3,
        others.sum(axis=0) / (n_forms - 1),
        (others * weights).sum(axis=0) / weights.sum(axis=0),
    ]


def _same(votes: FloatArray, own: IntArray, forms: Sequence[str]) -> list[FloatArray]:
    """How probable the same entity is for a longer form with this one in it, for a shorter one, and for any other."""
    padded = [f" {form} " for form in forms]
    holds = np.array([[len(a) > len(b) and b in a for b in padded] for a in padded]).reshape(len(forms), len(forms))
    elsewhere = votes.copy()
    elsewhere[own, np.arange(votes.shape[1])] = 0.0
    return [
        (votes * holds[:, own]).max(axis=0),
        (votes * holds.T[:, own]).max(axis=0),
        elsewhere.sum(axis=0),
    ]


def _kinds(shares: FloatArray, kind: IntArray, mention: IntArray, n: int) -> list[FloatArray]:
    """How probable an entity of the candidate's kind is for the mention before, the one after, those near, and all."""
    table = np.zeros((n, 4))
    np.add.at(table, (mention, kind), shares)
    order = np.arange(n)
    falling = np.exp(-np.abs(order[:, None] - order[None, :]) / _NEAR)
    np.fill_diagonal(falling, 0.0)
    near = falling @ table / np.maximum(falling.sum(axis=1), 1e-9)[:, None]
    everywhere = (table.sum(axis=0) - table) / max(n - 1, 1)
    before, after = np.vstack([np.full((1, 4), -1.0), table[:-1]]), np.vstack([table[1:], np.full((1, 4), -1.0)])
    return [each[mention, kind] for each in (before, after, near, everywhere)]


def _margins(values: FloatArray, bounds: IntArray) -> FloatArray:
    """Lead of each value over the best of the mention's other contenders; 0 where there is no other."""
    found = np.zeros_like(values)
    for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        if high - low > 1:
            part = values[low:high]
            second, first = np.sort(part, axis=0)[-2:]
            found[low:high] = np.where(part == first, part - second, part - first)
    return found
