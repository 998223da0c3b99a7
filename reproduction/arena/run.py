"""The PPRforNED arena: every collective method on AIDA's documents, with given candidates and no knowledge base.

Coherence that is learned in stages may look up the sort of an entity in a knowledge base; the methods never do.

The scorer learns from documents 1-946; all choices are made on 947-1162 (test A), and none on 1163-1393 (test B).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pairlinking.collective import Assignment, compared_methods, solve
from pairlinking.errors import ConvergenceWarning, SourceError
from pairlinking.evaluation.formats.pprforned import read_documents
from pairlinking.evaluation.metrics import Tally, measure
from pairlinking.evaluation.significance import bootstrap_f1, paired_t_test
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.weights import BETAS
from pairlinking.relatedness import KernelRelatedness
from pairlinking.relatedness import measure as relatedness_by_name
from pairlinking.types import FloatArray
from reproduction.arena.entities import ArenaEntities
from reproduction.arena.learned import learned_figures, tally_of
from reproduction.arena.pprforned import PARTS, read_popularity, shuffled
from reproduction.arena.scorer import FEATURES, ArenaPrepared, ArenaScorer, learn, prepare
from reproduction.arena.trace import wrong_steps

__all__ = ["Setting", "run_arena"]

_ROUNDS = (200, 400)
_MEASURES = ("njs", "wlm", "wlm+njs")
_OURS = "pair-linking"


@dataclass(frozen=True)
class Setting:
    """Everything that is chosen on test A."""

    features: str
    rounds: int
    softened: bool
    relatedness: str
    beta: float


class _Arena:
    """Prepared documents, a scorer for each set of features, and every measure, as settings combine them."""

    def __init__(self, documents: Sequence[ArenaPrepared], entities: ArenaEntities, seed: int) -> None:
        self.parts = {name: [each for each in documents if each.number in numbers] for name, numbers in PARTS.items()}
        for name, part in self.parts.items():
            if not any(any(each.is_linked) for each in part):
                raise SourceError(
                    f"No linked mention in documents {PARTS[name].start}-{PARTS[name].stop - 1} ({name})."
                )
        self.scorers: dict[str, ArenaScorer] = {
            name: learn(documents, name, rounds=max(_ROUNDS), seed=seed) for name in FEATURES
        }
        self.measures: dict[str, KernelRelatedness] = {
            name: relatedness_by_name(name, links=entities.links) for name in _MEASURES
        }
        self._scored: dict[tuple[str, str, int, bool], list[ArenaPrepared]] = {}
        self._tallies: dict[tuple[str, Setting, str], list[Tally]] = {}

    def scored(self, part: str, setting: Setting) -> list[ArenaPrepared]:
        """The documents of a part with their local confidences."""
        key = (part, setting.features, setting.rounds, setting.softened)
        if key not in self._scored:
            scorer = self.scorers[setting.features]
            self._scored[key] = [
                scorer.score(each, rounds=setting.rounds, softened=setting.softened) for each in self.parts[part]
            ]
        return self._scored[key]

    def solve(self, part: str, setting: Setting, method: str) -> list[Assignment]:
        """The answers of a method to all documents of a part, each repeated name once."""
        relatedness = self.measures[setting.relatedness]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # the last answer counts, as for a user
            return [
                solve(each.problem(relatedness, setting.beta, solver=method), method)
                for each in self.scored(part, setting)
            ]

    def tallies(self, part: str, setting: Setting, method: str) -> list[Tally]:
        """Counts of right answers, document by document; kept, because a setting is used several times."""
        key = (part, setting, method)
        if key not in self._tallies:
            answers = self.solve(part, setting, method)
            self._tallies[key] = [_tally(*each) for each in zip(self.parts[part], answers, strict=True)]
        return self._tallies[key]

    def choose(self, settings: Sequence[Setting], method: str) -> Setting:
        """The setting with the best micro F1 on test A; of equal ones the first."""
        return max(settings, key=lambda each: measure(self.tallies("test A", each, method)).micro.f1)


def run_arena(
    folder: Path,
    *,
    kb: KnowledgeBase | None = None,
    offsets: Path | None = None,
    seed: int = 1,
    stages: bool = True,
    say: Callable[[str], object] = lambda _: None,
) -> dict[str, Any]:
    """All figures, ready for JSON; the same for the same seed.

    Parameters
    ----------
    folder
        Where ``AIDA_candidates.tar.xz`` and ``Freebase_popularity.gz`` are.
    kb
        Gives the sorts of entities for the stages that distinguish places from teams, which are left out without one.
    offsets
        Folder with the offsets of AIDA's mentions, in WNED's XML; without it, those stages do not use distances.
    stages
        Whether to learn coherence in stages, too, which takes longer than all the rest.
    say
        Called with a line for each step.
    """
    say("Reading documents")
    documents = shuffled(read_documents(folder), seed)
    entities = ArenaEntities.of(documents, read_popularity(folder))
    say("Making features")
    prepared = list(prepare(documents, entities))
    say("Learning local scorers")
    arena = _Arena(prepared, entities, seed)
    tables, chosen = {}, {}
    for features in FEATURES:
        say(f"Choosing on test A, features {features!r}")
        chosen[features] = _choose_ours(arena, features)
        tables[features] = [_row(arena, chosen[features], method) for method in compared_methods()]
    best = arena.choose(list(chosen.values()), _OURS)
    learned = {}
    if stages:
        learned["learned"] = learned_figures(documents, entities, kb=kb, offsets=offsets, seed=seed, say=say)
    say("Comparing on test B")
    return {
        "seed": seed,
        "documents": len(documents),
        "mentions": sum(len(each.mentions) for each in documents),
        "linked_mentions": sum(sum(each.is_linked) for each in prepared),
        "settings": {name: asdict(setting) for name, setting in chosen.items()},
        "chosen": best.features,
        "methods": tables,
        "ours": _ours(arena, best, tables[best.features]),
        **learned,
        "wrong_steps": {
            name: wrong_steps(arena.scored("test A", setting), arena.solve("test A", setting, _OURS))
            for name, setting in chosen.items()
        },
    }


def _choose_ours(arena: _Arena, features: str) -> Setting:
    """For Pair-Linking: first rounds and form of confidence with NJS, then the measure, each with the best beta."""
    scorers = [
        Setting(features, rounds, softened, "njs", beta)
        for rounds in _ROUNDS
        for softened in (False, True)
        for beta in BETAS
    ]
    best = arena.choose(scorers, _OURS)
    return arena.choose([replace(best, relatedness=name, beta=beta) for name in _MEASURES for beta in BETAS], _OURS)


def _row(arena: _Arena, setting: Setting, method: str) -> dict[str, Any]:
    """One method with its own best beta on test A, everything else as it was chosen for Pair-Linking."""
    betas = BETAS if method != "local" else (setting.beta,)  # beta does not affect local confidence
    own = arena.choose([replace(setting, beta=beta) for beta in betas], method)
    row: dict[str, Any] = {"method": method, "beta": None if method == "local" else own.beta}
    for part in ("test A", "test B"):
        found = measure(arena.tallies(part, own, method))
        row[part] = {"micro": round(found.micro.f1, 4), "macro": round(found.macro.f1, 4)}
    return row


def _ours(arena: _Arena, setting: Setting, table: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Pair-Linking on test B: its interval, and tests against local confidence and the best rival of test A."""
    ours = arena.tallies("test B", setting, _OURS)
    rivals = [row for row in table if row["method"] not in (_OURS, "local")]
    rival = max(rivals, key=lambda row: row["test A"]["micro"])
    interval = bootstrap_f1(ours)
    tests = {}
    for row in (rival, next(row for row in table if row["method"] == "local")):
        theirs = arena.tallies("test B", replace(setting, beta=row["beta"] or setting.beta), row["method"])
        test = paired_t_test(_by_document(ours), _by_document(theirs))
        tests[row["method"]] = {"difference": round(test.difference, 4), "p": round(test.p, 4)}
    return {"micro_interval": [round(interval.low, 4), round(interval.high, 4)], "one_tailed_tests": tests}


def _by_document(tallies: Sequence[Tally]) -> FloatArray:
    return np.array([each.right / each.gold for each in tallies if each.gold])


def _tally(document: ArenaPrepared, answer: Assignment) -> Tally:
    return tally_of(document, document.answers(answer.choice))
