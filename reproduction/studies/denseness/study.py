"""How densely the entities of a document are related (Sec. 4 of the paper), compared with shuffled weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from pairlinking.evaluation import catalogue
from pairlinking.linking.prepared import PreparedGold
from pairlinking.relatedness import measure
from pairlinking.types import IntArray
from reproduction.paper import published_denseness
from reproduction.studies.denseness.graph import measure_graphs, way_to_dense
from reproduction.study import Plot, Series, Study, Table, with_paper
from reproduction.workbench import Workbench

__all__ = ["denseness"]

FEWEST = 4  # two entities always give 1, three 4/3 or 2: too few to distinguish the forms
SHUFFLES = 20

# By data set and measure: averages over "all" documents, and over those whose entities are all "related" to some other.
Figures: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Mapping[str, float]]]]


def denseness(bench: Workbench) -> Study:
    """Denseness of the gold entities of every document by each measure, with the paper's and that of chance."""
    figures = {name: found for name in bench.data_sets if (found := _figures_of(bench, name))}
    names = bench.measures
    return Study(
        name="denseness",
        title="Are the entities of a document densely related?",
        about=_about(figures, names, len(bench.kb)),
        tables=[_main_table(figures, names), _related_table(figures, names), _way_table(figures, names)],
        figures={"ours": figures, "paper": _paper(figures), "shuffles": SHUFFLES, "fewest_entities": FEWEST},
        plots=[_bars(figures, names), _way_bars(figures, names)],
    )


def _figures_of(bench: Workbench, name: str) -> dict[str, dict[str, dict[str, float]]]:
    documents = [entities for each in bench.documents(name) if len(entities := _entities(each)) >= FEWEST]
    found: dict[str, dict[str, dict[str, float]]] = {}
    for each in bench.measures if documents else ():
        relatedness = measure(each, kb=bench.kb)
        graphs = [relatedness.matrix(entities) for entities in documents]
        measured = measure_graphs(graphs, shuffles=SHUFFLES, seed=bench.seed)
        found[each] = {"all": measured.figures(), "related": measured.related().figures()}
    return found


def _entities(document: PreparedGold) -> IntArray:
    # If a mention has several right entities, they are the same thing: one of them represents it.
    return np.array(sorted({min(gold) for gold in document.gold if gold}), dtype=np.int64)


def _paper(figures: Figures) -> dict[str, dict[str, float | None]]:
    columns = ("documents", "tree", "dense", "wlm", "njs", "ees")
    return {name: {column: published_denseness(name, column) for column in columns} for name in figures}


def _paper_way(name: str, relatedness: str) -> float | None:
    value, tree, dense = (published_denseness(name, column) for column in (relatedness, "tree", "dense"))
    return None if value is None or tree is None or dense is None else way_to_dense(value, tree, dense)


def _title(name: str) -> str:
    return catalogue.find(name).title


def _main_table(figures: Figures, names: list[str]) -> Table:
    rows = []
    for name, found in figures.items():
        forms = found[names[0]]["all"]
        cells = {"tree": forms["tree"], "dense": forms["dense"]} | {m: found[m]["all"]["denseness"] for m in names}
        documents = with_paper(f"{forms['documents']}", published_denseness(name, "documents"), ".0f")
        shown = [with_paper(f"{value:.2f}", published_denseness(name, key), ".2f") for key, value in cells.items()]
        rows.append([_title(name), documents, "1.00", *shown])
    head = ["data set", "documents", "forest", "tree", "dense", *(each.upper() for each in names)]
    return Table("Average denseness", head, rows, "The paper's figures are in brackets.")


def _related_table(figures: Figures, names: list[str]) -> Table:
    rows = []
    for name, found in figures.items():
        row = [_title(name)]
        for each in names:
            kept = found[each]["related"]
            ours = f"{kept['denseness']:.2f}" if kept["documents"] else "–"
            row += [f"{kept['documents']}", with_paper(ours, published_denseness(name, each), ".2f")]
        rows.append(row)
    head = ["data set", *(text for each in names for text in ("documents", each.upper()))]
    note = (
        "Documents in which some entity is related to no other are left out. The paper's figures, of all documents, "
        "are in brackets."
    )
    return Table("Where every entity is related to some other", head, rows, note)


def _way_table(figures: Figures, names: list[str]) -> Table:
    rows = []
    for name, found in figures.items():
        row = [_title(name)]
        for each in names:
            every, kept = found[each]["all"], found[each]["related"]
            row.append(
                with_paper(
                    _percent(every["way"]), None if (way := _paper_way(name, each)) is None else 100 * way, ".0f"
                )
            )
            row.append(_percent(kept["way"]) if kept["documents"] else "–")
            row.append(_percent(every["chance_way"]))
        rows.append(row)
    head = ["data set", *(each.upper() + what for each in names for what in ("", ", related", ", shuffled"))]
    note = (
        "0 is a tree, 100 is every pair, and a forest is below 0; from the averages of each data set. "
        "Related: only documents in which every entity is related to some other. Shuffled: all documents, with the "
        f"weights of each shuffled among its pairs, mean of {SHUFFLES} times. The paper's figures are in brackets."
    )
    return Table("Share of the way from a tree to a dense graph, in per cent", head, rows, note)


def _bars(figures: Figures, names: list[str]) -> Plot:
    titles = [_title(name) for name in figures]
    forms = [found[names[0]]["all"] for found in figures.values()]
    series = [Series(form, titles, [each[form] for each in forms]) for form in ("forest", "tree", "dense")]
    for each in names:
        series.append(Series(each.upper(), titles, [found[each]["all"]["denseness"] for found in figures.values()]))
    return Plot("Denseness of the entities of a document", "data set", "average degree", series, kind="bars")


def _way_bars(figures: Figures, names: list[str]) -> Plot:
    titles = [_title(name) for name in figures]
    series = []
    for each in names:
        for what, key in (("", "way"), (", shuffled", "chance_way")):
            values = [100 * found[each]["all"][key] for found in figures.values()]
            series.append(Series(each.upper() + what, titles, values))
    return Plot("From a tree (0) to every pair (100)", "data set", "per cent of the way", series, kind="bars")


def _about(figures: Figures, names: list[str], n_entities: int) -> str:
    if not figures:
        return f"No data set has a document with {FEWEST} entities of the knowledge base: nothing was measured."
    total = sum(int(found[names[0]]["all"]["documents"]) for found in figures.values())
    lost = {each: total - sum(int(found[each]["related"]["documents"]) for found in figures.values()) for each in names}
    return "\n\n".join(
        [
            "The right entities of a document form a graph whose edges are weighted by relatedness. Only edges with a "
            "weight of at least theta are kept, where theta is the largest weight that leaves every entity with an "
            "edge. The average degree of the remaining graph, 2|E|/|V|, is the paper's denseness: 1 for a forest of "
            f"pairs, 2(n-1)/n for a tree, n-1 for a dense graph of n entities. {_vertices()} So here V is the set of "
            f"entities, each once, and documents with at least {FEWEST} of them are counted: {total}. The knowledge "
            f"base has {n_entities:,} entities; with fewer, fewer entities of a document would remain.",
            "If an entity is related to no other, theta is 0 and every pair is an edge, so the sparsest graphs count "
            f"as the densest. Of the {total} documents these are "
            + ", ".join(f"{n} by {each.upper()}" for each, n in lost.items())
            + ". The second table leaves them out.",
            *_findings(figures, names),
        ]
    )


def _findings(figures: Figures, names: list[str]) -> list[str]:
    cells = [found[each] for found in figures.values() for each in names]
    every = [cell["all"] for cell in cells]
    related = [cell["related"]["way"] for cell in cells if cell["related"]["documents"]]
    theirs = [way for name in figures for each in names if (way := _paper_way(name, each)) is not None]
    chance = [each["chance_way"] for each in every]
    below = [
        _title(name)
        for name, found in figures.items()
        if all(found[each]["all"]["denseness"] < found[each]["all"]["chance"] for each in names)
    ]
    above = sum(each["denseness"] > each["chance"] for each in every)
    paragraphs = [
        f"The paper finds its values nearer to the tree than to the dense graph: {_nearness(theirs)}. Ours: "
        f"{_nearness([each['way'] for each in every])}. Without the documents whose theta is 0: {_nearness(related)}.",
        "If the weights of each document are shuffled among its pairs, no structure is left, and the same figures are: "
        f"{_nearness(chance)}. {above} of {len(every)} measured values are above those of shuffled weights"
        f"{'; below by every measure: ' if below else ''}{', '.join(below)}. Theta depends on the one entity that fits "
        "least, and if some entities are only weakly related to all others, every stronger pair becomes an edge.",
    ]
    if np.mean(chance) < 0.5:
        paragraphs[-1] += (
            " So nearness to the tree means less than it seems, because weights without any structure have it, too. It "
            "agrees with the claim that not all pairs of a document are needed, but does not show that the entities "
            "form a tree."
        )
    return paragraphs


def _nearness(ways: list[float]) -> str:
    if not ways:
        return "no values"
    near = sum(way < 0.5 for way in ways)
    return f"{near} of {len(ways)} values, on average {_percent(float(np.mean(ways)))} % of the way to dense"


def _percent(share: float) -> str:
    return f"{round(100 * share) + 0}"  # without a sign before 0


def _vertices() -> str:
    """Show by the paper's own figures that V are entities, not mentions."""
    dense, counts = published_denseness("msnbc", "dense"), catalogue.find("msnbc").paper
    assert dense is not None
    assert counts is not None
    return (
        f"The paper selects documents by mentions, but its values for the dense graph count entities: {dense} for "
        f"MSNBC means graphs of about {dense + 1:.0f} vertices, while its documents have "
        f"{counts[1] / counts[0]:.0f} mentions on average."
    )
