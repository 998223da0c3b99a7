"""The variants: each is a few lines that set up Pair-Linking in another way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from pairlinking.errors import PairLinkingError
from pairlinking.evaluation.gold import read_gold
from pairlinking.evaluation.prepared import prepare
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import PreparedGold
from pairlinking.linking.preparing import Preparer
from pairlinking.local.models import open_models
from pairlinking.relatedness import InLinks, measure, relatedness_of
from pairlinking.stages import CollectiveLinker, Relatedness
from reproduction.protocol.grid import unmerged
from reproduction.studies.ablations.prim import PrimLinking
from reproduction.studies.ablations.ranker import learn_ranker
from reproduction.studies.ablations.vectors import can_learn, learned_again
from reproduction.workbench import Workbench

__all__ = ["STANDARD", "VARIANTS", "Setup", "Variant", "without_own_page"]

STANDARD = "standard"
_WLM = "WLM"
_AGAIN = "vectors learned again"
_LEARNS_RANKER = "iitb"


class Setup(NamedTuple):
    """A data set's documents by its name, their relatedness, and what solves them."""

    documents: Callable[[str], Sequence[PreparedGold]]
    relatedness: Relatedness
    solver: str | CollectiveLinker = "pair-linking"


@dataclass(frozen=True)
class Variant:
    """Pair-Linking with one choice changed.

    Attributes
    ----------
    make
        Gives the setup; None if the knowledge base or the data sets lack what it needs.
    about
        What differs, in a line.
    against
        The variant that it is compared with: they differ only in this choice.
    changes_local
        Whether local confidence alone gives other answers, too.
    """

    make: Callable[[Workbench], Setup | None]
    about: str
    against: str = STANDARD
    changes_local: bool = False


def _standard(bench: Workbench) -> Setup:
    return Setup(bench.documents, relatedness_of(bench.kb, bench.best_measure))


def _unmerged(bench: Workbench) -> Setup:
    return _standard(bench)._replace(documents=lambda name: [unmerged(each) for each in bench.documents(name)])


def _prim(bench: Workbench) -> Setup:
    return _standard(bench)._replace(solver=PrimLinking())


def _without_own_page(bench: Workbench) -> Setup:
    return Setup(bench.documents, measure(bench.best_measure, kb=bench.kb, links=without_own_page(bench.kb)))


def without_own_page(kb: KnowledgeBase) -> InLinks:
    """In-links as in the paper: no page counts as one of its own in-links."""
    targets = np.repeat(np.arange(len(kb)), np.diff(kb.in_link_indptr))
    kept = kb.in_link_ids != targets
    indptr = np.concatenate([[0], np.cumsum(kept)])[kb.in_link_indptr]
    return InLinks(indptr, kb.in_link_ids[kept], n_pages=len(kb))


def _wlm(bench: Workbench) -> Setup:
    return Setup(bench.documents, relatedness_of(bench.kb, "wlm"))


def _wlm_prior(bench: Workbench) -> Setup:
    return Setup(bench.documents, relatedness_of(bench.kb, "wlm-prior"))


def _ranker(bench: Workbench) -> Setup | None:
    try:
        gold = read_gold(_LEARNS_RANKER, bench.data)
    except PairLinkingError:
        return None
    ranker = learn_ranker(bench.kb, prepare(bench.kb, gold.documents), seed=bench.seed)
    preparer = Preparer(bench.kb, models=replace(open_models(bench.kb), ranker=ranker))

    def documents(name: str) -> list[PreparedGold]:
        return [preparer.prepare(each.source, each.spans).with_gold(each.gold) for each in bench.documents(name)]

    return _standard(bench)._replace(documents=documents)


def _vectors(bench: Workbench, *, centered: bool) -> Setup | None:
    if not can_learn(bench.kb):
        return None
    folder = bench.answers / "vectors" / bench.kb.manifest.id
    ees = learned_again(bench.kb, folder, bench.progress, centered=centered)
    return Setup(bench.documents, measure(bench.best_measure, kb=bench.kb, ees=ees))


VARIANTS = {
    STANDARD: Variant(_standard, "as the linker does it"),
    "repeated names not merged": Variant(_unmerged, "each copy of a name is a mention of its own, as in the paper"),
    "Prim's order": Variant(
        _prim, "one tree grows from the most confident pair; Pair-Linking takes pairs wherever they are, like Kruskal's"
    ),
    "without own pages": Variant(_without_own_page, "a page is not one of its own in-links, as in the paper"),
    "ranker learned from IITB": Variant(
        _ranker,
        "trees choose the 20 candidates that are scored, as in the paper",
        changes_local=True,
    ),
    _AGAIN: Variant(lambda bench: _vectors(bench, centered=True), "another run of the skip-gram"),
    "vectors not centred": Variant(
        lambda bench: _vectors(bench, centered=False), "the same vectors, as the skip-gram returns them", _AGAIN
    ),
    _WLM: Variant(_wlm, "Eq. 9 instead of the standard measure"),
    "WLM with a prior": Variant(_wlm_prior, "`wlm-prior`, which does not overrate short lists of in-links", _WLM),
}
