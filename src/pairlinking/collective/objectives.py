"""The four objectives, each with beta, and the spanning tree behind MINTREE.

`choice` is a candidate position per mention, -1 for none; mentions without a choice take no part.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairlinking.collective import _objectives
from pairlinking.collective.pairs import Pair
from pairlinking.errors import ProblemError, UnknownName, did_you_mean
from pairlinking.problem import Problem
from pairlinking.types import FloatArray, IntArray

__all__ = [
    "OBJECTIVES",
    "all_link",
    "chain",
    "is_cost",
    "mintree",
    "objective_code",
    "objective_value",
    "single_link",
    "spanning_tree",
    "tree_edges",
]

OBJECTIVES = ("all-link", "single-link", "chain", "mintree", "local")  # the order of the codes in _objectives.pyx


def all_link(problem: Problem, choice: npt.ArrayLike) -> float:
    """ALL-Link with beta (Eq. 14): (1-beta) sum phi + beta sum over ordered pairs of psi."""
    return objective_value(problem, choice, "all-link")


def single_link(problem: Problem, choice: npt.ArrayLike) -> float:
    """SINGLE-Link with beta (Eq. 5): per mention (1-beta) phi + beta times its largest psi to another mention.

    Eq. 5 lets j run over all mentions; j = i stays out, as psi(e, e) = 1 would hide every other mention.
    """
    return objective_value(problem, choice, "single-link")


def chain(problem: Problem, choice: npt.ArrayLike) -> float:
    """Chain objective with beta (Eq. 6): (1-beta) sum phi + beta sum of psi between neighbouring mentions."""
    return objective_value(problem, choice, "chain")


def mintree(problem: Problem, choice: npt.ArrayLike) -> float:
    """MINTREE (Sec. 5): weight of the minimum spanning tree of the chosen entities under the distance d. A cost."""
    return objective_value(problem, choice, "mintree")


def objective_value(problem: Problem, choice: npt.ArrayLike, objective: str) -> float:
    """Value of the objective of that name; with fewer than two linked mentions, its psi part is 0."""
    code = objective_code(objective)
    chosen, psi, _ = _chosen(problem, choice, needs_psi=objective != "local")
    return _objectives.value(code, problem.local[chosen], psi, problem.beta)


def is_cost(objective: str) -> bool:
    """Whether less is better, as only for MINTREE."""
    return objective == "mintree"


def spanning_tree(problem: Problem, choice: npt.ArrayLike) -> tuple[Pair, ...]:
    """Edges of the minimum spanning tree of the chosen entities, most confident first.

    Of equally confident edges, the one with lower mentions is taken, so the tree is unique and contains every pair that
    Pair-Linking decided on.
    """
    chosen, psi, mentions = _chosen(problem, choice)
    names = [problem.entities[at] for at in chosen.tolist()]
    numbers = mentions.tolist()
    edges = (each.tolist() for each in tree_edges(problem.local[chosen], psi, problem.beta))
    return tuple(
        Pair((numbers[i], numbers[j]), (names[i], names[j]), relatedness, confidence)
        for (i, j), relatedness, confidence in zip(*edges, strict=True)
    )


def tree_edges(local: FloatArray, psi: FloatArray, beta: float) -> tuple[IntArray, FloatArray, FloatArray]:
    """Minimum spanning tree of entities with these local confidences and this relatedness with each other.

    Returns, for each edge, the positions of its entities, lower first, their relatedness, and the confidence of the
    pair; most confident first, as in `spanning_tree`.
    """
    return _objectives.prim(np.ascontiguousarray(local), np.ascontiguousarray(psi), beta)


def objective_code(objective: str) -> int:
    """Check an objective's name; returns its number in the kernels."""
    if objective not in OBJECTIVES:
        raise UnknownName(
            f"Can't find objective {objective!r}.{did_you_mean(objective, OBJECTIVES)} "
            f"Available: {', '.join(OBJECTIVES)}"
        )
    return OBJECTIVES.index(objective)


def _chosen(
    problem: Problem, choice: npt.ArrayLike, *, needs_psi: bool = True
) -> tuple[IntArray, FloatArray, IntArray]:
    """Flat positions, psi matrix and mention numbers of the linked mentions."""
    choice = np.asarray(choice)
    if choice.shape != (problem.n_mentions,) or (choice.dtype.kind not in "iu" and choice.size):
        raise ProblemError(f"'choice' must hold {problem.n_mentions} candidate positions. Got shape {choice.shape}.")
    if ((choice < -1) | (choice >= problem.sizes)).any():
        i = int(np.argmax((choice < -1) | (choice >= problem.sizes)))
        raise ProblemError(f"Mention {i} has {problem.sizes[i]} candidates, but its choice is position {choice[i]}.")
    mentions, chosen = problem.flat(choice.astype(np.int64))
    psi = problem.relatedness_block(chosen, chosen) if needs_psi else np.empty((0, 0))
    return chosen, psi, mentions
