"""The detector of names that comes with the package, for knowledge bases with too few links of their own.

    python -m reproduction shipped-detector enwik8.kb

learns it from a larger knowledge base, and writes it into the package. It learns words in the language of that
knowledge base; the dictionary is always that of the knowledge base with which the detector is used.
"""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

from pairlinking.detection import learn_detector
from pairlinking.kb import KnowledgeBase

_BITS = 18  # a quarter of the features of a knowledge base's own detector: half a megabyte, with little loss


def main(path: Path) -> None:
    """Learn and write."""
    model = learn_detector(KnowledgeBase.open(path), bits=_BITS)
    folder = Path(str(files("pairlinking") / "data" / "detector"))
    shutil.rmtree(folder, ignore_errors=True)
    model.save(folder)
    print(f"{folder}: {len(model.weights):,} features, {int((model.cases != 0).sum()):,} words")
