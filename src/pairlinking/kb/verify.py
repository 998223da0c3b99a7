"""Check that a knowledge base is exactly as it was written, by reading every byte of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.contents import content_problems
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.manifest import Manifest, hash_file, list_files, read_manifest
from pairlinking.kb.verified import remember

__all__ = ["find_problems", "verify"]


def verify(path: str | Path, on_progress: Callable[[int], object] | None = None) -> None:
    """Read the whole knowledge base in `path`; raise `KnowledgeBaseError` with everything that is wrong with it.

    Every file of the manifest must exist with its size and SHA-256, and no other file may; then every array must keep
    its range and order. Memory stays small however large the files are.

    Parameters
    ----------
    on_progress
        Called with the size of each block that has been read; together they are the sizes of the files.
    """
    problems = find_problems(path, on_progress)
    if problems:
        noun = "problem" if len(problems) == 1 else "problems"
        raise KnowledgeBaseError(f"{path} has {len(problems)} {noun}. Build or copy it again.\n" + "\n".join(problems))


def find_problems(path: str | Path, on_progress: Callable[[int], object] | None = None) -> list[str]:
    """Everything that is wrong with the knowledge base in `path`, one sentence each; empty if nothing is."""
    folder = Path(path)
    try:
        manifest = read_manifest(folder)
        started = time.time_ns()
        problems = list(_file_problems(folder, manifest, on_progress))
        if problems:  # stop here: walking through a damaged trie can crash the process
            return problems
        remember(folder, manifest, started)
        return list(content_problems(KnowledgeBase.open(folder, check="never")))
    except KnowledgeBaseError as error:
        return [str(error)]


def _file_problems(folder: Path, manifest: Manifest, on_progress: Callable[[int], object] | None) -> Iterator[str]:
    present = set(list_files(folder))
    for name in sorted(present - manifest.files.keys()):
        yield f"{folder / name} is not in the manifest."
    for name, record in sorted(manifest.files.items()):
        path = folder / name
        if name not in present:
            yield f"{path} is missing."
        elif path.stat().st_size != record.bytes:
            yield f"{path} has {path.stat().st_size} bytes instead of {record.bytes}."
        elif hash_file(path, on_progress) != record.sha256:
            yield f"The SHA-256 of {path} differs from the one in the manifest."
