"""The sample wiki that comes with the package, as a knowledge base in the user's cache folder."""

from __future__ import annotations

import hashlib
import logging
from importlib.resources import as_file, files
from pathlib import Path

from pairlinking._support.cache import cache_folder, preferred_folder
from pairlinking._support.files import remove
from pairlinking._support.locking import locked
from pairlinking._support.progress import Progress
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.knowledge_base import KnowledgeBase
from pairlinking.kb.manifest import FORMAT_VERSION

__all__ = ["open_sample", "sample_path"]

_LOGGER = logging.getLogger(__name__)


# Increased when a build puts more into a knowledge base than before.
_RECIPE = 5


def sample_path() -> Path:
    """Folder of the sample knowledge base: a different one for each version of the format and of the wiki.

    A sample in the cache is used even if the cache is not writable.
    """
    wiki = (files("pairlinking") / "data" / "sample-wiki.xml").read_bytes()
    version = hashlib.sha256(wiki).hexdigest()[:8]
    name = f"sample-{FORMAT_VERSION}-{_RECIPE}-{version}.kb"
    made = preferred_folder() / name
    return made if (made / "manifest.json").exists() else cache_folder() / name


def open_sample(progress: Progress | None = None) -> KnowledgeBase:
    """Open the sample; it is built the first time, which takes a few seconds.

    >>> kb = open_sample()
    >>> candidates = kb.dictionary.lookup("Tiger")
    >>> [kb.title(int(entity)) for entity in candidates.entities[:2]]
    ['Tiger', 'Tiger Woods']
    """
    path = sample_path()
    try:
        return KnowledgeBase.open(path)
    except KnowledgeBaseError:
        path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path.parent, wait=True):
        try:
            return KnowledgeBase.open(path)  # another process may have built it meanwhile
        except KnowledgeBaseError:
            remove(path)  # whatever is there: the cache is ours
            return _build(path, progress)


def _build(path: Path, progress: Progress | None) -> KnowledgeBase:
    from pairlinking.building.builder import build
    from pairlinking.building.relate import EntityOptions
    from pairlinking.building.vectors.vectors import VectorOptions

    # One thread, so that the sample is the same everywhere; rare words and wide contexts count, as there is little
    # text. No page is set aside to learn models from: they come with the package.
    if progress is None:
        _LOGGER.warning("Building the sample knowledge base. This happens once and takes a few seconds.")
    vectors = VectorOptions(dimensions=64, window=20, epochs=30, min_count=2, min_entity_count=1, threads=1)
    with as_file(files("pairlinking") / "data" / "sample-wiki.xml") as wiki:
        return build(
            wiki,
            path,
            entities=EntityOptions(learn=0.0),
            vectors=vectors,
            workers=1,
            memory="200MB",
            progress=progress,
        )
