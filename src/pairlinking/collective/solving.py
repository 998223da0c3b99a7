"""Solving by name or object: one problem or many."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np

from pairlinking._support.options import check_int
from pairlinking.collective.assignment import Assignment
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.errors import ParameterError
from pairlinking.problem import Problem
from pairlinking.stages import CollectiveLinker, SolverFacts
from pairlinking.types import FloatArray, IntArray

__all__ = ["all_facts", "as_solver", "compared_methods", "facts_of", "methods", "paper_methods", "solve", "solve_all"]


def methods() -> tuple[str, ...]:
    """Names of all collective algorithms, plug-ins included.

    >>> "pair-linking" in methods()
    True
    """
    return COLLECTIVE.names()


def paper_methods() -> tuple[str, ...]:
    """Names of the methods that the paper compares, in its order (Table 5).

    >>> paper_methods()[-2:]
    ('pagerank', 'pair-linking')
    """
    rows = {name: facts.paper_row for name, facts in all_facts().items() if facts.paper_row is not None}
    return tuple(sorted(rows, key=rows.__getitem__))


def compared_methods() -> tuple[str, ...]:
    """Names of the methods that are compared by default."""
    return tuple(name for name, facts in all_facts().items() if facts.is_compared)


def all_facts() -> dict[str, SolverFacts]:
    """Facts of all methods by name, without plug-ins that cannot be imported: these harm only those who use them."""
    found = {}
    for name in methods():
        with suppress(Exception):
            found[name] = facts_of(name)
    return found


def as_solver(method: str | CollectiveLinker, **options: Any) -> CollectiveLinker:
    """The solver of this name, made with these options; an object is returned as it is."""
    if isinstance(method, str):
        return COLLECTIVE.create(method, **options)
    if options:
        raise ParameterError(f"Options ({', '.join(options)}) need a method's name; {method!r} is an object already.")
    return method


def facts_of(method: str | CollectiveLinker) -> SolverFacts:
    """What a solver states about itself; defaults, with its registry name or class name, if it states nothing.

    >>> facts_of("iter-sub:all").sums_relatedness, facts_of("local").is_collective
    (True, False)
    """
    stated = getattr(as_solver(method), "facts", None)
    if isinstance(stated, SolverFacts):
        return stated
    return SolverFacts(method if isinstance(method, str) else type(method).__name__)


def solve(
    problem: Problem, method: str | CollectiveLinker = "pair-linking", *, merge_repeats: bool = True, **options: Any
) -> Assignment:
    """Choose one candidate for every mention of a problem.

    Parameters
    ----------
    problem
        The document.
    method
        A name from `methods`, or an object with a ``solve`` method.
    merge_repeats
        Solve mentions with the same surface form and the same candidates once, and give all of them the answer. Needs
        the problem's ``surfaces``; without them there are no repeats.
    options
        Options of the method, such as ``strategy`` of ``"pair-linking"``.

    Examples
    --------
    >>> import numpy as np
    >>> psi = np.eye(4)
    >>> psi[0, 3] = psi[3, 0] = 0.9
    >>> solve(Problem(local=[[0.6, 0.5], [0.55, 0.5]], relatedness=psi, beta=0.5)).choice
    array([0, 1])
    """
    return _solve_one(problem, as_solver(method, **options), merge_repeats)


def solve_all(
    problems: Iterable[Problem],
    method: str | CollectiveLinker = "pair-linking",
    *,
    threads: int = 1,
    merge_repeats: bool = True,
    **options: Any,
) -> Iterator[Assignment]:
    """Solve many problems in parallel threads, answers in the order of the problems.

    The kernels release Python's global lock, so threads share the work. At most a few problems per thread are in
    progress at a time, so any number of documents can be streamed.
    """
    chosen = as_solver(method, **options)
    check_int("solve_all", "threads", threads, 1)
    if threads == 1:
        return (_solve_one(problem, chosen, merge_repeats) for problem in problems)
    return _stream(problems, chosen, merge_repeats, threads)


def _stream(problems: Iterable[Problem], solver: CollectiveLinker, merge: bool, threads: int) -> Iterator[Assignment]:
    under_way: deque[Future[list[Assignment]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for batch in _batches(problems, 16):  # one at a time, passing them on would cost as much as solving them
            under_way.append(pool.submit(lambda batch: [_solve_one(one, solver, merge) for one in batch], batch))
            if len(under_way) >= 2 * threads:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()


def _batches(problems: Iterable[Problem], size: int) -> Iterator[list[Problem]]:
    batch: list[Problem] = []
    for problem in problems:
        batch.append(problem)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _solve_one(problem: Problem, solver: CollectiveLinker, merge_repeats: bool) -> Assignment:
    if not merge_repeats or problem.surfaces is None or problem.n_mentions < 2:
        return solver.solve(problem)
    merged, place = problem.without_repeats()
    if merged is problem:
        return solver.solve(problem)
    answer = solver.solve(merged)
    decisions = answer.decisions
    if decisions is not None:
        # Merged mentions keep the order of their first copies, so each step still has its lower mention first.
        first = np.unique(place, return_index=True)[1]
        decisions = (first[decisions[0]], *decisions[1:])
    return Assignment(
        problem=problem,
        method=answer.method,
        choice=answer.choice[place],
        confidence=answer.confidence[place],
        objective_name=answer.objective_name,
        decisions=decisions,
        n_relatedness=answer.n_relatedness,
        probabilities=answer.probabilities if answer.probabilities is None else _repeated(answer, place),
    )


def _repeated(answer: Assignment, place: IntArray) -> FloatArray:
    """Probabilities of the candidates of all mentions, from those of the names into which they were merged."""
    parts = answer.probabilities_by_mention
    assert parts is not None
    return np.concatenate([parts[name] for name in place.tolist()])
