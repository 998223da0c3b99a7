"""What is known of a link once it is made, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from pairlinking.candidates import CandidateList
from pairlinking.linking.prepared import Prepared
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["FEATURES", "link_features", "log_odds"]

# Few, and each means the same in any knowledge base (docs/decisions/0020-keep-or-drop.md says what else was tried).
FEATURES: Final = (
    "local",  # log-odds of the local confidence of the chosen candidate
    "margin",  # its local confidence less that of the runner-up
    "support",  # relatedness to the link of another name nearby, the best
    "candidates",  # log of their number
    "is_part_of_form",  # only some of the mention's words are a form of the dictionary
    "has_other_longer",  # an earlier, longer mention contains this one, and cannot mean this entity
)
_NEARBY = 50  # names on either side that can support a link: the work stays linear in the text
_CLOSE = 1e-4  # probabilities are kept this far from 0 and 1 before their log-odds are taken


def link_features(
    prepared: Prepared, choice: IntArray, relatedness: Relatedness, local: Sequence[FloatArray] | None = None
) -> FloatArray:
    """One row of `FEATURES` for each name; all 0 for one without a choice.

    `choice` has the place of the chosen candidate of each name of ``prepared.problem``, -1 for none. `local` has the
    probabilities of a learned method, by name, which then stand in for local confidence.
    """
    local = prepared.local_of_names if local is None else local
    table = np.zeros((len(choice), len(FEATURES)))
    linked = np.flatnonzero(choice >= 0)
    if len(linked) == 0:
        return table
    mentions, chosen = prepared.repeats.first[linked].tolist(), choice[linked].tolist()
    entities = np.array([prepared.entities[i][at] for i, at in zip(mentions, chosen, strict=True)], dtype=np.int64)
    table[linked] = [
        _alone(prepared.lists[i], local[name], at)
        for name, i, at in zip(linked.tolist(), mentions, chosen, strict=True)
    ]
    table[linked, FEATURES.index("support")] = _support(entities, relatedness)
    return table


def log_odds(probability: FloatArray | float) -> FloatArray:
    """Log-odds of probabilities, those of 0 and 1 kept finite."""
    kept = np.clip(probability, _CLOSE, 1 - _CLOSE)
    odds: FloatArray = np.log(kept / (1 - kept))
    return odds


def _alone(found: CandidateList, local: FloatArray, at: int) -> tuple[float, ...]:
    """The features of a link by itself; its support is left at 0."""
    others = np.delete(local, at)
    is_expanded = found.forms.expanded != found.forms.mended
    return (
        float(log_odds(float(local[at]))),
        float(local[at] - others.max(initial=0.0)),
        0.0,
        float(np.log(len(found))),
        float(found.match == "n-gram"),
        float(is_expanded and found.expanded_prior[at] == 0),
    )


def _support(entities: IntArray, relatedness: Relatedness) -> FloatArray:
    """Best relatedness of each entity to another one nearby; an entity does not support itself."""
    n = len(entities)
    best = np.zeros(n)
    for start in range(0, n, _NEARBY):
        own = entities[start : start + _NEARBY]
        near = entities[max(0, start - _NEARBY) : start + 2 * _NEARBY]
        psi = np.where(own[:, None] != near[None, :], relatedness.block(own, near), 0.0)
        best[start : start + _NEARBY] = psi.max(axis=1)
    return best
