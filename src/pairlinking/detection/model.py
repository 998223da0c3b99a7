"""The learned model of a detector, on disk: the part `detector` of a knowledge base, or that of the package."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking.detection._features import TEMPLATES
from pairlinking.detection.lexicon import Lexicon
from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.types import FloatArray

__all__ = ["BITS", "VERSION", "Model"]

VERSION = 1  # of the features: weights are useless with other features
BITS = 20  # binary logarithm of the number of weights of a label
_NEVER = -1e30  # the score of a move that no names make: from outside into one
_FORBIDDEN = (0, 2)
_MOST_BITS = 24


@dataclass(frozen=True)
class Model:
    """Weights of features, scores of moves between labels, cases of words, and the lexicon.

    Reading arrays with any content is safe: every number in them is a weight or an entry of a hash table.

    Attributes
    ----------
    weights
        Of each feature for the labels "begins" and "goes on", as integer multiples of `scale`.
    moves
        From the label of a token to that of the next.
    """

    weights: npt.NDArray[np.int8]
    scale: float
    moves: FloatArray
    cases: npt.NDArray[np.uint32]
    lexicon: Lexicon

    @property
    def bits(self) -> int:
        """Binary logarithm of the number of features."""
        return len(self.weights).bit_length() - 1

    def save(self, folder: Path) -> None:
        """Write into a new folder."""
        folder.mkdir(parents=True)
        np.save(folder / "weights.npy", self.weights)
        np.save(folder / "cases.npy", self.cases)
        record = {
            "version": VERSION,
            "templates": TEMPLATES,
            "scale": self.scale,
            "moves": [0.0 if at == _FORBIDDEN else round(score, 6) for at, score in np.ndenumerate(self.moves)],
            **{name: sorted(words) for name, words in vars(self.lexicon).items()},
        }
        text = json.dumps(record, ensure_ascii=False, indent=1)
        (folder / "detector.json").write_text(text + "\n", encoding="utf-8")

    @classmethod
    def open(cls, folder: Path) -> Model:
        """Map the files of a folder; `KnowledgeBaseError` if they are damaged or of another version."""
        path = folder / "detector.json"
        record = _read(path)
        weights = open_array(folder / "weights.npy", np.int8, ndim=2)
        cases = open_array(folder / "cases.npy", np.uint32)
        for name, array in (("weights", weights), ("cases", cases)):
            size = len(array)
            if size & (size - 1) or not 1 <= size <= 1 << _MOST_BITS or (array.ndim == 2 and array.shape[1] != 2):
                raise damaged(folder / f"{name}.npy", "the number of its rows is not a power of two, or too large")
        moves = np.array(record["moves"], dtype=float).reshape(3, 3)
        moves[_FORBIDDEN] = _NEVER
        words = (frozenset(record[name]) for name in ("dates", "connectors", "endings"))
        return cls(weights, float(record["scale"]), moves, cases, Lexicon(*words))


def _read(path: Path) -> dict[str, Any]:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise damaged(path, f"it cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise damaged(path, "it is not JSON") from None
    if not isinstance(record, dict) or (record.get("version"), record.get("templates")) != (VERSION, TEMPLATES):
        raise damaged(path, "it belongs to another version of the detector")
    moves, scale = record.get("moves"), record.get("scale")
    numbers = [scale, *moves] if isinstance(moves, list) and len(moves) == 9 else [None]
    if not all(isinstance(each, int | float) and abs(each) < 1e6 for each in numbers):
        raise damaged(path, "'scale' and nine 'moves' should be numbers")
    for name in ("dates", "connectors", "endings"):
        words = record.get(name)
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise damaged(path, f"{name!r} should be a list of words")
    return record
