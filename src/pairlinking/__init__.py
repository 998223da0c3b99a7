"""Link the mentions of a text to the entities of a knowledge base, all mentions together.

>>> import pairlinking as pl
>>> linker = pl.load("sample")
>>> print(linker.link("Tiger won at Augusta, Georgia.", ["Tiger", "Augusta", "Georgia"])[0].entity)
Tiger Woods

`load` opens a knowledge base and gives a `Linker`; `Linker.link` gives a `LinkedDocument` with one `Link` for every
mention. `build` makes a knowledge base from a Wikipedia dump or a catalogue, and `train` learns its models.

The collective algorithms also work on bare numbers:

>>> psi = [[1, 0, 0, 0.9], [0, 1, 0, 0], [0, 0, 1, 0], [0.9, 0, 0, 1]]
>>> problem = pl.Problem(local=[[0.6, 0.5], [0.55, 0.5]], relatedness=psi, beta=0.5)
>>> pl.solve(problem).choice
array([0, 1])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairlinking._support.lazy import lazy
from pairlinking.collective import Assignment, Pair, methods, objective_value, solve, solve_all, spanning_tree
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
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import (
    Comparison,
    Explanation,
    Link,
    LinkedDocument,
    Linker,
    Prepared,
    TextDocument,
    draw_tree,
    load,
    read_marks,
)
from pairlinking.problem import Problem
from pairlinking.relatedness import EES, NJS, WLM, InLinks, Mean, measure
from pairlinking.stages import SolverFacts

if TYPE_CHECKING:
    from pairlinking.building import EntityOptions, VectorOptions
    from pairlinking.linking.building import build
    from pairlinking.linking.learning import train
    from pairlinking.linking.training import TooLittleToLearn
    from pairlinking.local import GoldDocument

__version__ = "0.1.0"

__all__ = [
    "EES",
    "NJS",
    "WLM",
    "Assignment",
    "Comparison",
    "ConvergenceWarning",
    "DocumentError",
    "EntityOptions",
    "Explanation",
    "GoldDocument",
    "InLinks",
    "KnowledgeBase",
    "KnowledgeBaseError",
    "Link",
    "LinkedDocument",
    "Linker",
    "Mean",
    "MissingVectorsWarning",
    "Pair",
    "PairLinkingError",
    "ParameterError",
    "Prepared",
    "Problem",
    "ProblemError",
    "ProblemTooLarge",
    "SolverFacts",
    "SourceError",
    "TextDocument",
    "TooLittleToLearn",
    "UnknownName",
    "VectorOptions",
    "build",
    "draw_tree",
    "load",
    "measure",
    "methods",
    "objective_value",
    "read_marks",
    "solve",
    "solve_all",
    "spanning_tree",
    "train",
]

# Late: whoever only links waits for no DuckDB and no pyarrow.
__getattr__ = lazy(
    __name__,
    {
        "EntityOptions": "pairlinking.building",
        "GoldDocument": "pairlinking.local",
        "TooLittleToLearn": "pairlinking.linking.training",
        "VectorOptions": "pairlinking.building",
        "build": "pairlinking.linking.building",
        "train": "pairlinking.linking.learning",
    },
)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
