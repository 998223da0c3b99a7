"""For researchers: AIDA's token files, one token per line (CoNLL-YAGO)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pairlinking.interfaces.cli.formats.base import FORMATS, Format
from pairlinking.interfaces.nif import EntityUris
from pairlinking.text.sentences import sentence_spans

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import Link, LinkedDocument

__all__ = ["Conll"]

_NIL = "--NME--"
_LONGEST = 500  # characters of a mention that are repeated after each of its tokens; no name is longer
_TOKEN = re.compile(r"\w+(?:[.,'’-]\w+)*|[^\w\s]")
_LINE_END = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@FORMATS.register("conll")
@FORMATS.register("aida")
class Conll(Format):
    """One token per line, and an empty line after each sentence.

    A token of a mention is followed, separated by tabs, by its place in the mention (B or I), the mention, the entity's
    name and its Wikipedia URL. The bounds of mentions are also bounds of tokens. Of mentions that overlap, the first
    and longest is written. A mention that is not linked has the name ``--NME--``.
    """

    def __init__(self, **common: Any) -> None:
        super().__init__(**common)
        self._uris = EntityUris(self.linker.kb, "wikipedia")

    def document(self, read: ReadDocument, linked: LinkedDocument) -> str:
        """One document with its links."""
        name = _LINE_END.sub(" ", str(read.origin if linked.id is None else linked.id))
        lines = [f"-DOCSTART- ({name})"]
        links = deque(_apart(linked))
        for start, end in sentence_spans(linked.text, [(link.start, link.end) for link in links]):
            lines += [*self._sentence(linked.text, start, end, links), ""]
        return "\n".join(lines) + "\n"

    def _sentence(self, text: str, start: int, end: int, links: deque[Link]) -> Iterator[str]:
        """Tokens of a sentence; removes the links that are in it from the left of `links`."""
        while links and links[0].start < end:
            link = links.popleft()
            yield from _tokens(text[start : link.start])
            columns = "\t".join(self._columns(link))
            for number, token in enumerate(_tokens(link.text)):
                yield f"{token}\t{'I' if number else 'B'}\t{columns}"
            start = link.end
        yield from _tokens(text[start:end])

    def _columns(self, link: Link) -> tuple[str, ...]:
        entity = link.entity
        label = link.label[:_LONGEST]
        if entity is None:
            return label, _NIL
        return label, entity.id.replace(" ", "_"), self._uris.of(entity)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _apart(linked: LinkedDocument) -> list[Link]:
    """Mentions with a token that do not overlap, in the order of the text."""
    found: list[Link] = []
    for link in sorted(linked, key=lambda link: (link.start, -link.end)):
        if (not found or link.start >= found[-1].end) and _TOKEN.search(link.text):
            found.append(link)
    return found
