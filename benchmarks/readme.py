"""The README's speed table, generated from the saved results: ``python -m benchmarks.readme``."""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["README", "RESULTS", "short", "speed_section", "update_readme"]

README = Path(__file__).parents[1] / "README.md"
RESULTS = Path(__file__).parent / "results" / "solvers.json"
BEGIN, END = "<!-- speed: written by make bench -->", "<!-- end of speed -->"

COLUMNS = ("pair-linking", "fwbw", "iter-sub:single", "iter-sub:all", "lbp:all", "dense-subgraph", "pagerank")


def speed_section(results: Path = RESULTS) -> str:
    """Milliseconds per document of some methods, for peaked local scores at beta 0.5."""
    saved = json.loads(results.read_text())["solvers"]
    rows = [row for row in saved if row["peaked"] and not row["heavy"] and row["beta"] == 0.5]
    lines = [
        "Milliseconds per document on generated documents with 20 candidates per mention and peaked local scores;",
        "relatedness is the mean of NJS and EES, computed from in-link lists and vectors, beta = 0.5",
        "([all results](benchmarks/results/solvers.md)):",
        "",
        "| mentions | " + " | ".join(f"`{name}`" for name in COLUMNS) + " |",
        "| --- " * (len(COLUMNS) + 1) + "|",
    ]
    for row in rows:
        lines.append(f"| {row['n']} | " + " | ".join(short(row["ms"][name]) for name in COLUMNS) + " |")
    return "\n".join([BEGIN, *lines, END])


def short(value: float) -> str:
    """Format a number with as many digits as a reader needs.

    >>> short(0.0341), short(8.123), short(1893.2)
    ('0.034', '8.1', '1,893')
    """
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def update_readme() -> None:
    """Write the section into the README."""
    text = README.read_text()
    start, end = text.index(BEGIN), text.index(END) + len(END)
    README.write_text(text[:start] + speed_section() + text[end:])


if __name__ == "__main__":
    update_readme()
