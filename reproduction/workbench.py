"""What all studies share: a knowledge base, and the paper's data sets made ready for it once."""

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
    """A knowledge base and the folder of all data sets; those of the paper that are there are used.

    Parameters
    ----------
    kb
        None for studies that need none; any other then says so.
    answers
        Folder for the answers of experiments, so that a stopped run goes on.
    scorer
        Local confidence of experiments: ``"kb"`` for the knowledge base's own models, ``"folds"`` to learn it. With
        ``"both"`` the studies of methods and of running time have either, side by side; all others that of the
        knowledge base.
    seeds
        How often folds are drawn where both are compared, and by the study of ablations.
    workers
        Processes; None for one a core.
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
        # By data set and measure, right answers of methods with all settings: they serve every seed.
        self.grids: dict[tuple[str, str], dict[str, IntArray]] = {}
        self._tallies: dict[tuple[str, Setting], list[Tally]] = {}

    @property
    def kb(self) -> KnowledgeBase:
        """The knowledge base to link with."""
        if self.given_kb is None:
            raise ParameterError("This study links with a knowledge base: name its folder with --kb.")
        return self.given_kb

    @property
    def described(self) -> str:
        """In a sentence, what everything is measured on."""
        kb = self.given_kb
        if kb is None:
            return "No knowledge base was named."
        (source,) = (each["name"] for each in kb.manifest.sources[:1])
        sets = ", ".join(self.data_sets)
        return f"Knowledge base {kb.manifest.id} from `{source}` with {len(kb):,} entities; data sets: {sets}."

    @cached_property
    def data_sets(self) -> list[str]:
        """Names of the paper's data sets that are there, in its order."""
        return find_paper_sets(self.data)[0]

    @cached_property
    def measures(self) -> list[str]:
        """The three measures of the paper that the knowledge base can serve."""
        return ["wlm", "njs", "ees"] if self.kb.has_vectors else ["wlm", "njs"]

    @cached_property
    def shown_measures(self) -> list[str]:
        """The paper's measures, beside WLM our form of it with a prior, and the best measure."""
        first, *others = dict.fromkeys([*self.measures, self.best_measure])
        return [first, "wlm-prior", *others]

    @property
    def best_measure(self) -> str:
        """The paper's best measure, or the best without vectors."""
        return "njs+ees" if self.kb.has_vectors else "njs"

    @cached_property
    def settings(self) -> list[Setting]:
        """Every method with every measure of `shown_measures`, and those without."""
        return all_settings(None, self.shown_measures)

    @cached_property
    def records(self) -> Records:
        """Answers of all settings on all data sets; computed when first asked for, unless a run before has them."""
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
        """Counts of a setting on a data set, one a document."""
        key = (name, setting)
        if key not in self._tallies:
            self._tallies[key] = tallies_of(read_answers(self.records.path(name, setting)).documents)
        return self._tallies[key]

    def documents(self, name: str, *, with_nil: bool = False) -> Sequence[PreparedGold]:
        """A data set made ready; `with_nil` keeps mentions whose entity the knowledge base lacks, without gold."""
        key = (name, with_nil)
        if key not in self._documents:
            gold = read_gold(name, self.data)
            self._documents[key] = list(prepare(self.kb, gold.documents, with_nil=with_nil))
        return self._documents[key]
