"""Methods with measures on gold documents, run and scored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pairlinking.errors import ParameterError, SourceError, UnknownName, did_you_mean
from pairlinking.interfaces.cli.evaluation_report import EvaluationReport
from pairlinking.interfaces.cli.gold_tables import coverage_table, lacking_tables, note_tables, record_of
from pairlinking.interfaces.cli.linking_options import misuse

if TYPE_CHECKING:
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.evaluation.experiment import Setting
    from pairlinking.evaluation.gold import Coverage, Gold
    from pairlinking.interfaces.cli.evaluation_options import Measuring
    from pairlinking.kb import KnowledgeBase

__all__ = ["evaluate_settings", "refuse_unrelated"]

_ALONE = ("prior", "local")


def evaluate_settings(names: Sequence[str], measuring: Measuring, progress: TerminalProgress) -> EvaluationReport:
    """Run settings on gold documents; errors in options or files are reported before anything is run."""
    from pairlinking.building.named import kb_name
    from pairlinking.evaluation.answers import read_answers
    from pairlinking.evaluation.records import folder_for
    from pairlinking.evaluation.running import evaluate
    from pairlinking.evaluation.scoring import score_all
    from pairlinking.interfaces.cli.opening import open_kb

    kb, rule = open_kb(measuring.kb, progress), measuring.rule
    out = measuring.out or folder_for(kb, kb_name(kb))
    settings = _settings(kb, measuring.method, measuring.relatedness, measuring.against)
    golds, found, absent = _read(kb, names, measuring.data, out)
    records, run = evaluate(
        kb,
        out,
        data=measuring.data,
        data_sets=[each.name for each in golds],
        settings=settings,
        scorer=measuring.scorer,
        seed=measuring.seed,
        with_nil=measuring.with_nil,
        workers=measuring.workers,
        progress=progress,
    )
    answers = {
        gold.label: {str(setting): read_answers(records.path(name, setting)) for setting in settings}
        for gold, name in zip(golds, run, strict=True)
    }
    references = _references(settings, measuring.against)
    grid = score_all(answers, rule, references=references, gerbil=measuring.gerbil)
    recalls = [next(iter(each.values())).measures.candidate_recall for each in grid.values()]
    measured = list(zip(golds, found, recalls, strict=True))
    notes = [(each.label, each.notes) for each in golds]
    about = {"knowledge_base": kb.manifest.id, "scorer": measuring.scorer}
    example = records.path(
        golds[0].name, ([each for each in settings if each.method == "pair-linking"] or settings)[-1]
    )
    return EvaluationReport(
        grid,
        rule,
        about={**about, "data_sets": [record_of(*each) for each in measured], "not_there": absent},
        head=[coverage_table(kb, rule, measured, absent), *note_tables(notes, with_corrected=False)],
        details=[*lacking_tables(measured), *note_tables(notes, with_corrected=True)[1:]],
        references=references,
        gerbil=measuring.gerbil,
        next_step=f"All answers are saved in {out}. To see wrong ones: pairlinking errors '{example}'",
    )


def _read(
    kb: KnowledgeBase, names: Sequence[str], data: Path | None, out: Path
) -> tuple[list[Gold], list[Coverage], list[str]]:
    """Gold data with these names, how much of each the knowledge base has, and data sets of the paper not found."""
    from pairlinking.evaluation.gold import coverage, find_paper_sets, read_gold
    from pairlinking.evaluation.records import claim

    if not names and data is None:
        raise ParameterError("Pass gold documents (JSON lines), or the folder of the data sets with --data.")
    there, absent = (list(dict.fromkeys(names)), []) if names or data is None else find_paper_sets(data)
    golds = [read_gold(name, data) for name in there]
    _refuse_same_names(golds)
    found = [coverage(kb, each.documents) for each in golds]
    for gold, each in zip(golds, found, strict=True):
        refuse_unrelated(kb, gold, each)
        claim(out, gold)
    return golds, found, absent


def refuse_unrelated(kb: KnowledgeBase, gold: Gold, found: Coverage) -> None:
    """Refuse gold data that shares no entity with a knowledge base: another language, or another kind of name."""
    if not found.counted:
        names = ", ".join(map(repr, list(found.lacking)[:3])) or "none at all"
        raise SourceError(
            f"None of the {found.mentions:,} mentions of {gold.name} has an entity in the knowledge base {kb.path}. "
            f"Its names are such as {names}; those of the knowledge base such as {kb.key(0)!r}. Is --kb right?"
        )


def _refuse_same_names(golds: Sequence[Gold]) -> None:
    """Refuse two sets of gold documents with one name, since answers and scores are stored under it."""
    seen: dict[str, str] = {}
    for gold in golds:
        if gold.label in seen:
            raise ParameterError(
                f"{seen[gold.label]} and {gold.name} have the same name {gold.label!r}, under which answers are saved. "
                "Rename one, or leave it out."
            )
        seen[gold.label] = gold.name


def _settings(
    kb: KnowledgeBase, methods: Sequence[str] | None, measures: Sequence[str] | None, against: str | None
) -> list[Setting]:
    """Settings to run, and after them the one that they are tested against, unless it is among them."""
    from pairlinking.evaluation.experiment import Setting
    from pairlinking.evaluation.running import MEASURES, all_settings

    together = None if methods is None else list(dict.fromkeys(name for name in methods if name not in _ALONE))
    measures = measures or [name for name in MEASURES if kb.has_vectors or "ees" not in name]
    found = all_settings(together, list(dict.fromkeys(measures)))
    if against is not None:
        method, measure = _named(against)
        reference = Setting(method, measure or (None if method in _ALONE else list(measures)[-1]))
        found += [reference] if reference not in found else []
    with misuse():
        for setting in found:
            _check(kb, setting)
    return found


def _check(kb: KnowledgeBase, setting: Setting) -> None:
    """Refuse unknown names before any file is read."""
    from pairlinking.collective import methods
    from pairlinking.relatedness import relatedness_of

    known = (*_ALONE, *methods())
    if setting.method not in known:
        near = did_you_mean(setting.method, known)
        raise UnknownName(f"Can't find method {setting.method!r}.{near} Available: {', '.join(known)}")
    if setting.relatedness is not None:
        relatedness_of(kb, setting.relatedness)


def _named(against: str) -> tuple[str, str | None]:
    """Method and measure of a setting such as 'fwbw njs'; the measure may be None."""
    method, measure, *more = [*against.replace("@", " ").split(), "", ""]
    if not method or any(more) or (measure and method in _ALONE):
        raise ParameterError(
            f"--against must be {' or '.join(map(repr, _ALONE))}, or a method and a measure, such as 'fwbw njs'. "
            f"Got {against!r}."
        )
    return method, measure or None


def _references(settings: Sequence[Setting], against: str | None) -> dict[str, str]:
    """For each setting, the one it is tested against: a given one, or Pair-Linking with the same measure if it is run.

    Prior and local have no measure: they are tested against Pair-Linking with the last one.
    """
    if against is not None:
        method, measure = _named(against)
        fitting = [each for each in settings if each.method == method and measure in (None, each.relatedness)]
        return {str(each): str(fitting[-1]) for each in settings}
    pairs = {each.relatedness: str(each) for each in settings if each.method == "pair-linking"}
    last = list(pairs.values())[-1:]
    found = {str(each): pairs[each.relatedness] for each in settings if each.relatedness in pairs}
    return {str(each): name for each in settings if each.relatedness is None for name in last} | found
