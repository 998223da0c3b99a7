"""``pairlinking link FOLDER --output FOLDER``: many files of JSON lines or Parquet, in processes or on Spark.

Each file becomes one of the same name, so that a run that was stopped continues with the files still missing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pairlinking._support.files import remove
from pairlinking._support.terminal import TerminalProgress
from pairlinking.errors import ParameterError, SourceError
from pairlinking.interfaces.link_file import PART, SUFFIXES, link_file, link_file_in_worker

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.linking_options import Linking

__all__ = ["link_files", "link_folder"]

_STOPPED = "Stopped. Run the same command to continue with the files that are not finished."


def link_folder(
    names: list[str], output: Path, *, linking: Linking, workers: int, master: str | None, quiet: bool
) -> None:
    """Link all files of a folder into another one, in which bad rows have an ``error``."""
    if len(names) == 1 and not Path(names[0]).exists():
        raise SourceError(f"No such folder: {names[0]}.")
    if len(names) != 1 or not Path(names[0]).is_dir():
        raise ParameterError("--output needs one folder of JSON lines or Parquet to link.")
    if output.exists() and not output.is_dir():
        raise ParameterError(f"--output {output} is a file. Pass a folder, which need not exist.")
    source = Path(names[0])
    files = sorted(path for path in source.iterdir() if path.suffix in SUFFIXES)
    if not files:
        raise SourceError(f"{source} has no .jsonl or .parquet files. Pass the folder that contains them.")
    if output.resolve() == source.resolve():
        raise ParameterError(f"--output {output} is also the input folder. Pass another one.")
    link_files(files, output, linking=linking, workers=workers, master=master, quiet=quiet)


def link_files(
    files: list[Path], output: Path, *, linking: Linking, workers: int, master: str | None, quiet: bool
) -> None:
    """Link files into a folder, under their names; files that already exist there are left alone."""
    output.mkdir(parents=True, exist_ok=True)
    _remove_parts(output)
    left = [path for path in files if not (output / path.name).exists()]
    with TerminalProgress(quiet=True if quiet else None, stopped=_STOPPED) as progress:
        if master is None:
            linker = linking.open_linker(progress)
            linked: Iterator[tuple[int, int]] = (link_file(linker, path, output / path.name, workers) for path in left)
        else:
            linked = _on_spark(left, output, master, linking)
        progress.start("Linking", total=len(files), unit="files")
        rows = bad = 0
        for done, counts in enumerate(linked, 1 + len(files) - len(left)):
            rows, bad = rows + counts[0], bad + counts[1]
            progress.update(done)
        _remove_parts(output)
        if len(left) < len(files):
            progress.warn(
                f"{len(files) - len(left):,} of {len(files):,} files were already in {output} and were skipped."
            )
        if bad:
            progress.warn(f"{bad:,} of {rows:,} documents could not be linked. Each has an 'error' in {output}.")
        progress.finish(f"{len(files):,} files, {rows:,} documents linked now, {bad:,} of them with an error")


def _on_spark(files: list[Path], output: Path, master: str, linking: Linking) -> Iterator[tuple[int, int]]:
    """Each file is a task. Rows do not pass through Spark: workers read and write the files themselves."""
    from pairlinking._support.spark_session import open_context
    from pairlinking.building.named import installed_kbs
    from pairlinking.building.spark import SparkPool

    if not files:
        return
    # Workers may run in another folder, so the path is absolute; an installed name they look up themselves.
    kb = linking.kb if linking.kb is None or linking.kb in installed_kbs() else os.path.abspath(linking.kb)
    options = tuple(sorted(linking.options.items()))
    # Largest files first, so that all cores finish at about the same time.
    tasks = [
        partial(link_file_in_worker, kb, options, path.absolute(), (output / path.name).absolute())
        for path in sorted(files, key=lambda path: -path.stat().st_size)
    ]
    with SparkPool(open_context(master)) as pool:
        yield from pool.run(tasks)


def _remove_parts(output: Path) -> None:
    """Remove what a killed process left behind."""
    for path in output.glob(f"*{PART}"):
        remove(path)
