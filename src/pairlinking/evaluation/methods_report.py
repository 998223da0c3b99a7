"""The paper's comparison of collective methods on its data sets: accuracy and running time, as one page."""

from __future__ import annotations

import json
from pathlib import Path

from pairlinking.evaluation.running import all_settings, evaluate
from pairlinking.evaluation.tables import f1_tables, read_scores, time_table
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.progress import Progress

__all__ = ["write_methods"]


def write_methods(
    kb: KnowledgeBase,
    data: Path,
    out: Path,
    *,
    answers: Path,
    scorer: str = "folds",
    workers: int | None = None,
    progress: Progress | None = None,
) -> Path:
    """Run every method with every measure on the paper's data sets; write ``methods.md`` and ``methods.json`` to `out`.

    Times are measured beside whatever else the machine does: one worker gives the truest.
    """
    settings = all_settings()
    records, names = evaluate(
        kb, answers, data=data, settings=settings, scorer=scorer, workers=workers, progress=progress
    )
    scores = read_scores(records, names, settings)
    out.mkdir(parents=True, exist_ok=True)
    rows = [{"data_set": name, "setting": list(setting), **each._asdict()} for (name, setting), each in scores.items()]
    about = {"knowledge_base": kb.manifest.id, "sources": kb.manifest.sources, "scorer": scorer}
    (out / "methods.json").write_text(json.dumps({**about, "scores": rows}, indent=1) + "\n", encoding="utf-8")
    learnt = {
        "folds": "learnt from the other four folds of the data set, with that of the knowledge base as one feature",
        "kb": "that of the knowledge base's own models",
    }
    (source,) = (each["name"] for each in kb.manifest.sources[:1])
    path = out / "methods.md"
    path.write_text(
        f"""# Collective methods on the paper's data sets

Written by `pairlinking reproduce methods`. Knowledge base {kb.manifest.id} from `{source}` with {len(kb):,} entities.
Counted are mentions whose entity it has, in documents with such a mention: fewer than the paper's, which had a whole
Wikipedia, so that the figures in brackets, the paper's, are for other mentions. Local confidence is
{learnt[scorer]}. Beta is chosen on the other four folds.

## Micro F1

{f1_tables(scores, names)}

## Milliseconds a document, collective step, NJS+EES

{time_table(scores, names)}
""",
        encoding="utf-8",
    )
    return path
