"""Link the mentions of a text to the entities of a knowledge base, all mentions together.

>>> import pairlinking as pl
>>> linker = pl.load("sample")
>>> print(linker.link("Tiger won at Augusta, Georgia.", ["Tiger", "Augusta", "Georgia"])[0].entity)
Tiger Woods

`load` opens a knowledge base and returns a `Linker`; `Linker.link` returns a `LinkedDocument` with one `Link` for every
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

if TYPE_CHECKING:
    from pairlinking.building import EntityOptions, VectorOptions
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
    from pairlinking.linking.building import build
    from pairlinking.linking.learning import train
    from pairlinking.linking.training import TooLittleToLearn
    from pairlinking.local import GoldDocument
    from pairlinking.problem import Problem
    from pairlinking.relatedness import EES, NJS, WLM, InLinks, Mean, measure
    from pairlinking.stages import SolverFacts

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

# Imported late: linking alone need not wait for DuckDB and pyarrow, and the command line reacts to Ctrl-C at once.
__getattr__ = lazy(
    __name__,
    {
        "Assignment": "pairlinking.collective",
        "Comparison": "pairlinking.linking",
        "ConvergenceWarning": "pairlinking.errors",
        "DocumentError": "pairlinking.errors",
        "EES": "pairlinking.relatedness",
        "EntityOptions": "pairlinking.building",
        "Explanation": "pairlinking.linking",
        "GoldDocument": "pairlinking.local",
        "InLinks": "pairlinking.relatedness",
        "KnowledgeBase": "pairlinking.kb",
        "KnowledgeBaseError": "pairlinking.errors",
        "Link": "pairlinking.linking",
        "LinkedDocument": "pairlinking.linking",
        "Linker": "pairlinking.linking",
        "Mean": "pairlinking.relatedness",
        "MissingVectorsWarning": "pairlinking.errors",
        "NJS": "pairlinking.relatedness",
        "Pair": "pairlinking.collective",
        "PairLinkingError": "pairlinking.errors",
        "ParameterError": "pairlinking.errors",
        "Prepared": "pairlinking.linking",
        "Problem": "pairlinking.problem",
        "ProblemError": "pairlinking.errors",
        "ProblemTooLarge": "pairlinking.errors",
        "SolverFacts": "pairlinking.stages",
        "SourceError": "pairlinking.errors",
        "TextDocument": "pairlinking.linking",
        "TooLittleToLearn": "pairlinking.linking.training",
        "UnknownName": "pairlinking.errors",
        "VectorOptions": "pairlinking.building",
        "WLM": "pairlinking.relatedness",
        "build": "pairlinking.linking.building",
        "draw_tree": "pairlinking.linking",
        "load": "pairlinking.linking",
        "measure": "pairlinking.relatedness",
        "methods": "pairlinking.collective",
        "objective_value": "pairlinking.collective",
        "read_marks": "pairlinking.linking",
        "solve": "pairlinking.collective",
        "solve_all": "pairlinking.collective",
        "spanning_tree": "pairlinking.collective",
        "train": "pairlinking.linking.learning",
    },
)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
