"""Files and folders that are either complete or absent, even after a crash."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pairlinking.errors import KnowledgeBaseError, PairLinkingError

__all__ = ["check_output", "clear_errors", "left_behind", "move_in", "remove", "write_json"]

_LITTLE = 1_000_000  # bytes of a build that can be recreated within a second
_FULL = re.compile("no space left|file too large|quota exceeded", re.IGNORECASE)


def check_output(target: Path, work: Path, *, replace: bool) -> None:
    """Refuse an output folder that is not empty, unless it is a knowledge base that may be replaced.

    Whatever would make the last step of a build fail is refused here, before the first.
    """
    for link in (target, work):
        if link.is_symlink():
            raise KnowledgeBaseError(f"{link} is a symbolic link. Remove it, or choose another output.")
    if not target.exists():
        if not target.parent.is_dir():
            raise KnowledgeBaseError(f"The parent folder {target.parent} does not exist. Create it first.")
        return
    if not (target / "manifest.json").exists():
        if target.is_dir() and not any(target.iterdir()):
            return
        raise KnowledgeBaseError(f"{target} exists, but is not a knowledge base. Choose another output, or move it.")
    if not replace:
        if work.exists() and not (work / "kb").exists():
            remove(work)  # left by the build that made it, stopped after its last step
        raise KnowledgeBaseError(f"{target} is already a knowledge base. Choose another output, or pass --replace.")


def move_in(kb: Path, target: Path, *, replace: bool) -> None:
    """Move the finished folder into place. A KB that it replaces is moved aside first, and removed last."""
    old = target.with_name(target.name + ".old")
    if target.exists():
        if replace:
            remove(old)
            os.rename(target, old)
        else:
            target.rmdir()  # empty: see check_output
    os.rename(kb, target)
    remove(old)


def write_json(path: Path, content: Any) -> None:
    """Write a file completely or not at all, even if the machine crashes."""
    part = path.with_name(path.name + ".part")
    with open(part, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1, sort_keys=True)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def remove(path: Path) -> None:
    """Remove a file or a folder, if it exists."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def left_behind(work: Path) -> Iterator[None]:
    """Remove the folder of a refused build unless it contains enough to be worth resuming."""
    was_there = work.exists()
    try:
        yield
    except PairLinkingError:
        if not was_there and sum(each.stat().st_size for each in work.rglob("*") if each.is_file()) < _LITTLE:
            remove(work)
        raise


@contextmanager
def clear_errors(folder: Path, work: str = "build") -> Iterator[None]:
    """Say in one sentence what to do if the disk is full or fails during the `work` in a folder."""
    try:
        yield
    except OSError as error:
        reason, advice = str(error), "Fix this"
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or _FULL.search(reason):
            reason, advice = "there is no space left on the disk", "Free some space, or choose another output"
        raise KnowledgeBaseError(
            f"The {work} in {folder} stopped: {reason}. {advice}, and run the same command again: it resumes where it "
            "stopped."
        ) from error
