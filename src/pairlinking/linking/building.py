"""Builds a knowledge base that is ready to link with: with models of its own if there is enough to learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairlinking._support.beside import beside
from pairlinking._support.options import usable_cores
from pairlinking._support.progress import Progress, Silent
from pairlinking.detection import TooFewLinks, learn_detector
from pairlinking.detection.model import Model
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.learning import store_detector, train
from pairlinking.linking.training import TooLittleToLearn

if TYPE_CHECKING:
    from pairlinking.sources.streams import AnyPath

__all__ = ["build"]

# Below this, the models that come with the package, learned from a larger wiki, are better.
_LEAST_MENTIONS = 1000
_MEMORY_FOR_TWO = 4000  # MB: below this, names and links are learned one after the other


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
        Whether to learn to detect names, and to learn models from the pages set aside for that. If not, or if there is
        too little to learn from, linking uses the models of the package; `train` can learn them later.
    options
        Those of `pairlinking.kb.build`: ``entities``, ``vectors``, ``workers`` and so on.
    """
    from pairlinking.building.builder import build as build_kb

    progress = progress or Silent()
    kb = build_kb(sources, output, progress=progress, **options)
    if not models:
        return kb
    if not options.get("keep_tables", True):
        progress.warn("Without its tables, there is nothing to learn from: the models of the package are used.")
        return kb
    seed = kb.manifest.parameters["entities"]["seed"]
    with _detector(kb, seed, options.get("memory"), progress) as learn:
        kb = _with_models(kb, seed, progress)
        with suppress(TooFewLinks):  # names are then detected with the model of the package
            kb = store_detector(kb, learn(), seed=seed)
    return kb


def _with_models(kb: KnowledgeBase, seed: int, progress: Progress) -> KnowledgeBase:
    try:
        return train(kb, least=_LEAST_MENTIONS, seed=seed, progress=progress)
    except TooLittleToLearn:
        progress.finish("too little to learn from: the models of the package are used")
        return kb


@contextmanager
def _detector(kb: KnowledgeBase, seed: int, memory: str | None, progress: Progress) -> Iterator[Callable[[], Model]]:
    """A function that gives a detector, learned meanwhile by another process if there are a core and memory for it."""
    from pairlinking.building.engine import default_memory, megabytes

    if usable_cores() < 2 or megabytes(memory or default_memory()) < _MEMORY_FOR_TWO:
        yield partial(learn_detector, kb, seed=seed, progress=progress)
        return

    def wait() -> Model:
        progress.start("Learning to detect names")
        try:
            model = learnt()
        except TooFewLinks:
            progress.finish("too few links: the detector of the package is used")
            raise
        progress.finish(f"{int((model.cases != 0).sum()):,} words")
        return model

    with beside(partial(_learn_from, kb.path, seed)) as learnt:
        yield wait


def _learn_from(path: str | Path, seed: int) -> Model:
    return learn_detector(KnowledgeBase.open(path), seed=seed)
