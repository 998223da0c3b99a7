"""Learns coherence from documents whose links are known, and whose local confidences are those of unseen texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pairlinking._support.forest import Forest
from pairlinking.collective.learned import FEATURES, SPEAK_FOR, Contenders, names_with
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local.examples import CHECKED, Examples
from pairlinking.local.trees import LOCAL_SPEAKS_FOR, tree_parameters
from pairlinking.relatedness import RelatednessWithoutPage
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Coherence", "Taught", "Unseen", "features_of", "fit_coherence", "learn_coherence", "taught_by"]

# For each name, the features of its contenders, and which of them are right.
Taught: TypeAlias = list[tuple[FloatArray, npt.NDArray[np.bool_]]]

_ROUNDS = 60
_RANKING_ROUNDS = 200  # before these, if there are columns
_SHARED = frozenset(("others", "candidates"))  # the same for all candidates of a mention
_SPEAK_FOR = SPEAK_FOR | {f"{name}_alone" for name in LOCAL_SPEAKS_FOR}
_NOISE = 2.0  # standard deviation, in log-odds of phi
_TOGETHER = (3, 25)  # names of a part: texts to be linked are shorter than pages
_ANY_BETA = 0.5  # support does not depend on it


class Unseen(NamedTuple):
    """A document that the models behind its local confidences have not seen, and its number among all.

    `page` is the number of the page that it is, -1 for a document that is not a page of the knowledge base.
    """

    number: int
    document: PreparedGold
    page: int


class Coherence(NamedTuple):
    """Trees that have not seen the documents for checking, and trees that have learned from all."""

    trial: Forest
    final: Forest


def learn_coherence(
    kb: KnowledgeBase, documents: Sequence[Unseen], relatedness: Relatedness, *, seed: int, threads: int = 1
) -> Coherence | None:
    """Learn how far to trust the support of other mentions; None if there are no documents to learn it from.

    Documents like those to be linked are used as they are. Pages of a wiki are different: their names are clear from
    the page alone, so that trees would learn to rely on local confidence only. A page is therefore cut into parts,
    local confidence is blurred, and each part is used twice: with the page's own links, which make the entities it
    names more related than usual, and without, which makes them less (docs/decisions/0024-learned-coherence.md).
    """
    random = np.random.default_rng(seed)
    names = features_of(each.document for each in documents)
    examples = Examples(len(names))

    def add(number: int, document: PreparedGold, measured: Relatedness) -> None:
        for rows, right in taught_by(document, measured, names):
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
    return Coherence(*(_train(examples, names, seed=seed, threads=threads, without=fold) for fold in (0, None)))


def fit_coherence(examples: Iterable[Taught], names: Sequence[str] = FEATURES, *, seed: int) -> Forest:
    """Trees learned from unchanged documents, for studies that hold out documents in their own way."""
    table = Examples(len(names))
    for rows, right in (each for taught in examples for each in taught):
        table.add(0, rows, right)
    return _train(table, names, seed=seed, threads=1, without=None)


def features_of(documents: Iterable[PreparedGold]) -> tuple[str, ...]:
    """Names of the features that trees can learn from documents; with columns, if all documents have the same."""
    found = {None if each.columns is None else each.columns.names for each in documents}
    (columns,) = found if len(found) == 1 else (None,)
    return FEATURES if columns is None else names_with(columns)


def taught_by(document: PreparedGold, relatedness: Relatedness, names: Sequence[str] = FEATURES) -> Taught:
    """What can be learned from a document: the named features of each name's contenders, and which are right.

    A single name teaches nothing about support.
    """
    problem = document.problem(relatedness, _ANY_BETA)
    linked, _ = problem.linkable()
    columns = problem.columns if len(names) > len(FEATURES) else None
    if len(linked) < (2 if columns is None else 1):
        return []
    contenders = Contenders.of(problem, columns)
    found = []
    first = document.repeats.first[linked].tolist()
    for mention, (low, high) in zip(first, pairwise(contenders.offsets.tolist()), strict=True):
        chosen = problem.rows[contenders.at[low:high]]
        found.append((contenders.features[low:high], np.isin(chosen, list(document.gold[mention]))))
    return found


def _train(examples: Examples, names: Sequence[str], *, seed: int, threads: int, without: int | None) -> Forest:
    parameters = tree_parameters(names, _SPEAK_FOR, seed=seed, threads=threads)
    if len(names) == len(FEATURES):
        return examples.train(parameters, _ROUNDS, names, without=without)
    parameters |= {"min_child_samples": 20}  # annotated documents are few
    return examples.train_ranking(parameters, (_RANKING_ROUNDS, _ROUNDS), names, without=without, shared=_SHARED)


def _parts(document: PreparedGold, random: np.random.Generator) -> Iterator[PreparedGold]:
    """The document in pieces of random sizes."""
    at = 0
    while at < len(document):
        end = at + int(random.integers(*_TOGETHER, endpoint=True))
        yield document.piece(slice(at, end))
        at = end


def _blurred(document: PreparedGold, random: np.random.Generator) -> PreparedGold:
    """The document with less reliable local confidences."""

    def blur(local: FloatArray) -> FloatArray:
        kept = np.clip(local, 1e-4, 1 - 1e-4)
        odds = np.log(kept / (1 - kept)) + random.normal(0, _NOISE, len(kept))
        blurred: FloatArray = 1 / (1 + np.exp(-odds))
        return blurred

    return document.with_local([blur(each) for each in document.local])


def _entities(document: PreparedGold) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(sorted({entity for each in document.entities for entity in each}), dtype=np.int64)
