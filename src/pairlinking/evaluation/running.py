"""Runs experiments on several data sets; what is already done is not repeated."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pairlinking._support.options import check_choice, check_int, usable_cores
from pairlinking._support.pool import WorkerPool, shared
from pairlinking._support.progress import Progress, Silent
from pairlinking.collective import paper_methods
from pairlinking.errors import ParameterError, SourceError
from pairlinking.evaluation.experiment import SCORERS, Experiment, Setting
from pairlinking.evaluation.gold import find_paper_sets, is_file, read_gold
from pairlinking.evaluation.prepared import prepare
from pairlinking.evaluation.records import Records, claim
from pairlinking.kb import KnowledgeBase

__all__ = ["MEASURES", "all_settings", "evaluate"]

MEASURES = ("wlm", "njs", "ees", "njs+ees")


def all_settings(methods: Sequence[str] | None = None, measures: Sequence[str] = MEASURES) -> list[Setting]:
    """Prior and local, then every method, by default those of the paper, with every measure."""
    methods = paper_methods() if methods is None else methods
    alone = [Setting("prior", None), Setting("local", None)]
    return alone + [Setting(method, name) for name in measures for method in methods]


def evaluate(
    kb: KnowledgeBase,
    out: Path,
    *,
    data: Path | None = None,
    data_sets: Sequence[str] | None = None,
    settings: Sequence[Setting] | None = None,
    scorer: str = "folds",
    seed: int = 1,
    with_nil: bool = False,
    workers: int | None = None,
    progress: Progress | None = None,
) -> tuple[Records, list[str]]:
    """Run settings on data sets and save every answer in `out`; returns the records, and the data sets that were used.

    A data set is a name of the catalogue, whose files are below `data`, or your own file of JSON lines. Without
    `data_sets`, those of the paper that exist are used. `with_nil` also links mentions that have no entity in the
    knowledge base. A run that was stopped is resumed.
    """
    check_choice("evaluate", "scorer", scorer, SCORERS)
    check_int("evaluate", "seed", seed, 0)
    wanted = usable_cores() if workers is None else check_int("evaluate", "workers", workers, 1)
    names = _named(data, data_sets)
    settings = all_settings() if settings is None else list(settings)
    about = {"given_by": "methods", "knowledge_base": kb.manifest.id, **_added(kb), "scorer": scorer, "seed": seed}
    records = Records(out, about | ({"with_nil": True} if with_nil else {}))
    progress = progress or Silent()
    progress.start("Linking the data sets", total=len(names) * len(settings), unit="settings")
    done = 0
    run = _Run(kb.path, data, records, tuple(settings), scorer, seed, with_nil)
    tasks = (partial(_work, name) for name in names)
    with WorkerPool(min(wanted, len(names)), share=run) as pool:
        for n in pool.run(tasks) if wanted > 1 and len(names) > 1 else (run(name) for name in names):
            progress.update(done := done + n)
    progress.finish(f"{len(names)} data sets, {len(settings)} settings")
    return records, names


def _named(data: Path | None, asked: Sequence[str] | None) -> list[str]:
    """Data sets to run: the requested ones, or those of the paper that exist."""
    if asked is not None:
        for name in asked:
            if not is_file(name) and data is None:
                raise ParameterError(f"The files of the data set {name!r} are needed. Pass their folder with --data.")
        return list(asked)
    if data is None:
        raise ParameterError("Pass gold documents (JSON lines), or the folder of the data sets with --data.")
    return find_paper_sets(data)[0]


def _added(kb: KnowledgeBase) -> dict[str, str]:
    """What was added to a knowledge base after it was built: answers depend on it, but its id does not."""
    found = {}
    for part in ("models", "vectors"):
        hashes = sorted((path, each.sha256) for path, each in kb.manifest.files.items() if path.startswith(part + "/"))
        if hashes:
            found[part] = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()[:12]
    return found


class _Run:
    """All settings on one data set, by name."""

    def __init__(
        self,
        kb: Path,
        data: Path | None,
        records: Records,
        settings: tuple[Setting, ...],
        scorer: str,
        seed: int,
        with_nil: bool,
    ) -> None:
        self._kb, self._data, self._records = kb, data, records
        self._settings, self._scorer, self._seed, self._with_nil = settings, scorer, seed, with_nil

    def __call__(self, name: str) -> int:
        gold = read_gold(name, self._data)
        claim(self._records.folder, gold)  # even if all is done: the gold data may have changed since
        todo = [setting for setting in self._settings if not self._records.has(name, setting)]
        if todo:
            kb = KnowledgeBase.open(self._kb)
            documents = list(prepare(kb, gold.documents, with_nil=self._with_nil))
            if not documents:
                raise SourceError(
                    f"The knowledge base {kb.path} has no entity of any mention of {name}, so nothing can be measured. "
                    "Leave it out, or use another knowledge base."
                )
            experiment = Experiment(kb, documents, scorer=self._scorer, seed=self._seed)
            for outcome in experiment.run(todo):
                self._records.write(kb, name, documents, outcome)
        return len(self._settings)


def _work(name: str) -> int:
    run: Callable[[str], int] = shared()
    return run(name)
