"""A knowledge base ready to link with: built, and with models of its own where there is enough to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pairlinking._support.progress import Progress, Silent
from pairlinking.detection import TooFewLinks
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.learning import train, train_detector
from pairlinking.linking.training import TooLittleToLearn

if TYPE_CHECKING:
    from pairlinking.sources.streams import AnyPath

__all__ = ["build"]

# Below this the models that come with the package, learned from a larger wiki, are the better ones.
_LEAST_MENTIONS = 1000


def build(
    sources: AnyPath | Sequence[AnyPath],
    output: AnyPath,
    *,
    models: bool = True,
    progress: Progress | None = None,
    **options: Any,
) -> KnowledgeBase:
    """Build a knowledge base from MediaWiki dumps or catalogues, learn its models, and open it.

    Parameters
    ----------
    models
        Whether to learn to detect names, and models from the pages set aside for that. Without, or where there is too
        little to learn from, linking uses those that come with the package; `train` learns them later.
    options
        Those of `pairlinking.kb.build`: ``entities``, ``vectors``, ``workers`` and so on.
    """
    from pairlinking.building.builder import build as build_kb

    progress = progress or Silent()
    kb = build_kb(sources, output, progress=progress, **options)
    if not models:
        return kb
    if not options.get("keep_tables", True):
        progress.warn("Without its tables there is nothing to learn from: the models of the package are used.")
        return kb
    with suppress(TooFewLinks):  # names are then detected with the model of the package
        kb = train_detector(kb, seed=kb.manifest.parameters["entities"]["seed"], progress=progress)
    try:
        return train(kb, least=_LEAST_MENTIONS, seed=kb.manifest.parameters["entities"]["seed"], progress=progress)
    except TooLittleToLearn:
        progress.finish("too little to learn from: the models of the package are used")
        return kb
