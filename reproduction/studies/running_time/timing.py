"""Processor time of the collective step, and the table of it."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairlinking.collective import solve
from pairlinking.errors import ConvergenceWarning
from pairlinking.linking.prepared import PreparedGold
from pairlinking.stages import Relatedness
from reproduction.paper import METHODS, published_ms
from reproduction.study import Table, with_paper

__all__ = ["REPEATS", "Work", "milliseconds", "times_table"]

REPEATS = 5


class Work(NamedTuple):
    """What a method solves on a data set: documents with their local confidences, and beta."""

    documents: Sequence[PreparedGold]
    beta: float


def milliseconds(work: Mapping[str, Work], relatedness: Relatedness) -> dict[str, float]:
    """Milliseconds per document by method, of the fastest repeat: other work on the machine only adds time.

    All methods take turns.
    """
    seconds = {method: float("inf") for method in work}
    for _ in range(REPEATS):
        for method, (documents, beta) in work.items():
            # Rebuilt each time, because a problem keeps the relatedness that it has computed.
            problems = [each.problem(relatedness, beta, solver=method) for each in documents]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                started = time.process_time()
                for problem in problems:
                    solve(problem, method)
                seconds[method] = min(seconds[method], time.process_time() - started)
    return {method: 1000 * total / len(work[method].documents) for method, total in seconds.items()}


def times_table(title: str, ms: Mapping[str, Mapping[str, float]]) -> Table:
    """Milliseconds by method and data set, with the paper's; the fastest in bold, the second in italics."""
    places = {name: sorted(METHODS, key=of.__getitem__) for name, of in ms.items()}
    rows = []
    for method in METHODS:
        cells = []
        for name, of in ms.items():
            shown = f"{of[method]:.3g}"
            shown = (
                f"**{shown}**" if places[name][0] == method else f"*{shown}*" if places[name][1] == method else shown
            )
            cells.append(with_paper(shown, published_ms(method, name), ".4g"))
        wins = [str(sum(places[name][at] == method for name in ms)) for at in (0, 1)]
        rows.append((f"`{method}`", *cells, *wins))
    return Table(title, ("", *ms, "1st", "2nd"), rows)
