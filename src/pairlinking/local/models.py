"""The models of a knowledge base: its own, or those that come with the package."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairlinking._support.forest import Forest, ForestError
from pairlinking.candidates.ranker import RANKER_FEATURES, Ranker
from pairlinking.errors import KnowledgeBaseError
from pairlinking.local.features import BUILT_IN, FEATURES, Featurizer
from pairlinking.local.scorers import BoostedScorer

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Models", "open_models"]

_ADVICE = "Learn the models again with: pairlinking train {}"


@dataclass(frozen=True)
class Models:
    """What ranks and scores candidates, and the settings found best with it.

    Attributes
    ----------
    beta
        Recommended for Pair-Linking, by pages that the models had not seen.
    are_own
        Whether they were learned from this knowledge base; else they are those that come with the package.
    method
        Recommended, by documents that the models had not seen.
    """

    ranker: Ranker
    scorer: BoostedScorer
    beta: float
    are_own: bool
    method: str = "pair-linking"


def open_models(kb: KnowledgeBase) -> Models:
    """Open a knowledge base's own models, or, where it has none, those that come with the package."""
    record = kb.manifest.parameters.get("models")
    if record:
        return _open(kb, Path(kb.path) / "models", record, are_own=True)
    with as_file(files("pairlinking") / "data" / "models") as folder:
        return _open(kb, folder, json.loads((folder / "models.json").read_text(encoding="utf-8")), are_own=False)


def _open(kb: KnowledgeBase, folder: Path, record: Mapping[str, Any], *, are_own: bool) -> Models:
    if not isinstance(record.get("beta"), int | float):
        raise KnowledgeBaseError(f"The models of {kb.path} recommend no beta. {_ADVICE.format(kb.path)}")
    has_ranker = record.get("has_ranker", True)
    ranker = _forest(kb, folder / "ranker.txt", RANKER_FEATURES)[0] if has_ranker else None
    scorer, added = _forest(kb, folder / "scorer.txt", BUILT_IN, FEATURES.names())
    return Models(
        ranker=Ranker(kb, ranker),
        scorer=BoostedScorer(scorer, Featurizer(kb, added)),
        beta=float(record["beta"]),
        are_own=are_own,
        method=str(record.get("method", "pair-linking")),
    )


def _forest(
    kb: KnowledgeBase, path: Path, names: Sequence[str], installed: Sequence[str] = ()
) -> tuple[Forest, list[str]]:
    """Trees over features of these names, and those of other packages that they were learned with besides."""
    advice = _ADVICE.format(kb.path)
    try:
        forest = Forest.read(path)
    except ForestError as error:
        raise KnowledgeBaseError(f"{path} is damaged: {error}. {advice}") from None
    learned_with = list(forest.names)
    added = learned_with[len(names) :]
    if learned_with[: len(names)] != list(names) or not set(added) <= set(installed):
        lacking = f": {', '.join(map(repr, added))}" if added else ""
        raise KnowledgeBaseError(f"{path} was learned with other features than are installed{lacking}. {advice}")
    return forest, added
