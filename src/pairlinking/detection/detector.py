"""Names in running text, known or not: the detector of a knowledge base."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pairlinking.detection._features import Document, cases, repeats
from pairlinking.detection._field import find_names
from pairlinking.detection.boundaries import Readings
from pairlinking.detection.known import KnownForms
from pairlinking.detection.model import Model
from pairlinking.detection.tokens import ByteArray, Tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from pairlinking.kb import KnowledgeBase

__all__ = ["Detector", "Name", "document_features", "open_model"]

PART = "detector"
_LEAST = 0.4  # probability: of names below, 1 in 15 has the right boundaries in ACE2004, RSS500 and AQUAINT


class Name(NamedTuple):
    """A name in a text: where it starts and ends, and how sure the detector is of exactly these boundaries."""

    start: int
    end: int
    probability: float


class Detector:
    """Finds names in a text with a model learnt from a wiki's links, and the dictionary of the knowledge base at hand.

    Names that the knowledge base does not have are found as well. Numbers and dates are no names. Takes time linear in
    the text, whatever is in it. Safe to use from many threads.

    Examples
    --------
    >>> from pairlinking.building import open_sample
    >>> text = "Tiger Woods won at Augusta, said Bob Frobnitz."
    >>> [text[name.start : name.end] for name in Detector(open_sample()).detect(text)]
    ['Tiger Woods', 'Augusta', 'Bob Frobnitz']
    """

    def __init__(self, kb: KnowledgeBase, model: Model | None = None) -> None:
        self.model = model or open_model(kb)
        self._known = KnownForms(kb)
        self._readings = Readings(kb, self.model.lexicon)

    def spot(self, text: str) -> list[tuple[int, int]]:
        """Spans of the names in code points, in order and without overlaps."""
        return [(name.start, name.end) for name in self.detect(text)]

    def detect(self, text: str) -> list[Name]:
        """Names in the order of the text, without overlaps."""
        tokens = Tokens.of(text)
        model = self.model
        buckets = cases(tokens.hashes, model.cases)
        document = document_features(tokens, buckets, self._known)
        scores = document.scores(tokens.bounds, tokens.modes, model.weights, model.scale)
        found: list[Name] = []
        for first, last, probability in find_names(scores, model.moves, tokens.bounds):
            if probability < _LEAST:
                continue
            for start, end in self._readings.of(tokens, first, last, buckets):
                found.append(Name(start, end, min(probability, 1.0)))
        return found


def open_model(kb: KnowledgeBase) -> Model:
    """The model of a knowledge base, or, where it has none, the one that comes with the package."""
    if kb.manifest.parameters.get(PART):
        return Model.open(Path(kb.path) / PART)
    with as_file(files("pairlinking") / "data" / PART) as folder:
        return Model.open(folder)


def document_features(
    tokens: Tokens, buckets: ByteArray, known: KnownForms, skip: Callable[[str], bool] | None = None
) -> Document:
    """What features are made of; forms that `skip` names count as unknown."""
    return Document(
        tokens.hashes,
        tokens.looks,
        tokens.glued,
        buckets,
        tokens.begins,
        repeats(tokens.hashes, tokens.looks, tokens.bounds, tokens.modes, tokens.begins),
        known.codes(tokens, skip),
    )
