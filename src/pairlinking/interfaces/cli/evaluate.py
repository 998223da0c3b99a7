"""``pairlinking evaluate``: methods and measures, or the links of any program, against gold documents."""

from __future__ import annotations

from typing import Annotated

import typer

from pairlinking.errors import ParameterError
from pairlinking.interfaces.cli import linking_options as options
from pairlinking.interfaces.cli.evaluation_options import Measuring, Predictions

__all__ = ["evaluate"]


def evaluate(
    *,
    gold: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GOLD]", help="Data sets by name, or files of annotated documents (.jsonl)."),
    ] = None,
    measuring: Measuring,
    given: Predictions,
    details: Annotated[
        bool, typer.Option("--details", help="Show all measures for each data set, and what the knowledge base lacks.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure methods on gold documents by five-fold cross-validation, as the paper does.

    pairlinking evaluate --kb KB --data DATASETS, or pairlinking evaluate my-gold.jsonl.

    Local confidence and beta for a document come from the other folds. Only mentions whose entity is in the knowledge
    base count; their number is shown first. 'pairlinking errors' shows the wrong answers.

    To measure existing links: pairlinking evaluate --predictions linked.jsonl GOLD.
    """
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.interfaces.cli.evaluate_predictions import evaluate_predictions
    from pairlinking.interfaces.cli.evaluate_settings import evaluate_settings

    measuring.check()
    names = gold or []
    with TerminalProgress(quiet=True if quiet else None) as progress:
        if given.predictions:
            if len(names) != 1:
                raise ParameterError(f"--predictions needs exactly one GOLD, a data set or a file. Got {len(names)}.")
            report = evaluate_predictions(names[0], given.predictions, given, measuring, progress)
        else:
            given.check_unused()
            measuring.check_methods()
            report = evaluate_settings(names, measuring, progress)
    report.show(details=details, json=json)
