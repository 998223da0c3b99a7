"""``pairlinking evaluate``: methods and measures, or links of any program, against gold documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pairlinking.errors import ParameterError
from pairlinking.interfaces.cli import linking_options as options

__all__ = ["evaluate"]

_PREDICTIONS = "Links of another program"


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
    against: Annotated[
        str | None,
        typer.Option(
            metavar="SETTING",
            help="Setting that the others are tested against, such as 'local' or 'fwbw njs'. (Default: pair-linking "
            "with the same measure; of predictions the first.)",
        ),
    ] = None,
    scorer: Annotated[
        str, typer.Option(help="Local confidence: 'folds' learns it from the other folds, 'kb' takes that of the KB.")
    ] = "folds",
    out: Annotated[
        Path | None, typer.Option(help="Folder to keep every answer in; a stopped run goes on. (Default: answers.)")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the folds.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes, each with a data set. [all cores]")] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Show all measures a data set, and what the knowledge base lacks.")
    ] = False,
    with_nil: Annotated[
        bool, typer.Option("--with-nil", help="Also link mentions whose entity the knowledge base lacks (see --rule).")
    ] = False,
    rule: Annotated[
        str,
        typer.Option(
            help="Which mentions count. in-kb: those whose entity the knowledge base has, as in the paper. links: a "
            "link for any other is a wrong one. all: for any other, no link is right.",
        ),
    ] = "in-kb",
    gerbil: Annotated[
        bool,
        typer.Option("--gerbil", help="Also show F1 with a threshold tuned on gold, as GERBIL 1.2.4 does with scores."),
    ] = False,
    predictions: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE.jsonl",
            help="Measure these links instead of running methods: what 'pairlinking link' prints, or the like.",
            rich_help_panel=_PREDICTIONS,
        ),
    ] = None,
    by_name: Annotated[
        bool,
        typer.Option(
            "--by-name",
            help="Need no knowledge base: compare entities as titles, and count all mentions with one.",
            rich_help_panel=_PREDICTIONS,
        ),
    ] = False,
    allow_unknown: Annotated[
        bool,
        typer.Option(
            "--allow-unknown", help="Pass over documents that gold lacks, and tell.", rich_help_panel=_PREDICTIONS
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure methods on gold documents by five-fold cross-validation, as the paper does.

    pairlinking evaluate --kb KB --data DATASETS, or pairlinking evaluate my-gold.jsonl.

    Local confidence and beta for a document come from the other folds. Counted are mentions whose entity is in the
    knowledge base: how many that are is told first. Wrong answers are shown by pairlinking errors.

    Links that are there already are measured by pairlinking evaluate --predictions linked.jsonl GOLD.
    """
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.interfaces.cli.evaluate_predictions import evaluate_predictions
    from pairlinking.interfaces.cli.evaluate_settings import evaluate_settings

    only_predictions = {"--by-name": by_name, "--allow-unknown": allow_unknown}
    _check(predictions, gold, rule, scorer, with_nil=with_nil, only_predictions=only_predictions)
    with TerminalProgress(quiet=True if quiet else None) as progress:
        if predictions:
            report = evaluate_predictions(
                predictions,
                (gold or [""])[0],
                kb=kb,
                data=data,
                rule=rule,
                by_name=by_name,
                allow_unknown=allow_unknown,
                against=against,
                out=out,
                gerbil=gerbil,
                progress=progress,
            )
        else:
            report = evaluate_settings(
                gold or [],
                kb=kb,
                data=data,
                methods=method,
                measures=relatedness,
                against=against,
                rule=rule,
                scorer=scorer,
                out=out or Path("answers"),
                seed=seed,
                with_nil=with_nil,
                workers=workers,
                gerbil=gerbil,
                progress=progress,
            )
    report.show(details=details, json=json)


def _check(
    predictions: Sequence[Path] | None,
    gold: Sequence[str] | None,
    rule: str,
    scorer: str,
    *,
    with_nil: bool,
    only_predictions: dict[str, bool],
) -> None:
    """Refuse options that do not go together."""
    from pairlinking._support.options import check_choice
    from pairlinking.evaluation.experiment import SCORERS
    from pairlinking.evaluation.metrics import RULES

    check_choice("evaluate", "scorer", scorer, SCORERS)
    check_choice("evaluate", "rule", rule, RULES)
    if predictions:
        if len(gold or ()) != 1:
            raise ParameterError(
                f"--predictions are measured on one GOLD, a data set or a file. Got {len(gold or ())}."
            )
        return
    for name, is_given in only_predictions.items():
        if is_given:
            raise ParameterError(f"{name} is for --predictions. Leave it out, or name a file of links.")
    if rule != "in-kb" and not with_nil:
        raise ParameterError(
            f"--rule {rule} is about mentions whose entity the knowledge base lacks. As in the paper, methods are not "
            "run on them: add --with-nil."
        )
