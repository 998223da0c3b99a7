"""The paper's tables of accuracy and running time, ours beside theirs, as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from pairlinking.evaluation.experiment import Setting
from pairlinking.evaluation.metrics import measure, tally
from pairlinking.evaluation.paper import published_f1, published_ms
from pairlinking.evaluation.records import Records
from pairlinking.evaluation.running import MEASURES, METHODS

__all__ = ["Score", "Scores", "f1_tables", "read_scores", "time_table"]


class Score(NamedTuple):
    """What a setting reached on a data set."""

    f1: float
    ms: float
    n_documents: int
    n_mentions: int
    candidate_recall: float


Scores: TypeAlias = dict[tuple[str, Setting], Score]


def read_scores(records: Records, names: Sequence[str], settings: Sequence[Setting]) -> Scores:
    """Micro F1 and time of all settings on all data sets."""
    return {(name, setting): _score(records, name, setting) for name in names for setting in settings}


def _score(records: Records, name: str, setting: Setting) -> Score:
    head, documents = records.read(name, setting)
    mentions = [mention for document in documents for mention in document["mentions"]]
    counted = tally([each["gold"] for each in mentions], [each["answer"] for each in mentions])
    return Score(
        f1=measure([counted]).micro.f1,
        ms=1000 * head["seconds"] / max(len(documents), 1),
        n_documents=len(documents),
        n_mentions=len(mentions),
        candidate_recall=sum(mention["is_candidate"] for mention in mentions) / max(len(mentions), 1),
    )


def f1_tables(scores: Scores, names: Sequence[str]) -> str:
    """One table a measure: ours, and in brackets the paper's; the best of each data set in bold."""
    alone = [Setting("prior", None), Setting("local", None)]
    parts = [_sizes(scores, names), _table(alone, scores, names, "Alone")]
    parts += [_table([Setting(method, name) for method in METHODS], scores, names, name.upper()) for name in MEASURES]
    return "\n\n".join(parts)


def _sizes(scores: Scores, names: Sequence[str]) -> str:
    first = {name: scores[name, Setting("prior", None)] for name in names}
    rows = [
        ("documents", *(f"{first[name].n_documents:,}" for name in names)),
        ("mentions", *(f"{first[name].n_mentions:,}" for name in names)),
        ("gold among the candidates", *(f"{first[name].candidate_recall:.1%}" for name in names)),
    ]
    return _markdown(("", *names), rows)


def _table(settings: Sequence[Setting], scores: Scores, names: Sequence[str], title: str) -> str:
    best = {name: max(round(scores[name, setting].f1, 3) for setting in settings) for name in names}
    rows = []
    for setting in settings:
        cells, ours, theirs = [], [], []
        for name in names:
            f1, paper = scores[name, setting].f1, published_f1(setting.method, setting.relatedness, name)
            shown = f"**{f1:.3f}**" if round(f1, 3) == best[name] else f"{f1:.3f}"
            cells.append(shown if paper is None else f"{shown} ({paper:.3f})")
            ours.append(f1)
            theirs += [] if paper is None else [paper]
        average = f"{sum(ours) / len(ours):.4f}" + (f" ({sum(theirs) / len(theirs):.3f})" if theirs else "")
        rows.append((f"`{setting.method}`", *cells, average))
    return f"### {title}\n\n" + _markdown(("", *names, "average"), rows)


def time_table(scores: Scores, names: Sequence[str], relatedness: str = "njs+ees") -> str:
    """Milliseconds a document for the collective step, ours and in brackets the paper's."""
    rows = []
    for method in METHODS:
        cells = []
        for name in names:
            ms, paper = scores[name, Setting(method, relatedness)].ms, published_ms(method, name)
            cells.append(f"{ms:.3g}" if paper is None else f"{ms:.3g} ({paper:.3g})")
        rows.append((f"`{method}`", *cells))
    return _markdown(("", *names), rows)


def _markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
