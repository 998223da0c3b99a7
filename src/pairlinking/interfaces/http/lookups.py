"""What the knowledge base says about an entity, two entities, or the beginning of a name, as the API sends it."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np

from pairlinking.kb import KnowledgeBase
from pairlinking.linking.records import entity_record
from pairlinking.relatedness import measure, nearest
from pairlinking.text.fold import fold

__all__ = ["describe_entity", "find_forms", "nearest_to", "relate"]

_SHOWN = 20
_MEANINGS = 3
_LOOKED_AT = 2000  # spellings: many begin with the same letter, of which only the first are considered
_DIGITS = 6


def describe_entity(kb: KnowledgeBase, number: int) -> dict[str, Any]:
    """An entity and its names."""
    surfaces = []
    for form, count in kb.surface_forms(number)[:_SHOWN]:
        found = kb.dictionary.lookup(form)
        prior = 0.0 if found is None else float(found.prior[found.entities == number][0])
        surfaces.append({"form": form, "count": count, "prior": round(prior, _DIGITS)})
    return {
        **entity_record(kb, number),
        "redirects": kb.redirects_of(number)[:_SHOWN],
        "in_links": _linking_pages(kb, number),
        "surfaces": surfaces,
    }


def relate(kb: KnowledgeBase, left: int, right: int) -> dict[str, Any]:
    """Two entities by every measure; None for measures that need vectors if there are none."""
    names = ("wlm", "njs", "ees", "njs+ees")
    scores = {
        name: round(measure(name, kb=kb).score(left, right), _DIGITS) if kb.has_vectors or "ees" not in name else None
        for name in names
    }
    shared = len(np.intersect1d(kb.in_links(left), kb.in_links(right), assume_unique=True))
    return {"entity": entity_record(kb, left), "with": entity_record(kb, right), **scores, "shared_in_links": shared}


def nearest_to(kb: KnowledgeBase, number: int, limit: int) -> dict[str, Any]:
    """The entities most related to one: by vectors, or by in-links if there are none."""
    name = "ees" if kb.has_vectors else "njs"
    found = nearest(measure(name, kb=kb), number, limit)
    related = [{**entity_record(kb, other), "score": round(score, _DIGITS)} for other, score in found]
    return {"entity": entity_record(kb, number), "by": name, "related": related}


def find_forms(kb: KnowledgeBase, query: str, limit: int) -> dict[str, Any]:
    """Forms that begin with the query in any case, the most frequent first, each with its likeliest meanings."""
    dictionary = kb.dictionary
    prefix = fold(query)
    spellings: list[str] = []
    if prefix and "\0" not in prefix:
        spellings = list(islice(dictionary.folded.iterkeys(prefix), _LOOKED_AT))
    found = []
    for form in {form for spelling in spellings for form in dictionary.folded_like(spelling)}:
        meanings = dictionary.lookup(form)
        if meanings is not None:
            found.append((-int(meanings.counts.sum()), form, meanings))
    found.sort(key=lambda each: each[:2])
    return {
        "query": query,
        "forms": [
            {
                "form": form,
                "entities": [
                    {**entity_record(kb, number), "prior": round(prior, _DIGITS)}
                    for number, prior in islice(
                        zip(each.entities.tolist(), each.prior.tolist(), strict=True), _MEANINGS
                    )
                ],
                "n_entities": len(each.entities),
            }
            for _, form, each in found[:limit]
        ],
    }


def _linking_pages(kb: KnowledgeBase, number: int) -> int:
    pages = kb.in_links(number)
    return len(pages) - int((pages == number).any())  # the measures need its own page among them
