"""The entities of PPRforNED as one small knowledge base: counts, names, and the links of all documents pooled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairlinking.evaluation.formats.pprforned import ArenaCandidate, ArenaDocument
from pairlinking.kb.name_parts import base_name
from pairlinking.relatedness import InLinks
from pairlinking.types import FloatArray, IntArray

__all__ = ["ArenaEntities", "normalized"]

_KINDS = ("GPE", "ORG", "PER")


def normalized(form: str) -> str:
    """A form without case, full stops and hyphens.

    >>> normalized("U.S.  OPEN")
    'us open'
    """
    return " ".join(form.casefold().replace(".", "").replace("-", " ").split())


@dataclass(frozen=True)
class ArenaEntities:
    """All candidates of all documents, numbered by page id, so that no number depends on the order in a file.

    Attributes
    ----------
    rows
        Number of an entity by its page id.
    counts
        Per entity: log of in-links, log of out-links (plus one), popularity (0 where unknown), kind.
    names
        Titles without the part that distinguishes namesakes: "Munich" for "Munich, North Dakota" and "Munich (film)".
    qualifiers
        That part, in lower case: "north dakota", "film".
    neighbours
        Per entity, those with which it has a link in any document, and itself. In the files links have no direction:
        either both of two candidates list the link, or neither does.
    """

    rows: dict[int, int]
    titles: list[str]
    counts: FloatArray
    names: list[str]
    qualifiers: list[str]
    neighbours: list[set[int]]

    @classmethod
    def of(cls, documents: Sequence[ArenaDocument], popularity: Mapping[str, float]) -> ArenaEntities:
        """Gather them, without using gold."""
        found: dict[int, ArenaCandidate] = {}
        links: dict[int, set[int]] = {}
        for document in documents:
            for mention in document.mentions:
                for each in mention.candidates:
                    found[each.page] = each
                    links.setdefault(each.page, {each.page}).update(each.links)
        rows = {page: row for row, page in enumerate(sorted(found))}
        entities = [found[page] for page in rows]
        counts = [
            (np.log1p(each.in_count), np.log1p(each.out_count), popularity.get(each.title, 0.0), _kind(each.kind))
            for each in entities
        ]
        apart = [_name_and_qualifier(each.title) for each in entities]
        return cls(
            rows=rows,
            titles=[each.title for each in entities],
            counts=np.array(counts, dtype=np.float64).reshape(-1, 4),
            names=[name for name, _ in apart],
            qualifiers=[qualifier for _, qualifier in apart],
            neighbours=[{rows[link] for link in links[page] if link in rows} for page in rows],
        )

    @cached_property
    def links(self) -> InLinks:
        """The pooled links, with each entity on its own list, so that direct links count (decision 0015)."""
        return InLinks.from_lists(self.neighbours, n_pages=max(len(self.rows), 1))

    def candidates(self, document: ArenaDocument) -> list[IntArray]:
        """Numbers of the candidates of each mention."""
        return [
            np.array([self.rows[each.page] for each in mention.candidates], dtype=np.int64)
            for mention in document.mentions
        ]


def _kind(kind: str) -> int:
    return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)


def _name_and_qualifier(title: str) -> tuple[str, str]:
    base = base_name(title)
    name, _, place = base.partition(", ")
    return name, f"{title[len(base) :].strip(' ()')} {place}".strip().casefold()
