"""Everything that is timed, as rows of plain values."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

import pairlinking as pl
from benchmarks import enwik8, synthetic
from benchmarks.references import ScipyPath, networkx_walk
from benchmarks.synthetic import Setting
from benchmarks.timing import best_ms, best_ms_by_turns
from pairlinking.collective._pairs import link_pairs
from pairlinking.collective.pagerank import walk
from pairlinking.relatedness import NJS, KernelRelatedness, Mean

__all__ = ["Row", "both_ways", "many_documents", "matrices", "solvers", "walks"]

Row: TypeAlias = dict[str, Any]
SOLVERS = [name for name in pl.methods() if name != "exhaustive"]
BETAS = (0.3, 0.5, 0.7)


def solvers(sizes: tuple[int, ...]) -> Iterator[Row]:
    """Every solver on the same documents from lists and vectors, each charged for the psi it reads.

    Flat scores up to N = 100 and heavy lists up to N = 33: beyond that, a run would take several minutes more.
    """
    for n in sizes:
        yield from _solvers(Setting(n))
        if n <= 100:
            yield from _solvers(Setting(n, peaked=False))
        if n <= 33:
            yield from _solvers(Setting(n, heavy=True))
            yield from _solvers(Setting(n, heavy=True, peaked=False))


def _solvers(setting: Setting) -> Iterator[Row]:
    relatedness, topics = synthetic.make_relatedness(setting)
    scipy_path = _scipy_path(relatedness)
    for beta in BETAS:
        problem = synthetic.make_problem(setting, relatedness, topics, beta)
        row: Row = {"setting": setting.name, "n": setting.n_mentions, "heavy": setting.heavy, "peaked": setting.peaked}
        row |= {"beta": beta, "ms": {}, "ms, psi at hand": {}, "psi read": {}}
        for name in SOLVERS:
            _time_solver(row, name, problem)
        if setting.n_mentions <= 100:
            row["ms"]["scipy psi, then pair-linking"] = best_ms(_call(scipy_path.decide, problem), least=2)
        _say(setting.name, beta, {k: round(v, 2) for k, v in row["ms"].items()})
        yield row


def _time_solver(row: Row, name: str, problem: pl.Problem) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pl.ConvergenceWarning)
        answer = pl.solve(_fresh(problem), name)
        row["psi read"][name] = answer.n_relatedness
        row["ms"][name] = best_ms(lambda: pl.solve(_fresh(problem), name), least=2)
        if problem.n_mentions <= 100:
            ready = _fresh(problem)
            ready.relatedness_matrix()
            row["ms, psi at hand"][name] = best_ms(lambda: pl.solve(ready, name), seconds=0.2, least=2)


def both_ways(sizes: tuple[int, ...]) -> Iterator[Row]:
    """Pair-Linking lazily, over the full matrix, and with its automatic choice."""
    for n in sizes:
        for heavy in (False, True):
            for peaked in (True, False):
                setting = Setting(n, heavy=heavy, peaked=peaked)
                mean, topics = synthetic.make_relatedness(setting)
                for relatedness in (mean, _njs(mean)):
                    for beta in BETAS:
                        problem = synthetic.make_problem(setting, relatedness, topics, beta)
                        yield _both_ways(setting.name, [problem])
    if enwik8.DUMP.exists():
        pages = enwik8.read_links()
        for measures in ("njs+ees", "njs"):
            for beta in BETAS:
                yield _both_ways("enwik8, 200 articles", enwik8.make_problems(pages, measures, beta))


def _both_ways(name: str, problems: list[pl.Problem]) -> Row:
    relatedness = problems[0].relatedness
    assert isinstance(relatedness, KernelRelatedness)
    row: Row = {"setting": name, "measure": relatedness.name, "beta": problems[0].beta}
    runs = {strategy: _call(_solve_each, problems, strategy) for strategy in ("lazy", "full", "auto")}
    row |= {strategy: ms / len(problems) for strategy, ms in best_ms_by_turns(runs).items()}
    row["auto / better"] = row["auto"] / min(row["lazy"], row["full"])
    _say(name, row)
    return row


def _solve_each(problems: list[pl.Problem], strategy: str) -> None:
    for problem in problems:
        pl.solve(_fresh(problem), "pair-linking", strategy=strategy)


def matrices() -> Iterator[Row]:
    """Full relatedness matrices of 33 x 20 candidates against scipy.sparse."""
    rows = np.arange(660)
    for heavy in (False, True):
        setting = Setting(33, heavy=heavy)
        relatedness, topics = synthetic.make_relatedness(setting)
        scipy_path = _scipy_path(relatedness)
        row = {
            "setting": setting.name,
            "njs": best_ms(_call(_njs(relatedness).matrix, rows)),
            "scipy njs": best_ms(_call(scipy_path.njs, rows), least=2),
            "njs+ees": best_ms(_call(relatedness.matrix, rows)),
            "scipy njs+ees": best_ms(_call(scipy_path.mean, rows), least=2),
        }
        _say("matrix", row)
        yield row
    matrix = relatedness.matrix(rows)
    problem = synthetic.make_problem(setting, relatedness, topics, 0.5)
    arguments = (problem.offsets, problem.local, problem.beta)
    yield {"setting": "decision from a ready matrix", "ms": best_ms(lambda: link_pairs(*arguments, matrix=matrix))}


def walks() -> Row:
    """One personalised random walk over 660 candidates, ours and networkx's."""
    rng = np.random.default_rng(1)
    weights = rng.random((660, 660))
    weights = (weights + weights.T) / 2
    jumps = rng.random(660)
    ours = best_ms(lambda: walk(weights, jumps, jump=0.1))
    theirs = best_ms(lambda: networkx_walk(weights, jumps, 0.1), least=2)
    return {"ours": ours, "networkx": theirs, "ratio": theirs / ours}


def many_documents() -> Row:
    """400 documents of 33 mentions in one thread and in two."""
    setting = Setting(33)
    relatedness, topics = synthetic.make_relatedness(setting)
    problems = [synthetic.make_problem(Setting(33, seed=seed), relatedness, topics, 0.5) for seed in range(1, 21)] * 20
    one = best_ms(lambda: list(pl.solve_all(problems, threads=1)), least=5)
    two = best_ms(lambda: list(pl.solve_all(problems, threads=2)), least=5)
    return {"documents": len(problems), "one thread": one, "two threads": two, "ratio": one / two}


def _fresh(problem: pl.Problem) -> pl.Problem:
    """The same problem without the matrix that an earlier solver may have left in it."""
    copy: pl.Problem = object.__new__(pl.Problem)
    copy.__dict__.update(problem.__dict__, _matrix=None)
    return copy


def _scipy_path(relatedness: KernelRelatedness) -> ScipyPath:
    assert isinstance(relatedness, Mean)
    vectors = relatedness.parts[1].vectors  # type: ignore[union-attr]
    return ScipyPath(_njs(relatedness).links, vectors.astype(np.float32))


def _njs(relatedness: KernelRelatedness) -> NJS:
    assert isinstance(relatedness, Mean)
    part = relatedness.parts[0]
    assert isinstance(part, NJS)
    return part


def _call(function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    return lambda: function(*arguments)


def _say(*words: object) -> None:
    print(*words, file=sys.stderr, flush=True)
