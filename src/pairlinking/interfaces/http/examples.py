"""Texts to try, for the web page and for newcomers to the API.

For the knowledge bases that come with the package, texts on which methods differ and the recommended one is right; for
a knowledge base of the user's own, the beginnings of pages that it has not learned from.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from pairlinking.building.named import SAMPLE, STARTER, kb_name
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import Linker
from pairlinking.linking.mentions import read_targets

__all__ = ["examples"]

# With the meaning of each name. Whether methods differ on a text depends on the models, so it is tested.
_OWN = {
    SAMPLE: {
        "Madrid": "[[Real Madrid CF|Madrid]] beat [[FC Barcelona|Barcelona]], and [[Cristiano Ronaldo|Ronaldo]] scored "
        "twice against [[Lionel Messi|Messi]].",
        "Parcels": "Parcels from [[Amazon (company)|Amazon]] reach [[Perth, Scotland|Perth]] a day later than "
        "[[Edinburgh]].",
        "Troy": "[[Paris (mythology)|Paris]] hid [[Helen of Troy|Helen]] behind the walls of [[Troy]] while [[Hector]] "
        "fought [[Achilles]].",
        "Chicago": "[[Michael Jordan|Jordan]] sank the last shot, and [[Chicago Bulls|Chicago]] celebrated a sixth "
        "title under [[Phil Jackson|Jackson]].",
        "Kepler": "[[Galileo Galilei|Galileo]] saw moons around [[Jupiter]], and [[Johannes Kepler|Kepler]] wrote to "
        "him.",
    },
    STARTER: {
        "Cambridge": "[[University of Cambridge|Cambridge]] beat [[University of Oxford|Oxford]] on the "
        "[[River Thames|Thames]] by two lengths.",
        "Salamis": "[[Athens]], [[Sparta]] and [[Corinth, Greece|Corinth]] sent ships to [[Salamis Island|Salamis]] "
        "against [[Xerxes I|Xerxes]].",
        "Sun": "[[Sun Microsystems|Sun]] wrote [[Java (programming language)|Java]], and [[Microsoft]] answered with "
        "its own language.",
        "Chicago": "[[Michael Jordan|Jordan]], [[Scottie Pippen|Pippen]] and [[Dennis Rodman|Rodman]] won three titles "
        "for [[Chicago Bulls|Chicago]].",
        "Orion": "[[Orion (mythology)|Orion]] chased the daughters of [[Atlas (mythology)|Atlas]] until [[Zeus]] "
        "turned them into stars.",
        "Milan": "[[A.C. Milan|Milan]] lost the final in [[Istanbul]] to [[Liverpool F.C.|Liverpool]], and "
        "[[Steven Gerrard|Gerrard]] lifted the cup.",
        "Liverpool": "[[John Lennon|Lennon]] and [[Paul McCartney|McCartney]] met [[George Harrison|Harrison]] in "
        "[[Liverpool]] before [[Ringo Starr|Starr]] joined.",
        "Munich": "[[Chelsea F.C.|Chelsea]] won in [[Munich]] against [[FC Bayern Munich|Bayern]], and "
        "[[Didier Drogba|Drogba]] took the last penalty.",
        "Oracle": "[[Sun Microsystems|Sun]] and [[Oracle Corporation|Oracle]] competed with [[Microsoft]] over "
        "[[Java (programming language)|Java]].",
    },
}
_COUNT = 3
_LOOKED_AT = 200  # held-out pages that are searched for some that begin with enough links
_LEAST_MENTIONS = 4
_CHARACTERS = 500


def examples(linker: Linker) -> list[dict[str, Any]]:
    """Three texts, each with a title, whose mentions are to be detected. Fewer, or none, if there is nothing to show.

    >>> import pairlinking as pl
    >>> [sorted(each) for each in examples(pl.load("sample"))]
    [['mentions', 'text', 'title'], ['mentions', 'text', 'title'], ['mentions', 'text', 'title']]
    """
    own = _OWN.get(kb_name(linker.kb))
    texts = _beginnings(linker.kb) if own is None else _instructive(linker, own)
    return [{"title": title, "text": text, "mentions": None} for title, text in islice(texts, _COUNT)]


def _instructive(linker: Linker, marked: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Texts that the linker links as marked, and some other method differently."""
    for title, words in marked.items():
        text, spans, named = read_targets(words)
        other = dict(named)  # where name and title are not the same
        right = {span: other.get(number, text[slice(*span)]) for number, span in enumerate(spans)}
        found = {(link.start, link.end): link.entity.title if link.entity else None for link in linker.link(text)}
        if found == right and linker.compare(text).differences:
            yield title, text


def _beginnings(kb: KnowledgeBase) -> Iterator[tuple[str, str]]:
    """Titles and beginnings of held-out pages whose beginning names several entities."""
    with suppress(KnowledgeBaseError):  # no held-out pages, or damaged ones: linking works without them
        for document in islice(kb.held_out(), _LOOKED_AT):
            text = _beginning(document["text"])
            if sum(mention["end"] <= len(text) for mention in document["mentions"]) >= _LEAST_MENTIONS:
                yield str(document["id"]), text


def _beginning(text: str) -> str:
    """The first sentences of a page, which has one per line; a line that ends without punctuation is a heading."""
    lines = text.splitlines(keepends=True)
    while lines and (sum(map(len, lines)) > _CHARACTERS or lines[-1].rstrip()[-1:].isalnum()):
        lines.pop()
    return "".join(lines).rstrip()
