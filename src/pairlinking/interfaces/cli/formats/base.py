"""What every output format has: a head, a piece for each document, and a tail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairlinking._support.registry import Registry

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import LinkedDocument, Linker

__all__ = ["FORMATS", "Format", "Wanted"]


@dataclass(frozen=True)
class Wanted:
    """What the user wants to see.

    Attributes
    ----------
    heading
        Whether to show which document a link belongs to.
    evidence, candidates
        As for `LinkedDocument.to_dict`.
    """

    heading: bool = False
    evidence: bool = True
    candidates: int | None = None


class Format:
    """A way to write linked documents, one at a time, so that there may be any number of them.

    Each method returns text that is written unchanged. Subclasses are registered by name in `FORMATS`; other packages
    add theirs by an entry point in the group ``pairlinking.formats``.
    """

    def __init__(self, *, linker: Linker, wanted: Wanted) -> None:
        self.linker, self.wanted = linker, wanted

    def head(self) -> str:
        """What comes before all documents."""
        return ""

    def document(self, read: ReadDocument, linked: LinkedDocument) -> str:
        """One document with its links."""
        raise NotImplementedError

    def tail(self) -> str:
        """What comes after all documents."""
        return ""


FORMATS: Registry[Format] = Registry("formats")
