"""Options of every command that links, and the linker that they describe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairlinking.collective import methods
from pairlinking.errors import ParameterError, UnknownName
from pairlinking.interfaces.cli.option_groups import option_group

if TYPE_CHECKING:
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.linking import Linker

__all__ = [
    "METHODS",
    "Beta",
    "Json",
    "Kb",
    "Linking",
    "Local",
    "Method",
    "Precision",
    "Preset",
    "Quiet",
    "Recall",
    "Relatedness",
    "Spot",
    "Spotter",
    "Threshold",
    "TopK",
    "misuse",
]

METHODS = ", ".join(methods())

Kb = Annotated[
    str | None,
    typer.Option(
        "--kb",
        help="Knowledge base: a folder, or a name that 'pairlinking kb list' shows. (Default: the starter if it is "
        "installed, else the sample.)",
    ),
]
Method = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"Method that decides the mentions of a document together: {METHODS}. (Default: what the knowledge base "
        "recommends: pair-linking, unless training on your own documents found a better one.)",
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Imitate a system from the paper, doser or pboh; replaces --method, --relatedness, --beta and --local.",
    ),
]
Relatedness = Annotated[
    str | None,
    typer.Option(
        help="How related two entities are: wlm, njs, ees, or a mean of them. (Default: njs+ees; njs without vectors.)"
    ),
]
Beta = Annotated[
    float | None,
    typer.Option(help="Weight of relatedness, from 0 to 1. (Default: what the knowledge base recommends.)"),
]
TopK = Annotated[int, typer.Option(help="Maximum number of candidates considered for a mention.")]
Threshold = Annotated[
    float | None,
    typer.Option(
        help="Leave a mention unlinked if its confidence is lower; 0 links every mention with a candidate. (Default: "
        "what is expected to give the best F1.)"
    ),
]
Precision = Annotated[
    float | None, typer.Option(help="Instead of --threshold: the share of links that should be right.")
]
Recall = Annotated[
    float | None, typer.Option(help="Instead of --threshold: the share of right links that should be kept.")
]
Local = Annotated[str, typer.Option(help="Local confidence: boosted (trees over many features) or prior (P(e|m)).")]
Spot = Annotated[
    str | None,
    typer.Option(
        help="What to detect if mentions are not given: names (default), concepts (common nouns too), or all."
    ),
]
Spotter = Annotated[
    float | None,
    typer.Option(help="Minimum link probability, from 0 to 1, of a concept; lower values find more."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress; warnings and errors stay.")]


@contextmanager
def misuse() -> Iterator[None]:
    """Report an unknown name in an option as misuse, like a number outside its range."""
    try:
        yield
    except UnknownName as error:
        raise ParameterError(str(error)) from error


@option_group
@dataclass(frozen=True)
class Linking:
    """How to link: the options of every command that does."""

    kb: Kb = None
    method: Method = None
    relatedness: Relatedness = None
    beta: Beta = None
    top_k: TopK = 20
    threshold: Threshold = None
    precision: Precision = None
    recall: Recall = None
    local: Local = "boosted"
    spot: Spot = None
    spotter: Spotter = None
    preset: Preset = None

    @property
    def options(self) -> dict[str, Any]:
        """Options of the linker: all but the knowledge base, with those that a preset sets."""
        from pairlinking.linking.presets import with_preset

        given = {name: value for name, value in vars(self).items() if name not in ("kb", "preset")}
        return with_preset(self.preset, given)

    def open_linker(self, progress: TerminalProgress) -> Linker:
        """The linker; options are checked before a knowledge base is opened or the sample is built."""
        from pairlinking.interfaces.cli.opening import open_kb
        from pairlinking.linking import Linker
        from pairlinking.linking.options import LinkerOptions

        with misuse():
            LinkerOptions.of(self.options)
            return Linker(open_kb(self.kb, progress), **self.options)
