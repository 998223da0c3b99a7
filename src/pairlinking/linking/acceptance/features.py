"""What is known about a link after it is made, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from pairlinking.candidates import CandidateList
from pairlinking.linking.prepared import Prepared
from pairlinking.relatedness import KernelRelatedness
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["FEATURES", "link_features", "log_odds"]

# Only a few, which mean the same in any knowledge base (docs/decisions/0020-keep-or-drop.md says what else was tried).
FEATURES: Final = (
    "local",  # log-odds of the local confidence of the chosen candidate
    "margin",  # its local confidence minus that of the runner-up
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

    `choice` has the position of the chosen candidate of each name of ``prepared.problem``, -1 for none. `local` has the
    probabilities of a learned method, by name, which then replace local confidence.
    """
    table = np.zeros((len(choice), len(FEATURES)))
    linked = np.flatnonzero(choice >= 0)
    if len(linked) == 0:
        return table
    offsets, flat, entities = prepared.names
    flat = flat if local is None else np.concatenate(local)
    at = (offsets[:-1] + choice)[linked]
    chosen = flat[at]
    lists = [prepared.lists[i] for i in prepared.repeats.first[linked].tolist()]
    rows = np.zeros((len(linked), len(FEATURES)))
    rows[:, 0] = log_odds(chosen)
    rows[:, 1] = chosen - _runners_up(flat, offsets, at)[linked]
    rows[:, 2] = _support(entities[at], relatedness)
    rows[:, 3] = np.log((offsets[1:] - offsets[:-1])[linked])
    rows[:, 4:] = [_read_as(found, at) for found, at in zip(lists, choice[linked].tolist(), strict=True)]
    table[linked] = rows
    return table


def log_odds(probability: FloatArray | float) -> FloatArray:
    """Log-odds of probabilities, those of 0 and 1 kept finite."""
    kept = np.minimum(np.maximum(probability, _CLOSE), 1 - _CLOSE)  # np.clip takes longer
    odds: FloatArray = np.log(kept / (1 - kept))
    return odds


def _runners_up(local: FloatArray, offsets: IntArray, chosen: IntArray) -> FloatArray:
    """The largest local confidence of each name apart from the chosen one; 0 if there is no other."""
    others = local.copy()
    others[chosen] = 0.0
    best = np.zeros(len(offsets) - 1)
    has_any = np.flatnonzero(offsets[1:] > offsets[:-1])
    best[has_any] = np.maximum.reduceat(others, offsets[has_any])
    return best


def _read_as(found: CandidateList, at: int) -> tuple[bool, bool]:
    """Whether only a part of the name is a form, and whether a longer mention that contains it means another entity."""
    forms = found.forms
    return found.match == "n-gram", forms.expanded != forms.trimmed and found.expanded_prior[at] == 0


def _support(entities: IntArray, relatedness: Relatedness) -> FloatArray:
    """Best relatedness of each entity to another one nearby; an entity does not support itself."""
    n = len(entities)
    best = np.zeros(n)
    for start in range(0, n, _NEARBY):
        own = entities[start : start + _NEARBY]
        near = entities[max(0, start - _NEARBY) : start + 2 * _NEARBY]
        if n <= _NEARBY and isinstance(relatedness, KernelRelatedness):
            psi = relatedness.matrix(own)  # half the work of a block
        else:
            psi = relatedness.block(own, near)
        psi = np.where(own[:, None] != near, psi, 0.0)
        best[start : start + _NEARBY] = psi.max(axis=1)
    return best
