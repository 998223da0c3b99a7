"""For a colleague: one page that needs nothing else, with the marked text and a card for every entity.

It contains no script, which mail programs and many companies would not run. A mention is a link to its card.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pairlinking._support.addresses import is_web_address
from pairlinking.interfaces.cli.formats.base import FORMATS, Format
from pairlinking.linking.reasons import reason
from pairlinking.linking.records import mention_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import Link, LinkedDocument
    from pairlinking.linking.links import Entity

__all__ = ["Html"]

_WIKIDATA = "https://www.wikidata.org/wiki/"
_CANDIDATES = 5  # of a mention on a card
_SURE = 0.5


@FORMATS.register("html")
class Html(Format):
    """Each document with its links marked, and next to it a card for each entity.

    A card says what the entity is, why it was chosen, and what else the name could mean.
    """

    def __init__(self, **common: Any) -> None:
        super().__init__(**common)
        self._n_documents = 0
        most = self.wanted.candidates
        self._most = _CANDIDATES if most is None else most

    def head(self) -> str:
        """The style of the page, and what its colours mean."""
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>Linked text</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
            '<p class="legend">Click a name to see its card. <span class="sure">green</span>: probably right '
            '(50 % or more). <span class="unsure">yellow</span>: uncertain. '
            '<span class="nil">grey</span>: not linked.</p>\n'
        )

    def document(self, read: ReadDocument, linked: LinkedDocument) -> str:
        """One document with its links."""
        self._n_documents += 1
        mark = f"d{self._n_documents}"
        heading = f"<h1>{_text(str(read.origin))}</h1>\n" if self.wanted.heading or linked.id is not None else ""
        cards = "".join(self._cards(linked, mark))
        found = f"{len(linked.links)} of {len(linked)} mentions linked by {linked.method}"
        return (
            f'<article id="{mark}">\n{heading}<div class="columns">\n'
            f'<div class="text" dir="auto">{_marked(linked, mark)}</div>\n'
            f'<aside aria-label="Entities">\n{cards}</aside>\n</div>\n<footer>{_text(found)}</footer>\n</article>\n'
        )

    def tail(self) -> str:
        """The end of the page."""
        return "</body>\n</html>\n"

    def _cards(self, linked: LinkedDocument, mark: str) -> Iterator[str]:
        names = [link.number for link in _different(list(linked))]
        # All at once: the support of candidates is then computed for the whole document.
        records = mention_records(linked, evidence=False, candidates=self._most, numbers=names)
        bars = {number: _bars(record.get("candidates", [])) for number, record in zip(names, records, strict=True)}
        for entity, links in _by_entity(linked).items():
            yield f'<section class="card" id="{mark}m{links[0].number}">\n{_entity(entity)}'
            yield "".join(_mention(link, bars[linked.first_like(link.number)]) for link in _different(links))
            yield "</section>\n"
        unlinked = _different([link for link in linked if link.entity is None])
        for link in unlinked:
            yield f'<section class="card" id="{mark}m{link.number}">\n<h2>{_text(link.label)}</h2>\n'
            yield f"{_mention(link, bars[linked.first_like(link.number)])}</section>\n"


def _by_entity(linked: LinkedDocument) -> dict[Entity, list[Link]]:
    found: dict[Entity, list[Link]] = {}
    for link in linked:
        if link.entity is not None:
            found.setdefault(link.entity, []).append(link)
    return found


def _different(links: list[Link]) -> list[Link]:
    """The first of the links of each name: copies of a name were decided together."""
    return list({(link.document.first_like(link.number)): link for link in reversed(links)}.values())[::-1]


def _entity(entity: Entity) -> str:
    title = _text(entity.title)
    if is_web_address(entity.url):
        title = f'<a href="{_text(entity.url)}">{title}</a>'
    kind = f' <span class="kind">{_text(entity.kind)}</span>' if entity.kind else ""
    parts = [f"<h2>{title}{kind}</h2>\n"]
    if entity.description:
        parts.append(f"<p>{_text(entity.description)}</p>\n")
    if entity.wikidata:
        parts.append(f'<p><a href="{_WIKIDATA}{_text(entity.wikidata)}">{_text(entity.wikidata)} in Wikidata</a></p>\n')
    return "".join(parts)


def _mention(link: Link, bars: str) -> str:
    name = f"<q>{_text(link.label)}</q> ({link.confidence:.2f}) " if link.entity is not None else ""
    return f"<p>{name}{_text(reason(link))}</p>\n{bars}"


def _bars(candidates: Sequence[Mapping[str, Any]]) -> str:
    """A table of what a name can mean; empty if there is no choice."""
    if len(candidates) < 2:
        return ""
    return f"<table><caption>What the name can mean</caption>{''.join(map(_bar, candidates))}</table>\n"


def _bar(candidate: Mapping[str, Any]) -> str:
    share = max(0.0, min(1.0, candidate["score"]))
    chosen = ' class="chosen"' if candidate["chosen"] else ""
    return (
        f"<tr{chosen}><td>{_text(candidate['title'])}</td>"
        f'<td><span class="bar" style="width:{share * 6:.2f}em"></span> {share:.2f}</td></tr>'
    )


def _marked(linked: LinkedDocument, mark: str) -> str:
    """The text, in which every mention leads to its card. Of mentions that overlap, the first and longest is shown."""
    targets = {link.number: links[0].number for links in _by_entity(linked).values() for link in links}
    parts: list[str] = []
    done = 0
    for link in sorted(linked, key=lambda link: (link.start, -link.end)):
        if link.start < done or link.start == link.end:
            continue
        target = targets.get(link.number, linked.first_like(link.number))
        kind = "nil" if link.entity is None else "sure" if link.confidence >= _SURE else "unsure"
        parts += (
            _text(linked.text[done : link.start]),
            f'<a class="{kind}" href="#{mark}m{target}" title="{_text(str(link))}">{_text(link.text)}</a>',
        )
        done = link.end
    return "".join((*parts, _text(linked.text[done:])))


def _text(content: str) -> str:
    return escape(content).encode(errors="replace").decode()  # UTF-8 cannot encode half of a character


@cache
def _style() -> str:
    return (files("pairlinking.interfaces.cli.formats") / "page.css").read_text("utf-8")
