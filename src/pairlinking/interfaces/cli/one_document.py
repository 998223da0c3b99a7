"""The argument of commands that look at one document."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument

__all__ = ["OneDocument", "read_argument"]

OneDocument = Annotated[
    str,
    typer.Argument(
        metavar="TEXT",
        help="The text itself, the name of a file with it, or - for standard input; files and standard input may also "
        "be one JSON line, as for 'pairlinking link'.",
    ),
]


def read_argument(given: str) -> ReadDocument:
    """The document that the argument is or names."""
    from pairlinking.interfaces.cli.inputs import Input
    from pairlinking.interfaces.cli.reading import Origin, read_marked, read_one

    # Not Path.is_file: a text is mostly too long for the name of a file, and that would raise.
    if given == "-" or os.path.isfile(given):
        return read_one(Input(given, whole=True))
    return read_marked(given, Origin("TEXT"))
