"""What a knowledge base is made from: name, size and hash of every source file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from os import fspath
from pathlib import Path
from typing import Any

from pairlinking._support.progress import Progress, adding
from pairlinking.errors import SourceError
from pairlinking.kb.manifest import hash_file
from pairlinking.sources.streams import AnyPath

__all__ = ["check_sources", "describe", "shipped_or"]

_SHIPPED = ("abbreviations-en",)


def shipped_or(path: AnyPath) -> AnyPath:
    """A table that comes with the package, if `path` is just its name and not a file; else the path itself.

    >>> Path(shipped_or("abbreviations-en")).name
    'abbreviations-en.tsv'
    """
    shipped = Path(str(files("pairlinking") / "data" / f"{fspath(path)}.tsv"))
    return shipped if fspath(path) in _SHIPPED and not Path(path).exists() else path


def check_sources(paths: Sequence[AnyPath]) -> None:
    """Refuse sources that are not files."""
    if not paths:
        raise SourceError("There is no source to build from. Pass a dump or a catalogue.")
    for path in paths:
        if not Path(path).exists():
            raise SourceError(f"There is no file {fspath(path)}. Check the path.")
        if (Path(path) / "manifest.json").exists():
            message = (
                "is a finished knowledge base, which cannot be a source. Pass the dump or catalogue to build from."
            )
            raise SourceError(f"{fspath(path)} {message}")
        if Path(path).is_dir():
            raise SourceError(f"{fspath(path)} is a folder, but a file was expected. Name the files in it.")


def describe(paths: Sequence[AnyPath], progress: Progress) -> list[dict[str, Any]]:
    """Read every file once: the result depends on its hash, even if the file is renamed later."""
    total = sum(Path(path).stat().st_size for path in paths)
    progress.start("Checking the sources", total=total, unit="B")
    add = adding(progress)
    described = [
        {"name": Path(path).name, "bytes": Path(path).stat().st_size, "sha256": hash_file(Path(path), add)}
        for path in paths
    ]
    progress.finish()
    return described
