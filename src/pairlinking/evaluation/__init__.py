"""Data sets, measures and experiments: how accurate links are, and how certain the figures are.

>>> from pairlinking.evaluation import bootstrap_f1, measure, tally
>>> documents = [tally([{"Paris"}, {"Rome"}], ["Paris", "Oslo"]), tally([{"Bonn"}], ["Bonn"])]
>>> round(measure(documents).micro.f1, 3), bootstrap_f1(documents).high
(0.667, 1.0)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairlinking.evaluation.answers import Answer, AnsweredDocument, Answers, read_answers
    from pairlinking.evaluation.answers_diff import compare_answers, mistakes
    from pairlinking.evaluation.catalogue import load as load_data_set
    from pairlinking.evaluation.catalogue import names as data_sets
    from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention
    from pairlinking.evaluation.experiment import Experiment, Outcome, Setting
    from pairlinking.evaluation.gold import Coverage, Gold, coverage, read_gold
    from pairlinking.evaluation.metrics import (
        RULES,
        Measures,
        Scores,
        Tally,
        gerbil_threshold_tuned_on_gold,
        measure,
        tally,
    )
    from pairlinking.evaluation.predictions import by_name, in_knowledge_base, match_predictions
    from pairlinking.evaluation.prepared import prepare
    from pairlinking.evaluation.records import Records
    from pairlinking.evaluation.running import all_settings, evaluate
    from pairlinking.evaluation.scoring import compare, score
    from pairlinking.evaluation.significance import Interval, PairedTest, bootstrap_f1, paired_t_test

__all__ = [
    "RULES",
    "AnnotatedDocument",
    "AnnotatedMention",
    "Answer",
    "AnsweredDocument",
    "Answers",
    "Coverage",
    "Experiment",
    "Gold",
    "Interval",
    "Measures",
    "Outcome",
    "PairedTest",
    "Records",
    "Scores",
    "Setting",
    "Tally",
    "all_settings",
    "bootstrap_f1",
    "by_name",
    "compare",
    "compare_answers",
    "coverage",
    "data_sets",
    "evaluate",
    "gerbil_threshold_tuned_on_gold",
    "in_knowledge_base",
    "load_data_set",
    "match_predictions",
    "measure",
    "mistakes",
    "paired_t_test",
    "prepare",
    "read_answers",
    "read_gold",
    "score",
    "tally",
]

# The module of each name; imported on demand, since experiments need more than measures do.
_HOMES = {
    "answers": ("Answer", "AnsweredDocument", "Answers", "read_answers"),
    "answers_diff": ("compare_answers", "mistakes"),
    "documents": ("AnnotatedDocument", "AnnotatedMention"),
    "experiment": ("Experiment", "Outcome", "Setting"),
    "gold": ("Coverage", "Gold", "coverage", "read_gold"),
    "metrics": ("RULES", "Measures", "Scores", "Tally", "gerbil_threshold_tuned_on_gold", "measure", "tally"),
    "predictions": ("by_name", "in_knowledge_base", "match_predictions"),
    "prepared": ("prepare",),
    "records": ("Records",),
    "running": ("all_settings", "evaluate"),
    "scoring": ("compare", "score"),
    "significance": ("Interval", "PairedTest", "bootstrap_f1", "paired_t_test"),
}
_FOUND = {name: (home, name) for home, names in _HOMES.items() for name in names} | {
    "load_data_set": ("catalogue", "load"),
    "data_sets": ("catalogue", "names"),
}


def __getattr__(name: str) -> Any:
    if name not in _FOUND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, there = _FOUND[name]
    return getattr(import_module(f"{__name__}.{home}"), there)


def __dir__() -> list[str]:
    return __all__
