"""Shared by all studies: a knowledge base, and the paper's data sets, prepared for it once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from pairlinking._support.options import check_choice, check_int
from pairlinking._support.progress import Progress, Silent
from pairlinking.errors import ParameterError
from pairlinking.evaluation.answers import read_answers, tallies_of
from pairlinking.evaluation.experiment import SCORERS, Setting
from pairlinking.evaluation.gold import find_paper_sets, read_gold
from pairlinking.evaluation.metrics import Tally
from pairlinking.evaluation.prepared import prepare
from pairlinking.evaluation.records import Records
from pairlinking.evaluation.running import all_settings, evaluate
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import PreparedGold
from pairlinking.types import IntArray

__all__ = ["BOTH", "Workbench"]

BOTH = "both"


class Workbench:
    """A knowledge base and the folder of all data sets, of which the paper's are used, as far as they are there.

    Parameters
    ----------
    kb
        None for studies that need none; any other study then raises an error.
    answers
        Folder for the answers of experiments, so that an interrupted run resumes.
    scorer
        Local confidence of experiments: ``"kb"`` for the knowledge base's own models, ``"folds"`` to learn it. With
        ``"both"``, the studies of methods and of running time show both, side by side, and all others use that of the
        knowledge base.
    seeds
        How often folds are drawn when both are compared, and in the study of ablations.
    workers
        Processes; None for one per core.
    """

    def __init__(
        self,
        kb: KnowledgeBase | None,
        data: Path,
        *,
        answers: Path = Path("answers"),
        scorer: str = "kb",
        seed: int = 1,
        seeds: int = 10,
        workers: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.given_kb, self.data, self.answers = kb, data, answers
        self.has_both = check_choice("Workbench", "scorer", scorer, (*SCORERS, BOTH)) == BOTH
        self.scorer = "kb" if self.has_both else scorer
        self.seed, self.seeds, self.workers = seed, check_int("Workbench", "seeds", seeds, 1), workers
        self.progress: Progress = progress or Silent()
        self._documents: dict[tuple[str, bool], list[PreparedGold]] = {}
        # By data set and measure, right answers of methods with all settings; they are the same for every seed.
        self.grids: dict[tuple[str, str], dict[str, IntArray]] = {}
        self._tallies: dict[tuple[str, Setting], list[Tally]] = {}

    @property
    def kb(self) -> KnowledgeBase:
        """The knowledge base to link with."""
        if self.given_kb is None:
            raise ParameterError("This study needs a knowledge base. Pass its folder with --kb.")
        return self.given_kb

    @property
    def described(self) -> str:
        """The knowledge base and the data sets, in a sentence."""
        kb = self.given_kb
        if kb is None:
            return "No knowledge base was given."
        (source,) = (each["name"] for each in kb.manifest.sources[:1])
        sets = ", ".join(self.data_sets)
        return f"Knowledge base {kb.manifest.id} from `{source}` with {len(kb):,} entities; data sets: {sets}."

    @cached_property
    def data_sets(self) -> list[str]:
        """Names of the paper's data sets that are in the folder, in the paper's order."""
        return find_paper_sets(self.data)[0]

    @cached_property
    def measures(self) -> list[str]:
        """Those of the paper's three measures that the knowledge base supports."""
        return ["wlm", "njs", "ees"] if self.kb.has_vectors else ["wlm", "njs"]

    @cached_property
    def shown_measures(self) -> list[str]:
        """The paper's measures, our WLM with a prior, and the best measure."""
        first, *others = dict.fromkeys([*self.measures, self.best_measure])
        return [first, "wlm-prior", *others]

    @property
    def best_measure(self) -> str:
        """The paper's best measure, or the best without vectors."""
        return "njs+ees" if self.kb.has_vectors else "njs"

    @cached_property
    def settings(self) -> list[Setting]:
        """Every method with every measure of `shown_measures`, and the methods without relatedness."""
        return all_settings(None, self.shown_measures)

    @cached_property
    def records(self) -> Records:
        """Answers of all settings on all data sets; computed on first use, unless an earlier run saved them."""
        records, _ = evaluate(
            self.kb,
            self.answers,
            data=self.data,
            data_sets=self.data_sets,
            settings=self.settings,
            scorer=self.scorer,
            seed=self.seed,
            workers=self.workers,
            progress=self.progress,
        )
        return records

    def tallies(self, name: str, setting: Setting) -> list[Tally]:
        """Counts of a setting on a data set, one per document."""
        key = (name, setting)
        if key not in self._tallies:
            self._tallies[key] = tallies_of(read_answers(self.records.path(name, setting)).documents)
        return self._tallies[key]

    def documents(self, name: str, *, with_nil: bool = False) -> Sequence[PreparedGold]:
        """A prepared data set; `with_nil` keeps mentions whose entity the knowledge base lacks, without gold."""
        key = (name, with_nil)
        if key not in self._documents:
            gold = read_gold(name, self.data)
            self._documents[key] = list(prepare(self.kb, gold.documents, with_nil=with_nil))
        return self._documents[key]
