"""Our answers and those of other linkers on the same documents, by one scorer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pairlinking.building.named import kb_name
from pairlinking.linking import Linker
from reproduction.studies.league import tables
from reproduction.studies.league.joining import Join, gold_documents, join_names
from reproduction.studies.league.measuring import (
    WHICH,
    Answered,
    Field,
    Grid,
    given_figures,
    raw_figures,
    span_figures,
)
from reproduction.studies.league.ours import link_given, link_raw
from reproduction.studies.league.peers import Article, data_sets, peers, read_articles
from reproduction.study import Study
from reproduction.workbench import Workbench

__all__ = ["CONCEPTS", "league"]

OURS = "pairlinking"
CONCEPTS = "pairlinking, concepts"
# Chosen on IITB, which annotates whatever a reader may look up and is not part of the league: F1 is 0.44 with a link
# probability of at least 0.01, 0.42 with 0.02, where precision is still above a half, and 0.32 with the default, 0.1.
_LINK_PROBABILITY = 0.02


def league(bench: Workbench) -> Study:
    """F1 on raw text, accuracy at the gold spans, and spans alone, of every linker on every data set."""
    field = _read(bench)
    raw = {name: raw_figures(field, in_kb=in_kb) for name, in_kb in WHICH.items()}
    # With given mentions nothing is detected, so one row of ours is enough.
    one = replace(field, raw={linker: each for linker, each in field.raw.items() if linker != CONCEPTS})
    given = {name: given_figures(one, in_kb=in_kb) for name, in_kb in WHICH.items()}
    check, measured = _check(raw["all"]), _measured(field)
    figures = {
        "knowledge_base": {"name": kb_name(bench.kb), "id": bench.kb.manifest.id, "entities": len(bench.kb)},
        "measured": measured,
        "raw": raw,
        "given": given,
        "spans": span_figures(field),
        "check": check,
    }
    furthest = max(abs(each["scored"] - each["published"]) for row in check.values() for each in row.values())
    lacking = [1 - each["in_kb"] / each["with_entity"] for each in measured.values()]
    return Study(
        name="league",
        title="League table: other linkers on the same documents",
        about=f"""Our knowledge base, `{kb_name(bench.kb)}` ({bench.kb.manifest.id}), has
{len(bench.kb):,} entities; it lacks those of {100 * min(lacking):.0f} to {100 * max(lacking):.0f} % of the gold
mentions. The other linkers know all of Wikipedia; their answers are those that ELEVANT publishes (ad-freiburg/elevant,
commit 8df933f). All answers are scored by the same code: a link is right if span and
entity are exactly those of gold. Gold mentions without an entity are ignored, but linking one is an error.

The tables "in our knowledge base" leave out gold mentions whose entity our knowledge base lacks, and all linkers'
answers that overlap one. They compare linking, not the size of the knowledge base. Intervals are 95 % intervals
from bootstrap samples of the documents.

The row "{CONCEPTS}" also finds common nouns (`--spot concepts --spotter {_LINK_PROBABILITY}`, chosen on IITB). All data
sets annotate names, except for DBpedia Spotlight's (`spotlight`), which annotates concepts.

For the other linkers, our scorer reproduces the F1 that ELEVANT publishes to within {furthest:.3f}.""",
        tables=tables.all_tables(figures),
        figures=figures,
    )


def _read(bench: Workbench) -> Field:
    """Read the answers of the other linkers, and compute ours."""
    files: dict[str, dict[str, list[Article]]] = {each.name: {} for each in peers()}
    for data_set in data_sets(bench.data):
        for peer in peers():
            path = peer.path(bench.data, data_set)
            if path.exists():
                files[peer.name][data_set] = read_articles(path)
    articles = {name: each for of_sets in files.values() for name, each in of_sets.items()}
    articles = {name: articles[name] for name in data_sets(bench.data)}
    join = Join(bench.kb, join_names(bench.data, articles))
    gold = {name: gold_documents(each, join) for name, each in articles.items()}
    linker = Linker(bench.kb)
    for_concepts = linker.with_options(spot="concepts", spotter=_LINK_PROBABILITY)
    raw, concepts, given = dict[str, Answered](), dict[str, Answered](), dict[str, Answered]()
    bench.progress.start("Linking the data sets", total=len(gold), unit="sets")
    for done, (name, documents) in enumerate(gold.items(), 1):
        raw[name], given[name] = link_raw(linker, documents, join), link_given(linker, documents, join)
        concepts[name] = link_raw(for_concepts, documents, join)
        bench.progress.update(done)
    bench.progress.finish(f"{len(gold)} data sets")
    theirs = {
        peer: {name: [each.answers for each in of_set] for name, of_set in of_sets.items()}
        for peer, of_sets in files.items()
        if of_sets
    }
    return Field(gold, {OURS: raw, CONCEPTS: concepts, **theirs}, given, bench.seed)


def _measured(field: Field) -> dict[str, dict[str, int]]:
    return {
        name: {
            "documents": len(gold),
            "mentions": sum(len(each.entities) + len(each.unknown) for each in gold),
            "with_entity": sum(len(each.entities) for each in gold),
            "in_kb": sum(len(each.counted(in_kb=True)) for each in gold),
        }
        for name, gold in field.gold.items()
    }


def _check(raw: Grid) -> dict[str, dict[str, Any]]:
    """The F1 that ELEVANT publishes for each linker, and the one scored here."""
    return {
        peer.name: {name: {"published": peer.f1[name], "scored": found["f1"]} for name, found in raw[peer.name].items()}
        for peer in peers()
        if peer.name in raw
    }
