"""Collective algorithms: one problem in, one assignment out."""

from pairlinking.collective.agreeing_pairs import AgreeingPairs
from pairlinking.collective.assignment import Assignment
from pairlinking.collective.attention import Attention
from pairlinking.collective.belief_propagation import BeliefPropagation
from pairlinking.collective.dense_subgraph import DenseSubgraph
from pairlinking.collective.exhaustive import Exhaustive
from pairlinking.collective.forward_backward import ForwardBackward
from pairlinking.collective.iterative_substitution import IterativeSubstitution
from pairlinking.collective.learned import Learned
from pairlinking.collective.local_only import LocalOnly
from pairlinking.collective.objectives import OBJECTIVES, objective_value, spanning_tree, tree_edges
from pairlinking.collective.pagerank import PageRank
from pairlinking.collective.pair_linking import PairLinking
from pairlinking.collective.pairs import Pair, pair_confidence
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.collective.solving import (
    all_facts,
    as_solver,
    compared_methods,
    facts_of,
    methods,
    paper_methods,
    solve,
    solve_all,
)
from pairlinking.collective.support import Support
from pairlinking.collective.swept_pairs import SweptPairs
from pairlinking.collective.unambiguous_context import UnambiguousContext

__all__ = [
    "COLLECTIVE",
    "OBJECTIVES",
    "AgreeingPairs",
    "Assignment",
    "Attention",
    "BeliefPropagation",
    "DenseSubgraph",
    "Exhaustive",
    "ForwardBackward",
    "IterativeSubstitution",
    "Learned",
    "LocalOnly",
    "PageRank",
    "Pair",
    "PairLinking",
    "Support",
    "SweptPairs",
    "UnambiguousContext",
    "all_facts",
    "as_solver",
    "compared_methods",
    "facts_of",
    "methods",
    "objective_value",
    "pair_confidence",
    "paper_methods",
    "solve",
    "solve_all",
    "spanning_tree",
    "tree_edges",
]
