"""Collective entity linking: choose one entity per mention, all mentions of a document together.

>>> import pairlinking as pl
>>> psi = [[1, 0, 0, 0.9], [0, 1, 0, 0], [0, 0, 1, 0], [0.9, 0, 0, 1]]
>>> problem = pl.Problem(local=[[0.6, 0.5], [0.55, 0.5]], relatedness=psi, beta=0.5)
>>> pl.solve(problem).choice
array([0, 1])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pairlinking.collective import Assignment, Step, evaluate, methods, solve, solve_all, spanning_tree
from pairlinking.errors import (
    ConvergenceWarning,
    DocumentError,
    KnowledgeBaseError,
    MissingVectorsWarning,
    PairLinkingError,
    ParameterError,
    ProblemError,
    ProblemTooLarge,
    SourceError,
    UnknownName,
)
from pairlinking.linking import Comparison, Explanation, Link, LinkedDocument, Linker, draw_tree, load, read_marks
from pairlinking.problem import Problem
from pairlinking.relatedness import EES, NJS, WLM, InLinks, Mean, measure

if TYPE_CHECKING:
    from pairlinking.linking.building import build
    from pairlinking.linking.learning import train

__version__ = "0.1.0"

__all__ = [
    "EES",
    "NJS",
    "WLM",
    "Assignment",
    "Comparison",
    "ConvergenceWarning",
    "DocumentError",
    "Explanation",
    "InLinks",
    "KnowledgeBaseError",
    "Link",
    "LinkedDocument",
    "Linker",
    "Mean",
    "MissingVectorsWarning",
    "PairLinkingError",
    "ParameterError",
    "Problem",
    "ProblemError",
    "ProblemTooLarge",
    "SourceError",
    "Step",
    "UnknownName",
    "build",
    "draw_tree",
    "evaluate",
    "load",
    "measure",
    "methods",
    "read_marks",
    "solve",
    "solve_all",
    "spanning_tree",
    "train",
]


def __getattr__(name: str) -> Any:
    # Late: whoever only links waits for no DuckDB and no pyarrow.
    if name == "build":
        from pairlinking.linking.building import build

        return build
    if name == "train":
        from pairlinking.linking.learning import train

        return train
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
