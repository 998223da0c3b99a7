"""``pairlinking compare``: one document linked by each method."""

from __future__ import annotations

from typing import Annotated

import typer

from pairlinking.interfaces.cli import linking_options as options
from pairlinking.interfaces.cli.one_document import OneDocument, read_argument
from pairlinking.interfaces.cli.show import show

__all__ = ["compare"]


def compare(
    text: OneDocument,
    linking: options.Linking,
    method: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Method to compare; may be repeated. (Default: all but exhaustive.) Available: {options.METHODS}."
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Link one document with all methods, side by side.

    pairlinking compare '[[Cambridge]] beat [[Oxford]] on the [[Thames]] by two lengths.'

    Methods that agree on every mention share a column, labelled with a letter. A * marks mentions on which they differ.
    """
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.interfaces.cli.reporting import plain_warnings
    from pairlinking.linking.comparison import compare as compare_methods

    read = read_argument(text)
    with TerminalProgress(stopped="Stopped.") as progress, plain_warnings(progress.tell):
        linker = linking.open_linker(progress)
        with options.misuse():
            compared = compare_methods(linker, read.source, method)
    if json:
        show(compared.to_dict(), [], json=True)
    else:
        typer.echo(str(compared))
