"""Detecting NIL mentions by a threshold on confidence, which the paper proposes but does not measure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from pairlinking.evaluation.significance import Interval
from pairlinking.linking.acceptance import open_acceptance
from pairlinking.local.models import open_models
from pairlinking.relatedness import measure
from reproduction.originals import originals
from reproduction.studies.nil_detection.differences import known_mean, links_change, plateau, separation_advantage
from reproduction.studies.nil_detection.scores import CRITERIA, IN_KB, MISSING, NO_ENTITY, AtThreshold, Judged, judge
from reproduction.studies.nil_detection.tables import plots, tables
from reproduction.study import Study
from reproduction.workbench import Workbench

__all__ = ["nil_detection"]

_CONFIDENCE, _LOCAL, _HIGHEST, _PAIR = CRITERIA
_NEAR = 0.01


def nil_detection(bench: Workbench) -> Study:
    """Precision and recall of NIL by threshold, the effect on links, and which confidence is best for it."""
    models, acceptance = open_models(bench.kb), open_acceptance(bench.kb)
    relatedness = measure(bench.best_measure, kb=bench.kb)
    judged = {}
    for name in bench.data_sets:
        documents = bench.documents(name, with_nil=True)
        if documents:
            judged[name] = judge(documents, originals(bench, name, documents), relatedness, models.beta, acceptance)
    none, advised = (
        {name: each.at(_CONFIDENCE, threshold) for name, each in judged.items()}
        for threshold in (0.0, acceptance.threshold)
    )
    folds = {
        criterion: {
            name: each.at(criterion, each.thresholds_by_folds(criterion, seed=bench.seed))
            for name, each in judged.items()
        }
        for criterion in CRITERIA
    }
    rules = {"none": none, "recommended": advised, "by folds": folds[_CONFIDENCE]}
    separation = {each: {name: judged[name].separation(each) for name in judged} for each in CRITERIA}
    advantage = separation_advantage(judged, bench.seed)
    parts = [
        _what(bench, judged, models.beta),
        _at_the_threshold(rules, judged, acceptance.threshold, are_own=models.are_own, seed=bench.seed),
        _which(separation, advantage, folds, bench.seed),
    ]
    curves = plots(judged)
    return Study(
        name="nil-detection",
        title="Detecting mentions without a known entity",
        about="\n\n".join(parts),
        tables=tables(judged, rules, folds, separation, acceptance.threshold),
        figures={
            **_figures(judged, rules, folds, separation, advantage, acceptance.threshold),
            "curves": {each.title: {one.name: {"x": one.x, "y": one.y} for one in each.series} for each in curves},
        },
        plots=curves,
    )


def _what(bench: Workbench, judged: Mapping[str, Judged], beta: float) -> str:
    kinds = np.concatenate([each.kind for each in judged.values()])
    known, missing, without = (int((kinds == kind).sum()) for kind in (IN_KB, MISSING, NO_ENTITY))
    return f"""The paper proposes, but does not measure, leaving a mention unlinked if the highest local \
confidence of its candidates is below a threshold. Here all mentions are kept: {known:,} whose entity the knowledge \
base has, {missing:,} whose entity it lacks, and {without:,} without a page in Wikipedia according to the annotators, \
as far as they looked; the last two are NIL. Links are made with the linker's default settings: Pair-Linking, \
{bench.best_measure.upper()}, beta {beta:g}, local confidence by the knowledge base's own models. Four criteria are \
compared with a threshold: the confidence of the link, which is the probability that it is right (what the linker \
does), the local confidence of the chosen candidate, the highest local confidence (the paper's proposal), and the \
confidence of the best pair. Mentions without any candidate are \
NIL whatever the threshold."""


def _at_the_threshold(
    rules: Mapping[str, Mapping[str, AtThreshold]],
    judged: Mapping[str, Judged],
    threshold: float,
    *,
    are_own: bool,
    seed: int,
) -> str:
    source = "the knowledge base's own wiki" if are_own else "another wiki, as the knowledge base has no models"
    none, advised, folds = rules["none"], rules["recommended"], rules["by folds"]
    low, high = plateau(judged, _NEAR)
    gain, more = links_change(advised, none, seed), links_change(folds, advised, seed)
    by_kind = {
        kind: np.mean(
            [found for name in judged if (found := _found(judged[name], kind, threshold)) is not None] or [0.0]
        )
        for kind in (MISSING, NO_ENTITY)
    }
    return f"""Averages of the data sets. Without a threshold, NIL is found with precision \
{_mean(none, "nil.precision")} and recall {_mean(none, "nil.recall")}, and links have precision \
{_mean(none, "links.precision")}, recall {_mean(none, "links.recall")} and F1 {_mean(none, "links.f1")}. With the \
recommended threshold ({threshold:.2f}, chosen on pages of {source}) NIL has precision \
{_mean(advised, "nil.precision")} and recall {_mean(advised, "nil.recall")}, links \
{_mean(advised, "links.precision")}, {_mean(advised, "links.recall")} and F1 {_mean(advised, "links.f1")}: \
{_shown(gain)} points of F1. A threshold chosen on other documents of the same data set changes that by \
another {_shown(more)} points; any from {low:.2f} to {high:.2f} keeps the average F1 of links within \
{100 * _NEAR:.0f} point of the best. The recommended threshold finds {100 * by_kind[NO_ENTITY]:.0f} % of the mentions \
without a page and {100 * by_kind[MISSING]:.0f} % of those whose entity is merely missing from this knowledge base."""


def _which(
    separation: Mapping[str, Mapping[str, float]],
    advantage: Interval | None,
    folds: Mapping[str, Mapping[str, AtThreshold]],
    seed: int,
) -> str:
    if advantage is None:
        return "No data set has both NIL mentions and others with candidates: there is nothing to separate."
    averages = {each: known_mean(list(found.values())) for each, found in separation.items()}
    highest = links_change(folds[_HIGHEST], folds[_CONFIDENCE], seed)
    change = links_change(folds[_PAIR], folds[_CONFIDENCE], seed)
    if advantage.low > 0:
        verdict = "the probability is the better criterion"
    elif advantage.high < 0:
        verdict = "pair confidence is the better criterion"
    else:
        verdict = "the data sets do not show which of the two is the better criterion"
    return f"""Among mentions with candidates, the criteria separate NIL from the others with an AUC (1 is perfect, \
0.5 chance) of {averages[_CONFIDENCE]:.3f} for the probability of the link, {averages[_LOCAL]:.3f} for local \
confidence, {averages[_HIGHEST]:.3f} for the highest local confidence and {averages[_PAIR]:.3f} for pair confidence. \
The probability is ahead of pair confidence by {advantage.value:+.3f} ({advantage.low:+.3f} to {advantage.high:+.3f} \
when documents are resampled): {verdict}. With thresholds by folds, pair confidence changes the F1 of links by \
{_shown(change)} points, because a pair lends a NIL mention the confidence of its neighbour, and the highest local \
confidence by {_shown(highest)}."""


def _mean(rule: Mapping[str, AtThreshold], what: str) -> str:
    side, measured = what.split(".")
    return f"{np.mean([getattr(getattr(each, side), measured) for each in rule.values()]):.2f}"


def _shown(change: Interval) -> str:
    return f"{100 * change.value:+.1f} ({100 * change.low:+.1f} to {100 * change.high:+.1f})"


def _found(judged: Judged, kind: int, threshold: float) -> float | None:
    """Share of the mentions of a kind that stay unlinked; None if there are none."""
    of_kind = judged.kind == kind
    unlinked = ~judged.has_candidates | (judged.scores[_CONFIDENCE] < threshold)
    return float(unlinked[of_kind].mean()) if of_kind.any() else None


def _figures(
    judged: Mapping[str, Judged],
    rules: Mapping[str, Mapping[str, AtThreshold]],
    folds: Mapping[str, Mapping[str, AtThreshold]],
    separation: Mapping[str, Mapping[str, float]],
    advantage: Interval | None,
    threshold: float,
) -> dict[str, Any]:
    def plain(found: Mapping[str, AtThreshold]) -> dict[str, Any]:
        return {name: {"nil": asdict(each.nil), "links": asdict(each.links)} for name, each in found.items()}

    def count(of: Callable[[Judged], Any]) -> dict[str, int]:
        return {name: int(np.sum(of(each))) for name, each in judged.items()}

    return {
        "recommended_threshold": threshold,
        "mentions": {
            "in_kb": count(lambda each: each.kind == IN_KB),
            "in_kb_and_among_the_candidates": count(lambda each: each.is_reachable),
            "entity_missing": count(lambda each: each.kind == MISSING),
            "no_entity": count(lambda each: each.kind == NO_ENTITY),
            "nil_with_candidates": count(lambda each: (each.kind != IN_KB) & each.has_candidates),
        },
        "thresholds": {label: plain(found) for label, found in rules.items()},
        "by_folds": {criterion: plain(found) for criterion, found in folds.items()},
        "auc": {
            criterion: {name: None if np.isnan(value) else value for name, value in found.items()}
            for criterion, found in separation.items()
        },
        "auc_above_pair": None if advantage is None else asdict(advantage),
    }
