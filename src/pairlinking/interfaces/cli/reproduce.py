"""``pairlinking reproduce``: tables and comparisons, ours beside those that were published."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from pairlinking.errors import ParameterError
from pairlinking.interfaces.cli.linking_options import Json

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Published tables and comparisons again, ours beside theirs.")

Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="Folder of all data sets, or of this one.")]
Out = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Where to write the figures (JSON) and the tables (md).")
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of everything left to chance.")]
ANSWERS = Path("answers")


@app.command()
def pprforned(data: Data, out: Out = Path("reproduction/results"), seed: Seed = 1, json: Json = False) -> None:
    """Compare all methods on PPRforNED: 1,393 documents of AIDA with their candidates; no knowledge base is needed.

    Takes two to three minutes on one core. The figures also go to pprforned.json and pprforned.md in the folder --out.
    """
    from pairlinking.evaluation.arena.report import arena_report
    from pairlinking.evaluation.arena.run import run_arena

    if not data.is_dir():
        raise ParameterError(f"--data must be a folder. There is none at {data}.")
    folder = data / "pprforned" if (data / "pprforned").is_dir() else data
    results = run_arena(folder, seed=seed, say=lambda line: typer.echo(f"{line} ...", err=True))
    report = arena_report(results)
    _write(out, "pprforned", results, report)
    typer.echo(json_module.dumps(results, indent=2) if json else report)


@app.command()
def methods(
    data: Data,
    kb: Annotated[Path, typer.Option(help="Knowledge base to link with.")],
    out: Out = Path("reproduction/results"),
    answers: Annotated[Path, typer.Option(help="Folder to keep every answer in; a stopped run goes on.")] = ANSWERS,
    scorer: Annotated[
        str, typer.Option(help="Local confidence: 'folds' learns it from the other folds, 'kb' takes that of the KB.")
    ] = "kb",
    workers: Annotated[int | None, typer.Option(help="Processes, each with a data set. [all cores]")] = None,
) -> None:
    """Compare all methods and measures on the paper's data sets: micro F1 and running time, ours beside the paper's."""
    from pairlinking.evaluation.methods_report import write_methods
    from pairlinking.interfaces.cli.progress import TerminalProgress
    from pairlinking.kb import KnowledgeBase

    with TerminalProgress() as progress:
        path = write_methods(
            KnowledgeBase.open(kb), data, out, answers=answers, scorer=scorer, workers=workers, progress=progress
        )
    typer.echo(path.read_text(encoding="utf-8"))


def _write(out: Path, name: str, results: dict[str, Any], report: str) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.json").write_text(json_module.dumps(results, indent=1) + "\n", encoding="utf-8")
    (out / f"{name}.md").write_text(report, encoding="utf-8")
    typer.echo(f"Written: {out / name}.json, {out / name}.md", err=True)
