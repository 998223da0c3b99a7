"""How the running time of each method grows with the number of mentions and candidates, compared with theory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final, TypeAlias

from pairlinking.problem import Problem
from pairlinking.relatedness import measure
from reproduction.paper import METHODS, published_complexity
from reproduction.studies.complexity.growth import Grid, Power, grow, usual
from reproduction.studies.complexity.made_problems import SHAPES, look_of, make_document
from reproduction.study import Plot, Series, Study, Table
from reproduction.workbench import Workbench

__all__ = ["complexity"]

BETA: Final = 0.5
AXES: Final = {"n": "mentions", "k": "candidates a mention"}
FAR: Final = 0.5  # exponents that differ from theory by more are mentioned

# By shape, by what grows ("n" or "k"), by method: seconds for each size and document, and how they grow.
Times: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Sequence[Sequence[float]]]]]
Powers: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Power]]]


def complexity(bench: Workbench, *, grid: Grid | None = None) -> Study:
    """Time all methods on made-up documents of growing size, and fit how their time grows."""
    grid = grid or Grid()
    times = {shape: {axis: grow(grid, axis, shape, beta=BETA, seed=bench.seed) for axis in AXES} for shape in SHAPES}
    powers = {
        shape: {
            axis: {method: Power.of(grid.sizes(axis), seconds) for method, seconds in by_method.items()}
            for axis, by_method in by_axis.items()
        }
        for shape, by_axis in times.items()
    }
    looks = _looks(bench, grid)
    return Study(
        name="complexity",
        title="How the running time grows",
        about=_about(grid, powers),
        tables=[_power_table(powers), _time_table(grid, times), _looks_table(looks)],
        figures={
            "grid": asdict(grid),
            "beta": BETA,
            "powers": {
                shape: {axis: {method: power._asdict() for method, power in row.items()} for axis, row in axes.items()}
                for shape, axes in powers.items()
            },
            "seconds": times,
            "looks": looks,
        },
        plots=[_plot(grid, axis, times) for axis in AXES],
    )


def _looks(bench: Workbench, grid: Grid) -> dict[str, dict[str, float]]:
    """The properties of documents that the methods see: made up, and real with the same measure."""
    found = {}
    for shape in SHAPES:
        made = make_document(grid.fixed_mentions, grid.fixed_candidates, shape=shape, beta=BETA, seed=bench.seed)
        found[f"made up, {shape}"] = look_of([made.problem()])
    relatedness = measure("njs", kb=bench.kb)
    real = [
        Problem(document.local, relatedness, BETA, candidates=document.entities)
        for name in bench.data_sets
        for document in bench.documents(name)
    ]
    found["the data sets"] = look_of(real)
    return found


def _power_table(powers: Powers) -> Table:
    rows = []
    for method in METHODS:
        best, worst = published_complexity(method)
        row = [f"`{method}`"]
        for axis in AXES:
            ends = sorted({getattr(best, axis), getattr(worst, axis)})
            row += [*(str(powers[shape][axis][method]) for shape in SHAPES), " to ".join(map(str, ends))]
        rows.append([*row, best.text, worst.text])
    head = ["method", *(f"{axis.upper()}, {what}" for axis in ("n", "k") for what in (*SHAPES, "theory"))]
    head = [text.replace("K, ", "k, ") for text in head] + ["best case in the paper", "worst case in the paper"]
    note = "± is half the spread of the powers fitted to each document alone."
    return Table("Powers of N and k in the running time", head, rows, note)


def _time_table(grid: Grid, times: Times) -> Table:
    rows = [
        [f"`{method}`", *(f"{1000 * usual(times[shape][axis][method])[-1]:.3g}" for axis in AXES for shape in SHAPES)]
        for method in METHODS
    ]
    sizes = {
        "n": f"N = {grid.mentions[-1]}, k = {grid.fixed_candidates}",
        "k": f"N = {grid.fixed_mentions}, k = {grid.candidates[-1]}",
    }
    return Table(
        "Milliseconds for the largest documents", ["method", *(f"{sizes[a]}, {s}" for a in AXES for s in SHAPES)], rows
    )


def _looks_table(looks: Mapping[str, Mapping[str, float]]) -> Table:
    columns = list(next(iter(looks.values())))
    rows = [[title, *(f"{found[column]:.3f}" for column in columns)] for title, found in looks.items()]
    note = "Pairs are those of candidates of different mentions. Relatedness is NJS, in the data sets, too."
    return Table("What the made-up documents look like", ["documents", *columns], rows, note)


def _plot(grid: Grid, axis: str, times: Times) -> Plot:
    sizes = [float(size) for size in grid.sizes(axis)]
    shown = dict(times["ranked"][axis]) | {"pair-linking, flat": times["flat"][axis]["pair-linking"]}
    series = [Series(name, sizes, [1000 * each for each in usual(seconds)]) for name, seconds in shown.items()]
    title = f"Time by the number of {AXES[axis]}"
    return Plot(title, AXES[axis], "milliseconds", series, log_x=True, log_y=True)


def _about(grid: Grid, powers: Powers) -> str:
    pair = {(shape, axis): powers[shape][axis]["pair-linking"].value for shape in SHAPES for axis in AXES}
    paragraphs = [
        f"The collective step on made-up documents: {grid.mentions[0]} to {grid.mentions[-1]} mentions with "
        f"{grid.fixed_candidates} candidates each, and {grid.fixed_mentions} mentions with {grid.candidates[0]} to "
        f"{grid.candidates[-1]} candidates each. Relatedness is computed as needed from made-up in-links, by which "
        "most pairs are not related; local confidence is ranked, as from a trained scorer, or flat, so that no "
        "candidate can be ruled out early. The last table shows how similar both are to the data sets.",
        f"There are {grid.documents} documents of each size. On each, methods take turns up to {grid.rounds} times; "
        "the fastest run counts, in processor time, and figures are geometric means over documents. The power is the "
        "slope of the logarithms over the upper half of the sizes, where the constant cost of small documents hides it "
        "least. In the paper's formulas, the number of iterations I may grow, too.",
        "The paper claims that the early stop brings Pair-Linking near its best case. With ranked confidence, its time "
        f"grows as N^{pair['ranked', 'n']:.2f} and k^{pair['ranked', 'k']:.2f}, with flat confidence as "
        f"N^{pair['flat', 'n']:.2f} and k^{pair['flat', 'k']:.2f}; its best case is N² and k log k, its worst N² and "
        "k².",
    ]
    below, above = _outside(powers)
    if below:
        paragraphs.append(
            f"Clearly below the paper's best case: {', '.join(below)}. This package keeps sums from one substitution "
            "to the next, ends searches early, and computes the relatedness of many pairs at once along their lists of "
            "links, so part of the work grows with the number of candidates instead of pairs."
        )
    if above:
        paragraphs.append(f"Clearly above the worst case without the number of iterations I: {', '.join(above)}.")
    return "\n\n".join(paragraphs)


def _outside(powers: Powers) -> tuple[list[str], list[str]]:
    """Powers that are clearly below the best case, and clearly above the worst, with either shape."""
    below, above = [], []
    for method in METHODS:
        best, worst = published_complexity(method)
        for axis, sign in (("n", "N"), ("k", "k")):
            found = [powers[shape][axis][method].value for shape in SHAPES]
            shown = " and ".join(f"{value:.2f}" for value in found)
            if max(found) < (least := getattr(best, axis)) - FAR:
                below.append(f"`{method}` in {sign} ({shown}, not {least})")
            if min(found) > (most := getattr(worst, axis)) + FAR:
                above.append(f"`{method}` in {sign} ({shown}, not {most})")
    return below, above
