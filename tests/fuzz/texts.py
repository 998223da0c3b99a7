"""Odd texts and mentions through the whole linker: names found, decisions, and every format that writes them."""

from __future__ import annotations

import json
from contextlib import ExitStack
from html.parser import HTMLParser
from random import Random

from pairlinking.building.sample import open_sample
from pairlinking.collective.registry import COLLECTIVE
from pairlinking.errors import PairLinkingError
from pairlinking.interfaces.cli.formats import FORMATS, Wanted
from pairlinking.interfaces.cli.reading import Origin, ReadDocument
from pairlinking.linking import LinkedDocument, Linker
from pairlinking.linking.documents import TextDocument
from tests.fuzz.harness import REFUSED, Harness
from tests.fuzz.mutations import mutate_bytes, odd_text

__all__ = ["Texts"]

_TEXT = (
    'Tiger Woods won the Masters at Augusta, Georgia. <b>Woods</b> & Jordan left "Chicago" for O\'Hare.\n\n'
    "THE SUN REPORTED THAT GREECE LEAVES THE EURO\nwoods, tiger; "
    "Mr. J. Smith-Jones of the U.S.A. met Dr. Who in São Paulo."
)
_MAY_STAND = {"meta", "link", "br", "hr", "img", "input"}  # without an end


class Texts(Harness):
    """Any text is linked: spans are in it, the same text gets the same links, and all formats can write them."""

    name = "texts"

    def prepare(self, stack: ExitStack) -> None:
        """Open the sample in ways that differ in what is found and kept."""
        kb = open_sample()
        self._linkers = [
            Linker(kb),
            Linker(kb, spot="all", threshold=0.2),
            Linker(kb, spot="concepts", recall=0.5),
            Linker(kb, precision=0.9, method="fwbw", top_k=3),
            *(Linker(kb, method=name, top_k=4) for name in COLLECTIVE.names() if name != "exhaustive"),
        ]

    def run(self, random: Random) -> str:
        """Link one text twice, and write it in every format."""
        linker = random.choice(self._linkers)
        text = _text(random)
        mentions = _mentions(random, text) if random.random() < 0.3 else None
        try:
            linked = linker.link(text, mentions)
        except PairLinkingError:
            assert mentions is not None, "a text without mentions must not be refused"
            return REFUSED
        _check(linked, text, mentions)
        record = linked.to_dict()
        assert linker.link(text, mentions).to_dict() == record, "another answer to the same text"
        json.dumps(record, allow_nan=False)
        read = ReadDocument(Origin("a", 1), TextDocument(text, None if mentions is None else tuple(mentions)))
        for name in FORMATS.names():
            written = FORMATS.create(name, linker=linker, wanted=Wanted(evidence=random.random() < 0.5))
            page = written.head() + written.document(read, linked) + written.tail()
            if name == "html":
                _Strict.check(page)
            if name == "jsonl":
                assert json.loads(page)["text"] == text
        linked._repr_html_()
        return "given mentions" if mentions is not None else "found" if linked.mentions else "nothing found"


def _text(random: Random) -> str:
    kind = random.random()
    if kind < 0.4:
        return odd_text(random, _TEXT.split(), random.randrange(150))
    if kind < 0.8:
        return mutate_bytes(random, _TEXT.encode()).decode("utf-8", random.choice(("replace", "ignore")))[:20_000]
    words = random.sample(_TEXT.split(), 3)
    return random.choice(("", " ", "\n", ". ", "-")).join(words * random.choice((1, 40, 400)))


def _mentions(random: Random, text: str) -> list[tuple[int, int]]:
    """Spans, some of which may be empty, outside of the text, or overlap."""
    places = [random.randrange(len(text) + 2) for _ in range(2 * random.randrange(8))]
    pairs = zip(places[::2], places[1::2], strict=True)
    return [(start, end) if random.random() < 0.05 else (min(start, end), max(start, end)) for start, end in pairs]


def _check(linked: LinkedDocument, text: str, mentions: list[tuple[int, int]] | None) -> None:
    spans = [(link.start, link.end) for link in linked]
    if mentions is not None:
        assert spans == mentions, "not the mentions that were given"
        return
    end = 0
    for first, last in spans:
        assert end <= first < last <= len(text), spans
        end = last
    assert all(0 <= link.confidence <= 1 for link in linked), "a confidence that is none"


class _Strict(HTMLParser):
    """Notes tags that are left open, and anything that would run."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    @classmethod
    def check(cls, page: str) -> None:
        """Fail where a text has got out of its place in a page."""
        parser = cls()
        parser.feed(page)
        parser.close()
        assert parser.open == [], f"left open: {parser.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        assert not any(name.startswith("on") for name, _ in attrs), attrs
        if tag not in _MAY_STAND:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> without a beginning"
        assert self.open.pop() == tag
