"""Whether the objectives rise with the number of right answers (Sec. 5 of the paper), and what makes them rise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pairlinking.linking.prepared import PreparedGold
from pairlinking.problem import Problem
from pairlinking.relatedness import measure
from pairlinking.stages import Relatedness
from reproduction.studies.objectives import tables as report
from reproduction.studies.objectives.series import OBJECTIVES, Steps, correlations, steps_of
from reproduction.studies.objectives.tables import ANY, BETA, CLOSEST, DRAWS, Cell, Variant
from reproduction.study import Study
from reproduction.workbench import Workbench

__all__ = ["objectives"]

VARIANTS = (ANY, CLOSEST, Variant("random", True), Variant("closest", True))


def objectives(bench: Workbench) -> Study:
    """Spearman's correlations of the objectives with the number of right answers and with each other."""
    title = "Do the objectives rise with the number of right answers?"
    counts = {name: _counts(bench.documents(name)) for name in bench.data_sets}
    names = [name for name in bench.data_sets if counts[name]["documents"]]
    if not names:
        return Study(
            "objectives", title, "No document has two mentions with a right and a wrong candidate.", [], counts
        )
    cells = {name: {variant: _cells(bench, name, variant) for variant in VARIANTS} for name in names}
    means = {v: {each: _mean([cells[name][v][each] for name in names]) for each in bench.measures} for v in VARIANTS}
    return Study(
        name="objectives",
        title=title,
        about=report.words(counts, means, _strangers(bench)),
        tables=[
            report.paper_table(ANY, means[ANY]),
            report.paper_table(CLOSEST, means[CLOSEST]),
            report.controls_table(means),
            report.psi_table(means),
            report.sets_table({name: cells[name][ANY] for name in names}),
            report.counts_table(counts),
        ],
        figures={
            "beta": BETA,
            "draws": DRAWS,
            "counts": counts,
            "average": {str(variant): found for variant, found in means.items()},
            "data_sets": {name: {str(v): found for v, found in cells[name].items()} for name in names},
        },
        plots=[report.bars(variant, means[variant]) for variant in (ANY, CLOSEST)],
    )


def _counts(documents: Sequence[PreparedGold]) -> dict[str, int]:
    """Documents that can be used, their mentions, and why other mentions are left out."""
    found = dict.fromkeys(("documents", "mentions", "right not among candidates", "no wrong candidate", "too few"), 0)
    for document in documents:
        usable = 0
        for gold, each in zip(document.gold, document.entities, strict=True):
            if not gold.intersection(each):
                found["right not among candidates"] += 1
            elif gold.issuperset(each):
                found["no wrong candidate"] += 1
            else:
                usable += 1
        found["mentions" if usable > 1 else "too few"] += usable
        found["documents"] += usable > 1
    return found


def _cells(bench: Workbench, name: str, variant: Variant) -> dict[str, Cell]:
    """Means over the documents of a data set, by measure; wrong entities are the same for every measure."""
    kinds = {each: measure(each, kb=bench.kb) for each in bench.measures}
    rows: dict[str, list[Cell]] = {each: [] for each in kinds}
    for draw in range(DRAWS if variant.wrong == "random" else 1):
        rng = np.random.default_rng([bench.seed, draw])
        for document in bench.documents(name):
            every = list(range(len(document.gold)))
            mentions = document.repeats.first.tolist() if variant.once else every
            steps = steps_of(document, mentions, variant.wrong, rng)
            for each, kind in kinds.items() if len(steps.entities) > 1 else ():
                rows[each].append(_row(steps, kind))
    return {each: _mean(found) for each, found in rows.items()}


def _row(steps: Steps, relatedness: Relatedness) -> Cell:
    problem = steps.problem(relatedness, BETA)
    psi = problem.relatedness_matrix()
    others = ~np.eye(len(steps.entities), dtype=bool)
    pairs = correlations(steps.series(problem))
    alone = correlations(steps.series(Problem(steps.local, psi, 1.0)), [("quality", name) for name in OBJECTIVES])
    return {
        **{f"{first} ~ {second}": value for (first, second), value in pairs.items()},
        **{f"quality ~ {name}, relatedness alone": value for (_, name), value in alone.items()},
        "psi of two right": float(psi[0::2, 0::2][others].mean()),
        "psi of two wrong": float(psi[1::2, 1::2][others].mean()),
    }


def _mean(cells: Sequence[Cell]) -> Cell:
    return {key: float(np.mean([cell[key] for cell in cells])) for key in cells[0]} if cells else {}


def _strangers(bench: Workbench) -> str:
    """What WLM (Eq. 9) gives two typical entities that share no link, and how many in-links candidates have."""
    in_links = np.diff(bench.kb.in_link_indptr)
    usual = float(np.median(in_links))
    size = np.log(usual + 1)
    value = 1 - size / (np.log(len(bench.kb) + 1) - size)
    rights: list[int] = []
    wrongs: list[int] = []
    for name in bench.data_sets:
        for document in bench.documents(name):
            for gold, found in zip(document.gold, document.entities, strict=True):
                rights += gold.intersection(found)
                wrongs += set(found) - gold
    return (
        "WLM rates entities with few in-links as related whether or not they share any: two with "
        f"{usual:.0f} each, the median of this knowledge base, and none in common get {value:.2f}. The "
        f"median is {np.median(in_links[wrongs]):.0f} for wrong candidates and {np.median(in_links[rights]):.0f} for "
        "right ones."
    )
