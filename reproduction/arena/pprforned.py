"""PPRforNED as an arena: its parts, the popularity of its entities, and candidates in a neutral order."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.pprforned import ArenaDocument, ArenaMention, text_of, title_of

__all__ = ["PARTS", "read_popularity", "shuffled"]

# Numbers of AIDA's documents: to learn from, to choose on (test A), to report on (test B).
PARTS = {"train": range(1, 947), "test A": range(947, 1163), "test B": range(1163, 1394)}
_POPULARITY = "Freebase_popularity"


def read_popularity(folder: Path) -> dict[str, float]:
    """Freebase's popularity by title, from ``Freebase_popularity.gz`` or the file unpacked from it."""
    packed, plain = folder / f"{_POPULARITY}.gz", folder / _POPULARITY
    path = packed if packed.exists() else plain
    if not path.exists():
        raise SourceError(f"{packed.name} not found in {folder}. Pass the folder of PPRforNED with --data.")
    scores: dict[str, float] = {}
    try:
        with gzip.open(path) if path is packed else path.open("rb") as file:
            for at, line in enumerate(file, 1):
                url, _, score = text_of(line, f"{path}, line {at}").partition("\t")
                try:
                    scores[title_of(url.removeprefix("url:"))] = float(score)
                except ValueError as error:
                    raise SourceError(
                        f"{path}, line {at}: expected 'url:...', a tab and a number. Got {line!r}."
                    ) from error
    except (EOFError, gzip.BadGzipFile) as error:
        raise SourceError(f"{path} is damaged or cut short ({error}). Copy it again.") from error
    return scores


def shuffled(documents: Sequence[ArenaDocument], seed: int) -> list[ArenaDocument]:
    """The documents with the candidates of each mention in random order.

    If equal scores were decided by position, the order of the files would reveal the answer. The entities of a document
    are shuffled once, for all its mentions, so that repeated mentions keep equal lists, by which `Problem` merges them.
    The order depends on the seed, the number of the document and its entities, not on their order in the files.
    """
    return [replace(each, mentions=tuple(_shuffled(each, seed))) for each in documents]


def _shuffled(document: ArenaDocument, seed: int) -> Iterator[ArenaMention]:
    pages = sorted({each.page for mention in document.mentions for each in mention.candidates})
    drawn = np.random.default_rng([seed, document.number]).permutation(len(pages)).tolist()
    place = dict(zip(pages, drawn, strict=True))
    for mention in document.mentions:
        yield replace(mention, candidates=tuple(sorted(mention.candidates, key=lambda each: place[each.page])))
