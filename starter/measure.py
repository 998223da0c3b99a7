"""Compare the accuracy of the starter with that of a knowledge base of enwik8 alone.

    python -m starter.measure --data ../shared/datasets --enwik8 enwik8.kb -o reproduction/results/starter

writes JSON and Markdown:

- for each of seven data sets and each knowledge base, the shares of the linked gold mentions whose entity is in the
  knowledge base, is among the linker's candidates, and is linked correctly, with given mentions and no threshold;
- the share of correct links on pages that were held out of both knowledge bases;
- the newcomer's test: well-known names in raw text;
- the size of the starter.

`--coverage NAME=KB` adds the first two shares of another knowledge base.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

import pairlinking as pl
from pairlinking.building.named import STARTER, open_kb
from pairlinking.evaluation.entities import gold_entity
from pairlinking.evaluation.gold import read_gold
from pairlinking.kb import KnowledgeBase

__all__ = ["main"]

SETS = ("reuters128", "ace2004", "msnbc", "spotlight", "rss500", "kore50", "aquaint")
NEWCOMER = Path(__file__).parents[1] / "tests" / "starter" / "newcomer.jsonl"
_COLUMNS = {"in_kb": "in the knowledge base", "candidate": "among the candidates", "right": "linked correctly"}


def shares(linker: pl.Linker, name: str, data: Path) -> dict[str, float]:
    """Shares of the gold mentions of a data set that have an entity."""
    rows = []
    for document in read_gold(name, data).documents:
        gold = [mention for mention in document.mentions if mention.gold]
        linked = linker.link(document.text, [(mention.start, mention.end) for mention in gold])
        for mention, link in zip(gold, linked, strict=True):
            found = (gold_entity(linker.kb, title) for title in mention.gold or ())
            right = {linker.kb.key(entity) for entity in found if entity is not None}
            offered = any(candidate.entity.id in right for candidate in link.candidates)
            rows.append((bool(right), offered, link.entity is not None and link.entity.id in right))
    return dict(zip(_COLUMNS, np.mean(rows, axis=0).round(4).tolist(), strict=True)) | {"mentions": len(rows)}


def held_out(linker: pl.Linker, gold: KnowledgeBase) -> dict[str, float]:
    """Share of correct links among the held-out mentions of a knowledge base whose entity it has."""
    rows = []
    for document in gold.held_out():
        known = [mention for mention in document["mentions"] if mention["entity"] is not None]
        linked = linker.link(document["text"], [(mention["start"], mention["end"]) for mention in known])
        for mention, link in zip(known, linked, strict=True):
            right = linker.kb.get(mention["entity"])
            rows.append(right is not None and link.entity is not None and link.entity.id == linker.kb.key(right))
    return {"mentions": len(rows), "right": round(float(np.mean(rows)), 4)}


def newcomer(linker: pl.Linker) -> dict[str, Any]:
    """How many of the newcomer's names in raw text are linked correctly, and which are not."""
    wrong = []
    for line in NEWCOMER.read_text(encoding="utf-8").splitlines():
        sentence = json.loads(line)
        found = {link.text: str(link.entity) for link in linker.link(sentence["text"])}
        wrong += [name for name, titles in sentence["names"].items() if found.get(name) not in titles]
    return {"right": 40 - len(wrong), "of": 40, "wrong": wrong}


def weights(kb: KnowledgeBase) -> dict[str, int]:
    """Number of entities, forms, and bytes, on disk and compressed as in a wheel."""
    files = [kb.path / name for name in kb.manifest.files]
    return {
        "entities": len(kb),
        "surface_forms": len(kb.dictionary),
        "bytes": sum(path.stat().st_size for path in files),
        "compressed": sum(len(zlib.compress(path.read_bytes(), 6)) for path in files),
    }


def measure(data: Path, enwik8: Path, coverage: Iterable[tuple[str, Path]]) -> dict[str, Any]:
    """All figures."""
    starter, old = pl.load(STARTER, threshold=0.0), pl.load(enwik8, threshold=0.0)
    covered = {name: {each: shares(pl.load(kb, threshold=0.0), each, data) for each in SETS} for name, kb in coverage}
    return {
        "sets": {name: {each: shares(linker, each, data) for each in SETS} for name, linker in _named(old, starter)},
        "coverage": covered,
        "held_out": {name: held_out(linker, old.kb) for name, linker in _named(old, starter)},
        "newcomer": newcomer(pl.load(STARTER)),
        "weights": {name: weights(linker.kb) for name, linker in _named(old, starter)},
    }


def _named(old: pl.Linker, starter: pl.Linker) -> tuple[tuple[str, pl.Linker], ...]:
    return ("enwik8", old), (STARTER, starter)


def mean(sets: dict[str, dict[str, float]], column: str) -> float:
    """Mean over the data sets."""
    return float(np.mean([row[column] for row in sets.values()]))


def page(found: dict[str, Any]) -> str:
    """The figures as Markdown."""
    sets, names = found["sets"], list(found["sets"])
    lines = ["# The starter compared with enwik8 alone", "", "Written by `python -m starter.measure`.", ""]
    lines += [f"| | {' | '.join(f'{title}: {name}' for title in _COLUMNS.values() for name in names)} |"]
    lines += ["| --- " * (1 + len(_COLUMNS) * len(names)) + "|"]
    for each in SETS:
        cells = (f"{sets[name][each][column]:.3f}" for column in _COLUMNS for name in names)
        lines.append(f"| {each} | {' | '.join(cells)} |")
    means = (f"**{mean(sets[name], column):.3f}**" for column in _COLUMNS for name in names)
    lines += [f"| mean | {' | '.join(means)} |", ""]
    lines += ["Shares of all linked gold mentions. Mentions are given, and nothing is left unlinked.", ""]
    if found["coverage"]:
        lines += [f"| sources | {_COLUMNS['in_kb']} | {_COLUMNS['candidate']} |", "| --- | --- | --- |"]
        everything = {
            "enwik8": sets["enwik8"],
            **found["coverage"],
            "all, small and merged (starter-en)": sets[STARTER],
        }
        lines += [f"| {n} | {mean(s, 'in_kb'):.3f} | {mean(s, 'candidate'):.3f} |" for n, s in everything.items()]
        lines.append("")
    held = found["held_out"]
    lines += [f"Held-out pages of enwik8, {held['enwik8']['mentions']:,} mentions, share linked correctly:"]
    lines += [", ".join(f"{held[name]['right']:.4f} with {name}" for name in names) + ".", ""]
    new = found["newcomer"]
    lines += [f"The newcomer's test, in raw text: {new['right']} of {new['of']} (not {', '.join(new['wrong'])}).", ""]
    size = found["weights"][STARTER]
    lines += [
        f"{STARTER} has {size['entities']:,} entities and {size['surface_forms']:,} surface forms in "
        f"{size['bytes'] / 1e6:.1f} MB, {size['compressed'] / 1e6:.1f} MB compressed."
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description="Measure the starter.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--enwik8", type=Path, required=True, help="knowledge base of enwik8 with held-out pages")
    parser.add_argument("--coverage", action="append", default=[], metavar="NAME=KB", help="another knowledge base")
    parser.add_argument("--output", "-o", type=Path, required=True, help="files to write, without extension")
    options = parser.parse_args()
    others = [(name, Path(kb)) for name, kb in (each.split("=", 1) for each in options.coverage)]
    open_kb(STARTER)  # an absent package is reported before anything is measured
    found = measure(options.data, options.enwik8, others)
    options.output.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    options.output.with_suffix(".md").write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main()
