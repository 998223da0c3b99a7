"""Learns to detect names from the pages of a knowledge base and their links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

import numpy as np

from pairlinking._support.progress import Progress, Silent
from pairlinking.detection._features import cases
from pairlinking.detection._field import Learner
from pairlinking.detection.capitals import NameRates
from pairlinking.detection.cases import CaseCounter
from pairlinking.detection.detector import features_of
from pairlinking.detection.known import KnownForms, are_linked
from pairlinking.detection.lexicon import learn_lexicon
from pairlinking.detection.model import BITS, Model
from pairlinking.detection.noise import labels_of, with_dateline, with_noise
from pairlinking.detection.pages import LinkedPage, linked_pages
from pairlinking.detection.silver import ANY, GOES_ON, OUTSIDE, silver_labels
from pairlinking.detection.tokens import ByteArray, Tokens
from pairlinking.errors import PairLinkingError

if TYPE_CHECKING:
    from pairlinking.detection._features import Document
    from pairlinking.kb import KnowledgeBase

__all__ = ["LEAST_LINKS", "TooFewLinks", "learn_detector"]

LEAST_LINKS = 20_000
"""Below this, the model that comes with the package, learned from a larger wiki, is better."""

_CHARACTERS = 18_000_000  # of text that is learned from: more takes longer and adds little
_EPOCHS = 2
_RATE = 0.1
_PROBED = 300  # pages
# How many of ten forms count as unknown, by page, so that the model learns to find names the knowledge base lacks.
_UNKNOWN = (1, 3, 9)


class TooFewLinks(PairLinkingError):
    """There are too few links to learn names from."""


class _Lesson(NamedTuple):
    """A page to learn from: the input of features, its tokens, and the labels that each may have."""

    document: Document
    tokens: Tokens
    allowed: ByteArray


def learn_detector(
    kb: KnowledgeBase, *, bits: int = BITS, least: int = LEAST_LINKS, seed: int = 1, progress: Progress | None = None
) -> Model:
    """Learn from pages of all parts of the source, but not from those held out.

    Raises
    ------
    TooFewLinks
        The pages have fewer than `least` links.
    """
    progress = progress or Silent()
    pages = list(linked_pages(kb, _CHARACTERS))
    n_links = sum(len(page.links) for page in pages)
    if n_links < least:
        raise TooFewLinks(f"Too few links to learn names from: {n_links:,}, but at least {least:,} are needed.")
    progress.start("Learning to detect names", total=len(pages) * (_EPOCHS + 1), unit="pages")
    counter = CaseCounter()
    for page in pages:
        counter.add(Tokens.of(page.text))
    lexicon = learn_lexicon(kb.dictionary.forms.iterkeys())
    model = Model(np.zeros((1 << bits, 2), np.int8), 1.0, np.zeros((3, 3)), counter.table(), lexicon)
    random = Random(seed)
    lessons = []
    known = KnownForms(kb)
    hints = _hints(model, pages)
    for number, page in enumerate(pages, 1):
        lessons.append(_lesson(random, model, known, page, hints))
        progress.update(number)
    learner = Learner(bits, _RATE)
    for epoch in range(1, _EPOCHS + 1):
        random.shuffle(lessons)
        for number, lesson in enumerate(lessons, 1):
            _learn(learner, lesson, bits)
            progress.update(epoch * len(pages) + number)
    progress.finish(f"{n_links:,} links of {len(pages):,} pages")
    return _rounded(model, learner)


def _hints(model: Model, pages: Sequence[LinkedPage]) -> dict[str, Any]:
    """What capitals mean in this language, as arguments for `silver_labels`."""
    sample = pages[:: max(len(pages) // _PROBED, 1)]
    if _count_names(model, sample).are_names():
        return {"capitals_are_names": True}
    return {"common": _count_names(model, pages).common()}


def _count_names(model: Model, pages: Sequence[LinkedPage]) -> NameRates:
    """What the labels of pages say about words with a capital."""
    rates = NameRates()
    for page in pages:
        tokens = Tokens.of(page.text)
        buckets = cases(tokens.hashes, model.cases)
        labels = silver_labels(tokens, buckets, page.title, page.links, model.lexicon)
        rates.add(tokens, buckets, labels & OUTSIDE == 0)
    return rates


def _lesson(random: Random, model: Model, known: KnownForms, page: LinkedPage, hints: dict[str, Any]) -> _Lesson:
    text, links = with_dateline(random, page.text, page.links)
    plain = Tokens.of(text)
    buckets = cases(plain.hashes, model.cases)
    linked = are_linked(known.codes(plain))
    allowed = silver_labels(plain, buckets, page.title, links, model.lexicon, linked=linked, **hints)
    tokens = Tokens.of(with_noise(random, plain.text))
    salt = crc32(page.title.encode())
    n_unknown = _UNKNOWN[salt % len(_UNKNOWN)]

    def is_left_out(form: str) -> bool:
        return crc32(form.encode(), salt) % 10 < n_unknown

    document = features_of(tokens, cases(tokens.hashes, model.cases), known.codes(tokens, is_left_out))
    return _Lesson(document, tokens, labels_of(tokens, plain, allowed))


def _learn(learner: Learner, lesson: _Lesson, bits: int) -> None:
    bounds = lesson.tokens.bounds.tolist()
    for first, last, mode in zip(bounds[:-1], bounds[1:], lesson.tokens.modes.tolist(), strict=True):
        allowed = lesson.allowed[first:last]
        # A sentence with no known labels teaches nothing; one that begins within a name was split in the wrong place.
        if last > first and allowed[0] != GOES_ON and (allowed != ANY).any():
            learner.learn(lesson.document.features(first, last, mode, bits), allowed)


def _rounded(model: Model, learner: Learner) -> Model:
    """The model with the learned weights, in steps of 1/127 of the largest, ignoring a few outliers."""
    weights = learner.weights
    large = float(np.quantile(np.abs(weights[weights != 0]), 0.9999)) if weights.any() else 1.0
    steps = np.clip(np.rint(weights * (127 / large)), -127, 127).astype(np.int8)
    return replace(model, weights=steps, scale=large / 127, moves=learner.transitions)
