"""``pairlinking reproduce``: the paper's tables and studies, ours beside what was published."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pairlinking.errors import ParameterError
from pairlinking.interfaces.cli import linking_options as options
from reproduction.studies import STUDIES

__all__ = ["reproduce"]


def reproduce(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help=f"Studies to run: {', '.join(STUDIES)}, or all.")
    ],
    data: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the data sets ('pairlinking datasets list').")],
    kb: Annotated[Path | None, typer.Option(help="Knowledge base to link with; 'pprforned' needs none.")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to write the report, its tables and figures.")] = Path(
        "report"
    ),
    scorer: Annotated[
        str, typer.Option(help="Local confidence: 'folds' learns it from the other folds, 'kb' takes that of the KB.")
    ] = "kb",
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything left to chance.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes, each with a data set. [all cores]")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON instead of tables.")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Run the paper's studies again, and some of our own: tables and plots, ours beside what was published.

    pairlinking reproduce all --kb KB --data DATASETS --out report

    Writes report.html, one page that needs no other file, report.md, and of every study NAME.md and NAME.json. Every
    answer is kept in the folder 'answers' of --out: a run that was stopped does not link again.
    """
    import json as json_module

    from pairlinking.interfaces.cli.progress import TerminalProgress
    from pairlinking.kb import KnowledgeBase
    from reproduction.studies.run import check_names, run_studies
    from reproduction.studies.workbench import Workbench

    wanted = check_names(names)
    if not data.is_dir():
        raise ParameterError(f"--data must be a folder. There is none at {data}.")
    linking = [name for name in wanted if name != "pprforned"]
    if kb is None and linking:
        raise ParameterError(f"The study {linking[0]!r} links with a knowledge base: name its folder with --kb.")
    opened = None if kb is None else KnowledgeBase.open(kb)
    with TerminalProgress(quiet=True if quiet else None) as progress:
        bench = Workbench(
            opened, data, answers=out / "answers", scorer=scorer, seed=seed, workers=workers, progress=progress
        )
        for study in run_studies(bench, wanted, out, say=lambda line: typer.echo(line, err=True)):
            typer.echo(json_module.dumps(study.figures, ensure_ascii=False) if json else study.markdown())
    typer.echo(f"Written: {out / 'report.html'}, {out / 'report.md'}, and the figures behind them.", err=True)
