"""``pairlinking link``: documents in, links out, one document at a time."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pairlinking._support.addressed import is_remote
from pairlinking._support.options import check_choice
from pairlinking.errors import PairLinkingError, ParameterError
from pairlinking.interfaces.cli import linking_options as options

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import OnBad, ReadDocument
    from pairlinking.linking import LinkedDocument, Linker
    from pairlinking.linking.documents import TextDocument

__all__ = ["link"]


def link(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILES",
            help="Files of text, JSON lines or NIF, or a text itself; - is standard input.",
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="Output format: text, jsonl, csv, tsv, html (one self-contained page), nif, or conll (AIDA's token "
            "file). (Default: jsonl if an input is JSON lines, else text.)",
        ),
    ] = None,
    input_form: Annotated[
        str,
        typer.Option(
            "--input-format",
            metavar="NAME",
            help="Input format: text, jsonl, nif, or auto: jsonl for .jsonl, .ndjson, .json and standard input that "
            "begins with {, nif for .ttl, otherwise text.",
        ),
    ] = "auto",
    lines: Annotated[
        bool | None,
        typer.Option(
            "--lines/--whole",
            help="Treat each line of a text as a document, or the whole text as one. (Default: --whole for a file, "
            "--lines for standard input and pipes.)",
            show_default=False,
        ),
    ] = None,
    linking: options.Linking,
    workers: Annotated[
        int, typer.Option(help="Worker processes; more than one pays off only with many documents.")
    ] = 1,
    json: Annotated[bool, typer.Option("--json", help="The same as --format jsonl.")] = False,
    candidates: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Candidates of each mention to print in JSON. (Default: all.)"),
    ] = None,
    no_candidates: Annotated[
        bool, typer.Option("--no-candidates", help="Print no candidates in JSON, which is much smaller and faster.")
    ] = False,
    evidence: Annotated[
        bool, typer.Option(help="Include the evidence for each link, the tree and the decisions in JSON.")
    ] = True,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="With a folder of JSON lines or Parquet: folder for the linked files.",
        ),
    ] = None,
    master: Annotated[
        str | None, typer.Option(help="With --output: Spark master to link on, such as local[2] or spark://host:7077.")
    ] = None,
    work: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="With --master and folders such as s3a://bucket/documents: folder for intermediate files that all "
            "machines can see. [next to the output, if that is a local folder]",
        ),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Link the mentions of documents.

    pairlinking link 'Liverpool play Arsenal at Anfield on Sunday.'

    pairlinking link documents.jsonl > linked.jsonl

    pairlinking link --format html article.txt > article.html

    In text, put [[double brackets]] around mentions; without any, mentions are detected automatically. In
    [[Tiger Woods|Tiger]], the mention Tiger is fixed to the entity Tiger Woods, which helps to link the others.

    JSON lines are {"id", "text", "mentions": [{"start", "end"}]} with offsets in code points; without "mentions", they
    are detected. The output is JSON lines too: other keys are kept, and mentions are replaced by linked ones. Whatever
    else a mention had besides start and end, such as a gold "entity", is then under its key "given".

    Documents are written in the order of the input. A bad one is reported on standard error with its line and skipped;
    the exit code is then 1. With --output, a bad one has an "error" in the output instead.
    """
    if output is not None:
        from pairlinking.interfaces.cli.link_elsewhere import link_elsewhere, local_or_remote
        from pairlinking.interfaces.cli.link_folder import link_folder

        if form is not None or json:
            raise ParameterError("--format and --json cannot be used with --output, which writes the format it reads.")
        names, output = local_or_remote(files or [], output, master=master, work=work)
        if any(map(is_remote, (*names, output))):
            link_elsewhere(names, output, linking=linking, master=str(master), work=work, quiet=quiet)
        else:
            link_folder(names, Path(output), linking=linking, workers=workers, master=master, quiet=quiet)
        return
    if work is not None:
        raise ParameterError(f"--work {work} needs --output and --master.")
    if master is not None:
        raise ParameterError(f"--master {master} needs --output, and a folder of JSON lines or Parquet to link.")
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.interfaces.cli.formats import FORMATS, Wanted
    from pairlinking.interfaces.cli.inputs import open_inputs
    from pairlinking.interfaces.cli.reading import read_documents
    from pairlinking.interfaces.cli.reporting import BadDocuments, plain_warnings
    from pairlinking.interfaces.cli.ticking import ticking
    from pairlinking.interfaces.cli.writing import write

    if no_candidates and candidates:
        raise ParameterError(f"--candidates {candidates} and --no-candidates contradict each other. Leave one out.")
    if json and form not in (None, "jsonl"):
        raise ParameterError(f"--json and --format {form} contradict each other. Leave one out.")
    if form is not None:
        check_choice("link", "format", form, FORMATS.names())
    inputs = open_inputs(files or [], form=input_form, whole=None if lines is None else not lines)
    hidden = quiet or not sys.stderr.isatty()
    with (
        TerminalProgress(quiet=hidden, late=sys.stdout.isatty(), stopped="Stopped.") as progress,
        plain_warnings(progress.tell),
    ):
        linker = linking.open_linker(progress)
        bad = BadDocuments(progress.tell)
        done = 0
        wanted = Wanted(
            heading=len(inputs) > 1 or not inputs[0].is_whole or inputs[0].is_nif,
            evidence=evidence,
            candidates=0 if no_candidates else candidates,
        )
        if form is None:
            form = "jsonl" if json or any(each.is_json for each in inputs) else "text"
        written = FORMATS.create(form, linker=linker, wanted=wanted)
        linked = _link_all(linker, read_documents(inputs, bad.add), workers, bad.add)
        progress.start("Linking", unit="documents")
        # Worker processes are forked, which a thread would prevent; and several do not wait for one large document.
        with ticking(progress, write) if workers == 1 else nullcontext(write) as write_piece:
            write_piece(written.head())
            for done, (read, document) in enumerate(linked, 1):
                write_piece(written.document(read, document))
                progress.update(done)
            write_piece(written.tail())
        progress.finish(f"{done:,} document{'' if done == 1 else 's'}")
        bad.end(f"{done:,} linked")


def _link_all(
    linker: Linker, documents: Iterable[ReadDocument], workers: int, on_bad: OnBad
) -> Iterator[tuple[ReadDocument, LinkedDocument]]:
    """Each document with its links, in order. Documents that the linker reads ahead are queued until it answers."""
    under_way: deque[ReadDocument] = deque()

    def sources() -> Iterator[TextDocument]:
        for each in documents:
            under_way.append(each)
            yield each.source

    def failed(_: int, error: Exception) -> None:
        own = str(error) if isinstance(error, PairLinkingError) else f"{type(error).__name__}: {error}"
        on_bad(under_way.popleft().origin, own)

    for linked in linker.link_all(sources(), workers=workers, on_error=failed):
        yield under_way.popleft(), linked
