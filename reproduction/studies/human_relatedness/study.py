"""Measures of relatedness compared with human judgement; the paper judges them by links alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from pairlinking.errors import SourceError
from pairlinking.evaluation.gold import PAPER_SETS
from pairlinking.evaluation.significance import Interval
from reproduction.paper import published_f1
from reproduction.ranks import spearman
from reproduction.studies.human_relatedness.judgements import read_pairs, read_rankings
from reproduction.studies.human_relatedness.scores import LEAST, Judgements, interval, judge_pairs, judge_rankings
from reproduction.study import Plot, Series, Study, Table, bold_best
from reproduction.workbench import Workbench

__all__ = ["human_relatedness"]

_KORE = "KORE"
_FILES = {
    _KORE: "KORE.txt",
    "Similarity-353": "wikipediaSimilarity353.csv",
    "Similarity-411": "wikipediaSimilarity411.csv",
}


def human_relatedness(bench: Workbench) -> Study:
    """Rank correlation and NDCG of each measure with human judgements, on titles that the knowledge base knows."""
    paths = _paths(bench.data / "relatedness")
    measures = bench.shown_measures
    judged = {
        label: judge_rankings(bench.kb, read_rankings(path), measures, seed=bench.seed)
        if label == _KORE
        else judge_pairs(bench.kb, read_pairs(path), measures, seed=bench.seed)
        for label, path in paths.items()
    }
    useful = {label: found for label, found in judged.items() if found.agreement}
    if not useful:
        raise SourceError(
            f"The knowledge base {bench.kb.path} knows almost none of the titles in {bench.data / 'relatedness'}. "
            "The files use titles of the English Wikipedia: use a knowledge base built from it."
        )
    best = bench.best_measure
    return Study(
        name="human-relatedness",
        title="Relatedness by measures and by people",
        about="\n\n".join([_what(judged), _finds(useful, measures, best)]),
        tables=[
            _counts(judged),
            _correlations(useful, measures),
            _differences(useful, measures, best),
            _gains(useful, measures),
            *([_seeds(judged[_KORE], measures)] if _KORE in useful else []),
        ],
        figures=_figures(judged, measures),
        plots=[_plot(useful, measures)],
    )


def _paths(folder: Path) -> dict[str, Path]:
    paths = {label: folder / name for label, name in _FILES.items()}
    missing = [path for path in paths.values() if not path.exists()]
    if missing:
        raise SourceError(
            f"{', '.join(map(str, missing))} not found. KORE.txt is data/en/entity/similarity/KORE.txt of "
            "https://github.com/studio-ousia/wikipedia2vec; the two wikipediaSimilarity files are in "
            "src/main/resources/datasets of https://github.com/marcocor/bat-framework. Copy them to this folder."
        )
    return paths


def _what(judged: Mapping[str, Judgements]) -> str:
    first, second = (judged[label].pairs for label in list(_FILES)[1:])
    used = ", ".join(f"{found.used} of {found.n} pairs of {label}" for label, found in judged.items())
    return f"""The paper judges measures of relatedness by the links that Pair-Linking makes with them. Here they are \
compared with human judgement. KORE has {len(judged[_KORE].seeds)} seeds that can be used, each with titles that \
people have put in order of relatedness; the figure is the mean over seeds of Spearman's rank correlation. The other \
two files are pairs of articles with a rating, for words of WordSim353 and some more; the figure is the correlation \
over all pairs. Only pairs of which the knowledge base knows both titles count, redirects included ({used}); \
a seed needs {LEAST} known titles. The two files of pairs are not independent: {len(first & second)} of the \
pairs used are in both. Intervals hold 95 % of the figures when seeds or pairs are resampled. NDCG is shown next \
to its value without any order, as it is high for any order. WLM-PRIOR is WLM with a correction for entities \
with few in-links; it is not in the paper."""


def _finds(useful: Mapping[str, Judgements], measures: Sequence[str], best: str) -> str:
    average = {name: float(np.mean([each.agreement[name].spearman for each in useful.values()])) for name in measures}
    order = sorted(measures, key=lambda name: -average[name])
    ranked = ", ".join(f"{name.upper()} {average[name]:.2f}" for name in order)
    compared = {
        f"{name.upper()} on {label}": _difference(found, best, name)
        for label, found in useful.items()
        for name in measures
        if name != best
    }
    sure = [f"{each.value:+.2f} against {what}" for what, each in compared.items() if each.low > 0 or each.high < 0]
    zeros = np.mean([found.agreement["njs"].zeros for found in useful.values()])
    return f"""Averages of the data sets, best first: {ranked}. {_by_links(measures)} {best.upper()} differs from \
another measure, with an interval that excludes 0, in {len(sure)} of {len(compared)} comparisons \
({"; ".join(sure) or "none"}); the other differences may be chance. NJS gives {100 * zeros:.0f} % of the pairs the \
score 0, and so no order, because no page of the knowledge base links to both."""


def _by_links(measures: Sequence[str]) -> str:
    """The order of the measures by the paper's figures for links."""
    f1 = {}
    for name in measures:
        published = [published_f1("pair-linking", name, data_set) for data_set in PAPER_SETS]
        if known := [each for each in published if each is not None]:
            f1[name] = float(np.mean(known))
    ranked = ", ".join(f"{name.upper()} {f1[name]:.3f}" for name in sorted(f1, key=lambda name: -f1[name]))
    return f"By the paper's F1 of Pair-Linking, average of its data sets, the order is {ranked}."


def _difference(found: Judgements, first: str, second: str) -> Interval:
    a, b = found.agreement[first], found.agreement[second]
    return interval(a.spearman - b.spearman, a.drawn - b.drawn)


def _counts(judged: Mapping[str, Judgements]) -> Table:
    reasons = list(dict.fromkeys(reason for found in judged.values() for reason in found.left_out))
    rows = [
        (label, f"{found.n}", f"{found.used}", *(f"{found.left_out.get(reason, 0)}" for reason in reasons))
        for label, found in judged.items()
    ]
    note = "A pair of KORE is a seed and one of its titles; if a seed cannot be used, all its pairs count as left out."
    return Table("Pairs that the knowledge base knows", ("", "pairs", "used", *reasons), rows, note)


def _correlations(useful: Mapping[str, Judgements], measures: Sequence[str]) -> Table:
    rows = []
    for label, found in useful.items():
        cells = bold_best([found.agreement[name].spearman for name in measures])
        ends = [interval(found.agreement[name].spearman, found.agreement[name].drawn) for name in measures]
        rows.append(
            (label, *(f"{cell}, {end.low:.2f} to {end.high:.2f}" for cell, end in zip(cells, ends, strict=True)))
        )
    return Table("Spearman's rank correlation with people", ("", *(name.upper() for name in measures)), rows)


def _differences(useful: Mapping[str, Judgements], measures: Sequence[str], best: str) -> Table:
    others = [name for name in measures if name != best]
    rows = []
    for label, found in useful.items():
        changes = [_difference(found, best, name) for name in others]
        rows.append((label, *(f"{each.value:+.3f}, {each.low:+.2f} to {each.high:+.2f}" for each in changes)))
    head = ("", *(f"from {name.upper()}" for name in others))
    return Table(f"Difference of the correlation of {best.upper()}", head, rows)


def _gains(useful: Mapping[str, Judgements], measures: Sequence[str]) -> Table:
    rows = [
        (label, f"{found.by_chance:.3f}", *bold_best([found.agreement[name].ndcg for name in measures]))
        for label, found in useful.items()
    ]
    return Table("NDCG", ("", "no order", *(name.upper() for name in measures)), rows)


def _seeds(found: Judgements, measures: Sequence[str]) -> Table:
    rows = []
    for seed in found.seeds:
        rho = np.nan_to_num([spearman(-seed.places, seed.scores[name]) for name in measures])
        rows.append((seed.title, f"{len(seed.places)}", *bold_best(rho.tolist(), ".2f")))
    return Table("KORE by seed", ("", "known titles", *(name.upper() for name in measures)), rows)


def _plot(useful: Mapping[str, Judgements], measures: Sequence[str]) -> Plot:
    series = []
    for name in measures:
        each = [interval(found.agreement[name].spearman, found.agreement[name].drawn) for found in useful.values()]
        ends = [one.value for one in each], [one.low for one in each], [one.high for one in each]
        series.append(Series(name, list(useful), *ends))
    return Plot("Rank correlation with people", "", "Spearman's correlation", series, kind="bars")


def _figures(judged: Mapping[str, Judgements], measures: Sequence[str]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for label, found in judged.items():
        figures[label] = {
            "pairs": found.n,
            "used": found.used,
            "left_out": dict(found.left_out),
            "ndcg_of_no_order": found.by_chance,
            "seeds": [seed.title for seed in found.seeds],
        }
        for name in measures if found.agreement else ():
            each = found.agreement[name]
            spread = asdict(interval(each.spearman, each.drawn))
            figures[label][name] = {"spearman": spread, "ndcg": each.ndcg, "zeros": each.zeros}
    return figures
