"""Collective entity linking: choose one entity per mention, all mentions of a document together.

>>> import pairlinking as pl
>>> psi = [[1, 0, 0, 0.9], [0, 1, 0, 0], [0, 0, 1, 0], [0.9, 0, 0, 1]]
>>> problem = pl.Problem(local=[[0.6, 0.5], [0.55, 0.5]], relatedness=psi, beta=0.5)
>>> pl.solve(problem).choice
array([0, 1])
"""

from pairlinking.collective import Assignment, Step, evaluate, methods, solve, solve_all, spanning_tree
from pairlinking.errors import (
    ConvergenceWarning,
    KnowledgeBaseError,
    PairLinkingError,
    ParameterError,
    ProblemError,
    ProblemTooLarge,
    SourceError,
    UnknownName,
)
from pairlinking.problem import Problem
from pairlinking.relatedness import EES, NJS, WLM, InLinks, Mean, measure

__version__ = "0.1.0"

__all__ = [
    "EES",
    "NJS",
    "WLM",
    "Assignment",
    "ConvergenceWarning",
    "InLinks",
    "KnowledgeBaseError",
    "Mean",
    "PairLinkingError",
    "ParameterError",
    "Problem",
    "ProblemError",
    "ProblemTooLarge",
    "SourceError",
    "Step",
    "UnknownName",
    "evaluate",
    "measure",
    "methods",
    "solve",
    "solve_all",
    "spanning_tree",
]
