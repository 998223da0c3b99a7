"""Time everything and report it: ``make bench``, or ``python -m benchmarks.run --report`` for the report alone."""

from __future__ import annotations

import json
import sys
from typing import Any

from benchmarks import measure
from benchmarks.aims import judge
from benchmarks.measure import Row
from benchmarks.readme import RESULTS, short, update_readme
from benchmarks.timing import machine

SIZES = (3, 6, 15, 33, 100, 330)


def main() -> None:
    """Run all measurements and save them; then write the report."""
    results = {
        "matrices": list(measure.matrices()),
        "walks": [measure.walks()],
        "many documents": [measure.many_documents()],
        "both ways": list(measure.both_ways((6, 33))),
        "solvers": list(measure.solvers(SIZES)),
    }
    RESULTS.parent.mkdir(exist_ok=True)
    saved = {"machine": machine(), "aims": judge(results), **results}
    RESULTS.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    write_report()


def write_report() -> None:
    """Write the Markdown page and the README's table from what was saved, and print the page."""
    saved = json.loads(RESULTS.read_text(encoding="utf-8"))
    report = _report(saved, saved["aims"], saved["machine"])
    RESULTS.with_suffix(".md").write_text(report, encoding="utf-8")
    update_readme()
    print(report)


def _report(results: dict[str, list[Row]], aims: list[Row], where: dict[str, str]) -> str:
    names = [*measure.SOLVERS, "scipy psi, then pair-linking"]
    parts = [
        "# How fast the solvers are",
        "Written by `make bench`; do not edit. Fastest of several warm runs, on "
        + ", ".join(f"{key} {value}" for key, value in where.items())
        + ". Only ratios within one run mean something: machines are noisy.",
        "## Aims",
        table(
            ["aim", "bar", "measured", "reached"],
            [[a["aim"], a["bar"], f"{a['value']:.3g}", "yes" if a["reached"] else "**no**"] for a in aims],
        ),
        "## Milliseconds per document, each method charged for the psi it reads",
        "k = 20 candidates, psi = mean of NJS and EES from lists (1.0 M ids at N = 33) and vectors of 300.",
        table(
            ["document", "beta", *names],
            [[r["setting"], r["beta"], *(_number(r["ms"].get(name)) for name in names)] for r in results["solvers"]],
        ),
        "## The same as multiples of pair-linking",
        table(
            ["document", "beta", *names],
            [
                [r["setting"], r["beta"], *(_number(_ratio(r["ms"], name)) for name in names)]
                for r in results["solvers"]
            ],
        ),
        "## Milliseconds per document with the psi matrix at hand",
        table(
            ["document", "beta", *measure.SOLVERS],
            [
                [r["setting"], r["beta"], *(_number(r["ms, psi at hand"].get(name)) for name in measure.SOLVERS)]
                for r in results["solvers"]
                if r["ms, psi at hand"]
            ],
        ),
        "## Psi values read, in per cent of N²k²",
        table(
            ["document", "beta", *measure.SOLVERS],
            [
                [
                    r["setting"],
                    r["beta"],
                    *(f"{100 * r['psi read'][name] / (400 * r['n'] ** 2):.3g}" for name in measure.SOLVERS),
                ]
                for r in results["solvers"]
            ],
        ),
        "## Pair-Linking lazily, over the full matrix, and as it chooses",
        table(
            ["document", "psi", "beta", "lazy ms", "full ms", "auto ms", "auto / better"],
            [
                [
                    r["setting"],
                    r["measure"],
                    r["beta"],
                    *(_number(r[key]) for key in ("lazy", "full", "auto", "auto / better")),
                ]
                for r in results["both ways"]
            ],
        ),
        "## Parts",
        *(table(list(row), [[_number(value) for value in row.values()]]) for row in results["matrices"]),
        "Walk over 660 nodes, ms:",
        table(list(results["walks"][0]), [[_number(v) for v in results["walks"][0].values()]]),
        "Many documents (N = 33, peaked, beta 0.5), ms:",
        table(list(results["many documents"][0]), [[_number(v) for v in results["many documents"][0].values()]]),
    ]
    return "\n\n".join(parts) + "\n"


def _ratio(ms: dict[str, float], name: str) -> float | None:
    return ms[name] / ms["pair-linking"] if name in ms else None


def _number(value: object) -> str:
    if value is None:
        return ""
    return short(value) if isinstance(value, float) else str(value)


def table(head: list[str], rows: list[list[Any]]) -> str:
    """A Markdown table."""
    lines: list[list[Any]] = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    write_report() if "--report" in sys.argv else main()
