"""Tables and plots of the study of NIL detection."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pairlinking.evaluation.metrics import Scores, scores_of
from reproduction.made_nil import Mask
from reproduction.studies.nil_detection.scores import CRITERIA, GRID, IN_KB, MISSING, NO_ENTITY, AtThreshold, Judged
from reproduction.study import Plot, Series, Table, bold_best

__all__ = ["plots", "tables"]

_CONFIDENCE = CRITERIA[0]
_POINTS = 26  # of a line in a plot


def tables(
    judged: Mapping[str, Judged],
    rules: Mapping[str, Mapping[str, AtThreshold]],
    folds: Mapping[str, Mapping[str, AtThreshold]],
    separation: Mapping[str, Mapping[str, float]],
    threshold: float,
) -> list[Table]:
    """The kinds of mentions, the effect of thresholds, and a comparison of the criteria."""
    return [_kinds(judged, threshold), _rules(rules, threshold), _criteria(folds, separation)]


def plots(judged: Mapping[str, Judged]) -> list[Plot]:
    """Precision against recall of NIL by criterion, and F1 of links over the threshold."""
    precise, linked = [], []
    for criterion in CRITERIA:
        # The same number of mentions is between any two thresholds, so that recall rises in even steps.
        scores = np.concatenate([each.scores[criterion][each.has_candidates] for each in judged.values()])
        steps = np.unique(np.quantile(scores, np.linspace(0, 1, _POINTS))) if len(scores) else GRID[:1]
        nil = [_nil_of_all(judged, criterion, float(at)) for at in steps]
        precise.append(Series(criterion, [recall for _, recall in nil], [precision for precision, _ in nil]))
        at = GRID[:: len(GRID) // _POINTS].tolist()
        f1 = [float(np.mean([each.at(criterion, one).links.f1 for each in judged.values()])) for one in at]
        linked.append(Series(criterion, at, f1))
    return [
        Plot("NIL by threshold, all data sets together", "recall of NIL", "precision of NIL", precise),
        Plot("Links by threshold, average of the data sets", "threshold", "micro F1 of links", linked),
    ]


def _nil_of_all(judged: Mapping[str, Judged], criterion: str, threshold: float) -> tuple[float, float]:
    """Precision and recall of NIL over the mentions of all data sets."""
    counts = np.sum([each.at(criterion, threshold).tables[0].sum(axis=0) for each in judged.values()], axis=0)
    precision, recall, _ = scores_of(counts).tolist()
    return precision, recall


def _kinds(judged: Mapping[str, Judged], threshold: float) -> Table:
    rows = []
    for name, each in judged.items():
        unlinked = ~each.has_candidates | (each.scores[_CONFIDENCE] < threshold)
        known, missing, without = (each.kind == kind for kind in (IN_KB, MISSING, NO_ENTITY))
        rows.append(
            (
                name,
                f"{len(each.kind):,}",
                f"{known.sum():,}",
                _share(each.is_reachable, known),
                f"{missing.sum():,}",
                _share(~each.has_candidates, missing),
                _share(unlinked, missing),
                f"{without.sum():,}",
                _share(~each.has_candidates, without),
                _share(unlinked, without),
            )
        )
    return Table(
        "Mentions, and the share of NIL mentions that is found",
        (
            "",
            "mentions",
            "in the KB",
            "right candidate",
            "entity missing",
            "without candidates",
            "found",
            "no entity",
            "without candidates",
            "found",
        ),
        rows,
        f"Found: unlinked at the recommended threshold of {threshold:.2f} on the confidence of links. Shares are of "
        "the count before them.",
    )


def _share(part: Mask, of: Mask) -> str:
    return f"{100 * part[of].mean():.0f} %" if of.any() else ""


def _rules(rules: Mapping[str, Mapping[str, AtThreshold]], threshold: float) -> Table:
    shown = {"none": "none", "recommended": f"{threshold:.2f}", "by folds": "by folds"}
    names = list(rules["none"])
    rows = [(name, shown[label], *_cells(found[name])) for name in names for label, found in rules.items()]
    for label, found in rules.items():
        mean = np.mean([(*_values(each.nil), *_values(each.links)) for each in found.values()], axis=0)
        rows.append(("average", shown[label], *(f"{value:.3f}" for value in mean)))
    return Table(
        "Thresholds on the confidence of links: NIL and links",
        ("", "threshold", "NIL precision", "NIL recall", "NIL F1", "links precision", "links recall", "links F1"),
        rows,
        "A link for a NIL mention is wrong; recall of links is over mentions whose entity the knowledge base "
        "has. By folds: the threshold with the best F1 of links on the other four folds.",
    )


def _cells(at: AtThreshold) -> list[str]:
    return [f"{value:.3f}" for value in (*_values(at.nil), *_values(at.links))]


def _values(scores: Scores) -> tuple[float, float, float]:
    return scores.precision, scores.recall, scores.f1


def _criteria(folds: Mapping[str, Mapping[str, AtThreshold]], separation: Mapping[str, Mapping[str, float]]) -> Table:
    names = list(folds[_CONFIDENCE])
    rows = []
    for name in names:
        auc = [separation[each][name] for each in CRITERIA]
        rows.append(
            (
                name,
                *(bold_best(auc) if not np.isnan(auc).any() else [""] * len(auc)),
                *bold_best([folds[each][name].links.f1 for each in CRITERIA]),
                *bold_best([folds[each][name].nil.f1 for each in CRITERIA]),
            )
        )
    return Table(
        "Criteria: how well they separate NIL from the others (AUC), and results with thresholds by folds",
        ("", *(f"{what}, {each}" for what in ("AUC", "links F1", "NIL F1") for each in CRITERIA)),
        rows,
    )
