"""``pairlinking explain``: why each mention of a document was linked as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pairlinking._support.counting import counted
from pairlinking.interfaces.cli import linking_options as options
from pairlinking.interfaces.cli.one_document import OneDocument, read_argument
from pairlinking.interfaces.cli.show import Table, show

if TYPE_CHECKING:
    from pairlinking.linking import Explanation

__all__ = ["explain"]


def explain(
    text: OneDocument,
    linking: options.Linking,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Candidates to show for each mention.")] = 10,
    json: options.Json = False,
) -> None:
    """Show why each mention of a document is linked as it is.

    pairlinking explain '[[Cambridge]] beat [[Oxford]] on the [[Thames]] by two lengths.'

    For each mention it lists the candidates with P(e|m), local confidence, the link of another mention that supports
    the candidate most, how related the two are, and the confidence of that pair. A * marks the choice. Then come the
    pairs that Pair-Linking decided on, in order, and the tree of evidence: the most confident pairs that connect all
    links. A dotted line only connects the tree: its entities are not related. With --json, the output is the same as
    that of 'pairlinking link'.

    Without [[double brackets]] around mentions, they are detected automatically.
    """
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.interfaces.cli.reporting import plain_warnings
    from pairlinking.linking import draw_tree

    read = read_argument(text)
    with TerminalProgress(stopped="Stopped.") as progress, plain_warnings(progress.tell):
        linker = linking.open_linker(progress)
        document = linker.link_document(read.source)
    if json:
        show(document.to_dict(), [], json=True)
        return
    if not len(document):
        typer.echo("No mentions were found. Put [[double brackets]] around the names to link.")
        return
    how = f"{document.method}, beta {document.beta:.2f}, threshold {document.threshold:.2f}"
    decisions = [
        (step, document.describe(pair), f"{pair.relatedness:.2f}", f"{pair.confidence:.2f}")
        for step, pair in enumerate(document.decisions, 1)
    ]
    tables = [
        Table(f"{how}: {counted(len(document), 'mention', 'mentions')}", (), []),
        *(_table(document.explain(link), limit) for link in document),
        Table("Decisions in order", ("step", "pair", "related", "confidence"), decisions),
    ]
    show({}, tables, json=False)
    if tree := draw_tree(document):
        typer.echo(f"\nTree of evidence\n{tree}")


def _table(explanation: Explanation, limit: int) -> Table:
    from pairlinking.linking.tables import COLUMNS, candidate_row

    number = explanation.number
    first = explanation.document.first_like(number)
    if first != number:
        return Table(f"{number}. {explanation.link}\nthe same name as {first}., decided together", (), [])
    candidates = explanation.candidates
    rows = [candidate_row(each) for place, each in enumerate(candidates) if place < limit or each.is_chosen]
    title = f"{number}. " + "\n".join(explanation.heading)
    return Table(title, COLUMNS if rows else (), rows, more=len(candidates) - len(rows))
