"""The command line: ``pairlinking link | explain | compare | serve | build | train | kb | ...``.

Results go to standard output, progress and errors to standard error. Exit codes: 0 done, 1 failed, 2 misused.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable

import typer

from pairlinking._support.terminal import SAID_SO
from pairlinking.errors import PairLinkingError, ParameterError
from pairlinking.interfaces.cli.build import app as build_app
from pairlinking.interfaces.cli.compare import compare
from pairlinking.interfaces.cli.datasets import app as datasets_app
from pairlinking.interfaces.cli.errors import errors
from pairlinking.interfaces.cli.evaluate import evaluate
from pairlinking.interfaces.cli.explain import explain
from pairlinking.interfaces.cli.help import App, flowing, ordered
from pairlinking.interfaces.cli.kb import app as kb_app
from pairlinking.interfaces.cli.link import link
from pairlinking.interfaces.cli.option_groups import with_groups
from pairlinking.interfaces.cli.reporting import plain_warnings
from pairlinking.interfaces.cli.serve import serve
from pairlinking.interfaces.cli.train import train

__all__ = ["app", "main", "run"]

_SHOWN = 100  # characters of a path in a message
_PARAMETER = re.compile(r"^The '(\w+)' parameter of \w+ must")


app = App(
    name="pairlinking",
    cls=ordered("link", "explain", "compare", "serve", "build", "train", "kb", "evaluate", "errors", "datasets"),
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Collective entity linking: a knowledge base from your own dump, and links with their evidence.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(build_app, name="build")
for each in (train, link, explain, compare, serve, evaluate, errors):
    app.command(help=flowing(each.__doc__ or ""))(with_groups(each))
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
    """Declare the options that all commands share."""


def main() -> None:
    """Run ``pairlinking``."""
    run(app)


def run(command: Callable[[], object]) -> None:
    """Run a command line; an error that the user can fix is reported in one sentence, without a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # UTF-8 in any locale, since titles may be in any script. What UTF-8 cannot encode is escaped as in JSON.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        with plain_warnings(lambda warning: print(warning, file=sys.stderr)):
            try:
                command()
            finally:
                sys.stdout.flush()
    except PairLinkingError as error:
        print(f"Error: {_in_the_shell(str(error))}", file=sys.stderr)
        sys.exit(2 if isinstance(error, ParameterError) else 1)
    except SystemExit as end:
        if end.code == 130 and not _has_said_so(end):
            print("Stopped.", file=sys.stderr)
        raise
    except BrokenPipeError:  # the reader of our output is gone, as in `pairlinking ... | head`
        # Python would flush again at exit, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:  # for a file that the user named: name too long, no permission
        if error.filename is None:
            raise
        print(
            f"Error: {str(error.filename)[:_SHOWN]}: {error.strerror}. Check the path and its permissions.",
            file=sys.stderr,
        )
        sys.exit(1)


def _in_the_shell(message: str) -> str:
    """Rewrite a message about a parameter so that it names the command-line option.

    >>> _in_the_shell("The 'top_k' parameter of Linker must be an int of at least 1. Got 0 instead.")
    '--top-k must be an int of at least 1. Got 0 instead.'
    """
    return _PARAMETER.sub(lambda found: f"--{found[1].replace('_', '-')} must", message)


def _has_said_so(end: SystemExit) -> bool:
    """Whether the user already knows that Ctrl-C stopped the command: long tasks print a message of their own."""
    error: BaseException | None = end
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return SAID_SO in getattr(error, "__notes__", ())
        error = error.__cause__ or error.__context__
    return False
