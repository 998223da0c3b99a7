"""The README's short league table, from the committed results: ``python -m reproduction.studies.league.readme``."""

from __future__ import annotations

import json
from pathlib import Path

from reproduction.readme import put_section, section
from reproduction.studies.league.study import CONCEPTS

__all__ = ["RESULTS", "league_section"]

RESULTS = Path(__file__).parents[2] / "results" / "report" / "league.json"
_SETS = {"msnbc": "MSNBC", "kore50": "KORE50", "reuters-128": "Reuters128"}


def league_section() -> str:
    """F1 on raw text over all mentions and over those in our knowledge base, for three data sets."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    raw, measured, kb = results["raw"], results["measured"], results["knowledge_base"]
    shares = [100 * measured[name]["in_kb"] / measured[name]["with_entity"] for name in _SETS]
    name, has = kb["name"], f"{min(shares):.0f} to {max(shares):.0f} %"
    lines = [
        f"Raw text in, links out: F1 of exact spans and entities. Our knowledge base (`{name}`) has",
        f"{kb['entities']:,} entities, among them those of {has} of the gold mentions; figures in",
        "brackets count only these. The other linkers know all of Wikipedia. Their answers are those that",
        "[ELEVANT](https://github.com/ad-freiburg/elevant) publishes, scored by the same code ([more data sets,",
        "intervals, given mentions](reproduction/results/report/league.md)):",
        "",
        f"| | {' | '.join(_SETS.values())} |",
        "| --- " * (len(_SETS) + 1) + "|",
    ]
    for linker, row in raw["all"].items():
        if linker == CONCEPTS:  # these data sets annotate names
            continue
        cells = (f"{row[name]['f1']:.2f} ({raw['in_kb'][linker][name]['f1']:.2f})" for name in _SETS)
        lines.append(f"| {linker} | {' | '.join(cells)} |")
    return section("league", "python -m reproduction league", "\n".join(lines))


if __name__ == "__main__":
    put_section(league_section())
