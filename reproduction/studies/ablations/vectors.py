"""Vectors learned again from the tables of a knowledge base, both centred and as the skip-gram returns them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from pairlinking._support.progress import Progress
from pairlinking.building.relate import EntityOptions
from pairlinking.building.vectors.learn import encode_corpus
from pairlinking.building.vectors.stored import write_vectors
from pairlinking.building.vectors.training import epochs_for, train
from pairlinking.building.vectors.vectors import VectorOptions
from pairlinking.kb import KnowledgeBase
from pairlinking.relatedness import EES

__all__ = ["can_learn", "learned_again"]

_FILES = {True: "centred.npy", False: "not-centred.npy"}


def can_learn(kb: KnowledgeBase) -> bool:
    """Whether a knowledge base has vectors, and still has the tables from which they were learned."""
    return kb.has_vectors and any(name.startswith("tables/sentences/") for name in kb.manifest.files)


def learned_again(kb: KnowledgeBase, folder: Path, progress: Progress, *, centered: bool) -> EES:
    """EES by vectors that are learned once for both forms and kept in `folder`, so that nothing else differs.

    The knowledge base's own vectors cannot be used: only their directions are stored, and with several threads no two
    runs give the same ones. This uses one thread, so that figures can be reproduced.
    """
    path = folder / _FILES[centered]
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as scratch:
            _learn(kb, Path(scratch), progress)
            for name in _FILES.values():
                (Path(scratch) / name).replace(folder / name)
    return EES(np.load(path, mmap_mode="r"))


def _learn(kb: KnowledgeBase, folder: Path, progress: Progress) -> None:
    parameters = kb.manifest.parameters
    options = VectorOptions(**{**parameters["vectors"], "threads": 1})
    entities = EntityOptions(**parameters["entities"])
    corpus = encode_corpus(Path(kb.path), folder / "corpus", entities, options, 1, progress)
    progress.start("Learning vectors again", total=len(corpus.ids) * epochs_for(corpus, options), unit="tokens")
    trained = train(corpus, options, progress.update)
    progress.finish(f"{len(trained.tokens):,} vectors")
    for is_centered, name in _FILES.items():
        write_vectors(folder, trained, len(kb), centered=is_centered)
        (folder / "entities.npy").replace(folder / name)
