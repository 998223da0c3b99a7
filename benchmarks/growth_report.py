"""The table, the fitted exponents, the extrapolation and the plots of `benchmarks.growth`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["ENOUGH", "WHOLE", "growth_cells", "write_report"]

WHOLE = 950  # present-day English Wikipedia, in multiples of enwik8: 95 GB of XML
ENOUGH = 4  # smallest size from which the fitted law is extrapolated to a full Wikipedia
_LEAST = 0.5  # CPU seconds at the smallest size, for a stage to have its own row
_PROFILES = ("Counting words around links", "Writing profiles")


def write_report(saved: dict[str, Any], folder: Path) -> None:
    """Write growth.md and growth.svg."""
    sizes = sorted(saved["sizes"], key=float)
    rows = [saved["sizes"][size] for size in sizes]
    x = np.array([float(size) for size in sizes])
    names = list(dict.fromkeys(stage for row in rows for stage in row["stages"]))
    cpu = {name: np.array([row["stages"].get(name, {"cpu": 0.0})["cpu"] for row in rows]) for name in names}
    small = [name for name in names if cpu[name][0] < _LEAST]
    shown = {name: cpu[name] for name in names if name not in small}
    shown["all other stages"] = np.sum([cpu[name] for name in small] or [np.zeros(len(x))], axis=0)
    total = np.sum(list(shown.values()), axis=0)
    shown["whole build"] = total
    lines = [
        "# How a build grows",
        "",
        f"Made by `python -m benchmarks.growth {' '.join(sizes)}` with made-up wikis of the shape of a Wikipedia "
        "(`benchmarks/big_wiki.py`), packed with bzip2 and built without vectors and models with "
        "`--memory 1GB` and two workers. Size 1 is 100 MB of XML. "
        "*Per page* is the CPU time per article at the largest size, against the smallest.",
        "",
        "| CPU seconds | " + " | ".join(f"{size}x" for size in sizes) + " | exponent | per page | whole Wikipedia |",
        "| --- |" + " --- |" * (len(sizes) + 3),
    ]
    for name, values in shown.items():
        lines.append(
            f"| {name} | " + " | ".join(f"{value:.1f}" for value in values) + growth_cells(x, values, "h") + " |"
        )
    for name, key in (
        ("peak memory of all processes", "peak_memory"),
        ("peak disk", "peak_disk"),
        ("scratch: what is not in the result", "scratch"),
        ("tables", "tables"),
        ("the other files of the knowledge base", "kb"),
    ):
        values = np.array([row[key] / 1e9 for row in rows])
        unit = "" if key == "peak_memory" else "GB"
        lines.append(
            f"| {name}, GB | " + " | ".join(f"{value:.2f}" for value in values) + growth_cells(x, values, unit) + " |"
        )
    share = sum(cpu.get(name, np.zeros(len(x))) for name in _PROFILES) / total
    lines += [
        "",
        "| | " + " | ".join(f"{size}x" for size in sizes) + " |",
        "| --- |" + " --- |" * len(sizes),
        "| profiles, share of the CPU time | " + " | ".join(f"{each:.0%}" for each in np.atleast_1d(share)) + " |",
        "| scratch, times the tables | " + " | ".join(f"{row['scratch'] / row['tables']:.2f}" for row in rows) + " |",
        "| articles | " + " | ".join(f"{row['articles']:,}" for row in rows) + " |",
        "| links | " + " | ".join(f"{row['links']:,}" for row in rows) + " |",
        "| surface forms | " + " | ".join(f"{row['surface_forms']:,}" for row in rows) + " |",
        "| opening, ms | " + " | ".join(f"{row['use']['open_ms']:.1f}" for row in rows) + " |",
        "| linking a sentence, median CPU ms | " + " | ".join(f"{row['use']['link_ms']:.2f}" for row in rows) + " |",
        "| resident while linking, MB | " + " | ".join(f"{row['use']['resident'] / 1e6:.0f}" for row in rows) + " |",
        "",
        f"The last column of the first table is **extrapolated**, by the fitted exponent, to {WHOLE} times enwik8 "
        "(95 GB of XML); hours are CPU hours. Nothing of that size was built. "
        f"It is empty where the largest size is below {ENOUGH}: from so little nothing follows for so much. Counting "
        "surface forms stops growing at 300,000 sentences, which is about 0.4x.",
        "",
        "![growth](growth.svg)",
        "",
        f"Machine: {', '.join(str(value) for value in saved['machine'].values())}.",
    ]
    (folder / "growth.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    _draw(folder / "growth.svg", x, shown, rows)


def growth_cells(x: Any, values: Any, unit: str) -> str:
    """Cells: the exponent, the growth per page, and what the fitted power law predicts for all of Wikipedia."""
    if len(x) < 2 or not (values > 0).all():
        return " | | |"
    exponent = float(np.polyfit(np.log(x), np.log(values), 1)[0])
    per_page = values[-1] / values[0] / (x[-1] / x[0])
    whole = values[-1] * (WHOLE / x[-1]) ** max(exponent, 0.0)
    told = (
        ""
        if x[-1] < ENOUGH
        else {"h": f"{whole / 3600:.1f} h", "GB": f"{whole:.0f} GB", "n": f"{whole:,.0f}", "": ""}[unit]
    )
    return f" | {exponent:.2f} | {per_page:.2f} | {told}" if unit else f" | {exponent:.2f} | | "


def _draw(path: Path, x: Any, stages: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "growth"
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2))
    for name, values in stages.items():
        left.plot(x, values, marker="o", label=name, linewidth=2 if name == "whole build" else 1)
    left.set(xscale="log", yscale="log", xlabel="times enwik8", ylabel="CPU seconds")
    left.legend(fontsize=7)
    for name, key in (("memory", "peak_memory"), ("disk", "peak_disk"), ("scratch", "scratch"), ("tables", "tables")):
        right.plot(x, [row[key] / 1e9 for row in rows], marker="o", label=name)
    right.set(xscale="log", yscale="log", xlabel="times enwik8", ylabel="GB, at the peak")
    right.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
