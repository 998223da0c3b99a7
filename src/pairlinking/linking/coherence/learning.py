"""Learning coherence from documents whose links are known, and whose local confidences are those of unseen texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

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

__all__ = ["Coherence", "Taught", "Unseen", "fit_coherence", "learn_coherence", "taught_by"]

# Of each name the features of its contenders, and which of them are right.
Taught: TypeAlias = list[tuple[FloatArray, npt.NDArray[np.bool_]]]

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

    def add(number: int, document: PreparedGold, measured: Relatedness) -> None:
        for rows, right in taught_by(document, measured):
            examples.add(number, rows, right)

    for each in documents:
        if each.page < 0:
            add(each.number, each.document, relatedness)
            continue
        without = RelatednessWithoutPage(kb, each.page, _entities(each.document))
        for part in _parts(each.document, random):
            for measured in (relatedness, without):
                add(each.number, _blurred(part, random), measured)
    unseen = {number % CHECKED == 0 for number in examples.documents}
    if unseen != {True, False}:
        return None
    parameters = tree_parameters(FEATURES, SPEAK_FOR, seed=seed, threads=threads)
    return Coherence(*(examples.train(parameters, _ROUNDS, FEATURES, without=fold) for fold in (0, None)))


def fit_coherence(examples: Iterable[Taught], *, seed: int) -> Forest:
    """Trees that have learned from documents as they are, for studies that leave documents out in their own way."""
    table = Examples(len(FEATURES))
    for rows, right in (each for taught in examples for each in taught):
        table.add(0, rows, right)
    return table.train(tree_parameters(FEATURES, SPEAK_FOR, seed=seed), _ROUNDS, FEATURES, without=None)


def taught_by(document: PreparedGold, relatedness: Relatedness) -> Taught:
    """What a document teaches: features of each name's contenders and which are right. One name alone teaches none."""
    problem = document.problem(relatedness, _ANY_BETA)
    linked, _ = problem.linkable()
    if len(linked) < 2:
        return []
    contenders = Contenders.of(problem)
    names = document.repeats.first[linked].tolist()
    found = []
    for name, (low, high) in zip(names, pairwise(contenders.offsets.tolist()), strict=True):
        chosen = problem.rows[contenders.at[low:high]]
        found.append((contenders.features[low:high], np.isin(chosen, list(document.gold[name]))))
    return found


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
