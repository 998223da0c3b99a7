"""Mentions of a document that repeat earlier ones."""

from __future__ import annotations

import numpy as np

from pairlinking.evaluation.prepared import PreparedDocument
from pairlinking.problem import Problem
from pairlinking.stages import Relatedness

__all__ = ["first_copies"]


def first_copies(document: PreparedDocument, relatedness: Relatedness) -> list[int]:
    """Mentions without those that repeat the surface form and the candidates of an earlier one."""
    problem = Problem(document.local, relatedness, candidates=document.entities, surfaces=document.surfaces)
    firsts: list[int] = np.sort(np.unique(problem.without_repeats()[1], return_index=True)[1]).tolist()
    return firsts
