"""``pairlinking link FOLDER --output FOLDER``: many files of JSON lines or Parquet, in processes or on Spark.

Each file becomes one of the same name, so that a run that was stopped continues with the files still missing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pairlinking._support.counting import counted
from pairlinking._support.files import clear_errors, remove
from pairlinking._support.locking import LOCK, locked
from pairlinking._support.terminal import TerminalProgress
from pairlinking.errors import ParameterError, SourceError
from pairlinking.interfaces.link_file import UNFINISHED, LinkedFile, can_be_linked, link_file, link_file_in_worker

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.linking_options import Linking

__all__ = ["link_files", "link_folder"]

_SHOWN = 5  # problems that are reported
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
        raise ParameterError(f"--output {output} is a file. Pass a folder; it is created if needed.")
    source = Path(names[0])
    files = sorted(filter(can_be_linked, source.iterdir()))
    if not files:
        raise SourceError(f"{source} has no .jsonl or .parquet files. Pass the folder that contains them.")
    if output.resolve() == source.resolve():
        raise ParameterError(f"--output {output} is also the input folder. Pass another one.")
    link_files(files, output, linking=linking, workers=workers, master=master, quiet=quiet)


def link_files(
    files: list[Path], output: Path, *, linking: Linking, workers: int, master: str | None, quiet: bool
) -> None:
    """Link files into a folder, under their names; files that already exist there are left alone.

    Raises
    ------
    SourceError
        Some files could not be read; all others are linked.
    """
    unfinished = output / UNFINISHED
    with (
        clear_errors(output, "linking"),
        locked(unfinished, "link command"),
        TerminalProgress(quiet=True if quiet else None, stopped=_STOPPED) as progress,
    ):
        for part in unfinished.iterdir():  # left behind by a process that was killed
            if part.name != LOCK:
                remove(part)
        left = [path for path in files if not (output / path.name).exists()]
        if master is None:
            linker = linking.open_linker(progress)
            linked: Iterator[LinkedFile] = (link_file(linker, path, output / path.name, workers) for path in left)
        else:
            linked = _on_spark(left, output, master, linking)
        progress.start("Linking", total=len(files), unit="files")
        found = []
        for each in linked:
            found.append(each)
            progress.update(len(files) - len(left) + len(found))
        _report(found, len(files) - len(left), output, progress)
        remove(unfinished)
    if problems := [each.problem for each in found if each.problem]:
        more = f"{counted(len(problems), 'file')} could not be linked. " if len(problems) > 1 else ""
        raise SourceError(more + " ".join(problems[:_SHOWN]))


def _report(found: list[LinkedFile], n_before: int, output: Path, progress: TerminalProgress) -> None:
    rows, bad = sum(each.rows for each in found), sum(each.bad for each in found)
    n_linked = sum(each.problem is None for each in found)
    if n_before:
        progress.warn(f"{n_before:,} of {n_before + len(found):,} files were already in {output} and were skipped.")
    if bad:
        progress.warn(f"{bad:,} of {rows:,} documents could not be linked. Each has an 'error' in {output}.")
    errors = counted(bad, "error") if bad else "no errors"
    progress.finish(f"{counted(rows, 'document')} in {counted(n_linked, 'file')}, {errors}")


def _on_spark(files: list[Path], output: Path, master: str, linking: Linking) -> Iterator[LinkedFile]:
    """Each file is a task. Rows do not pass through Spark: workers read and write the files themselves."""
    from pairlinking._support.spark_session import open_context
    from pairlinking.building.named import installed_kbs, open_kb
    from pairlinking.building.spark import SparkPool

    if not files:
        return
    open_kb(linking.kb)  # if it cannot be opened, this says so without a stack trace of every worker
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
