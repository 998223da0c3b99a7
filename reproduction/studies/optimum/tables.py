"""Tables, plots and text of the study of the optimum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from pairlinking.collective import facts_of
from pairlinking.linking.weights import BETAS
from pairlinking.types import FloatArray
from reproduction.paper import METHODS
from reproduction.studies.optimum.assignments import GAINS
from reproduction.study import Plot, Series, Table, bold_best

__all__ = [
    "BETA",
    "HIGH",
    "HIGH_BETA",
    "OWN",
    "RANDOM",
    "Found",
    "Gap",
    "Gaps",
    "accuracy_table",
    "best_beta_table",
    "beta_plot",
    "distance_table",
    "missed_plot",
    "missed_table",
    "own_table",
    "words",
]

BETA: Final = 0.5
HIGH_BETA: Final = 0.9
HIGH: Final = "high beta"
RANDOM: Final = "random numbers"
OWN: Final = {name: objective for name in METHODS if (objective := facts_of(name).objective) is not None}
SHOWN: Final = {"all-link": "ALL-Link", "single-link": "SINGLE-Link", "chain": "chain", "mintree": "MINTREE"}


class Gap(NamedTuple):
    """For many problems: how often the optimum is missed, and by what share of the way from best to worst."""

    missed: float
    mean: float
    worst: float

    @classmethod
    def of(cls, gaps: FloatArray) -> Gap:
        """From the gap of each problem; a difference by rounding is not a miss."""
        return cls(float(np.mean(gaps > 1e-9)), float(gaps.mean()), float(gaps.max()))


Gaps: TypeAlias = Mapping[str, Mapping[str, Gap]]  # by method and objective


class Found(NamedTuple):
    """Everything found by one measure.

    Attributes
    ----------
    gaps
        By method and objective.
    accuracy
        Of each method, with beta 0.5.
    optimum_accuracy
        Of the true optimum of each objective, for each of BETAS.
    lead_over_mintree
        95 % interval of the lead of an objective's optimum over MINTREE's, each with the beta that is best for it.
    mintree_over_local
        The same for the lead of MINTREE's optimum over phi alone.
    reachable
        Share of mentions whose entity is among the candidates.
    """

    gaps: Gaps
    accuracy: Mapping[str, float]
    optimum_accuracy: Mapping[str, list[float]]
    lead_over_mintree: Mapping[str, tuple[float, float]]
    mintree_over_local: tuple[float, float]
    reachable: float

    def best_beta(self, objective: str) -> tuple[float, float]:
        """The beta with the most accurate optimum, and its accuracy."""
        at = int(np.argmax(self.optimum_accuracy[objective]))
        return BETAS[at], self.optimum_accuracy[objective][at]


def missed_table(found: Found, measure: str) -> Table:
    """How often each method misses each optimum."""
    rows = [
        [f"`{method}`", *(_own(method, name, f"{100 * gap.missed:.1f}") for name, gap in row.items())]
        for method, row in found.gaps.items()
    ]
    note = "The objective that a method optimises is in bold; PageRank and `local` have none."
    return Table(
        f"Problems where the optimum is missed, in per cent, {measure.upper()}", ["method", *_names()], rows, note
    )


def distance_table(found: Found, measure: str) -> Table:
    """How far each method is from each optimum."""
    rows = [
        [
            f"`{method}`",
            *(_own(method, name, f"{100 * gap.mean:.2f} / {100 * gap.worst:.0f}") for name, gap in row.items()),
        ]
        for method, row in found.gaps.items()
    ]
    note = "In per cent of the way from the best to the worst of all assignments: mean / worst problem."
    return Table(f"Distance from the optimum, {measure.upper()}", ["method", *_names()], rows, note)


def own_table(found: Mapping[str, Found], harder: Mapping[str, Gaps]) -> Table:
    """Each method on its own objective, by measure, and on harder problems."""
    rows = []
    for method, objective in OWN.items():
        gaps = [each[method][objective] for each in (*(one.gaps for one in found.values()), *harder.values())]
        rows.append([f"`{method}`", SHOWN[objective], *(f"{100 * g.missed:.1f} / {100 * g.mean:.2f}" for g in gaps)])
    head = ["method", "objective", *(each.upper() for each in found), *harder]
    note = (
        "Problems missed in per cent / mean distance in per cent of the way to the worst. High beta: "
        f"{list(found)[-1].upper()} with beta {HIGH_BETA} instead of {BETA}."
    )
    return Table("Each method on its own objective", head, rows, note)


def accuracy_table(found: Mapping[str, Found]) -> Table:
    """How often optima and methods are right."""
    rows = []
    for objective in GAINS:
        values = [each.optimum_accuracy[objective][BETAS.index(BETA)] for each in found.values()]
        rows.append([f"optimum of {SHOWN[objective]}", *(f"{value:.3f}" for value in values)])
        for method in (method for method, own in OWN.items() if own == objective):
            rows.append([f"`{method}`", *(f"{each.accuracy[method]:.3f}" for each in found.values())])
    for method in ("pagerank", "local"):
        rows.append([f"`{method}`", *(f"{each.accuracy[method]:.3f}" for each in found.values())])
    rows.append(["right entity among the candidates", *(f"{each.reachable:.3f}" for each in found.values())])
    note = "Below each optimum are the methods that optimise the same objective, with the same beta."
    return Table(f"Share of mentions that are right, beta {BETA}", ["", *(each.upper() for each in found)], rows, note)


def best_beta_table(found: Found, measure: str) -> Table:
    """Each objective with the beta that is best for it."""
    best = [found.best_beta(name) for name in GAINS]
    shown = bold_best([accuracy for _, accuracy in best])
    rows = []
    for name, (beta, _), accuracy in zip(GAINS, best, shown, strict=True):
        low, high = found.lead_over_mintree[name]
        lead = "" if name == "mintree" else f"{100 * low:+.1f} to {100 * high:+.1f}"
        rows.append([SHOWN[name], f"{beta:g}", accuracy, lead])
    head = ["optimum of", "beta", "right", "lead over MINTREE, points"]
    note = "Beta is chosen on the same problems for all. The lead is a 95 % interval over resampled documents."
    return Table(f"The true optimum with the best beta, {measure.upper()}", head, rows, note)


def beta_plot(found: Found, measure: str) -> Plot:
    """Accuracy of the optima over beta."""
    series = [Series(SHOWN[name], BETAS, values) for name, values in found.optimum_accuracy.items()]
    return Plot(f"How often the true optimum is right, {measure.upper()}", "beta", "share of mentions right", series)


def missed_plot(found: Mapping[str, Found], harder: Mapping[str, Gaps]) -> Plot:
    """How often each method misses its own optimum, except for the chain, which is solved exactly."""
    kinds = {each.upper(): one.gaps for each, one in found.items()} | dict(harder)
    series = [
        Series(method, list(kinds), [100 * gaps[method][own].missed for gaps in kinds.values()])
        for method, own in OWN.items()
        if own != "chain"
    ]
    return Plot("Problems where a method misses its own optimum", "problems", "per cent", series, kind="bars")


def _names() -> list[str]:
    return [SHOWN[name] for name in GAINS]


def _own(method: str, objective: str, text: str) -> str:
    return f"**{text}**" if OWN.get(method) == objective else text


def words(sizes: Mapping[str, int], found: Mapping[str, Found], harder: Mapping[str, Gaps], measure: str) -> str:
    """What was measured and what follows."""
    best = found[measure]
    accuracy = {name: best.best_beta(name) for name in GAINS}
    ranked = sorted(GAINS, key=lambda name: -accuracy[name][1])
    easy = ", ".join(f"{SHOWN[name]} in {100 - 100 * gap.missed:.0f} %" for name, gap in best.gaps["local"].items())
    return "\n\n".join(
        [
            f"Documents are cut into pieces of up to {sizes['most mentions']} neighbouring mentions, repeated names "
            f"once, with up to {sizes['most candidates']} candidates of largest phi each: few enough to try every "
            f"assignment. {sizes['pieces']} pieces of {sizes['documents']} documents are used, at most "
            f"{sizes['most pieces of a data set']} of a data set, with a median of {sizes['median assignments']} "
            f"assignments; {sizes['too few assignments']} with fewer than {sizes['least assignments']} assignments are "
            f"left out. Beta is {BETA} for all methods, so they see the same numbers. The paper has no such study.",
            f"With {measure.upper()}, this is the share of pieces in which Pair-Linking misses the optimum of MINTREE, "
            f"and the others that of their own objective: {_missed(best.gaps)}. Many pieces are easy: phi alone "
            f"reaches the optimum of {easy}. With beta {HIGH_BETA} the shares are {_missed(harder[HIGH])}; on "
            f"{sizes['made up']} problems of uniform random numbers {_missed(harder[RANDOM])}. `fwbw` is exact by "
            "construction. This says nothing about longer documents.",
            "Is the optimum right? With the beta that is best for each objective, the share of mentions that "
            "its true optimum gets right is "
            + ", ".join(f"{accuracy[name][1]:.3f} for {SHOWN[name]}" for name in ranked)
            + f"; phi alone gets {best.accuracy['local']:.3f}, and {best.reachable:.3f} have the right entity among "
            f"their candidates. {_verdict(best)}",
        ]
    )


def _missed(gaps: Gaps) -> str:
    missed = {method: 100 * gaps[method][own].missed for method, own in OWN.items() if own != "chain"}
    own = missed.pop("pair-linking")
    others = sorted(missed, key=missed.__getitem__)
    low, high = others[0], others[-1]
    return f"{own:.1f} %, and {missed[low]:.1f} % (`{low}`) to {missed[high]:.1f} % (`{high}`)"


def _verdict(found: Found) -> str:
    """Which differences are larger than chance."""
    clear = [SHOWN[name] for name in GAINS if (ends := found.lead_over_mintree[name])[0] > 0 or ends[1] < 0]
    low, high = (100 * end for end in found.mintree_over_local)
    return (
        f"The lead of MINTREE's optimum over phi alone is {low:+.1f} to {high:+.1f} points (95 % interval, documents "
        "resampled); "
        + (f"{' and '.join(clear)} differ" if clear else "no other objective differs")
        + " significantly from MINTREE (last table)."
    )
