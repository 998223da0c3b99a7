"""``pairlinking kb shrink``: a smaller copy of a knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["shrink_kb"]


def shrink_kb(
    kb: Annotated[str, typer.Argument(metavar="KB", help="Knowledge base: a folder, or an installed name.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="SMALL", help="Folder to write.")],
    entities: Annotated[int, typer.Option(help="Entities to keep, the most linked first.")] = 150_000,
    profile_words: Annotated[
        int, typer.Option(help="Words in the profile of a well-linked entity; others get fewer.")
    ] = 32,
    vocabulary: Annotated[
        int, typer.Option(help="Words to keep in profiles and vectors, the most frequent first.")
    ] = 100_000,
    bits: Annotated[int, typer.Option(help="Precision of vectors and profiles; fewer bits compress better.")] = 8,
    out_links: Annotated[
        int, typer.Option(help="Drop links from pages with more links than this; they say little about relatedness.")
    ] = 200,
    keep_tables: Annotated[
        bool, typer.Option("--keep-tables", help="Keep the Parquet tables, to learn models again.")
    ] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a knowledge base in the output folder.")] = False,
) -> None:
    """Write a smaller copy: the most linked entities, shorter profiles, fewer words, less precise numbers."""
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.building.shrinking import ShrinkOptions, shrink
    from pairlinking.interfaces.cli.opening import open_kb

    options = ShrinkOptions(
        entities=entities, profile_words=profile_words, vocabulary=vocabulary, bits=bits, out_links=out_links
    )
    with TerminalProgress() as progress:
        small = shrink(
            open_kb(kb, progress), output, options, keep_tables=keep_tables, replace=replace, progress=progress
        )
    size = sum(record.bytes for record in small.manifest.files.values())
    typer.echo(f"{output}: {len(small):,} entities, {len(small.dictionary):,} surface forms, {size / 1e6:,.1f} MB")
