"""Facts of a page from its wikitext: short description, kind, picture, and how its text begins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from pairlinking.sources.facts import Facts
from pairlinking.sources.kinds import OTHER, PERSON, kind_of_name, kind_of_plural
from pairlinking.sources.site import CATEGORY, Site
from pairlinking.sources.wikitext import Scanned

__all__ = ["FactFinder"]

_BEGIN = 6000  # characters at the start, where a page says what it is about
_END = 4000  # and at the end, where its categories are
_LONGEST = 120  # most characters of a description
_SHORT = re.compile(r"\{\{\s*+[Ss]hort[ _]description\s*+\|\s*+(?:1\s*+=\s*+)?([^|{}\n]{1,300})")
_INFOBOX = re.compile(
    r"\{\{\s*+(?:[Ii]nfobox[ _:]?([^|{}<\n]{1,60})|([Tt]axobox)\b|([A-Z][^|{}<\n]{1,30}?)[ _][Ii]nfobox)"
)
_PICTURE = re.compile(
    r"\|\s*+(?:image|picture|logo|photo|Bild)\w{0,8}\s*+=\s*+(?:\[\[[^:|\]\n]{1,20}:)?\s*+"
    r"([^|\[\]{}<>\n]{1,120}?\.(?i:jpe?g|png|svg|gif|tiff?|webp))\b"
)
_CLAUSE = re.compile(
    r"\b(?:is|was|are|were)\s++(?:also\s++|probably\s++|currently\s++)?(?:an?|the|one of the)\s++(.+)", re.DOTALL
)
_STOP = re.compile(
    r"[.;:](?=\s|$)|,\s(?:and\s)?(?:which|who|that|where|best|known)\b|\s(?:that|which|who|whose|where|when)\s"
)
_HEAD_STOP = re.compile(
    r"[,(]|\s(?:of|in|on|at|from|for|to|by|with|as|near|between|over|through|within|into|since|during|under|about|per|after|"
    r"against|located|situated|based|founded|formed|established|produced|directed|written|released|published|born|used|"
    r"found|made|created|designed|developed|owned|operated|known|named|given|related|native|consisting|featuring|"
    r"appearing|involving|following|using|played|held|set|serving|starring)\b"
)
_DATES = re.compile(
    r"\(\s*+(?:born\b|b\. |[^()]{0,60}\b(?:January|February|March|April|May|June|July|August|September|October|"
    r"November|December)\b[^()]{0,60}\d{4})"
)
_LIFE = ("births", "deaths", "living people")


class FactFinder:
    """Finds facts about the pages of a wiki that are neither redirects nor disambiguation pages.

    Parameters
    ----------
    kinds
        Kind by noun: see `read_kinds`.
    """

    def __init__(self, site: Site, kinds: Mapping[str, str]) -> None:
        self._kinds = kinds
        names = "|".join(map(re.escape, site.file_names))
        self._files = re.compile(
            rf"\[\[\s*+(?i:{names})\s*+:\s*+([^|\[\]{{}}\n]{{1,150}}?\.(?i:jpe?g|png|svg|gif))\s*+[|\]]"
        )
        names = "|".join(re.escape(name) for name, number in site.namespace_numbers.items() if number == CATEGORY)
        self._categories = re.compile(rf"\[\[\s*+(?i:{names})\s*+:([^|\[\]\n]{{1,200}})")

    def find(self, title: str, text: str, scanned: Scanned) -> Facts:
        """Facts of a page with this wikitext."""
        begin = text[:_BEGIN]
        found = _SHORT.search(begin) if "hort" in begin else None
        description = " ".join(found[1].split()) if found else ""
        sentence = scanned.text[slice(*scanned.sentences[0])] if scanned.sentences else ""
        clause = _clause(sentence, title)
        picture = _PICTURE.search(begin) or (self._files.search(begin) if "[[" in begin else None)
        return Facts(
            description="" if description.casefold() == "none" else description,
            clause=clause if len(clause) <= _LONGEST else clause[:_LONGEST].rpartition(" ")[0] + " …",
            kind=self._kind(title, begin, text[-_END:], sentence, clause or description),
            image=picture[1].strip().replace("_", " ") if picture else "",
        )

    def _kind(self, title: str, begin: str, end: str, sentence: str, clause: str) -> str:
        """Kind from the first of the following that shows it; ``"other"`` if none does but there is a clause.

        Infobox, parenthesis in the title, categories of births and deaths, first clause, majority of the categories,
        last word of the title, dates of birth and death.
        """
        kinds = self._kinds
        infobox = _INFOBOX.search(begin) if "nfobox" in begin or "axobox" in begin else None
        if infobox and (kind := kind_of_name(next(filter(None, infobox.groups())), kinds)):
            return kind
        name, _, inside = title.rstrip(")").partition(" (")
        if kind := kind_of_name(inside, kinds):
            return kind
        found = self._categories.findall(end) if "[[" in end else []
        categories = [each.replace("_", " ").strip().casefold() for each in found]
        if any(each.endswith(_LIFE) for each in categories):
            return PERSON
        stop = _HEAD_STOP.search(clause)
        if kind := kind_of_name(clause[: stop.start()] if stop else clause, kinds):
            return kind
        if votes := Counter(kind for each in categories if (kind := kind_of_plural(each, kinds))):
            return min(votes, key=lambda kind: (-votes[kind], kind))
        if " " in name and (kind := kind_of_name(name.partition(",")[0], kinds)):
            return kind
        if _DATES.search(sentence[:200]):
            return PERSON
        return OTHER if clause else ""


def _clause(sentence: str, title: str) -> str:
    """What the first sentence says its subject is, without the article; empty if it is not about the page.

    >>> _clause("Seattle is a seaport city on the coast, which is wet.", "Seattle")
    'seaport city on the coast'
    """
    found = _CLAUSE.search(sentence[:600])
    if found is None:
        return ""
    subject = sentence[: found.start()].casefold()
    if not any(word in subject for word in title.casefold().split()):
        return ""
    stop = _STOP.search(found[1])
    return " ".join((found[1][: stop.start()] if stop else found[1]).split()).rstrip(" .,;")
