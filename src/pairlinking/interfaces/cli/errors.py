"""``pairlinking errors``: wrong answers by their cause, and where two runs differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pairlinking.interfaces.cli.show import show

if TYPE_CHECKING:
    from pairlinking.evaluation.answers import Answers

__all__ = ["errors"]


def errors(
    answers: Annotated[Path, typer.Argument(metavar="ANSWERS.jsonl", help="Answers saved by evaluate (--out).")],
    other: Annotated[
        Path | None, typer.Argument(metavar="[OTHER.jsonl]", help="Answers of another run, to compare with the first.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder of the data sets, to show the text around mentions.")
    ] = None,
    gold: Annotated[
        str | None,
        typer.Option(help="Gold data that the answers are for: a data set or file. (Default: what evaluate recorded.)"),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many mentions of each kind to show.")] = 10,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables, without a limit.")] = False,
) -> None:
    """Show wrong answers by cause; for two runs, show the mentions that they answer differently.

    pairlinking errors answers/kore50/pair-linking@njs.jsonl [answers/kore50/local.jsonl]

    Answers are the files that 'pairlinking evaluate' writes to its --out folder. For one run, the most confident errors
    come first.
    """
    from pairlinking.evaluation.answers import read_answers
    from pairlinking.evaluation.answers_diff import compare_answers, mistakes
    from pairlinking.interfaces.cli.error_tables import difference_shown, mistakes_shown, placing

    first = read_answers(answers)
    second = None if other is None else read_answers(other)
    texts = _texts(answers, gold, data)
    place = placing(texts, [each.id for each in first.documents])
    if second is None:
        found = mistakes(first.documents)
        content, tables = mistakes_shown(first, found, place, limit)
    else:
        difference = compare_answers(first.documents, second.documents)
        content, tables = difference_shown(_names(first, answers, second, other), difference, place, limit)
    show(content, tables, json=json)
    if not json and texts is None:
        typer.echo(
            "\nTo see the text around mentions, pass the folder of the data sets with --data, or gold data with --gold."
        )


def _texts(answers: Path, gold: str | None, data: Path | None) -> Mapping[str, Sequence[str]] | None:
    """Texts of the documents by id, which several may share; None if it is unknown where the texts are."""
    from pairlinking.evaluation.gold import is_file, read_gold
    from pairlinking.evaluation.records import gold_of

    name = gold or gold_of(answers)
    if name is None:
        if data is None:
            return None
        name = answers.parent.name
    if gold is None and (not Path(name).exists() if is_file(name) else data is None):
        return None
    texts: dict[str, list[str]] = {}
    for document in read_gold(name, data).documents:
        texts.setdefault(document.id, []).append(document.text)
    return texts


def _names(first: Answers, answers: Path, second: Answers, other: Path | None) -> tuple[str, str]:
    return (first.name, second.name) if first.name != second.name else (str(answers), str(other))
