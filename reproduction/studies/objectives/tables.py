"""Tables, plots and text of the study of the objectives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from pairlinking.evaluation import catalogue
from reproduction.paper import published_correlation
from reproduction.studies.objectives.series import OBJECTIVES, PAIRS
from reproduction.study import Plot, Series, Table, with_paper

__all__ = [
    "ANY",
    "BETA",
    "CLOSEST",
    "DRAWS",
    "Cell",
    "Means",
    "Variant",
    "bars",
    "controls_table",
    "counts_table",
    "paper_table",
    "psi_table",
    "sets_table",
    "words",
]

BETA: Final = 0.5  # equal weights, as in the paper's objectives without beta
DRAWS: Final = 3  # of random wrong candidates
PRINTED: Final = tuple(pair for pair in PAIRS if "local" not in pair)
SHOWN: Final = {"all-link": "ALL-Link", "single-link": "SINGLE-Link", "mintree": "MINTREE"}


class Variant(NamedTuple):
    """How wrong entities are picked, and whether a repeated name counts once."""

    wrong: str
    once: bool

    def __str__(self) -> str:
        picked = "any wrong candidate" if self.wrong == "random" else "wrong candidate of largest phi"
        return picked + (", repeated names once" if self.once else "")


ANY, CLOSEST = Variant("random", False), Variant("closest", False)

Cell: TypeAlias = dict[str, float]  # correlations and mean psi, by what they are of
Means: TypeAlias = Mapping[Variant, Mapping[str, Cell]]  # by measure


def paper_table(variant: Variant, means: Mapping[str, Cell]) -> Table:
    """Our correlations with the paper's in brackets; a row for each measure."""
    titles = {"quality": "number right", **SHOWN}
    rows = []
    for each, cell in means.items():
        found = [with_paper(f"{cell[f'{a} ~ {b}']:.3f}", published_correlation(each, a, b)) for a, b in PRINTED]
        rows.append([each.upper(), *found])
    head = ["measure", *(f"{titles[first]}, {titles[second]}" for first, second in PRINTED)]
    return Table(
        f"Correlations, starting from: {variant}",
        head,
        rows,
        "Average over the data sets; the paper's figures are in brackets.",
    )


def controls_table(means: Means) -> Table:
    """Correlation with the number right by phi and psi, by each alone, and for every variant."""
    head = ["starting from", "measure", "phi alone", *SHOWN.values(), *(f"psi {title}" for title in SHOWN.values())]
    rows = []
    for variant, found in means.items():
        for each, cell in found.items():
            values = [cell["quality ~ local"]]
            values += [cell[f"quality ~ {name}{what}"] for what in ("", ", relatedness alone") for name in OBJECTIVES]
            rows.append([str(variant), each.upper(), *(f"{value:.3f}" for value in values)])
    note = (
        "Phi alone: the sum of phi; psi: the objective without phi. Repeated names once: as in all methods of this "
        "package. An objective that never changes counts as 0."
    )
    return Table("What the correlation with the number right comes from", head, rows, note)


def counts_table(counts: Mapping[str, Mapping[str, int]]) -> Table:
    """Documents and mentions that are used, and why others are not."""
    rows = [[catalogue.find(name).title, *(f"{n:,}" for n in found.values())] for name, found in counts.items()]
    note = "Too few: mentions of documents in which no other mention is left."
    return Table(
        "Documents and mentions used, and mentions left out", ["data set", *next(iter(counts.values()))], rows, note
    )


def sets_table(cells: Mapping[str, Mapping[str, Cell]]) -> Table:
    """Correlations with the number right by data set."""
    measures = list(next(iter(cells.values())))
    head = [
        "data set",
        *(f"{each.upper()} {SHOWN[name].removesuffix('-Link')}" for each in measures for name in OBJECTIVES),
    ]
    rows = []
    for data_set, found in cells.items():
        values = [found[each][f"quality ~ {name}"] for each in measures for name in OBJECTIVES]
        rows.append([catalogue.find(data_set).title, *(f"{value:.3f}" for value in values)])
    return Table(f"Correlation with the number right, starting from: {ANY}", head, rows)


def psi_table(means: Means) -> Table:
    """How related two right and two wrong entities are."""
    rows = [
        [
            each.upper(),
            f"{means[ANY][each]['psi of two right']:.3f}",
            f"{means[ANY][each]['psi of two wrong']:.3f}",
            f"{means[CLOSEST][each]['psi of two wrong']:.3f}",
        ]
        for each in means[ANY]
    ]
    head = ["measure", "two right entities", f"two wrong ({ANY})", f"two wrong ({CLOSEST})"]
    return Table("Mean relatedness of two entities of a document", head, rows)


def bars(variant: Variant, means: Mapping[str, Cell]) -> Plot:
    """Strength of the correlation with the number right by measure."""
    measures = [each.upper() for each in means]
    keys = {SHOWN[name]: f"quality ~ {name}" for name in OBJECTIVES}
    keys |= {"phi alone": "quality ~ local", "MINTREE, psi alone": "quality ~ mintree, relatedness alone"}
    series = []
    for title, key in keys.items():
        sign = -1 if "mintree" in key else 1  # MINTREE is a cost
        series.append(Series(title, measures, [sign * cell[key] for cell in means.values()]))
    return Plot(f"Correlation with the number right; wrong is: {variant}", "measure", "Spearman", series, kind="bars")


def words(counts: Mapping[str, Mapping[str, int]], means: Means, strangers: str) -> str:
    """What was measured and what follows; `strangers` explains why wrong entities may look related by WLM."""
    total = {key: sum(found[key] for found in counts.values()) for key in next(iter(counts.values()))}
    away = [_distance(means[variant]) for variant in (ANY, CLOSEST)]
    paragraphs = [
        "All mentions of a document start with a wrong answer and are corrected one after the other, in the order of "
        "the text. Spearman's correlation shows whether an objective rises with the number of right answers. It is "
        "averaged over documents, then over data sets; local confidence (phi) and relatedness (psi) have equal weights "
        f"(beta {BETA}). Each mention needs a right and a wrong candidate: {total['mentions']:,} mentions of "
        f"{total['documents']} documents have them. {total['right not among candidates']:,} lack the right one, "
        f"{total['no wrong candidate']:,} have no wrong one, and {total['too few']:,} are the only such mention of "
        "their document.",
        "The paper does not say which wrong entity a mention starts with. The first table uses any wrong candidate, "
        f"drawn at random (mean of {DRAWS} draws); the second the one of largest phi, the mistake a linker would make. "
        f"The first is {away[0]:.3f} away from the paper's correlations with the number right on average, the second "
        f"{away[1]:.3f}.",
        "The paper claims that MINTREE is as good as the other two. Compared with the better of them, the strength of "
        f"its correlation differs by {_mintree_against_better(means[ANY])} for any wrong candidate, and by "
        f"{_mintree_against_better(means[CLOSEST])} for the one of largest phi.",
        "A high correlation alone does not show that an objective is good. The plain sum of phi, which ignores the "
        f"other mentions, has {_local(means[ANY]):.3f} for any wrong candidate and {_local(means[CLOSEST]):.3f} for "
        f"the one of largest phi; the best objective by each measure adds {_gains(means[ANY])}, and "
        f"{_gains(means[CLOSEST])}. It is no surprise that the objectives correlate with each other, because they "
        f"share phi and psi: their three correlations have a mean strength of {_likeness(means[ANY])}, and "
        f"{_likeness(means[CLOSEST])}.",
    ]
    turned = [each for each, cell in means[ANY].items() if cell["psi of two wrong"] > cell["psi of two right"]]
    if turned:
        paragraphs.append(
            f"By {' and '.join(each.upper() for each in turned)}, two wrong entities of a document are more related "
            "than two right ones (fourth table): the more answers are right, the less they support each other."
            + (f" {strangers}" if "wlm" in turned else "")
        )
    return "\n\n".join(paragraphs)


def _strength(cell: Cell, name: str) -> float:
    """Correlation with the number right, with the sign of a cost reversed."""
    return cell[f"quality ~ {name}"] * (-1 if name == "mintree" else 1)


def _distance(means: Mapping[str, Cell]) -> float:
    return float(
        np.mean(
            [
                abs(cell[f"quality ~ {name}"] - paper)
                for each, cell in means.items()
                for name in OBJECTIVES
                if (paper := published_correlation(each, "quality", name)) is not None
            ]
        )
    )


def _mintree_against_better(means: Mapping[str, Cell]) -> str:
    gaps = {
        each: _strength(cell, "mintree") - max(_strength(cell, "all-link"), _strength(cell, "single-link"))
        for each, cell in means.items()
    }
    return ", ".join(f"{gap:+.3f} ({each.upper()})" for each, gap in gaps.items())


def _local(means: Mapping[str, Cell]) -> float:
    return next(iter(means.values()))["quality ~ local"]


def _gains(means: Mapping[str, Cell]) -> str:
    gains = {each: max(_strength(cell, name) for name in OBJECTIVES) - _local(means) for each, cell in means.items()}
    return ", ".join(f"{gain:+.3f} ({each.upper()})" for each, gain in gains.items())


def _likeness(means: Mapping[str, Cell]) -> str:
    pairs = ("all-link ~ single-link", "all-link ~ mintree", "single-link ~ mintree")
    strengths = {each: float(np.mean([abs(cell[pair]) for pair in pairs])) for each, cell in means.items()}
    return ", ".join(f"{value:.3f} ({each.upper()})" for each, value in strengths.items())
