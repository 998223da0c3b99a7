"""Which knowledge base is meant: by its name, by its folder, or by default."""

from __future__ import annotations

import os
from contextlib import suppress
from os import PathLike, fspath
from pathlib import Path

from pairlinking._support.progress import Progress
from pairlinking.building.sample import open_sample, sample_path
from pairlinking.errors import KnowledgeBaseError, did_you_mean
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.packages import PACKAGES, package_folder

__all__ = ["DEFAULT_VARIABLE", "SAMPLE", "STARTER", "default_kb", "installed_kbs", "kb_folder", "kb_name", "open_kb"]

SAMPLE = "sample"
STARTER = "starter-en"
DEFAULT_VARIABLE = "PAIRLINKING_KB"


def installed_kbs() -> tuple[str, ...]:
    """Names of all knowledge bases that can be opened by name, sorted.

    >>> "sample" in installed_kbs()
    True
    """
    return tuple(sorted({SAMPLE, *PACKAGES.names()}))


def default_kb() -> str:
    """Name or folder of the knowledge base that is used by default.

    That is the environment variable ``PAIRLINKING_KB`` if it is set, else the starter if its package is installed, else
    the sample.
    """
    return os.environ.get(DEFAULT_VARIABLE) or (STARTER if STARTER in installed_kbs() else SAMPLE)


def kb_folder(kb: str | PathLike[str] | None = None) -> Path:
    """Folder of a knowledge base given by its name or folder; of the default one for None.

    The name of an installed knowledge base always means that one: write ``./name`` for a folder of the same name.
    """
    name = default_kb() if kb is None else fspath(kb)
    if not isinstance(kb, PathLike) and name in installed_kbs():
        return sample_path() if name == SAMPLE else package_folder(name)
    folder = Path(name)
    if not folder.exists() and folder.name == name:
        raise KnowledgeBaseError(
            f"There is no folder {name}, and no knowledge base with this name is installed."
            f"{did_you_mean(name, installed_kbs())} Installed: {', '.join(installed_kbs())}. "
            f"Build one with: pairlinking build DUMP -o {name}"
        )
    return folder


def open_kb(kb: str | PathLike[str] | None = None, progress: Progress | None = None) -> KnowledgeBase:
    """Open a knowledge base by its name or folder; without one, the default (see `default_kb`).

    The sample is built the first time it is opened, which takes a few seconds.

    >>> kb = open_kb("sample")
    >>> kb_name(kb)
    'sample'
    """
    folder = kb_folder(kb)
    return open_sample(progress) if folder == sample_path() else KnowledgeBase.open(folder)


def kb_name(kb: KnowledgeBase) -> str:
    """Name of an open knowledge base: the one under which it is installed, else that of its folder."""
    for name in installed_kbs():
        with suppress(KnowledgeBaseError):  # a broken package harms only those who use it
            if kb.path == kb_folder(name):
                return name
    return kb.path.name.removesuffix(".kb")
