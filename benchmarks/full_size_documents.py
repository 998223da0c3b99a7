"""Documents to link with a made-up knowledge base, each the image of one that is linked with a real one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.big_wiki import own_word, word
from pairlinking.candidates import CandidateGenerator
from pairlinking.candidates.ranker import TOP_K
from pairlinking.detection import Detector
from pairlinking.kb import KnowledgeBase
from pairlinking.types import IntArray

__all__ = ["Document", "cut", "image", "link_forms"]

Document = dict[str, Any]  # text, mentions as pairs of start and end, and other names in the text

_LENGTH = 1000  # characters
_DRAWN = 50_000  # links from which forms are taken
_WORD = re.compile(r"[^\W\d_]+")


def cut(kb: KnowledgeBase, n: int) -> list[Document]:
    """`n` pieces of about 1,000 characters, spread over the held-out pages, with at least two mentions each."""
    found = [piece for document in kb.held_out() for piece in _pieces(document) if len(piece["mentions"]) > 1]
    if not found:
        raise SystemExit(f"{kb.path} has no held-out pages with links. Build it with --holdout 0.03.")
    chosen = [found[number] for number in np.linspace(0, len(found) - 1, n).astype(int).tolist()]
    detector = Detector(kb)
    return [{**each, "names": _apart(detector.spot(each["text"]), each["mentions"])} for each in chosen]


def _apart(names: list[tuple[int, int]], mentions: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Names that do not overlap a mention."""
    taken = {at for start, end in mentions for at in range(start, end)}
    return [(start, end) for start, end in names if taken.isdisjoint(range(start, end))]


def _pieces(document: dict[str, Any]) -> Iterator[Document]:
    text, spans = document["text"], sorted((each["start"], each["end"]) for each in document["mentions"])
    start = 0
    while start < len(text):
        end = text.find(" ", start + _LENGTH)
        end = len(text) if end < 0 else end
        for first, last in spans:
            if first < end < last:
                end = last
        inside = [(first - start, last - start) for first, last in spans if start <= first and last <= end]
        yield {"text": text[start:end], "mentions": inside}
        start = end


def link_forms(kb: KnowledgeBase, rng: np.random.Generator) -> list[str]:
    """Forms of the dictionary, each as often as links use it."""
    words = kb.dictionary
    ends = np.cumsum(words.counts, dtype=np.int64)
    rows = np.searchsorted(ends, rng.integers(ends[-1], size=_DRAWN), side="right")
    forms = np.searchsorted(words.indptr, rows, side="right") - 1
    return list(map(words.forms.restore_key, forms.tolist()))


def image(
    documents: list[Document], kb: KnowledgeBase, made_up: KnowledgeBase, *, alike: bool, seed: int = 1
) -> list[Document]:
    """The same documents in the words and names of a made-up knowledge base.

    The r-th most frequent word becomes the r-th most frequent made-up one, in lower case: the detector would not
    know it at the start of a sentence. A mention, or another name, becomes the form of a link drawn at random, the same
    whenever it recurs; one without candidates becomes a name without any. With `alike`, links are drawn from those
    whose form has as many candidates, of the 20 that are examined, as the mention has in `kb`.
    """
    rng = np.random.default_rng(seed)
    forms = link_forms(made_up, rng)
    sizes = _sizes(made_up, forms)
    order = np.argsort(sizes, kind="stable")
    by_size = sizes[order]
    names: dict[str, str] = {}

    surfaces = sorted(
        {each["text"][start:end] for each in documents for start, end in each["mentions"] + each["names"]}
    )
    for surface, size in zip(surfaces, _sizes(kb, surfaces).tolist(), strict=True):
        drawn = int(rng.integers(len(forms)))
        if alike:
            there = by_size[min(np.searchsorted(by_size, size), len(by_size) - 1)]
            first, last = np.searchsorted(by_size, there), np.searchsorted(by_size, there, side="right")
            drawn = int(order[rng.integers(first, last)])
        names[surface] = forms[drawn] if size else own_word(len(made_up) + len(names))

    counted = Counter(each.lower() for document in documents for each in _WORD.findall(document["text"]))
    ranks = {each: rank for rank, (each, _) in enumerate(counted.most_common())}

    def replaced(found: re.Match[str]) -> str:
        return word(ranks[found[0].lower()])

    return [_image(document, names, replaced) for document in documents]


def _sizes(kb: KnowledgeBase, surfaces: list[str]) -> IntArray:
    """Number of candidates of each that a linker examines."""
    generator = CandidateGenerator(kb)
    return np.array([min(TOP_K, len(generator.generate([surface])[0])) for surface in surfaces])


def _image(document: Document, names: dict[str, str], word_of: Callable[[re.Match[str]], str]) -> Document:
    text, parts, last, length = document["text"], [], 0, 0
    spans: dict[str, list[tuple[int, int]]] = {"mentions": [], "names": []}
    for start, end, kind in sorted((*span, each) for each in spans for span in document[each]):
        if start < last:
            continue
        between, surface = _WORD.sub(word_of, text[last:start]), names[text[start:end]]
        length += len(between)
        spans[kind].append((length, length + len(surface)))
        length += len(surface)
        parts += [between, surface]
        last = end
    return {"text": "".join([*parts, _WORD.sub(word_of, text[last:])]), **spans}
