"""``pairlinking evaluate``: methods and measures against gold documents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairlinking.interfaces.cli import linking_options as options
from pairlinking.interfaces.cli.show import Table, show

if TYPE_CHECKING:
    from pairlinking.evaluation.experiment import Setting
    from pairlinking.evaluation.tables import Score, Scores

__all__ = ["evaluate"]


def evaluate(
    gold: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GOLD]", help="Data sets by name, or files of annotated documents (.jsonl)."),
    ] = None,
    kb: options.Kb = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the data sets ('pairlinking datasets list').")] = None,
    method: Annotated[list[str] | None, typer.Option(help="Methods to run; all by default.")] = None,
    relatedness: Annotated[
        list[str] | None, typer.Option(help="Measures to run them with; all four by default.")
    ] = None,
    scorer: Annotated[
        str, typer.Option(help="Local confidence: 'folds' learns it from the other folds, 'kb' takes that of the KB.")
    ] = "folds",
    out: Annotated[Path, typer.Option(help="Folder to keep every answer in; a stopped run goes on.")] = Path("answers"),
    seed: Annotated[int, typer.Option(help="Of the folds.")] = 1,
    workers: Annotated[int | None, typer.Option(help="Processes, each with a data set. [all cores]")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure methods on gold documents by five-fold cross-validation, as the paper does.

    pairlinking evaluate --kb KB --data DATASETS, or pairlinking evaluate my-gold.jsonl.

    Local confidence and beta for a document come from the other folds. Counted are mentions whose entity is in the
    knowledge base. F1 is micro-averaged: an answer that is missing costs recall, a wrong one both.
    """
    from pairlinking.evaluation.running import MEASURES, METHODS, all_settings
    from pairlinking.evaluation.running import evaluate as run
    from pairlinking.evaluation.tables import read_scores
    from pairlinking.interfaces.cli.progress import TerminalProgress
    from pairlinking.kb import KnowledgeBase, open_sample

    opened = open_sample() if kb is None else KnowledgeBase.open(kb)
    measures = relatedness or [name for name in MEASURES if opened.has_vectors or "ees" not in name]
    settings = all_settings(method or METHODS, measures)
    with TerminalProgress(quiet=True if quiet else None) as progress:
        records, names = run(
            opened,
            out,
            data=data,
            data_sets=gold or None,
            settings=settings,
            scorer=scorer,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    scores = read_scores(records, names, settings)
    rows = [_row(scores, names, setting) for setting in settings]
    sizes = [_sizes(name, scores[name, settings[0]]) for name in names]
    show(
        {"data_sets": sizes, "settings": rows},
        [
            Table(
                "Mentions with an entity in the knowledge base",
                ("data set", "documents", "mentions", "among the candidates"),
                [(s["data_set"], s["documents"], s["mentions"], f"{s['candidate_recall']:.1%}") for s in sizes],
            ),
            Table(
                "Micro F1",
                ("setting", *(Path(name).stem for name in names), "average", "ms a document"),
                [(row["setting"], *_cells(row)) for row in rows],
            ),
        ],
        json=json,
    )


def _row(scores: Scores, names: list[str], setting: Setting) -> dict[str, Any]:
    found = {Path(name).stem: scores[name, setting] for name in names}
    n_documents = sum(each.n_documents for each in found.values())
    ms = sum(each.ms * each.n_documents for each in found.values()) / max(n_documents, 1)
    return {
        "setting": str(setting),
        "f1": {name: each.f1 for name, each in found.items()},
        "average": sum(each.f1 for each in found.values()) / len(found),
        "ms": ms if setting.relatedness else None,
    }


def _sizes(name: str, score: Score) -> dict[str, Any]:
    return {
        "data_set": Path(name).stem,
        "documents": score.n_documents,
        "mentions": score.n_mentions,
        "candidate_recall": score.candidate_recall,
    }


def _cells(row: dict[str, Any]) -> list[str]:
    ms = "" if row["ms"] is None else f"{row['ms']:.2f}"
    return [*(f"{f1:.3f}" for f1 in row["f1"].values()), f"{row['average']:.4f}", ms]
