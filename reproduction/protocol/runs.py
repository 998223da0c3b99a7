"""One run of the protocol: one scorer, one seed of the folds, all data sets and methods; saved when done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from pairlinking.errors import PairLinkingError
from pairlinking.evaluation.experiment import Experiment
from pairlinking.evaluation.folds import folds_of
from pairlinking.evaluation.gold import read_gold
from pairlinking.evaluation.prepared import prepare
from pairlinking.evaluation.writing import write_whole
from pairlinking.linking.coherence import open_coherence
from pairlinking.linking.prepared import PreparedGold
from pairlinking.local import PriorScorer
from pairlinking.relatedness import relatedness_of
from pairlinking.types import IntArray
from reproduction.paper import METHODS
from reproduction.protocol.grid import GRID, OF_THE_TEXT, Ready, best_in_folds
from reproduction.protocol.learned import learned_answers
from reproduction.workbench import Workbench

__all__ = ["ALL", "BEYOND", "TITLES", "one_run", "scored"]

TITLES = {"kb": "Local confidence of the knowledge base", "folds": "Local confidence learned in five folds"}
# Methods that the paper describes, but does not list in its tables, and hybrids.
BEYOND = (OF_THE_TEXT, "support:1", "support:3", "support:all", "attention", "unambiguous-context",
          "pair-linking+sweep", "fwbw+pair-linking")  # fmt: skip
ALL = (*METHODS, *BEYOND)
_TO_LEARN_FROM = ("iitb", "wned-wiki")  # data sets that are not tested here


def one_run(
    bench: Workbench, scorer: str, seed: int, methods: Sequence[str], measure: str, *, learned: bool = True
) -> dict[str, Any]:
    """Right answers of every row on every data set, one number per document; read back if saved before."""
    path = bench.answers / "protocol" / f"{scorer}-{seed}-{measure}-{_made_with(bench, methods)}.json"
    if path.exists():
        done: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return done
    folds = {name: folds_of(len(bench.documents(name)), seed=seed) for name in bench.data_sets}
    documents = {name: scored(bench, name, scorer, seed) for name in bench.data_sets}
    relatedness = relatedness_of(bench.kb, measure)
    rows: dict[str, dict[str, Any]] = {"prior": {}, "local": {}}
    for name, each in documents.items():
        rows["prior"][name] = [one.n_right(one.best(PriorScorer().score("", (), one.lists))) for one in each]
        rows["local"][name] = [one.n_right(one.best(one.local)) for one in each]
    chosen: dict[str, dict[str, list[list[float]]]] = {}
    for name, each in documents.items():
        grids = _grids(bench, scorer, name, methods, measure, each)
        for method in methods:
            by_fold, settings = best_in_folds(grids[method], folds[name])
            rows.setdefault(method, {})[name] = by_fold.tolist()
            chosen.setdefault(method, {})[name] = [list(GRID[at]) for at in settings]
    if learned:
        trees = open_coherence(bench.kb)
        found = learned_answers(documents, _extra(bench), folds, relatedness, trees, seed=seed)
        rows |= {row: {name: values.tolist() for name, values in of.items()} for row, of in found.items()}
    result = {"rows": rows, "chosen": chosen}
    write_whole(path, json.dumps(result))
    return result


def _made_with(bench: Workbench, methods: Sequence[str]) -> str:
    """Hash of what answers depend on besides the setting: knowledge base and models, data sets, methods."""
    files = sorted((name, each.sha256) for name, each in bench.kb.manifest.files.items())
    return hashlib.sha256(json.dumps([files, bench.data_sets, list(methods)]).encode()).hexdigest()[:12]


def _grids(
    bench: Workbench, scorer: str, name: str, methods: Sequence[str], measure: str, documents: Sequence[PreparedGold]
) -> dict[str, IntArray]:
    """Right answers with all settings; with the knowledge base's own confidences they are the same for every seed."""
    key = (name, measure)
    if scorer == "kb" and key in bench.grids:
        return bench.grids[key]
    ready = Ready(documents, relatedness_of(bench.kb, measure))
    found = {method: ready.right_answers(method) for method in methods}
    if scorer == "kb":
        bench.grids[key] = found
    return found


def scored(bench: Workbench, name: str, scorer: str, seed: int) -> Sequence[PreparedGold]:
    """A data set with local confidence of the knowledge base (``"kb"``), or learned in folds of this seed."""
    documents = bench.documents(name)
    if scorer == "kb":
        return documents
    return Experiment(bench.kb, documents, scorer="folds", seed=seed).documents


def _extra(bench: Workbench) -> list[PreparedGold]:
    """Documents of other data sets, as far as they are there."""
    found: list[PreparedGold] = []
    for name in _TO_LEARN_FROM:
        try:
            gold = read_gold(name, bench.data)
        except PairLinkingError:
            continue
        found += prepare(bench.kb, gold.documents)
    return found
