"""Accuracy of links on the gold documents of the sample wiki: ``python -m reproduction sample-gold``.

Writes reproduction/results/sample-gold.{json,md}. The documents are short texts written for this project, in seven
kinds; some mentions mean something that the wiki does not have. The models are those of the package, none of which has
seen them. The methods use their recommended beta and no threshold, except in the last line of the table.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pairlinking as pl
from pairlinking.collective import compared_methods

OUT = Path(__file__).parent / "results" / "sample-gold"


def measure(linker: pl.Linker, documents: list[dict[str, Any]]) -> dict[str, float]:
    """Share of right answers: for mentions with an entity, for those in coherent documents, and for NIL mentions."""
    found: dict[str, list[bool]] = {"in_kb": [], "coherent": [], "nil": []}
    for document, gold in zip(linker.link_all(documents), documents, strict=True):
        for link, mention in zip(document, gold["mentions"], strict=True):
            title = None if link.entity is None else link.entity.title
            right = title == mention["entity"]
            found["nil" if mention["entity"] is None else "in_kb"].append(right)
            if mention["entity"] is not None and not gold["id"].startswith("sparse"):
                found["coherent"].append(right)
    return {name: round(sum(rights) / len(rights), 4) for name, rights in found.items()} | {
        f"n_{name}": len(rights) for name, rights in found.items()
    }


def main() -> None:
    """Measure and write."""
    text = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8")
    documents = [json.loads(line) for line in text.splitlines()]
    linker = pl.load("sample")
    everything = linker.with_options(threshold=0.0)
    settings = {
        "prior": everything.with_options(method="local", local="prior"),
        "local": everything.with_options(method="local"),
        **{name: everything.with_options(method=name) for name in compared_methods() if name != "local"},
        "pair-linking, ees alone": everything.with_options(relatedness="ees"),
        "pair-linking, recommended threshold": linker,
    }
    results = {name: measure(each, documents) for name, each in settings.items()}
    about = {"beta": linker.beta, "threshold": linker.threshold, "results": results}
    OUT.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    first = next(iter(results.values()))
    rows = [
        f"| {name} | {row['in_kb']:.1%} | {row['coherent']:.1%} | {row['nil']:.1%} |" for name, row in results.items()
    ]
    OUT.with_suffix(".md").write_text(
        f"""# Links in the sample's gold documents

Written by `python -m reproduction sample-gold`. {len(documents)} short texts written for this project, linked with the
sample wiki and the models of the package. Beta of Pair-Linking is {linker.beta:g}, other methods have the one
recommended for them. All mentions are linked, except in the last line, where the threshold is {linker.threshold:g}.

| | {first["n_in_kb"]} mentions with an entity | {first["n_coherent"]} of them in coherent texts | \
{first["n_nil"]} without one left unlinked |
| --- | --- | --- | --- |
{chr(10).join(rows)}
""",
        encoding="utf-8",
    )
