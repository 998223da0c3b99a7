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
    relatedness: Annotated[
        list[str] | None, typer.Option(help="Relatedness measures to run them with; all four by default.")
    ] = None
    against: Annotated[
        str | None,
        typer.Option(
            metavar="SETTING",
            help="Setting that the others are tested against, such as 'local' or 'fwbw njs'. (Default: pair-linking "
            "with the same measure; for predictions, the first file.)",
        ),
    ] = None
    scorer: Annotated[
        str, typer.Option(help="Local confidence: 'folds' learns it from the other folds, 'kb' uses that of the KB.")
    ] = "folds"
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder to save all answers in; a stopped run resumes. (Default: answers, or answers-KB if that has "
            "answers for another knowledge base.)"
        ),
    ] = None
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the folds.")] = 1
    workers: Annotated[int | None, typer.Option(min=1, help="Worker processes, one data set each. [all cores]")] = None
    with_nil: Annotated[
        bool, typer.Option("--with-nil", help="Also link mentions whose entity the knowledge base lacks (see --rule).")
    ] = False
    rule: Annotated[
        str,
        typer.Option(
            help="Which mentions count. in-kb: those whose entity is in the knowledge base, as in the paper. links: "
            "all; any link for another mention is wrong. all: all; for another mention, no link is the right answer.",
        ),
    ] = "in-kb"
    gerbil: Annotated[
        bool,
        typer.Option("--gerbil", help="Also show F1 with a threshold tuned on gold, as GERBIL 1.2.4 does with scores."),
    ] = False

    def check(self) -> None:
        """Refuse unknown values."""
        from pairlinking._support.options import check_choice
        from pairlinking.evaluation.experiment import SCORERS
        from pairlinking.evaluation.metrics import RULES

        check_choice("evaluate", "scorer", self.scorer, SCORERS)
        check_choice("evaluate", "rule", self.rule, RULES)

    def check_methods(self) -> None:
        """Refuse options that do not go together when methods are run."""
        if self.rule != "in-kb" and not self.with_nil:
            raise ParameterError(
                f"--rule {self.rule} counts mentions whose entity the knowledge base lacks. As in the paper, methods "
                "are not run on these by default: add --with-nil."
            )


@option_group
@dataclass(frozen=True)
class Predictions:
    """Existing links, and how they are read."""

    predictions: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE.jsonl",
            help="Measure these links instead of running methods: the output of 'pairlinking link', or similar.",
            rich_help_panel=_PREDICTIONS,
        ),
    ] = None
    by_name: Annotated[
        bool,
        typer.Option(
            "--by-name",
            help="Use no knowledge base: compare entities as titles, and count all mentions that have one.",
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
        """Refuse options that need a file of links if there is none."""
        for name, is_given in (("--by-name", self.by_name), ("--allow-unknown", self.allow_unknown)):
            if is_given:
                raise ParameterError(f"{name} needs --predictions. Leave it out, or pass a file of links.")
