"""Loopy belief propagation: mentions exchange messages about the candidates they could support."""

from __future__ import annotations

import warnings

from pairlinking._support.options import check_choice, check_float, check_int
from pairlinking.collective._belief import decode, propagate
from pairlinking.collective.assignment import Assignment, conclude
from pairlinking.collective.local_only import best_local
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.errors import ConvergenceWarning
from pairlinking.problem import Problem
from pairlinking.stages import SolverFacts

__all__ = ["BeliefPropagation"]

METHODS = {"all-link": "lbp:all", "single-link": "lbp:single"}


@COLLECTIVE.register("lbp:all", objective="all-link")
@COLLECTIVE.register("lbp:single", objective="single-link")
class BeliefPropagation:
    r"""Max-product loopy belief propagation for ALL-Link (Eq. 14) or SINGLE-Link (Eq. 5 with beta).

    The message from mention j to candidate a of mention i says how well j could support a:

    .. math:: m_{j \to i}(a) = \max_b \; h_{j \setminus i}(b) + 2 \beta \, \psi(a, b)

    where :math:`h_{j \setminus i}(b)` is :math:`(1-\beta)\phi` plus the messages to b from all but i, shifted so
    that its maximum is 0: the sum of the messages for ALL-Link, the largest for SINGLE-Link, where the paper (Sec. 7.2)
    names the method but gives no messages. All messages are updated at once, from 0 and with damping; then each mention
    takes the candidate with the largest :math:`(1-\beta)\phi` plus messages. Of candidates with equal beliefs, it takes
    the one that fits best with the mentions before it, then the lower one.

    Exact for two mentions. O(I N^2 k^2) for I iterations (Table 8). Source: Murphy et al. 1999, Ganea et al. 2016.
    If the messages have not settled at `max_iterations`, a `ConvergenceWarning` is given and the last answer returned.

    Parameters
    ----------
    objective
        ``"all-link"`` or ``"single-link"``; fixed by the registry names ``lbp:all`` and ``lbp:single``.
    damping
        Share of the old message in the new one, in [0, 1).
    tolerance
        Messages have settled when none changes by this much.
    max_iterations
        How often messages are updated at most.
    """

    def __init__(
        self,
        *,
        objective: str = "all-link",
        damping: float = 0.5,
        tolerance: float = 1e-6,
        max_iterations: int = 200,
    ) -> None:
        self.objective = check_choice("BeliefPropagation", "objective", objective, METHODS)
        is_all = objective == "all-link"
        self.facts = SolverFacts(METHODS[objective], objective, sums_relatedness=is_all, paper_row=3 if is_all else 4)
        self.damping = check_float("BeliefPropagation", "damping", damping, "[0, 1)")
        self.tolerance = check_float("BeliefPropagation", "tolerance", tolerance, "(0, inf)")
        self.max_iterations = check_int("BeliefPropagation", "max_iterations", max_iterations, 1)

    def solve(self, problem: Problem) -> Assignment:
        """Decide all mentions of `problem`."""
        choice, n_relatedness = best_local(problem), 0
        linked, offsets = problem.linkable()
        if len(linked) > 1:
            psi = problem.relatedness_matrix()
            weighted, scale = (1 - problem.beta) * problem.local, 2 * problem.beta
            single = self.objective == "single-link"
            beliefs, change = propagate(
                single, offsets, weighted, psi, scale, self.damping, self.tolerance, self.max_iterations
            )
            if change >= self.tolerance:
                warnings.warn(
                    f"Messages of {self.facts.name!r} still change by {change:.2g} after {self.max_iterations} "
                    "iterations; the last answer is returned. Raise 'max_iterations' or 'damping'.",
                    ConvergenceWarning,
                    stacklevel=2,
                )
            choice[linked] = decode(single, offsets, beliefs, weighted, psi, scale, 10 * self.tolerance)
            n_relatedness = psi.size
        return conclude(problem, self.facts, choice, n_relatedness)
