"""A build whose sources or result are not on this machine: they are fetched before it and uploaded after it.

Everything is in one folder until the result is in place, so the same call resumes where it stopped: with the next file
to fetch, within the build, or with the upload.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pairlinking._support.addressed import is_remote
from pairlinking._support.files import clear_errors, remove, write_json
from pairlinking._support.hadoop_files import HadoopFiles, RemoteFile
from pairlinking._support.locking import locked
from pairlinking._support.progress import Progress
from pairlinking.errors import KnowledgeBaseError, ParameterError
from pairlinking.kb.knowledge_base import KnowledgeBase

__all__ = ["build_elsewhere", "working_folder"]


def working_folder(output: str, work: str | None) -> Path:
    """Folder of intermediate files: below `work`, or next to an output on this machine."""
    if work is not None:
        return Path(work).absolute() / f"{Path(output).name}.elsewhere"
    if is_remote(output):
        raise ParameterError(f"{output} needs --work: a folder that all machines see, for the files in between.")
    return Path(f"{output}.elsewhere").absolute()


def build_elsewhere(
    build: Callable[..., KnowledgeBase],
    inputs: Mapping[str, Sequence[str]],
    output: str,
    *,
    folder: Path,
    hadoop: HadoopFiles,
    replace: bool,
    options: Mapping[str, Any],
    progress: Progress,
    **where: Any,
) -> KnowledgeBase:
    """Build from inputs by role to an output; some of these paths have a scheme.

    Parameters
    ----------
    build
        Builds from local paths by role into a local folder.
    folder
        See `working_folder`; removed at the end.
    options
        Of `build`, which change the result.
    where
        Other options of `build`.
    """
    uploads = is_remote(output)
    if uploads and not replace and hadoop.exists(output):
        raise KnowledgeBaseError(f"{output} exists already. Choose another output, or pass --replace.")
    found = {
        name: [file for each in given for file in (hadoop.find(each) if is_remote(each) else [each])]
        for name, given in inputs.items()
    }
    remote = [file for files in found.values() for file in files if isinstance(file, RemoteFile)]
    with clear_errors(folder), locked(folder):
        paths = hadoop.fetch(remote, folder / "sources", progress)
        local = {
            name: [paths[file.uri] if isinstance(file, RemoteFile) else Path(file) for file in files]
            for name, files in found.items()
        }
        if not uploads:
            kb = build(local, Path(output), replace=replace, progress=progress, **options, **where)
        else:
            result, finished = folder / "kb", folder / "finished.json"
            recipe = [sorted((name, str(each)) for name, files in found.items() for each in files), repr(options)]
            if _reads(finished) == json.loads(json.dumps(recipe)):  # only the upload was not completed
                kb = KnowledgeBase.open(result)
            else:
                remove(finished)
                kb = build(local, result, replace=True, progress=progress, **options, **where)
                write_json(finished, recipe)
            hadoop.put(result, output, progress, last="manifest.json")
    remove(folder)
    return kb


def _reads(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
