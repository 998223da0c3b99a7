"""Names in running text, known or not: the detector of a knowledge base."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pairlinking.detection._features import Document, cases, repeats
from pairlinking.detection._field import find_names
from pairlinking.detection.boundaries import Readings
from pairlinking.detection.known import KnownForms, linked_forms
from pairlinking.detection.model import Model
from pairlinking.detection.tokens import ByteArray, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pairlinking.kb import KnowledgeBase

__all__ = ["Detector", "Name", "features_of", "open_model"]

PART = "detector"
_LEAST = 0.4  # probability; below it, 1 in 15 names has the right boundaries in ACE2004, RSS500 and AQUAINT


_OF_FORM = 0.5  # probability of a name that only the dictionary knows: half of the places with such forms are links

_Found: TypeAlias = tuple[int, int, float]


class Name(NamedTuple):
    """A name in a text: where it starts and ends, and how sure the detector is of exactly these boundaries."""

    start: int
    end: int
    probability: float


class Detector:
    """Finds names in a text with a model learned from a wiki's links, and with the dictionary of a knowledge base.

    Names that the knowledge base does not have are found as well. Numbers and dates are not names. The time is linear
    in the length of any text. Safe to use from many threads.

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
        codes = self._known.codes(tokens)
        scores = features_of(tokens, buckets, codes).scores(tokens.bounds, tokens.modes, model.weights, model.scale)
        found = _widened(find_names(scores, model.moves, tokens.bounds), self._known.longer_names(tokens, codes))
        names: list[Name] = []
        for first, last, probability in _with_forms(found, linked_forms(tokens, codes)):
            if probability >= _LEAST:
                spans = self._readings.of(tokens, first, last, buckets)
                names += (Name(start, end, min(probability, 1.0)) for start, end in spans)
        return names


def _widened(found: list[_Found], forms: Iterable[tuple[int, int]]) -> list[_Found]:
    """What the model found, with names inside a longer form replaced by the form.

    The model is careful with the first word of a sentence and with lower case: it finds York in "New York is large",
    and Higgs in "the Higgs boson". A form that ends within a name changes nothing.

    >>> _widened([(1, 2, 0.9), (4, 6, 0.8)], [(0, 2), (5, 7)])
    [(0, 2, 0.9), (4, 6, 0.8)]
    """
    number_of = {at: number for number, (first, last, _) in enumerate(found) for at in range(first, last)}
    names: dict[int, _Found] = dict(enumerate(found))
    for first, last in forms:  # they do not overlap
        met = dict.fromkeys(number_of[at] for at in range(first, last) if at in number_of)
        if met and all(first <= found[number][0] and found[number][1] <= last for number in met):
            widest = (first, last, max(found[number][2] for number in met))
            for number in met:
                del names[number]
            names[min(met)] = widest
    return [names[number] for number in sorted(names)]


def _with_forms(found: list[_Found], forms: Iterable[tuple[int, int]]) -> list[_Found]:
    """What the model found, and forms of the dictionary that do not overlap it."""
    is_taken = {at for first, last, _ in found for at in range(first, last)}
    apart = [(*form, _OF_FORM) for form in forms if is_taken.isdisjoint(range(*form))]
    return sorted([*found, *apart]) if apart else found


def open_model(kb: KnowledgeBase) -> Model:
    """The model of a knowledge base, or, if it has none, the one that comes with the package."""
    if kb.manifest.parameters.get(PART):
        return Model.open(Path(kb.path) / PART)
    with as_file(files("pairlinking") / "data" / PART) as folder:
        return Model.open(folder)


def features_of(tokens: Tokens, buckets: ByteArray, codes: ByteArray) -> Document:
    """The input of features: tokens, the case of their words, and what the dictionary says about them."""
    repeated = repeats(tokens.hashes, tokens.looks, tokens.bounds, tokens.modes, tokens.begins)
    return Document(tokens.hashes, tokens.looks, tokens.glued, buckets, tokens.begins, repeated, codes)
