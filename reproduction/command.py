"""The command line of the laboratory: a command for each study, ``all``, and the other measurements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from pairlinking.building.named import kb_folder
from pairlinking.errors import ParameterError
from pairlinking.interfaces.cli.linking_options import Quiet
from reproduction.studies import STUDIES

__all__ = ["app"]

Data = Annotated[Path, typer.Option(metavar="DIR", help="Folder of the data sets (see 'pairlinking datasets list').")]
Kb = Annotated[Path, typer.Option(metavar="DIR", help="Knowledge base to link with.")]
NoKb = Annotated[Path | None, typer.Option(metavar="DIR", help="Knowledge base; this study does not need one.")]
Out = Annotated[Path, typer.Option(metavar="DIR", help="Where to write tables, figures and the report.")]
Scorer = Annotated[
    str,
    typer.Option(
        help="Local confidence: 'kb' uses the models of the knowledge base, 'folds' learns its own; with 'both', "
        "methods and running-time show both kinds, side by side (methods-both.md, running-time-both.md)."
    ),
]
Seeds = Annotated[int, typer.Option(min=1, help="How often folds are drawn, with --scorer both and in ablations.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of everything random.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Processes, each for one data set at a time. (Default: all cores.)")
]
Report = Annotated[bool, typer.Option("--report/--no-report", help="Also write report.html and report.md, with plots.")]
Json = Annotated[bool, typer.Option("--json", help="Print the figures as JSON instead of tables.")]

_STUDIES, _OTHERS = "Studies", "Other measurements"

app = typer.Typer(
    name="python -m reproduction",
    help="Rerun the studies of the Pair-Linking paper, and some of our own, with the published figures next to ours.",
    epilog="Example: python -m reproduction all --data DATASETS --kb enwik8.kb --out report",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _study(name: str) -> Callable[..., None]:
    """The command of one study."""

    def with_kb(
        data: Data, kb: Kb, out: Out = Path("report"), scorer: Scorer = "kb", seed: Seed = 1, seeds: Seeds = 10,
        workers: Workers = None, report: Report = True, json: Json = False, quiet: Quiet = False,
    ) -> None:  # fmt: skip
        _run([name], data, kb, out, scorer, seed, seeds, workers, report, json, quiet)

    def without_kb(
        data: Data, kb: NoKb = None, out: Out = Path("report"), seed: Seed = 1, report: Report = True,
        json: Json = False, quiet: Quiet = False,
    ) -> None:  # fmt: skip
        _run([name], data, kb, out, "kb", seed, 1, 1, report, json, quiet)

    return with_kb if STUDIES[name].needs_kb else without_kb


for _name, _entry in STUDIES.items():
    _about = str(_entry)
    app.command(_name, help=f"{_about[0].upper()}{_about[1:]}.", rich_help_panel=_STUDIES)(_study(_name))


@app.command("all", rich_help_panel=_STUDIES)
def all_studies(
    data: Data,
    kb: Kb,
    out: Out = Path("report"),
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this study; repeatable.")] = None,
    scorer: Scorer = "kb",
    seed: Seed = 1,
    seeds: Seeds = 10,
    workers: Workers = None,
    report: Report = True,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """All studies above, as one report.

    Writes report.html, a self-contained page, report.md, and NAME.md and NAME.json for each study. Every answer is
    saved in the folder 'answers' of --out, so an interrupted run resumes.
    """
    _run(only or list(STUDIES), data, kb, out, scorer, seed, seeds, workers, report, json, quiet)


@app.command(rich_help_panel=_OTHERS)
def heldout(
    kb: Annotated[Path, typer.Argument(help="Knowledge base with held-out pages.")],
    out: Annotated[Path, typer.Argument(help="Where to write: OUT.json, OUT.md and OUT-wrong.json.")],
) -> None:
    """Accuracy on pages that were held out of a knowledge base, with their own links as gold."""
    from reproduction.heldout import main

    main(str(kb), str(out))


@app.command(rich_help_panel=_OTHERS)
def guessed_redirects(
    dumps: Annotated[list[Path], typer.Argument(help="Dumps that lack redirects.")],
    real: Annotated[list[Path], typer.Option(help="Dump that has these redirects; repeatable.")],
    out: Annotated[Path, typer.Option(help="Where to write: OUT.json and OUT.md.")],
) -> None:
    """Precision and recall of the redirects that a build guesses, compared with real ones."""
    from reproduction.guessed_redirects import main

    main(dumps, real, out)


@app.command(rich_help_panel=_OTHERS)
def sample_gold() -> None:
    """Accuracy on the gold documents of the sample wiki; writes reproduction/results/sample-gold."""
    from reproduction.sample_gold import main

    main()


@app.command(rich_help_panel=_OTHERS)
def spans(data: Data, kb: Kb, out: Annotated[Path, typer.Option(help="Where to write: OUT.json and OUT.md.")]) -> None:
    """Precision and recall of the mentions detected in raw text, for each kind of spotting."""
    from reproduction.spans import main

    main(data, kb, out)


@app.command(rich_help_panel=_OTHERS)
def shipped_models(kb: Annotated[Path, typer.Argument(help="Knowledge base to learn from.")]) -> None:
    """Learn the models that come with the package, and write them into it."""
    from reproduction.shipped_models import main

    main(kb)


@app.command(rich_help_panel=_OTHERS)
def shipped_detector(kb: Annotated[Path, typer.Argument(help="Knowledge base to learn from.")]) -> None:
    """Learn the detector of names that comes with the package, and write it into it."""
    from reproduction.shipped_detector import main

    main(kb)


@app.command(rich_help_panel=_OTHERS)
def screenshot(
    url: Annotated[
        str | None, typer.Argument(help="Address of a running server. (Default: one is started with the sample wiki.)")
    ] = None,
) -> None:
    """Take the picture of the web page for the docs; needs Chromium."""
    from reproduction.screenshot import main

    main(url)


def _run(
    names: Sequence[str], data: Path, kb: Path | None, out: Path, scorer: str, seed: int, seeds: int,
    workers: int | None, report: bool, json: bool, quiet: bool,
) -> None:  # fmt: skip
    import json as json_module

    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.kb import KnowledgeBase
    from reproduction.run import check_names, run_studies
    from reproduction.workbench import Workbench

    wanted = check_names(names)
    if not data.is_dir():
        raise ParameterError(f"--data must be an existing folder. Got {str(data)!r}.")
    opened = None if kb is None else KnowledgeBase.open(kb_folder(str(kb)))
    written = ["report.html", "report.md"] if report else []
    with TerminalProgress(quiet=True if quiet else None) as progress:
        bench = Workbench(
            opened,
            data,
            answers=out / "answers",
            scorer=scorer,
            seed=seed,
            seeds=seeds,
            workers=workers,
            progress=progress,
        )
        for study in run_studies(bench, wanted, out, report=report, say=lambda line: typer.echo(line, err=True)):
            typer.echo(json_module.dumps(study.figures, ensure_ascii=False) if json else study.markdown())
            written += [f"{study.name}.md", f"{study.name}.json"]
    typer.echo(f"Written to {out}: {', '.join(written)}.", err=True)
