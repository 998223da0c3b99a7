"""Learning the local scorer from the links of a knowledge base's own pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pairlinking.candidates import CandidateGenerator
from pairlinking.errors import PairLinkingError
from pairlinking.kb.disk import clear_errors, locked, remove
from pairlinking.kb.manifest import replace_part
from pairlinking.local.documents import GoldDocument, WithoutPage, pages_to_learn_from
from pairlinking.local.features import Featurizer
from pairlinking.options import check_int
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["SCORER", "train_models"]

SCORER = "models/scorer.txt"
TOP_K = 20
_ROUNDS = 300
_PARAMETERS: dict[str, Any] = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_child_samples": 50,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "feature_fraction": 0.8,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
_CHECKED = 5  # every fifth document tells how good the scorer is; the stored one learns from all


@dataclass
class _Examples:
    """Rows of features, whether each is right, how many candidates each mention has, and of which document it is."""

    rows: FloatArray
    right: FloatArray
    sizes: IntArray
    documents: IntArray

    def accuracy(self, scores: FloatArray) -> float:
        """Share of the mentions whose best candidate is right."""
        ends = np.cumsum(self.sizes)
        best = [int(np.argmax(part)) for part in np.split(scores, ends[:-1])]
        return float(self.right[ends - self.sizes + best].mean()) if len(self.sizes) else 0.0

    def where(self, chosen: Any) -> _Examples:
        """Only the mentions of some documents."""
        rows = np.repeat(chosen, self.sizes)
        return _Examples(self.rows[rows], self.right[rows], self.sizes[chosen], self.documents[chosen])


def train_models(
    kb: KnowledgeBase, documents: Iterable[GoldDocument] | None = None, *, seed: int = 1, threads: int = 1
) -> dict[str, Any]:
    """Learn the local scorer and store it in the knowledge base; gives its figures, which the manifest keeps too.

    Parameters
    ----------
    documents
        Annotated documents; by default the pages that were set aside for learning, each without its own anchors.
    threads
        Of LightGBM. More than one pays for millions of candidates only: idle threads of OpenMP spin.

    Raises
    ------
    PairLinkingError
        There are too few mentions with two candidates or more.
    """
    import lightgbm

    own_pages = documents is None
    found = _examples(kb, pages_to_learn_from(kb) if documents is None else documents, own_pages=own_pages)
    names = Featurizer(kb).names
    ambiguous = int((found.sizes > 1).sum())
    if ambiguous < 2 * _CHECKED:
        raise PairLinkingError(
            f"Too little to learn from: {ambiguous} mentions with two candidates or more. Pass annotated documents, or "
            "build with a larger --learn."
        )
    parameters = {**_PARAMETERS, "seed": seed, "num_threads": check_int("train_models", "threads", threads, 1)}

    def learn(examples: _Examples) -> Any:
        data = lightgbm.Dataset(examples.rows, examples.right, feature_name=list(names))
        return lightgbm.train(parameters, data, _ROUNDS)

    checked = found.documents % _CHECKED == 0
    test = found.where(checked & (found.sizes > 1))
    trial = learn(found.where(~checked))
    figures = {
        "documents": len(np.unique(found.documents)),
        "mentions": len(found.sizes),
        "ambiguous_mentions_checked": len(test.sizes),
        "accuracy_on_these": round(test.accuracy(trial.predict(test.rows)), 4),
        "accuracy_of_prior": round(test.accuracy(test.rows[:, 0]), 4),
    }
    _store(kb, learn(found), figures, seed)
    return figures


def _examples(kb: KnowledgeBase, documents: Iterable[GoldDocument], *, own_pages: bool) -> _Examples:
    featurizer = Featurizer(kb)
    rows, right, sizes, numbers = [], [], [], []
    for number, document in enumerate(documents):
        dictionary = WithoutPage(kb.dictionary, document) if own_pages else None
        lists = CandidateGenerator(kb, dictionary=dictionary, most=TOP_K).generate(document.surfaces)
        own = sorted(set(document.entities)) if own_pages else ()
        features = featurizer.features(document.text, document.spans, lists, own=own)
        ends = np.cumsum([len(each) for each in lists])
        for each, gold, end in zip(lists, document.entities, ends, strict=True):
            is_right = each.entities == gold
            if is_right.any():
                rows.append(features[end - len(each) : end])
                right.append(is_right.astype(np.float64))
                sizes.append(len(each))
                numbers.append(number)
    if not rows:
        rows, right = [np.empty((0, len(featurizer.names)))], [np.empty(0)]
    return _Examples(np.vstack(rows), np.concatenate(right), np.array(sizes, np.int64), np.array(numbers, np.int64))


def _store(kb: KnowledgeBase, booster: Any, figures: dict[str, Any], seed: int) -> None:
    path = Path(kb.path).absolute()
    work = path.with_name(path.name + ".learning")
    with clear_errors(work), locked(work):
        folder = work / "models"
        remove(folder)
        folder.mkdir(parents=True)
        booster.save_model(str(folder / "scorer.txt"))
        replace_part(path, "models", folder, parameters={"seed": seed, "scorer": figures}, counts={})
        remove(work)
