"""Accuracy of mention detection in raw text: ``python -m reproduction spans --data DATASETS --kb KB --out OUT``.

Compares detected spans with those of gold, ignoring entities: each kind of spotting on each data set.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias

from pairlinking.candidates import find_mentions
from pairlinking.candidates.spotting import KINDS
from pairlinking.detection.detector import PART
from pairlinking.evaluation import AnnotatedDocument
from pairlinking.evaluation.gold import read_gold
from pairlinking.kb import KnowledgeBase

__all__ = ["REPORTED", "TRIED", "main", "span_figures"]

Spotting: TypeAlias = Callable[[str], list[tuple[int, int]]]

# Nothing was chosen on the first; rules for boundaries were tried on the others.
REPORTED = ("msnbc", "kore50", "reuters128")
TRIED = ("ace2004", "aquaint", "rss500", "wned-wiki")


def span_figures(spot: Spotting, documents: Iterable[AnnotatedDocument]) -> dict[str, float]:
    """Precision, recall and F1 of exact spans over all documents together; documents without gold are left out.

    >>> document = AnnotatedDocument("1", "Tiger won in Augusta.", ())
    >>> span_figures(lambda text: [(0, 5)], [document])["found"]
    0
    """
    n_found = n_gold = n_right = 0
    for document in documents:
        gold = {(mention.start, mention.end) for mention in document.mentions}
        if gold:
            found = set(spot(document.text))
            n_found, n_gold, n_right = n_found + len(found), n_gold + len(gold), n_right + len(found & gold)
    precision, recall = n_right / max(n_found, 1), n_right / max(n_gold, 1)
    return {
        "gold": n_gold,
        "found": n_found,
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / max(precision + recall, 1e-9), 4),
    }


def main(data: Path, path: Path, out: Path) -> None:
    """Measure, and write OUT.json and OUT.md."""
    kb = KnowledgeBase.open(path)
    gold = {name: read_gold(name, data).documents for name in (*REPORTED, *TRIED)}
    figures = {
        kind: {name: span_figures(find_mentions(kb, kind), documents) for name, documents in gold.items()}
        for kind in KINDS
    }
    about = {
        "knowledge_base": kb.manifest.id,
        "detector": kb.manifest.parameters.get(PART) or "of the package",
        "figures": figures,
    }
    out.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    out.with_suffix(".md").write_text(_report(kb, figures), encoding="utf-8")
    print(_report(kb, figures))


def _report(kb: KnowledgeBase, figures: dict[str, dict[str, dict[str, Any]]]) -> str:
    own = "its own detector" if kb.manifest.parameters.get(PART) else "the detector of the package"
    lines = [
        f"| {name}{'' if name in REPORTED else ' (tried on)'} | {figures[KINDS[0]][name]['gold']:,} | "
        + " | ".join(f"{row[name]['precision']:.3f} / {row[name]['recall']:.3f}" for row in figures.values())
        + " |"
        for name in (*REPORTED, *TRIED)
    ]
    return f"""# Mentions found in raw text

Written by `python -m reproduction spans`. Knowledge base {kb.manifest.id} of {len(kb):,} entities, with {own}.
Precision / recall of spans: a span is right if gold has exactly the same one, whatever it links to. The rules of the
detector were tried on the sets marked *tried on*, and on pages of the wiki; nothing was chosen on the others.

Data sets differ in what they annotate. ACE2004 and RSS500 annotate only a few of the names of a document, so precision
says little there; AQUAINT and WNED-Wiki also annotate concepts, each at its first occurrence.

| data set | gold mentions | {" | ".join(f"`{kind}`" for kind in figures)} |
| --- | --- | {" | ".join("---" for _ in figures)} |
{chr(10).join(lines)}
"""
