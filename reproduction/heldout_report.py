"""The tables of ``reproduction.heldout`` as Markdown, from its JSON and from the causes noted by hand."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pairlinking.evaluation.running import MEASURES
from reproduction.readme import put_section, section

__all__ = ["RESULTS", "accuracy_section", "write_report"]

RESULTS = Path(__file__).parent / "results" / "enwik8-heldout.json"


def write_report(out: Path) -> None:
    """Write ``OUT.md`` from ``OUT.json`` and, if present, ``OUT-causes.tsv``."""
    results = json.loads(out.with_name(out.name + ".json").read_text(encoding="utf-8"))
    causes = out.with_name(out.name + "-causes.tsv")
    parts = [_head(results), _accuracy(results), _betas(results)]
    if causes.exists():
        with causes.open(encoding="utf-8", newline="") as file:
            parts.append(_causes(list(csv.DictReader(file, delimiter="\t")), causes.name))
    out.with_name(out.name + ".md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _head(results: dict[str, Any]) -> str:
    kb = results["knowledge_base"]
    parameters = kb["parameters"]
    vectors, entities = parameters["vectors"], parameters["entities"]
    (source,) = kb["sources"]
    return f"""# Links on held-out pages

Written by `python -m reproduction heldout`. Source: `{source["name"]}`, built with `--entities {entities["entities"]}
--min-links {entities["min_links"]} --holdout {entities["holdout"]} --seed {entities["seed"]}`; vectors of
{vectors["dimensions"]} dimensions, {vectors["epochs"] or "as many as needed"} epochs. No vector, count or model has
seen a held-out page.

Gold: the anchors of {results["documents"]} held-out pages whose target is in the knowledge base:
{results["mentions"]:,} mentions, {results["ambiguous_mentions"]:,} of them ambiguous (two candidates or more).
The gold entity is among the candidates of {results["candidate_recall"]:.1%}: the upper bound for any method."""


def _accuracy(results: dict[str, Any]) -> str:
    def row(name: str, cells: Sequence[str]) -> str:
        return f"| {name} | {' | '.join(cells)} |"

    lines = [
        "## Accuracy, in per cent: ambiguous mentions (all mentions)",
        "",
        row("", [each.upper() for each in MEASURES]),
        row("---", ["---"] * len(MEASURES)),
    ]
    for name in ("prior", "local"):
        lines.append(row(f"`{name}`", [_both(results[name])] + [""] * (len(MEASURES) - 1)))
    found = _over(results, "local")
    for method in dict.fromkeys(method for method, _ in found):
        lines.append(row(f"`{method}`", [_both(found[method, name]) for name in MEASURES]))
    lines += [
        "",
        "With the prior instead of local confidence, so that only relatedness uses the document:",
        "",
        row("", ["NJS+EES"]),
        row("---", ["---"]),
        *(row(f"`{method}`", [_both(each)]) for (method, _), each in _over(results, "prior").items()),
    ]
    return "\n".join(lines)


def _over(results: dict[str, Any], scores: str) -> dict[tuple[str, str], dict[str, Any]]:
    return {(each["method"], each["relatedness"]): each for each in results["methods"] if each["over"] == scores}


def _both(row: dict[str, float]) -> str:
    return f"{100 * row['ambiguous']:.2f} ({100 * row['all']:.2f})"


def _betas(results: dict[str, Any]) -> str:
    lines = [
        "## Beta, and milliseconds per document (collective step only)",
        "",
        "Beta is chosen on other pages; for methods that sum relatedness over all mentions, it is the weight of the "
        "mean.",
        "",
        f"| | {' | '.join(each.upper() for each in MEASURES)} |",
        "| --- " * (len(MEASURES) + 1) + "|",
    ]
    found = _over(results, "local")
    for method in dict.fromkeys(method for method, _ in found):
        cells = [
            f"{found[method, name]['beta']:g}, {found[method, name]['ms_per_document']:.1f} ms" for name in MEASURES
        ]
        lines.append(f"| `{method}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _causes(rows: Sequence[dict[str, str]], name: str) -> str:
    counts = Counter(row["cause"] for row in rows)
    lines = [
        f"## {len(rows)} wrong links of `pair-linking` with NJS+EES, examined one by one",
        "",
        f"A random sample; `{name}` lists the cause of each. Examined before parts of names became candidates",
        "(docs/decisions/0017-parts-of-names.md).",
        "",
        "| cause | links |",
        "| --- | --- |",
        *(f"| {cause} | {count} |" for cause, count in counts.most_common()),
    ]
    return "\n".join(lines)


def accuracy_section() -> str:
    """Accuracy against time for the README: all methods with the mean of NJS and EES."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    rows = [row for (_, relatedness), row in _over(results, "local").items() if relatedness == "njs+ees"]
    rows.sort(key=lambda row: -row["ambiguous"])
    n, documents = results["ambiguous_mentions"], results["documents"]
    lines = [
        f"On encyclopedic pages, {n:,} ambiguous mentions in {documents} held-out pages of Wikipedia: correct links in",
        "per cent, and milliseconds per page for the collective step ([all",
        "results](reproduction/results/enwik8-heldout.md)):",
        "",
        "| | " + " | ".join(["prior", "local", *(f"`{row['method']}`" for row in rows)]) + " |",
        "| --- " * (len(rows) + 3) + "|",
        "| correct | "
        + " | ".join(f"{100 * row['ambiguous']:.1f}" for row in (results["prior"], results["local"], *rows))
        + " |",
        "| ms | | | " + " | ".join(f"{row['ms_per_document']:.1f}" for row in rows) + " |",
    ]
    return section("accuracy", "python -m reproduction heldout", "\n".join(lines))


if __name__ == "__main__":
    write_report(RESULTS.with_suffix(""))
    put_section(accuracy_section())
