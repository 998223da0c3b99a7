"""The command line: ``pairlinking build | train | link | explain | compare | serve | evaluate | ...``.

Results go to standard output, progress and errors to standard error. Exit codes: 0 done, 1 failed, 2 misused.
"""

from __future__ import annotations

import inspect
import io
import re
import sys
from collections.abc import Callable

import typer

from pairlinking.errors import PairLinkingError, ParameterError
from pairlinking.interfaces.cli.build import app as build_app
from pairlinking.interfaces.cli.compare import compare
from pairlinking.interfaces.cli.datasets import app as datasets_app
from pairlinking.interfaces.cli.errors import errors
from pairlinking.interfaces.cli.evaluate import evaluate
from pairlinking.interfaces.cli.explain import explain
from pairlinking.interfaces.cli.kb import app as kb_app
from pairlinking.interfaces.cli.link import link
from pairlinking.interfaces.cli.option_groups import with_groups
from pairlinking.interfaces.cli.reporting import plain_warnings
from pairlinking.interfaces.cli.serve import serve
from pairlinking.interfaces.cli.train import train

__all__ = ["app", "main", "run"]


def _flowing(text: str) -> str:
    """A docstring as help: lines of a paragraph joined, and brackets that rich leaves as they are."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(text)).replace("[", r"\[")


app = typer.Typer(
    name="pairlinking",
    help="Collective entity linking: a knowledge base from your own dump, and links with their evidence.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(build_app, name="build")
for each in (train, link, explain, compare, serve, evaluate, errors):
    app.command(help=_flowing(each.__doc__ or ""))(with_groups(each))
app.add_typer(kb_app, name="kb")
app.add_typer(datasets_app, name="datasets")


def _show_version(wanted: bool) -> None:
    if wanted:
        from pairlinking import __version__

        typer.echo(f"pairlinking {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    """Take what all commands share."""


def main() -> None:
    """Run ``pairlinking``."""
    run(app)


def run(command: Callable[[], object]) -> None:
    """Run a command line; an error that the user can fix is one sentence, without a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # In any locale: titles are of any script. What UTF-8 cannot hold is escaped, as JSON would have it.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        with plain_warnings(lambda warning: print(warning, file=sys.stderr)):
            command()
    except PairLinkingError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, ParameterError) else 1)
    except BrokenPipeError:  # the reader of our output has gone, as in `pairlinking ... | head`
        sys.stderr.close()
        sys.exit(1)
