"""Pair-Linking with the paper's best measure in detail, and compared with other systems."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from pairlinking.evaluation.experiment import Setting
from pairlinking.evaluation.metrics import measure
from pairlinking.evaluation.significance import bootstrap_f1
from reproduction.paper import published_best, published_f1, published_systems
from reproduction.study import Study, Table, bold_best, with_paper
from reproduction.workbench import Workbench

__all__ = ["best_setting"]


def best_setting(bench: Workbench) -> Study:
    """Precision, recall and F1 of Pair-Linking, then its F1 and that of other systems."""
    own = Setting("pair-linking", bench.best_measure)
    detail = {name: _detail(bench, name, own) for name in bench.data_sets}
    alone = {
        each: {name: measure(bench.tallies(name, Setting(each, None))).micro.f1 for name in bench.data_sets}
        for each in ("prior", "local")
    }
    linked = {name: detail[name]["micro"]["f1"] for name in bench.data_sets}
    gain = 100 * float(np.mean([linked[name] - alone["local"][name] for name in bench.data_sets]))
    return Study(
        name="best-setting",
        title="The best setting, and other systems",
        about=f"""Pair-Linking with {bench.best_measure.upper()}. The 95 % interval of F1 is from bootstrap
samples of the documents. Precision exceeds recall if some mentions have no candidate at all, because every mention with
a candidate is linked. Macro F1 is the mean over documents.

On average, Pair-Linking has {gain:+.1f} points of F1 compared with local confidence, which looks at each mention alone.
The other systems are as the paper ran them with a whole Wikipedia; their figures are for other mentions than ours.""",
        tables=[_detail_table(bench, detail), _systems_table(bench, {**alone, "pair-linking": linked})],
        figures={"setting": str(own), "detail": detail, "alone": alone},
    )


def _detail(bench: Workbench, name: str, setting: Setting) -> dict[str, Any]:
    tallies = bench.tallies(name, setting)
    found, interval = measure(tallies), bootstrap_f1(tallies, seed=bench.seed)
    return {"micro": asdict(found.micro), "macro": asdict(found.macro), "interval": [interval.low, interval.high]}


def _detail_table(bench: Workbench, detail: dict[str, dict[str, Any]]) -> Table:
    rows = []
    for name in bench.data_sets:
        micro, (low, high) = detail[name]["micro"], detail[name]["interval"]
        rows.append(
            (
                name,
                with_paper(f"{micro['precision']:.3f}", published_best("precision", name)),
                with_paper(f"{micro['recall']:.3f}", published_best("recall", name)),
                with_paper(f"{micro['f1']:.3f}", published_f1("pair-linking", "njs+ees", name)),
                f"{low:.3f} to {high:.3f}",
                f"{detail[name]['macro']['f1']:.3f}",
            )
        )
    return Table("Pair-Linking", ("", "precision", "recall", "F1", "95 % interval", "macro F1"), rows)


def _systems_table(bench: Workbench, ours: dict[str, dict[str, float]]) -> Table:
    shown = {name: bold_best([ours[system][name] for system in ours]) for name in bench.data_sets}
    rows = []
    for at, (system, f1) in enumerate(ours.items()):
        measured_with = "njs+ees" if system == "pair-linking" else None
        theirs = [published_f1(system, measured_with, name) for name in bench.data_sets]
        cells = [with_paper(shown[name][at], paper) for name, paper in zip(bench.data_sets, theirs, strict=True)]
        average = with_paper(f"{np.mean(list(f1.values())):.4f}", float(np.mean([each for each in theirs if each])))
        rows.append((f"`{system}`", *cells, average))
    for system, published in published_systems().items():
        known = [published[name] for name in bench.data_sets]
        rows.append((system, *(f"({value:.3f})" for value in known), f"({np.mean(known):.3f})"))
    return Table("Micro F1", ("", *bench.data_sets, "average"), rows)
