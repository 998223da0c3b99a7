"""The argument of commands that look at one document."""

from __future__ import annotations

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
    from pairlinking.interfaces.cli.inputs import open_inputs
    from pairlinking.interfaces.cli.reading import read_one

    (only,) = open_inputs([given], whole=True)
    return read_one(only)
