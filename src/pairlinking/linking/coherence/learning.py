"""Learning coherence from documents whose links are known, and whose local confidences are those of unseen texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pairlinking._support.forest import Forest
from pairlinking.collective.learned import FEATURES, SPEAK_FOR, Contenders
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local.examples import CHECKED, Examples
from pairlinking.local.trees import tree_parameters
from pairlinking.relatedness import RelatednessWithoutPage
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Coherence", "Unseen", "fit_coherence", "learn_coherence"]

_ROUNDS = 60
_NOISE = 2.0  # standard deviation, in log-odds of phi
_TOGETHER = (3, 25)  # names of a part: texts to be linked are shorter than pages
_ANY_BETA = 0.5  # support does not depend on it


class Unseen(NamedTuple):
    """A document that the models behind its local confidences have not seen, and its number among all.

    `page` is the number of the page that it is, -1 for a document that is no page of the knowledge base.
    """

    number: int
    document: PreparedGold
    page: int


class Coherence(NamedTuple):
    """Trees that have not seen the documents to check with, and trees that have learned from all."""

    trial: Forest
    final: Forest


def learn_coherence(
    kb: KnowledgeBase, documents: Sequence[Unseen], relatedness: Relatedness, *, seed: int, threads: int = 1
) -> Coherence | None:
    """Learn how far to trust the support of other mentions; None where no document teaches it.

    Documents that are like those to come teach as they are. Pages of a wiki are not: its names are clear on their own
    pages, so that trees would learn to go by local confidence alone. A page is therefore cut into parts, local
    confidence is blurred, and each part is seen twice: with the page's own links, which make what it names more
    related than usual, and without, which makes it less (docs/decisions/0024-learned-coherence.md).
    """
    random = np.random.default_rng(seed)
    examples = Examples(len(FEATURES))
    for each in documents:
        if each.page < 0:
            _add(examples, each.number, each.document, relatedness)
            continue
        without = RelatednessWithoutPage(kb, each.page, _entities(each.document))
        for part in _parts(each.document, random):
            for measured in (relatedness, without):
                _add(examples, each.number, _blurred(part, random), measured)
    unseen = {number % CHECKED == 0 for number in examples.documents}
    if unseen != {True, False}:
        return None
    parameters = tree_parameters(FEATURES, SPEAK_FOR, seed=seed, threads=threads)
    return Coherence(*(examples.train(parameters, _ROUNDS, FEATURES, without=fold) for fold in (0, None)))


def fit_coherence(documents: Iterable[PreparedGold], relatedness: Relatedness, *, seed: int) -> Forest:
    """Trees that have learned from documents as they are, for studies that leave documents out in their own way."""
    examples = Examples(len(FEATURES))
    for document in documents:
        _add(examples, 0, document, relatedness)
    return examples.train(tree_parameters(FEATURES, SPEAK_FOR, seed=seed), _ROUNDS, FEATURES, without=None)


def _add(examples: Examples, number: int, document: PreparedGold, relatedness: Relatedness) -> None:
    """Add the names of a document, of which only those of two or more names support each other."""
    problem = document.problem(relatedness, _ANY_BETA)
    linked, _ = problem.linkable()
    if len(linked) < 2:
        return
    contenders = Contenders.of(problem)
    names = document.repeats.first[linked].tolist()
    starts = contenders.offsets.tolist()
    for name, low, high in zip(names, starts, starts[1:], strict=False):
        chosen = problem.rows[contenders.at[low:high]]
        examples.add(number, contenders.features[low:high], np.isin(chosen, list(document.gold[name])))


def _parts(document: PreparedGold, random: np.random.Generator) -> Iterator[PreparedGold]:
    """The document in pieces of random sizes."""
    at = 0
    while at < len(document):
        end = at + int(random.integers(*_TOGETHER, endpoint=True))
        yield document.piece(slice(at, end))
        at = end


def _blurred(document: PreparedGold, random: np.random.Generator) -> PreparedGold:
    """The document with local confidences that are less certain to be right."""

    def blur(local: FloatArray) -> FloatArray:
        kept = np.clip(local, 1e-4, 1 - 1e-4)
        odds = np.log(kept / (1 - kept)) + random.normal(0, _NOISE, len(kept))
        blurred: FloatArray = 1 / (1 + np.exp(-odds))
        return blurred

    return document.with_local([blur(each) for each in document.local])


def _entities(document: PreparedGold) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(sorted({entity for each in document.entities for entity in each}), dtype=np.int64)
