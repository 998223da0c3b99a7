"""Options of ``pairlinking evaluate``, in groups: what is measured and how, and links of other programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from pairlinking.errors import ParameterError
from pairlinking.interfaces.cli.linking_options import Kb
from pairlinking.interfaces.cli.option_groups import option_group

__all__ = ["Measuring", "Predictions"]

_PREDICTIONS = "Links of another program"


@option_group
@dataclass(frozen=True)
class Measuring:
    """What is run, on what, and which mentions count."""

    kb: Kb = None
    data: Annotated[Path | None, typer.Option(help="Folder of the data sets ('pairlinking datasets list').")] = None
    method: Annotated[list[str] | None, typer.Option(help="Methods to run; all by default.")] = None
    relatedness: Annotated[list[str] | None, typer.Option(help="Measures to run them with; all four by default.")] = (
        None
    )
    against: Annotated[
        str | None,
        typer.Option(
            metavar="SETTING",
            help="Setting that the others are tested against, such as 'local' or 'fwbw njs'. (Default: pair-linking "
            "with the same measure; of predictions the first.)",
        ),
    ] = None
    scorer: Annotated[
        str, typer.Option(help="Local confidence: 'folds' learns it from the other folds, 'kb' takes that of the KB.")
    ] = "folds"
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder to keep every answer in; a stopped run resumes. (Default: answers, or answers-KB where that "
            "has answers with another knowledge base.)"
        ),
    ] = None
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the folds.")] = 1
    workers: Annotated[int | None, typer.Option(min=1, help="Processes, each with a data set. [all cores]")] = None
    with_nil: Annotated[
        bool, typer.Option("--with-nil", help="Also link mentions whose entity the knowledge base lacks (see --rule).")
    ] = False
    rule: Annotated[
        str,
        typer.Option(
            help="Which mentions count. in-kb: those whose entity the knowledge base has, as in the paper. links: a "
            "link for any other is a wrong one. all: for any other, no link is right.",
        ),
    ] = "in-kb"
    gerbil: Annotated[
        bool,
        typer.Option("--gerbil", help="Also show F1 with a threshold tuned on gold, as GERBIL 1.2.4 does with scores."),
    ] = False

    def check(self) -> None:
        """Refuse values that nothing goes by."""
        from pairlinking._support.options import check_choice
        from pairlinking.evaluation.experiment import SCORERS
        from pairlinking.evaluation.metrics import RULES

        check_choice("evaluate", "scorer", self.scorer, SCORERS)
        check_choice("evaluate", "rule", self.rule, RULES)

    def check_methods(self) -> None:
        """Refuse what does not go together where methods are run."""
        if self.rule != "in-kb" and not self.with_nil:
            raise ParameterError(
                f"--rule {self.rule} is about mentions whose entity the knowledge base lacks. As in the paper, methods "
                "are not run on them: add --with-nil."
            )


@option_group
@dataclass(frozen=True)
class Predictions:
    """Links that are there already, and how they are read."""

    predictions: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE.jsonl",
            help="Measure these links instead of running methods: what 'pairlinking link' prints, or the like.",
            rich_help_panel=_PREDICTIONS,
        ),
    ] = None
    by_name: Annotated[
        bool,
        typer.Option(
            "--by-name",
            help="Need no knowledge base: compare entities as titles, and count all mentions with one.",
            rich_help_panel=_PREDICTIONS,
        ),
    ] = False
    allow_unknown: Annotated[
        bool,
        typer.Option(
            "--allow-unknown",
            help="Skip documents that are not in the gold data, and report them.",
            rich_help_panel=_PREDICTIONS,
        ),
    ] = False

    def check_unused(self) -> None:
        """Refuse options that need a file of links, where there is none."""
        for name, is_given in (("--by-name", self.by_name), ("--allow-unknown", self.allow_unknown)):
            if is_given:
                raise ParameterError(f"{name} is for --predictions. Leave it out, or name a file of links.")
