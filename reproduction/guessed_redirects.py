"""Accuracy of guessed redirects: those guessed for a dump, compared with real ones that the dump lacks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from pairlinking._support.progress import Silent
from pairlinking.building import EntityOptions
from pairlinking.building.engine import DuckDBEngine, Engine
from pairlinking.building.joining import find_joins
from pairlinking.building.relate import relate
from pairlinking.sources import read_pages, write_tables

__all__ = ["Guesses", "guess", "judge", "main"]

_SHOWN = 25


class Guesses(NamedTuple):
    """Results of a build: guessed redirects, those from spellings, the dump's own, linked names, and entities."""

    guessed: Mapping[str, str]
    spelled: frozenset[str]
    redirects: Mapping[str, str]
    linked: frozenset[str]
    entities: frozenset[str]


def guess(dumps: Sequence[Path], folder: Path, *, min_links: int = 2) -> Guesses:
    """Read dumps and guess their missing redirects; `folder` is for intermediate files."""
    write_tables(dumps, folder / "tables", folder / "records")
    with closing(DuckDBEngine(folder / "relations.duckdb")) as engine:
        find_joins(engine, folder / "tables", folder / "joins", [])
        options = EntityOptions(entities="linked", min_links=min_links)
        relate(engine, folder / "tables", folder / "joins", options, Silent())
        return Guesses(
            dict(_rows(engine, "SELECT page, target FROM missing_redirects")),
            frozenset(page for (page,) in _rows(engine, "SELECT page FROM spelled")),
            dict(_rows(engine, "SELECT page, target FROM redirect_ends")),
            frozenset(target for (target,) in _rows(engine, "SELECT DISTINCT target FROM anchored"))
            | frozenset(page for (page,) in _rows(engine, "SELECT page FROM missing_redirects")),
            frozenset(key for (key,) in _rows(engine, "SELECT key FROM entities")),
        )


def judge(found: Guesses, real: Mapping[str, str]) -> dict[str, Any]:
    """Precision and recall of guesses; `real` are redirects with their targets, by title.

    A guess is judged if its name is a real redirect, and is right if both lead to the same entity. A real redirect that
    the dump lacks should be found if the dump links its name and has an entity that it leads to; it is found if name
    and target are the same entity.
    """

    def entity(title: str) -> str:
        for _ in range(4):
            title = found.redirects.get(title) or found.guessed.get(title) or title
        return title

    def same(one: str, other: str) -> bool:
        return entity(one) == entity(other) or real.get(entity(one), entity(one)) == real.get(other, other)

    judged = {name: target for name, target in found.guessed.items() if name in real}
    right = {name for name, target in judged.items() if same(target, real[name])}
    missing = {
        name: target
        for name, target in real.items()
        if name not in found.redirects and name in found.linked and entity(target) in found.entities
    }
    one = {name for name, target in missing.items() if entity(name) == entity(target)}
    return {
        "guessed": len(found.guessed),
        "rules": {
            rule: _share(judged.keys() & names, right)
            for rule, names in (("spelling", found.spelled), ("name", found.guessed.keys() - found.spelled))
        },
        "precision": _share(judged, right),
        "recall": _share(missing, one),
        "wrong": [[name, judged[name], real[name]] for name in sorted(judged.keys() - right)],
        "missed": [[name, missing[name]] for name in sorted(missing.keys() - one)],
    }


def _share(of: Iterable[str], hits: set[str]) -> dict[str, Any]:
    names = set(of)
    n = len(names & hits)
    return {"hits": n, "of": len(names), "share": round(n / len(names), 4) if names else None}


def report(figures: Mapping[str, Any]) -> str:
    """The figures as Markdown."""
    rows = [("all guesses", figures["precision"]), *((f"by {rule}", each) for rule, each in figures["rules"].items())]
    table = "\n".join(f"| {name} | {each['of']:,} | {each['hits']:,} | {_percent(each)} |" for name, each in rows)
    recall = figures["recall"]
    wrong = "\n".join(f"| {name} | {ours} | {theirs} |" for name, ours, theirs in figures["wrong"][:_SHOWN])
    return f"""# Guessed redirects

Sources: {", ".join(figures["sources"])}; real redirects: {", ".join(figures["real"])}.

{figures["guessed"]:,} redirects were guessed. Those whose name is a real redirect can be judged:

| | judged | right | precision |
| --- | --- | --- | --- |
{table}

Of {recall["of"]:,} real redirects that the dump lacks, but whose name it links and whose target it has,
{recall["hits"]:,} were found: a recall of {_percent(recall)}.

The first guesses that lead elsewhere; some are only another title of the same thing:

| name | guessed | real |
| --- | --- | --- |
{wrong}
"""


def _percent(share: Mapping[str, Any]) -> str:
    return "" if share["share"] is None else f"{share['share']:.1%}"


def main(dumps: Sequence[Path], real: Sequence[Path], out: Path) -> None:
    """Write OUT.json and OUT.md."""
    targets = {page.title: page.redirect for path in real for page in read_pages(path) if page.redirect}
    with TemporaryDirectory() as folder:
        found = guess(dumps, Path(folder))
    figures = {"sources": [path.name for path in dumps], "real": [path.name for path in real], **judge(found, targets)}
    out.with_suffix(".json").write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    out.with_suffix(".md").write_text(report(figures), encoding="utf-8")
    print(report(figures))


def _rows(engine: Engine, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for batch in engine.read(sql) for row in batch.to_pylist()]
