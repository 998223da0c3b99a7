"""Entities, names and surface forms of a made-up knowledge base, as the relations that a build would export."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from benchmarks.big_wiki import KINDS, BigWiki, coprime, hashes, own_word, surname_ranks, word, zipf
from pairlinking.kb.dictionary import ANCHOR, REDIRECT, TITLE
from pairlinking.kb.storage.bounds import pieces
from pairlinking.types import FloatArray, IdArray, IntArray

__all__ = ["BLOCK", "COMMON_WORDS", "Size", "write_relations"]

BLOCK = 1000  # articles about the same thing
COMMON_WORDS = 5_000  # used as anchors, whatever the target
_ARTICLES = 200_000  # at a time
_COMMON_ANCHORS = 2_000_000  # links with such anchors in a full Wikipedia
_WORDED = 10  # one article in so many has its own wording


@dataclass(frozen=True)
class Size:
    """Size of every part; by default that of a present-day Wikipedia."""

    entities: int = 7_000_000
    in_links: int = 250_000_000
    forms: int = 20_000_000
    words: int = 1 << 20
    dimensions: int = 100
    seed: int = 1

    @property
    def shape(self) -> dict[str, float]:
        """The shape measured in real dumps."""
        return BigWiki(1).shape

    @cached_property
    def links(self) -> FloatArray:
        """Number of links to each article: by rank with Zipf's law, half of them spread evenly over its block."""
        n, shape = self.entities, self.shape
        mass = np.empty(n)
        mass[(np.arange(n) * coprime(n) + 12345) % n] = (np.arange(n) + 1 + shape["link_shift"]) ** -shape["link_slope"]
        blocks = np.arange(n) // BLOCK
        near = (np.bincount(blocks, mass) / np.bincount(blocks))[blocks]
        share = (1 - shape["links_nearby"]) * mass + shape["links_nearby"] * near
        # Every article is also its own in-link. One in a hundred is drawn twice.
        return np.asarray(share * (1.01 * self.in_links - n) / share.sum())

    @cached_property
    def n_redirects(self) -> IntArray:
        """Number of redirects to each article: a power law, with as many as the other names leave room for."""
        articles, slope = np.arange(self.entities), self.shape["redirect_slope"]
        others = self.entities * (1 + 1 / _WORDED) + COMMON_WORDS
        others += len(np.unique(surname_ranks(articles, self.entities)))
        mean = max(0.1, (self.forms - others) / self.entities)
        u = (hashes(articles, 17) + 0.5) / 2**32
        wanted = np.minimum(500, u ** (-1 / slope))
        return np.asarray(wanted * mean / wanted.mean() + hashes(articles, 19) % 1000 / 1000, dtype=np.int64)


def write_relations(size: Size, folder: Path) -> IdArray:
    """Write `entities`, `names` and `forms` as Parquet; returns the entity of each article."""
    titles, redirects = [], []
    for first, last in pieces(size.entities, _ARTICLES):
        piece = _Articles(size, first, last)
        titles.append(pa.array(piece.titles))
        redirects.append(pa.array(piece.redirects))
    every = pa.chunked_array(titles)
    order = pc.sort_indices(every).to_numpy()
    entity_of = np.empty(size.entities, dtype=np.int32)
    entity_of[order] = np.arange(size.entities, dtype=np.int32)
    keys = every.take(pa.array(order))
    numbers = np.arange(size.entities, dtype=np.int32)
    _write(folder / "entities", 0, entity=numbers, key=keys, title=keys)
    _write(folder / "names", 0, name=keys, entity=numbers)
    _write(
        folder / "names", 1, name=pa.chunked_array(redirects), entity=entity_of[np.repeat(numbers, size.n_redirects)]
    )
    for number, (first, last) in enumerate(pieces(size.entities, _ARTICLES)):
        _Articles(size, first, last).write_forms(folder / "forms", number, entity_of)
    _write_common_words(size, folder / "forms", entity_of)
    np.save(folder / "entity_of.npy", entity_of)
    return entity_of


class _Articles:
    """Names of the articles from `first` up to, but not including, `last`."""

    def __init__(self, size: Size, first: int, last: int) -> None:
        self.size, self.articles = size, np.arange(first, last)
        own, surnames = self._names(self.articles), self._surnames(self.articles)
        self.own, self.surnames = own, surnames
        before = self._full_names(np.maximum(self.articles - 1, 0))
        self.has_kind = (hashes(self.articles, 3) % 100 < 100 * size.shape["titles_with_kind"]) & (self.articles > 0)
        names = self._full_names(self.articles)
        self.bases = [other if has else name for has, other, name in zip(self.has_kind, before, names, strict=True)]
        self.titles = [
            f"{base} ({KINDS[article % len(KINDS)]})" if has else base
            for has, base, article in zip(self.has_kind, self.bases, self.articles.tolist(), strict=True)
        ]
        self.n_redirects = size.n_redirects[first:last]
        self.redirects = [
            f"{mine} {word(300 + other)} {surname}"
            for mine, surname, n in zip(own, surnames, self.n_redirects.tolist(), strict=True)
            for other in range(n)
        ]

    def _names(self, articles: IntArray) -> list[str]:
        return list(map(own_word, articles.tolist()))

    def _surnames(self, articles: IntArray) -> list[str]:
        return [word(rank).capitalize() for rank in surname_ranks(articles, self.size.entities).tolist()]

    def _full_names(self, articles: IntArray) -> list[str]:
        is_short = hashes(articles, 5) % 4 == 0
        both = zip(is_short, self._names(articles), self._surnames(articles), strict=True)
        return [own if short else f"{own} {surname}" for short, own, surname in both]

    def write_forms(self, folder: Path, number: int, entity_of: IdArray) -> None:
        """Write every form with its entity, the number of links that use it, and why it may mean the entity."""
        rng = np.random.default_rng((self.size.seed, number))
        links, rest = self.size.links[self.articles], 1 - self.size.shape["anchor_is_title"]
        as_title = rng.poisson(links * (1 - rest))
        own, kinds = self.articles, np.flatnonzero(self.has_kind)
        worded = np.flatnonzero(self.articles % _WORDED == 0)
        repeated = np.repeat(np.arange(len(own)), self.n_redirects)
        wordings = [f"{word(at)} {self.own[i]}" for i, at in zip(worded, hashes(own[worded], 7) % 50_000, strict=True)]
        groups: list[tuple[list[str], IntArray, IntArray, int]] = [
            (self.titles, np.arange(len(own)), np.where(self.has_kind, 0, as_title), TITLE),
            ([self.bases[at] for at in kinds.tolist()], kinds, as_title[kinds], TITLE),
            (
                self.redirects,
                repeated,
                rng.poisson((links * rest * 0.3)[repeated] / self.n_redirects[repeated]),
                REDIRECT,
            ),
            (self.surnames, np.arange(len(own)), rng.poisson(links * rest * 0.35), 0),
            (wordings, worded, rng.poisson(links[worded] * rest * 0.35), 0),
        ]
        for at, (forms, rows, counts, origin) in enumerate(groups):
            origins = np.where(counts > 0, origin | ANCHOR, origin).astype(np.int16)
            kept = origins > 0
            _write(
                folder,
                10 * number + at,
                form=pa.array(forms, pa.string()).filter(pa.array(kept)),
                entity=entity_of[own[rows[kept]]],
                n=counts[kept].astype(np.int32),
                origins=origins[kept],
            )


def _write_common_words(size: Size, folder: Path, entity_of: IdArray) -> None:
    """Write forms with many candidates: words used as anchors, whatever the target."""
    rng = np.random.default_rng((size.seed, 1 << 30))
    n = max(10_000, int(_COMMON_ANCHORS * size.entities / 7_000_000))
    words = pa.array([word(rank) for rank in range(COMMON_WORDS)])
    ranks = zipf(rng.random(n), 0.9, 5.0, COMMON_WORDS)
    ends = np.cumsum(size.links)
    targets = np.minimum(np.searchsorted(ends, rng.random(n) * ends[-1]), size.entities - 1)
    ones = np.ones(n, dtype=np.int32)
    _write(
        folder,
        10**9,
        form=words.take(pa.array(ranks)),
        entity=entity_of[targets],
        n=ones,
        origins=(ANCHOR * ones).astype(np.int16),
    )


def _write(folder: Path, number: int, **columns: npt.NDArray[Any] | pa.Array | pa.ChunkedArray) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), folder / f"{number:010}.parquet", compression="zstd")
