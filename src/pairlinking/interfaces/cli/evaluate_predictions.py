"""Existing links, made by any program, scored on gold documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairlinking.errors import ParameterError, did_you_mean
from pairlinking.interfaces.cli.evaluate_settings import refuse_unrelated
from pairlinking.interfaces.cli.evaluation_report import EvaluationReport
from pairlinking.interfaces.cli.gold_tables import coverage_table, lacking_tables, note_rows, note_tables, record_of
from pairlinking.interfaces.cli.show import Table

if TYPE_CHECKING:
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.evaluation.gold import Gold
    from pairlinking.evaluation.predictions import Matched
    from pairlinking.interfaces.cli.evaluation_options import Measuring, Predictions

__all__ = ["evaluate_predictions"]


def evaluate_predictions(
    name: str, paths: Sequence[Path], given: Predictions, measuring: Measuring, progress: TerminalProgress
) -> EvaluationReport:
    """Score files of links on one set of gold documents; several are tested against the first, or the one given."""
    from pairlinking.evaluation import predictions
    from pairlinking.evaluation.gold import coverage, read_gold
    from pairlinking.evaluation.scoring import score_all
    from pairlinking.interfaces.cli.opening import open_kb

    references = _references([path.stem for path in paths], measuring.against)
    gold, rule = read_gold(name, measuring.data), measuring.rule
    head, details, about = list[Table](), list[Table](), dict[str, Any]()
    resolve: predictions.Resolver = predictions.by_name
    if not given.by_name:
        opened = open_kb(measuring.kb, progress)
        resolve = predictions.in_knowledge_base(opened)
        found = coverage(opened, gold.documents)
        refuse_unrelated(opened, gold, found)
        measured = [(gold, found, None)]
        about = {"knowledge_base": opened.manifest.id, "data_sets": [record_of(*each) for each in measured]}
        head, details = [coverage_table(opened, rule, measured)], lacking_tables(measured)
    matched = {
        path.stem: predictions.match_predictions(path, gold, resolve, allow_unknown=given.allow_unknown)
        for path in paths
    }
    grid = score_all(
        {gold.label: {label: each.answers for label, each in matched.items()}},
        rule,
        references=references,
        gerbil=measuring.gerbil,
    )
    given_by = {"given_by": "predictions", "knowledge_base": about.get("knowledge_base")}
    notes = [(gold.label, gold.notes), *((label, each.notes) for label, each in matched.items())]
    return EvaluationReport(
        grid,
        rule,
        about={**about, "predictions": [_record(label, each) for label, each in matched.items()]},
        head=[*head, _matched_table(gold, matched), *note_tables(notes, with_corrected=False)],
        details=[*details, *note_tables(notes, with_corrected=True)],
        references=references,
        gerbil=measuring.gerbil,
        next_step=_keep(gold, matched, measuring.out, given_by),
    )


def _references(labels: Sequence[str], against: str | None) -> dict[str, str]:
    """For each file of links, the one that it is tested against."""
    if len(set(labels)) < len(labels):
        raise ParameterError(f"Files of predictions must have different names. Got {', '.join(labels)}.")
    reference = Path(against).stem if against else labels[0]
    if reference not in labels:
        near = did_you_mean(reference, labels)
        raise ParameterError(
            f"--against must be one of the predictions: {', '.join(labels)}.{near} Got {against!r} instead."
        )
    return dict.fromkeys(labels, reference) if len(labels) > 1 else {}


def _matched_table(gold: Gold, matched: dict[str, Matched]) -> Table:
    columns = ("predictions", "documents", "mentions", "links", "to unknown entities")
    rows = [
        (
            label,
            f"{len(gold.documents) - len(each.without_predictions):,} of {len(gold.documents):,}",
            f"{each.matched:,} of {each.mentions:,}",
            _n_links(each),
            each.unknown_entities,
        )
        for label, each in matched.items()
    ]
    return Table("Predictions for gold mentions; missing ones count as not linked", columns, rows)


def _record(label: str, matched: Matched) -> dict[str, Any]:
    return {
        "predictions": label,
        "mentions": matched.mentions,
        "matched": matched.matched,
        "links": _n_links(matched),
        "unknown_entities": matched.unknown_entities,
        "documents_without_predictions": list(matched.without_predictions),
        "skipped": note_rows(matched.notes, "skipped"),
    }


def _n_links(matched: Matched) -> int:
    return sum(each.answer is not None for document in matched.answers.documents for each in document.mentions)


def _keep(gold: Gold, matched: dict[str, Matched], out: Path | None, about: dict[str, Any]) -> str:
    """Write the answers if a folder is given; returns what the user can do next."""
    from pairlinking.evaluation.answers import write_answers
    from pairlinking.evaluation.records import Records, claim

    if out is None:
        return "To see wrong links, save the answers with --out FOLDER, then run: pairlinking errors"
    Records(out, about)  # a file 'local.jsonl' must not be taken for the answers of the method 'local'
    claim(out, gold)
    paths = [out / gold.label / f"{label}.jsonl" for label in matched]
    for path, each in zip(paths, matched.values(), strict=True):
        write_answers(path, each.answers)
    return f"The answers are saved. To see wrong ones: pairlinking errors '{paths[0]}'"
