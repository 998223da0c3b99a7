"""Opens the knowledge base of a command; says so if the user has to wait for the sample to be built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairlinking.errors import ParameterError

if TYPE_CHECKING:
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.kb import KnowledgeBase

__all__ = ["misuse", "open_first", "open_kb"]


def open_kb(kb: str | None, progress: TerminalProgress) -> KnowledgeBase:
    """Open a knowledge base by its name or folder, or the default one."""
    from pairlinking.building.named import kb_folder
    from pairlinking.building.named import open_kb as open_named
    from pairlinking.building.sample import sample_path

    folder = kb_folder(kb)
    if folder == sample_path() and not (folder / "manifest.json").exists():
        progress.tell("Building the sample knowledge base. This happens once and takes a few seconds.")
    return open_named(kb, progress)


def open_first(args: list[str], n_words: int, usage: str) -> tuple[KnowledgeBase, list[str]]:
    """The knowledge base named by the first argument of ``kb``, or the default one, and the other arguments."""
    from pairlinking._support.terminal import TerminalProgress

    if len(args) not in (n_words, n_words + 1):
        raise misuse(args, usage)
    name, others = (args[0], args[1:]) if len(args) > n_words else (None, args)
    with TerminalProgress(stopped="Stopped.") as progress:
        return open_kb(name, progress), others


def misuse(args: list[str], usage: str) -> ParameterError:
    """The error for a wrong number of arguments."""
    return ParameterError(f"Usage: pairlinking kb {usage}. Got: {' '.join(map(repr, args))}.")
