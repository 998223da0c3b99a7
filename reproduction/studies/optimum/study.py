"""How far the methods are from the true optimum of each objective, and how often that optimum is right."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pairlinking.collective import solve
from pairlinking.errors import ConvergenceWarning
from pairlinking.linking.prepared import PreparedGold
from pairlinking.linking.weights import BETAS
from pairlinking.problem import Problem
from pairlinking.relatedness import KernelRelatedness, measure
from pairlinking.types import FloatArray, IntArray
from reproduction.paper import METHODS
from reproduction.studies.optimum import tables as report
from reproduction.studies.optimum.assignments import GAINS, Assignments
from reproduction.studies.optimum.tables import BETA, HIGH_BETA, Found, Gap, Gaps
from reproduction.study import Study
from reproduction.workbench import Workbench

__all__ = ["Piece", "optimum", "pieces_of"]

MENTIONS: Final = 5  # with 5 candidates each 3,125 assignments
FEWEST: Final = 3  # with two, every objective reduces to the single pair
CANDIDATES: Final = 5
LEAST: Final = 10  # assignments; with two or three, the second best is (nearly) the worst
PER_SET: Final = 60
MADE_UP: Final = 200
SAMPLES: Final = 2000


@dataclass(frozen=True, eq=False)
class Piece:
    """Neighbouring mentions of a document, each with its candidates of largest local confidence and its gold."""

    document: str
    entities: list[list[int]]
    local: list[FloatArray]
    gold: list[frozenset[int]]

    @property
    def n_assignments(self) -> int:
        """How many ways there are to choose."""
        return math.prod(len(found) for found in self.entities)

    def n_right(self, choice: Sequence[int] | IntArray) -> int:
        """How many mentions a choice gets right."""
        return sum(found[at] in gold for found, at, gold in zip(self.entities, choice, self.gold, strict=True))


def optimum(bench: Workbench) -> Study:
    """Every method against all assignments of small pieces of the data sets."""
    names = list(dict.fromkeys([*bench.measures, bench.best_measure]))
    kinds = {each: measure(each, kb=bench.kb) for each in names}
    pieces, n_easy = _draw(bench)
    title = "Do the methods reach the optimum, and is it right?"
    if not pieces:
        return Study("optimum", title, f"No {FEWEST} mentions of a document have {LEAST} assignments.", [], {})
    found = {each: _measure(pieces, kind, bench.seed) for each, kind in kinds.items()}
    harder = {
        report.HIGH: _gaps([_solve_piece(piece, kinds[bench.best_measure], HIGH_BETA) for piece in pieces]),
        report.RANDOM: _gaps(_solve_made_up(bench.seed)),
    }
    sizes = {
        "pieces": len(pieces),
        "too few assignments": n_easy,
        "documents": len({piece.document for piece in pieces}),
        "mentions": sum(len(piece.gold) for piece in pieces),
        "median assignments": int(np.median([piece.n_assignments for piece in pieces])),
        "most mentions": MENTIONS,
        "most candidates": CANDIDATES,
        "least assignments": LEAST,
        "most pieces of a data set": PER_SET,
        "made up": MADE_UP,
    }
    best = bench.best_measure
    return Study(
        name="optimum",
        title=title,
        about=report.words(sizes, found, harder, best),
        tables=[
            report.missed_table(found[best], best),
            report.distance_table(found[best], best),
            report.own_table(found, harder),
            report.accuracy_table(found),
            report.best_beta_table(found[best], best),
        ],
        figures={
            "beta": BETA,
            "betas": BETAS,
            **sizes,
            "measures": {each: {**one._asdict(), "gaps": _plain(one.gaps)} for each, one in found.items()},
            "harder": {title: _plain(gaps) for title, gaps in harder.items()},
        },
        plots=[report.beta_plot(found[best], best), report.missed_plot(found, harder)],
    )


def pieces_of(document: PreparedGold, name: str) -> list[Piece]:
    """Cut a document into pieces; repeated names and mentions without candidates are left out."""
    mentions = [at for at in document.repeats.first.tolist() if len(document.lists[at])]
    pieces = []
    for start in range(0, len(mentions), MENTIONS):
        part = mentions[start : start + MENTIONS]
        if len(part) >= FEWEST:
            tops = [np.argsort(-document.local[at], kind="stable")[:CANDIDATES] for at in part]
            pieces.append(
                Piece(
                    document=name,
                    entities=[document.lists[at].entities[top].tolist() for at, top in zip(part, tops, strict=True)],
                    local=[document.local[at][top] for at, top in zip(part, tops, strict=True)],
                    gold=[document.gold[at] for at in part],
                )
            )
    return pieces


def _draw(bench: Workbench) -> tuple[list[Piece], int]:
    """At most `PER_SET` pieces of each data set, drawn at random; and how many had too few assignments."""
    drawn, n_easy = [], 0
    for name in bench.data_sets:
        every = [
            piece for document in bench.documents(name) for piece in pieces_of(document, f"{name}/{document.source.id}")
        ]
        hard = [piece for piece in every if piece.n_assignments >= LEAST]
        order = np.random.default_rng(bench.seed).permutation(len(hard))[:PER_SET]
        drawn += [hard[at] for at in sorted(order.tolist())]
        n_easy += len(every) - len(hard)
    return drawn, n_easy


def _solve_all(every: Assignments, problem: Problem) -> dict[str, tuple[IntArray, dict[str, float]]]:
    """Answer of each method, and its gap by each objective."""
    gaps = {name: every.gaps(name, problem.beta) for name in GAINS}
    found = {}
    for method in (*METHODS, "local"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            choice = solve(problem, method).choice
        at = every.index(choice)
        found[method] = choice, {name: float(gaps[name][at]) for name in GAINS}
    return found


def _measure(pieces: Sequence[Piece], relatedness: KernelRelatedness, seed: int) -> Found:
    """All objectives, betas and methods on all pieces with one measure."""
    gaps, by_method = [], []
    by_optimum: dict[str, list[list[int]]] = {name: [] for name in GAINS}
    for piece in pieces:
        psi = relatedness.matrix(np.concatenate(piece.entities))
        every = Assignments(piece.local, psi)
        found = _solve_all(every, Problem(piece.local, psi, BETA))
        gaps.append({method: gap for method, (_, gap) in found.items()})
        by_method.append({method: piece.n_right(choice) for method, (choice, _) in found.items()})
        for name in GAINS:
            tops = (every.choices[every.gains(name, beta).argmax()] for beta in BETAS)
            by_optimum[name].append([piece.n_right(top) for top in tops])
    return _summary(pieces, gaps, by_method, by_optimum, seed)


def _solve_piece(piece: Piece, relatedness: KernelRelatedness, beta: float) -> dict[str, dict[str, float]]:
    psi = relatedness.matrix(np.concatenate(piece.entities))
    found = _solve_all(Assignments(piece.local, psi), Problem(piece.local, psi, beta))
    return {method: gap for method, (_, gap) in found.items()}


def _solve_made_up(seed: int) -> list[dict[str, dict[str, float]]]:
    """Gaps on problems of uniform random numbers, without any coherence."""
    rng = np.random.default_rng(seed)
    gaps = []
    for _ in range(MADE_UP):
        local = list(rng.random((MENTIONS, CANDIDATES)))
        upper = np.triu(rng.random((MENTIONS * CANDIDATES,) * 2), 1)
        psi = upper + upper.T + np.eye(len(upper))
        found = _solve_all(Assignments(local, psi), Problem(local, psi, BETA))
        gaps.append({method: gap for method, (_, gap) in found.items()})
    return gaps


def _gaps(rows: Sequence[dict[str, dict[str, float]]]) -> dict[str, dict[str, Gap]]:
    return {
        method: {name: Gap.of(np.array([row[method][name] for row in rows])) for name in GAINS} for method in rows[0]
    }


def _plain(gaps: Gaps) -> dict[str, dict[str, dict[str, float]]]:
    return {method: {name: gap._asdict() for name, gap in row.items()} for method, row in gaps.items()}


def _summary(
    pieces: Sequence[Piece],
    gaps: Sequence[dict[str, dict[str, float]]],
    by_method: Sequence[dict[str, int]],
    by_optimum: dict[str, list[list[int]]],
    seed: int,
) -> Found:
    total = sum(len(piece.gold) for piece in pieces)
    accuracy = {name: (np.sum(rows, axis=0) / total).tolist() for name, rows in by_optimum.items()}
    best = {name: int(np.argmax(values)) for name, values in accuracy.items()}
    counts = {name: np.array(rows)[:, best[name]] for name, rows in by_optimum.items()}
    reachable = sum(
        not gold.isdisjoint(found) for piece in pieces for gold, found in zip(piece.gold, piece.entities, strict=True)
    )
    return Found(
        gaps=_gaps(gaps),
        accuracy={method: sum(row[method] for row in by_method) / total for method in by_method[0]},
        optimum_accuracy=accuracy,
        lead_over_mintree={name: _interval(pieces, counts[name] - counts["mintree"], seed) for name in GAINS},
        mintree_over_local=_interval(pieces, counts["mintree"] - [row["local"] for row in by_method], seed),
        reachable=reachable / total,
    )


def _interval(pieces: Sequence[Piece], differences: IntArray, seed: int) -> tuple[float, float]:
    """95 % interval of the difference in accuracy: documents are resampled, each with all of its pieces."""
    names, owner = np.unique([piece.document for piece in pieces], return_inverse=True)
    difference = np.bincount(owner, weights=differences)
    mentions = np.bincount(owner, weights=[len(piece.gold) for piece in pieces])
    n = len(names)
    times = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=SAMPLES)
    low, high = np.quantile(times @ difference / (times @ mentions), [0.025, 0.975])
    return float(low), float(high)
