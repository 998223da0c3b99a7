"""``pairlinking explain``: why each mention of a document was linked as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairlinking.interfaces.cli import linking_options as options
from pairlinking.interfaces.cli.one_document import OneDocument, read_argument
from pairlinking.interfaces.cli.show import Table, show

if TYPE_CHECKING:
    from pairlinking.linking import Explanation, LinkedDocument, Pair

__all__ = ["explain"]

_COLUMNS = ("", "candidate", "P(e|m)", "local", "related", "pair", "with")


def explain(
    text: OneDocument,
    kb: options.Kb = None,
    method: options.Method = "pair-linking",
    relatedness: options.Relatedness = None,
    beta: options.Beta = None,
    top_k: options.TopK = 20,
    nil_threshold: options.NilThreshold = None,
    local: options.Local = "boosted",
    spotter: options.Spotter = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Candidates to show for each mention.")] = 10,
    json: options.Json = False,
) -> None:
    """Show why each mention of a document is linked as it is.

    pairlinking explain 'The [[Sun]] reported that [[Greece]] leaves the [[Euro]].'

    For each mention it shows the candidates: P(e|m), local confidence, the link of another mention that speaks most for
    the candidate with how related the two are, and the confidence of that pair. A * marks the choice. Then come the
    pairs that Pair-Linking decided on, in order, and the tree of evidence: the most confident pairs that join all
    links.

    Where no [[double brackets]] stand around mentions, they are spotted.
    """
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.interfaces.cli.telling import plain_warnings
    from pairlinking.linking import draw_tree

    read = read_argument(text)
    with TerminalProgress(stopped="Stopped.") as progress, plain_warnings(progress.tell):
        linker = options.open_linker(
            kb,
            progress,
            method=method,
            relatedness=relatedness,
            beta=beta,
            top_k=top_k,
            nil_threshold=nil_threshold,
            local=local,
            spotter=spotter,
        )
        document = linker.link_document(read.source)
    explanations = [document.explain(number) for number in range(len(document))]
    how = f"{document.method}, beta {document.beta:.2f}, NIL threshold {document.nil_threshold:.2f}"
    decisions = [
        (step, _names(document, pair), f"{pair.relatedness:.2f}", f"{pair.confidence:.2f}")
        for step, pair in enumerate(document.decisions, 1)
    ]
    tables = [
        Table(f"{how}: {len(document)} mentions", (), []),
        *(_table(each, limit) for each in explanations),
        Table("Decisions in order", ("step", "pair", "related", "confidence"), decisions),
    ]
    show({} if not json else _as_record(document, explanations), tables, json=json)
    if not json and (tree := draw_tree(document)):
        typer.echo(f"\nTree of evidence\n{tree}")


def _table(explanation: Explanation, limit: int) -> Table:
    document, number, link = explanation.document, explanation.number, explanation.link
    first = document.first_like(number)
    if first != number:
        return Table(f"{number}. {link}\nthe same name as {first}., decided together", (), [])
    title = f"{number}. {link}"
    if (decision := explanation.decision) is not None:
        step, pair = decision
        title += f"\ndecided in step {step}: {_names(document, pair)}, confidence {pair.confidence:.2f}"
    rows = []
    for place, each in enumerate(explanation.candidates):
        is_choice = link.best is not None and each.candidate.entity == link.best.entity
        if place < limit or is_choice:
            numbers = (each.candidate.prior, each.candidate.local, each.relatedness, each.score)
            supporter = "" if each.supporter is None else each.supporter.title
            shown = (f"{value:.2f}" for value in numbers)
            rows.append(("*" if is_choice else "", each.candidate.entity.title, *shown, supporter))
    return Table(title, _COLUMNS if rows else (), rows, more=len(explanation.candidates) - len(rows))


def _names(document: LinkedDocument, pair: Pair) -> str:
    return " + ".join(
        f"{' '.join(link.surface.split())} -> {link.best and link.best.entity}"
        for link in (document[number] for number in pair.mentions)
    )


def _as_record(document: LinkedDocument, explanations: list[Explanation]) -> dict[str, Any]:
    """The linked document as `link` prints it, with more about each candidate, and how it all was decided."""
    record = document.to_dict()
    for mention, explanation in zip(record["mentions"], explanations, strict=True):
        decision = explanation.decision
        mention["decided_in_step"] = None if decision is None else decision[0]
        mention["candidates"] = [
            {
                **each.candidate.entity._asdict(),
                "prior": round(each.candidate.prior, 6),
                "local": round(each.candidate.local, 6),
                "supporter": None if each.supporter is None else each.supporter.id,
                "relatedness": round(each.relatedness, 6),
                "pair_confidence": round(each.score, 6),
            }
            for each in explanation.candidates
        ]
    return {
        **record,
        "method": document.method,
        "beta": document.beta,
        "nil_threshold": document.nil_threshold,
        "decisions": [_pair(pair) for pair in document.decisions],
        "tree": [_pair(pair) for pair in document.tree],
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "mentions": list(pair.mentions),
        "relatedness": round(pair.relatedness, 6),
        "confidence": round(pair.confidence, 6),
    }
