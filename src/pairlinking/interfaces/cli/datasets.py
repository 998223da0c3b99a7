"""``pairlinking datasets``: list the data sets for evaluation, check that they are complete, convert them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairlinking.errors import PairLinkingError, ParameterError, SourceError
from pairlinking.interfaces.cli.help import App, ordered
from pairlinking.interfaces.cli.linking_options import Json
from pairlinking.interfaces.cli.show import Table, show

if TYPE_CHECKING:
    from pairlinking.evaluation.catalogue import DataSet, LoadedDataSet

__all__ = ["app"]

app = App(
    cls=ordered("list", "show", "check", "convert"),
    no_args_is_help=True,
    help="Data sets for evaluation: list them, check that they are complete, convert them to JSON lines.",
)

Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="Folder that holds the folders of all data sets.")]
MaybeData = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Folder of data sets to look into too.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A data set (pairlinking datasets list).")]

_COUNTS = ("D", "D+", "M", "M+")
_LEGEND = "D documents, D+ with a linked mention, M mentions, M+ linked ones"


@app.command("list")
def list_all(data: MaybeData = None, json: Json = False) -> None:
    """Show all data sets with their counts, and the counts that the paper gives."""
    from pairlinking.evaluation import catalogue

    found = [catalogue.find(name) for name in catalogue.names()]
    there = {} if data is None else {each.name: not each.missing(_folder(data)) for each in found}
    columns = ["name", "title", *_COUNTS, "paper D", "paper M", "text", *(["there"] if there else [])]
    rows = [
        [each.name, each.title, *each.counts, *(each.paper or ("", "")), each.has_text]
        + ([there[each.name]] if there else [])
        for each in found
    ]
    content = [_declaration(each) | ({"there": there[each.name]} if there else {}) for each in found]
    show(content, [Table(f"{len(found)} data sets ({_LEGEND})", columns, rows)], json=json)


@app.command("show")
def show_one(name: Name, data: MaybeData = None, json: Json = False) -> None:
    """Show what is known about a data set; with --data, also what its files contain."""
    from pairlinking.evaluation import catalogue

    content = _declaration(catalogue.find(name))
    rows = [(key.replace("_", " "), _in_words(value)) for key, value in content.items() if value not in (None, "", {})]
    tables = [Table(name, ("what", "value"), rows)]
    if data is not None:
        loaded = catalogue.load(name, _folder(data))
        content |= _findings(loaded)
        tables += [Table("Found", _COUNTS, [loaded.counts]), *_note_tables([loaded])]
    show(content, tables, json=json)


@app.command()
def check(
    data: Data,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Data sets. (Default: all.)")] = None,
    json: Json = False,
) -> None:
    """Read data sets and compare their contents with what is expected.

    The exit code is 1 if a count differs, a file is broken, or a part of a data set is missing. Data sets that are
    missing entirely count only if you name them.
    """
    from pairlinking.evaluation import catalogue

    folder = _folder(data)
    rows: list[list[Any]] = []
    content: list[dict[str, Any]] = []
    read: list[LoadedDataSet] = []
    failed = False
    for name in names or catalogue.names():
        declared = catalogue.find(name)
        found: list[Any] = [""] * 4
        record: dict[str, Any] = {"name": name, "expected": declared.counts._asdict()}
        if catalogue.is_absent(name, folder):
            verdict, is_fine = "not there", not names
        else:
            try:
                loaded = catalogue.load(name, folder)
            except PairLinkingError as error:
                verdict, is_fine = str(error), False
            else:
                read.append(loaded)
                differences, found = loaded.differences(), list(loaded.counts)
                verdict, is_fine = "; ".join(differences) or "ok", not differences
                record |= _findings(loaded)
        failed = failed or not is_fine
        rows.append([name, *(_beside(*pair) for pair in zip(found, declared.counts, strict=True)), verdict])
        content.append(record | {"verdict": verdict, "ok": is_fine})
    tables = [Table(f"Found / expected ({_LEGEND})", ("data set", *_COUNTS, "verdict"), rows), *_note_tables(read)]
    show(content, tables, json=json)
    if failed:
        raise typer.Exit(1)


@app.command()
def convert(
    name: Name,
    data: Data,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.jsonl", help="File to write.")],
    json: Json = False,
) -> None:
    """Write a data set as JSON lines, which 'link' and 'train' read.

    Entities given as URLs of the English Wikipedia or DBpedia become titles; other names stay as they are.
    """
    from pairlinking.evaluation import catalogue
    from pairlinking.evaluation.entities import with_plain_names
    from pairlinking.evaluation.formats.own_jsonl import write

    declared = catalogue.find(name)
    if not declared.has_text:
        raise SourceError(f"{declared.title} comes without its text, so there is nothing to convert. {declared.note}")
    loaded = catalogue.load(name, _folder(data))
    part = output.with_name(output.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            write(map(with_plain_names, loaded.documents), file)
        part.replace(output)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise SourceError(f"Cannot write {output}: {error.strerror}.") from None
    counts = loaded.counts
    title = f"Wrote {counts.documents:,} documents with {counts.mentions:,} mentions to {output}"
    content = {"file": str(output)} | _findings(loaded)
    show(content, [Table(title, (), []), *_note_tables([loaded])], json=json)


def _folder(data: Path) -> Path:
    if not data.is_dir():
        raise ParameterError(f"--data must be the folder that holds the data sets. {data} is not a folder.")
    return data


def _declaration(data_set: DataSet) -> dict[str, Any]:
    content = asdict(data_set) | {"counts": data_set.counts._asdict(), "corrections": dict(data_set.corrections)}
    if data_set.paper is not None:
        content["paper"] = dict(zip(("documents", "mentions"), data_set.paper, strict=True))
    return content


def _findings(loaded: LoadedDataSet) -> dict[str, Any]:
    return {
        "found": loaded.counts._asdict(),
        "skipped": _tally((f"{each.what}: {each.reason}", each.place) for each in loaded.notes.skipped),
        "corrected": _tally(loaded.notes.corrected),
    }


def _tally(notes: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """Each reason with how often and where first it occurred."""
    first: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for reason, place in notes:
        first.setdefault(reason, place)
        numbers[reason] += 1
    return [{"reason": reason, "number": number, "first": first[reason]} for reason, number in numbers.items()]


def _note_tables(read: Sequence[LoadedDataSet]) -> list[Table]:
    tables = []
    for kind, title in (("skipped", "Skipped"), ("corrected", "Wrong in the files, and corrected")):
        rows = [
            (each.data_set.name, note["number"], note["reason"], note["first"])
            for each in read
            for note in _findings(each)[kind]
        ]
        tables.append(Table(title, ("data set", "how many", "what", "first"), rows))
    return tables


def _beside(found: int | str, expected: int) -> str:
    return f"{found:,} / {expected:,}" if isinstance(found, int) else f"- / {expected:,}"


def _in_words(value: Any) -> Any:
    return ", ".join(f"{key} {each}" for key, each in value.items()) if isinstance(value, dict) else value
