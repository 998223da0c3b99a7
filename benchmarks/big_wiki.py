"""Dumps of any size with the shape of a Wikipedia: ``python -m benchmarks.big_wiki 4 wiki-4.xml`` writes 400 MB.

Words, titles and links are drawn at random; none is copied. How long pages are, how many links they have, how often the
r-th word or target occurs, how often a page repeats its words, how often an anchor is the title of its target and how
many redirects a page has: all this follows the numbers of big_wiki_shape.json, which `benchmarks.big_wiki_fit` measures
in real dumps. Articles depend only on the seed and their number, so processes write pieces of a dump in parallel, with
little memory, and the same call gives the same bytes.
"""

from __future__ import annotations

import argparse
import bz2
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import numpy as np

from pairlinking._support.options import usable_cores
from pairlinking._support.pool import WorkerPool
from pairlinking.types import FloatArray, IntArray

__all__ = ["ARTICLES", "KINDS", "BigWiki", "coprime", "hashes", "own_word", "surname_ranks", "two_slopes", "word"]
__all__ += ["word_masses", "write_dump", "zipf"]

SHAPE = Path(__file__).with_name("big_wiki_shape.json")
ARTICLES = 8_550  # of enwik8, which is size 1
_HEAD = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">\n<siteinfo>'
    "<sitename>Wikipedia</sitename><dbname>bigwiki</dbname><base>https://example.org/wiki/Main_Page</base>"
    "<case>first-letter</case><namespaces><namespace key='0' case='first-letter' />"
    "<namespace key='14' case='first-letter'>Category</namespace><namespace key='6' case='first-letter'>File"
    "</namespace><namespace key='10' case='first-letter'>Template</namespace></namespaces></siteinfo>\n"
)
KINDS = ("film", "album", "river", "footballer", "politician", "town", "novel", "ship", "song", "band")
_VOWELS = "aeiou"
_SYLLABLES = [first + vowel for first in (*"bcdfghklmnprstvz", "br", "st", "tr", "ch") for vowel in _VOWELS]
_SYLLABLES += [
    first + vowel + last for first in "bdgklmnprst" for vowel in _VOWELS[:4] for last in "mnrl"
]  # not "s": bas-ta is ba-sta
_RAREST_WORD = 1 << 40  # its rank
_COMMON = 100_000  # words and names kept in memory
_LONGEST_PAGE = 200_000  # characters
_PIECE = 500  # articles that a process writes and packs at a time: some 6 MB
_STREAM = 100  # pages that are packed together, as in the dumps of Wikipedia
_BLOCK = 1024  # articles whose surnames are drawn together: arrays for a single one would cost many times the work


@dataclass(frozen=True)
class BigWiki:
    """A wiki of `articles` articles, with the redirects and disambiguation pages that belong to them."""

    articles: int
    seed: int = 1
    shape: dict[str, float] = field(default_factory=lambda: json.loads(SHAPE.read_text())["shape"])

    def pages(self, articles: range, number: int) -> Iterator[str]:
        """The pages of some articles as XML, numbered from `number` on."""
        for article in articles:
            rng = np.random.default_rng((self.seed, article))
            title = self.title(article)
            yield _page(number, title, self._article(rng, article, title))
            for other in range(self._n_redirects(article)):
                number += 1
                yield _page(number, self.redirect(article, other), f"#REDIRECT [[{title}]]")
            if self._is_ambiguous(article):
                number += 1
                yield _page(number, f"{self._surname(article)} {number}", self._meanings(rng))
            number += 1

    def n_pages(self, articles: range) -> int:
        """How many pages these articles have, with their redirects and disambiguation pages."""
        return sum(1 + self._n_redirects(article) + self._is_ambiguous(article) for article in articles)

    def title(self, article: int) -> str:
        """Title of an article: a name of one or two words, or that of the previous article followed by a kind."""
        sort = _hash(article, 3) % 100
        if sort < 100 * self.shape["titles_with_kind"] and article:
            return f"{self._name(article - 1)} ({KINDS[article % len(KINDS)]})"
        return self._name(article)

    def redirect(self, article: int, number: int) -> str:
        """The title of one of the redirects to an article."""
        return f"{own_word(article)} {word(300 + number)} {self._surname(article)}"

    def _name(self, article: int) -> str:
        own = own_word(article)
        return own if _hash(article, 5) % 4 == 0 else f"{own} {self._surname(article)}"

    def _surname(self, article: int) -> str:
        """A name shared by many articles."""
        return word(int(_surname_ranks(article // _BLOCK, self.articles)[article % _BLOCK])).capitalize()

    def _is_ambiguous(self, article: int) -> bool:
        """Whether the article is followed by a disambiguation page."""
        return _hash(article, 23) < self.shape["disambiguation_pages"] * 2**32

    def _n_redirects(self, article: int) -> int:
        """Number of redirects: a power law with the mean of the shape."""
        u = (_hash(article, 17) + 0.5) / 2**32
        slope, mean = self.shape["redirect_slope"], self.shape["redirects_per_article"]
        return min(500, int(mean * (slope - 1) / slope * u ** (-1 / slope) + (_hash(article, 19) % 1000) / 1000))

    def _targets(self, rng: np.random.Generator, n: int) -> IntArray:
        """Targets of links, the r-th most popular with Zipf's frequency; those beyond the last article are red."""
        ranks = zipf(rng.random(n), self.shape["link_slope"], self.shape["link_shift"], self.articles)
        step = coprime(self.articles)  # spreads popular articles over the dump
        targets = (ranks * step + 12345) % self.articles
        near = rng.random(n) < self.shape["links_nearby"]  # pages about the same thing link to each other
        targets[near] = (targets[near] // 1000 * 1000 + rng.integers(1000, size=int(near.sum()))) % self.articles
        targets[rng.random(n) < self.shape["red_links"]] += self.articles
        return targets

    def _link(self, target: int, draw: float, choice: int) -> str:
        title = self.title(target)
        shape = self.shape
        if draw < shape["anchor_is_title"]:
            name, bracket, _ = title.partition(" (")
            return f"[[{title}|{name}]]" if bracket else f"[[{title}]]"
        draw = (draw - shape["anchor_is_title"]) / (1 - shape["anchor_is_title"])
        if draw < 0.35:
            return f"[[{title}|{self._surname(target)}]]"
        if draw < 0.65 and (n := self._n_redirects(target)):
            return f"[[{self.redirect(target, choice % n)}]]"
        if draw < 0.8:
            return f"[[{title}|{word(choice % 5_000)}]]"
        other = int(choice ** (1 / 3)) % 12  # a few wordings, the first ones being the most common
        return f"[[{title}|{word(_hash(target, other) % 50_000)} {self._name(target).split()[0]}]]"

    def _words(self, rng: np.random.Generator, n: int) -> IntArray:
        """Ranks of the words of a page. Many are repeated from the page itself, which keeps to its subject."""
        shape = self.shape
        ranks = two_slopes(
            rng.random(n), shape["word_slope"], shape["word_shift"], shape["word_break"], shape["rare_word_slope"]
        )
        places = np.arange(n)
        again = rng.random(n) < shape["words_repeated"]
        source: IntArray = np.where(again, (rng.random(n) * places).astype(np.int64), places)
        while not np.array_equal(further := source[source], source):  # a repeated word may be a repetition itself
            source = further
        return ranks[source]

    def _article(self, rng: np.random.Generator, article: int, title: str) -> str:
        shape = self.shape
        characters = min(_LONGEST_PAGE, math.exp(rng.normal(shape["log_characters"], shape["spread_characters"])))
        n = max(20, int(characters / 6.2))
        words = list(map(word, self._words(rng, n).tolist()))
        density = shape["links_per_character"] * math.exp(rng.normal(0, 0.5) - 0.125)
        n_links = min(n // 2, int(density * characters) + 1)
        places = np.sort(rng.choice(n, size=n_links, replace=False)).tolist()
        drawn = rng.random(n_links).tolist(), rng.integers(1 << 30, size=n_links).tolist()
        for place, target, draw, choice in zip(places, self._targets(rng, n_links).tolist(), *drawn, strict=True):
            words[place] = self._link(target, draw, choice)
        ends = np.cumsum(rng.integers(4, 29, size=n // 8 + 2)).tolist()
        pieces = [f"'''{title}''' is a [[{KINDS[article % len(KINDS)]}]]."]
        start = 0
        for sentence, end in enumerate(ends):
            if start >= n:
                break
            text = " ".join(words[start:end])
            pieces.append(f"{text[:1].upper()}{text[1:]}.")
            if sentence % 6 == 5:
                pieces.append(_MARKUP[sentence // 6 % len(_MARKUP)].format(words[start], article, sentence))
            start = end
        return f"{_infobox(article)}{' '.join(pieces)}\n[[Category:{KINDS[article % len(KINDS)]}s]]"

    def _meanings(self, rng: np.random.Generator) -> str:
        lines = [f"* [[{self.title(int(target))}]]" for target in rng.integers(self.articles, size=4)]
        return "This may be:\n" + "\n".join(lines) + "\n{{disambig}}"


# After every sixth sentence: references, paragraphs and headings, which make up half of a present-day page.
_MARKUP = (
    "<ref>{{{{cite web|url=https://example.org/{1}/{2}|title={0}|access-date=2026-01-01|publisher=Example}}}}</ref>\n\n",
    '<ref name="r{2}" /> ',
    "\n\n== {0} ==\n",
    "<ref>{{{{cite book|last={0}|first=A.|year=1999|isbn=978-{1}-{2}|pages={2}-{2}5}}}}</ref>\n\n",
)


def _infobox(article: int) -> str:
    kind = KINDS[article % len(KINDS)]
    rows = "".join(
        f"| {word(200 + row)} = {word(_hash(article, row) % 9_000)}\n" for row in range(_hash(article, 2) % 12)
    )
    return f"{{{{Infobox {kind}\n{rows}}}}}\n"


def _page(number: int, title: str, text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    redirect = f'<redirect title="{text[12:-2]}" />' if text.startswith("#REDIRECT") else ""
    return (
        f"<page><title>{title}</title><ns>0</ns><id>{number}</id>{redirect}<revision><id>{number + 10**9}</id>"
        f"<timestamp>2026-01-01T00:00:00Z</timestamp><contributor><username>{title}</username><id>{number}</id>"
        f'</contributor><model>wikitext</model><format>text/x-wiki</format><text bytes="{len(text)}" '
        f'xml:space="preserve">{escaped}</text></revision></page>\n'
    )


def zipf(u: FloatArray, slope: float, shift: float, n: int) -> IntArray:
    """Ranks from 0: the r-th occurs with a frequency of ``(r + shift) ** -slope``."""
    power = 1 - slope
    low, high = (1 + shift) ** power, (n + shift) ** power
    ranks: IntArray = ((low + u * (high - low)) ** (1 / power) - shift - 1).astype(np.int64)
    return np.minimum(ranks, n - 1)


def two_slopes(u: FloatArray, slope: float, shift: float, turn: float, rare_slope: float) -> IntArray:
    """Ranks as in `zipf`, but from rank `turn` on, frequencies fall with ``rare_slope`` without end.

    This is how words of a large corpus behave (Gerlach and Altmann, doi:10.1103/PhysRevX.3.021006); new ones appear
    ever more slowly: Heaps' law, with the exponent ``1 / rare_slope``.
    """
    head, tail = word_masses(slope, shift, turn, rare_slope)
    u = u * (head + tail)
    frequent = zipf(np.minimum(u / head, 1.0), slope, shift, int(turn))
    rare = (turn + shift) * np.maximum(1 - (u - head) / tail, 1e-12) ** (-1 / (rare_slope - 1)) - shift
    return np.where(u < head, frequent, np.minimum(rare, _RAREST_WORD).astype(np.int64))


def word_masses(slope: float, shift: float, turn: float, rare_slope: float) -> tuple[float, float]:
    """Sums of the frequencies ``(r + shift) ** -slope`` below rank `turn`, and of those beyond it."""
    low, high = (1 + shift) ** (1 - slope), (turn + shift) ** (1 - slope)
    return (low - high) / (slope - 1), (turn + shift) ** (1 - slope) / (rare_slope - 1)


def coprime(n: int) -> int:
    """A number near 0.618 n and coprime to n: steps of this size, modulo n, reach every number."""
    step = int(n * 0.618) | 1
    while math.gcd(step, n) > 1:
        step += 2
    return step


def _hash(number: int, salt: int) -> int:
    """A 32-bit hash of a number."""
    mixed = (number * 0x9E3779B97F4A7C15 + salt * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return (mixed ^ (mixed >> 31)) >> 16 & 0xFFFFFFFF


def hashes(numbers: IntArray, salt: int) -> IntArray:
    """The same for many numbers."""
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed += np.uint64(salt * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(16) & np.uint64(0xFFFFFFFF)).astype(np.int64)


def surname_ranks(articles: IntArray, n: int) -> IntArray:
    """Numbers of the words that are surnames in a wiki of `n` articles.

    The pool grows more slowly than the wiki, and some surnames are far more frequent than others.
    """
    pool = max(50, int(30 * n**0.7))
    return zipf(hashes(articles, 11) / 2**32, 0.8, 5.0, pool) + 1_000


@cache
def _surname_ranks(block: int, n: int) -> IntArray:
    """The same for a block of articles, cached for those that are linked: 8 bytes each."""
    return surname_ranks(np.arange(block * _BLOCK, (block + 1) * _BLOCK), n)


@lru_cache(maxsize=_COMMON)
def word(number: int) -> str:
    """The word with a number: frequent ones are short, and no two are the same."""
    base = len(_SYLLABLES)
    syllables = []
    number += 1
    while number:
        number, rest = divmod(number, base)
        syllables.append(_SYLLABLES[rest])
    return "".join(syllables)


def own_word(article: int) -> str:
    """A word that only one article has; neighbouring articles have dissimilar ones."""
    return word((article * 0x9E3779B1) % (1 << 32)).capitalize()


def write_dump(path: Path, size: float, *, seed: int = 1, workers: int | None = None) -> dict[str, Any]:
    """Write a dump of `size` times enwik8, packed if its name ends in .bz2; returns the number of its pages and bytes.

    A packed dump is a multistream one, like those of Wikipedia.
    """
    wiki = BigWiki(max(10, round(size * ARTICLES)), seed)
    packed = path.suffix == ".bz2"
    pieces = [range(start, min(start + _PIECE, wiki.articles)) for start in range(0, wiki.articles, _PIECE)]
    numbers = list(accumulate(map(wiki.n_pages, pieces), initial=1))
    part = path.with_name(path.name + ".part")
    n_bytes = 0
    with part.open("wb") as file, WorkerPool(min(workers or usable_cores(), len(pieces))) as pool:
        file.write(_packed(_HEAD, packed))
        tasks = (partial(_piece, wiki, piece, number, packed) for piece, number in zip(pieces, numbers, strict=False))
        for length, data in pool.run(tasks):
            n_bytes += length
            file.write(data)
        file.write(_packed("</mediawiki>\n", packed))
    part.rename(path)
    return {"articles": wiki.articles, "pages": numbers[-1] - 1, "bytes": n_bytes}


def _piece(wiki: BigWiki, articles: range, number: int, packed: bool) -> tuple[int, bytes]:
    """Length of the pages of some articles, and their bytes, packed or not."""
    pages = wiki.pages(articles, number)
    texts = iter(lambda: "".join(islice(pages, _STREAM)), "")
    streams = [(len(text.encode()), _packed(text, packed)) for text in texts]
    return sum(length for length, _ in streams), b"".join(data for _, data in streams)


def _packed(text: str, packed: bool) -> bytes:
    return bz2.compress(text.encode()) if packed else text.encode()


def main() -> None:
    """Write one dump."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", type=float, help="times the size of enwik8, 100 MB of XML")
    parser.add_argument("output", type=Path, help="file; packed if it ends in .bz2")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(json.dumps(write_dump(options.output, options.size, seed=options.seed)))


if __name__ == "__main__":
    main()
