"""Measures by name, and means of them: ``njs+ees`` is the paper's best."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, ref

from pairlinking.errors import ParameterError, UnknownName, did_you_mean
from pairlinking.relatedness._psi import Source
from pairlinking.relatedness.base import KernelRelatedness
from pairlinking.relatedness.embedding import EES
from pairlinking.relatedness.link_based import NJS, WLM, InLinks

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["MEASURES", "Mean", "measure"]

MEASURES = ("wlm", "njs", "ees")

# Measures of one knowledge base share lists and vectors, so that each list is checked and indexed once.
_LINKS: WeakKeyDictionary[KnowledgeBase, InLinks] = WeakKeyDictionary()
_VECTORS: WeakKeyDictionary[KnowledgeBase, EES] = WeakKeyDictionary()


class Mean(KernelRelatedness):
    """The mean of two or three different measures (Sec. 7.3), always added in the order WLM, NJS, EES.

    >>> links = InLinks.from_lists([[1, 2, 3], [2, 3, 4]], n_pages=10)
    >>> both = Mean(NJS(links), EES([[1.0, 0.0], [1.0, 1.0]]))
    >>> both.name, round(both.score(0, 1), 3)
    ('njs+ees', 0.695)
    """

    def __init__(self, *parts: WLM | NJS | EES) -> None:
        names = [part.name for part in parts]
        if not parts or len(set(names)) < len(names):
            raise ParameterError(f"Mean takes each measure once. Got {', '.join(names) or 'none'}.")
        links = [part.links for part in parts if not isinstance(part, EES)]
        vectors = [part.vectors for part in parts if isinstance(part, EES)]
        if len(links) == 2 and links[0] is not links[1]:
            raise ParameterError("WLM and NJS of one Mean must share the same InLinks object.")
        if links and vectors and len(vectors[0]) != len(links[0].indptr) - 1:
            raise ParameterError(
                f"In-links and vectors must describe the same entities. Got {len(links[0].indptr) - 1} lists and "
                f"{len(vectors[0])} vectors."
            )
        source = Source(
            wlm="wlm" in names,
            njs="njs" in names,
            ees="ees" in names,
            vectors=vectors[0] if vectors else None,
            **(links[0].arrays() if links else {}),
        )
        super().__init__("+".join(name for name in MEASURES if name in names), source)
        self.parts = parts


def measure(
    name: str, *, kb: KnowledgeBase | None = None, links: InLinks | None = None, ees: EES | None = None
) -> KernelRelatedness:
    """Make the measure called `name`, such as ``"njs"`` or ``"wlm+njs+ees"``, from the data it needs.

    Data that are not passed as `links` or `ees` come from `kb`.

    >>> measure("njs", links=InLinks.from_lists([[1], [1, 2]], n_pages=3)).name
    'njs'
    """
    parts: list[WLM | NJS | EES] = []
    is_whole = links is None and ees is None
    for part in name.split("+"):
        if part not in MEASURES:
            raise UnknownName(
                f"Can't find {part!r} in relatedness {name!r}.{did_you_mean(part, MEASURES)} "
                f"Available: {', '.join(MEASURES)}, and means of them such as 'njs+ees'."
            )
        if part == "ees":
            ees = _vectors_of(kb, name) if ees is None else ees
            parts.append(ees)
        else:
            links = _links_of(kb, name) if links is None else links
            parts.append(WLM(links) if part == "wlm" else NJS(links))
    found = parts[0] if len(parts) == 1 else Mean(*parts)
    if kb is not None and is_whole:
        found.remake = measure, ref(kb)
    return found


def _links_of(kb: KnowledgeBase | None, name: str) -> InLinks:
    if kb is None:
        raise ParameterError(f"Relatedness {name!r} needs in-links: pass links=InLinks(...) or kb=...")
    if kb not in _LINKS:
        _LINKS[kb] = InLinks(kb.in_link_indptr, kb.in_link_ids, n_pages=len(kb), check=False)
    return _LINKS[kb]


def _vectors_of(kb: KnowledgeBase | None, name: str) -> EES:
    if kb is None:
        raise ParameterError(f"Relatedness {name!r} needs vectors: pass ees=EES(vectors) or kb=...")
    if kb.entity_vectors is None:
        raise ParameterError(
            f"Relatedness {name!r} needs vectors, but {kb.path} has none. "
            f"Add them with: pairlinking build vectors {kb.path}"
        )
    if kb not in _VECTORS:
        _VECTORS[kb] = EES(kb.entity_vectors, check=False)
    return _VECTORS[kb]
