"""``pairlinking kb info``: what a knowledge base was made from, what it holds, and what its figures mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from pairlinking.interfaces.cli.opening import open_first
from pairlinking.interfaces.cli.show import Table, show

__all__ = ["kb_info"]

_COUNTS = {
    "entities": "what mentions can be linked to",
    "surface_forms": "different names of entities",
    "ambiguous_forms": "names that several entities share",
    "name_parts": "parts of names, such as surnames, that are looked up too",
    "pages": "pages or catalogue lines that were read",
    "disambiguation_pages": "pages that list the meanings of a name; not entities",
    "other_namespaces": "talk, help and other pages, which are skipped",
    "repeated_pages": "pages that occur in several sources",
    "joined_pages": "entities that two sources have in common",
    "redirects": "other titles that lead to an entity",
    "guessed_redirects": "titles that have no page and probably mean an entity",
    "dangling_redirects": "redirects that lead to no entity",
    "circular_redirects": "redirects that lead to each other",
    "links": "links between pages; P(e|m) is counted from their anchors",
    "in_links": "pairs of a page and an entity it links to; relatedness is computed from them",
    "dangling_links": "links to pages that are not entities here",
    "sentences": "sentences that were read",
    "counted_pages": "pages on which names were counted, to learn which are usually linked",
    "counted_forms": "names that occur on these pages",
    "profiles": "entities with words that are typical of them",
    "profile_pages": "pages these words come from",
    "descriptions": "entities described in a few words",
    "kinds": "entities whose kind (person, place ...) is known",
    "vectors": "words and entities with a vector",
    "corpus_tokens": "words and links that vectors were learned from",
    "epochs": "passes over these",
    "held_out_pages": "pages held out of everything, for evaluation",
    "held_out_documents": "of these, pages with a link",
    "held_out_mentions": "links on held-out pages",
    "held_out_linked": "of these, links to an entity here",
    "unknown_aliases": "names of entities that no source has; skipped",
    "unknown_links": "links from or to entities that no source has; skipped",
    "conflicting_titles": "ids with different titles in two files; the first is used",
    "conflicting_same_as": "entities of one file that are declared the same; they stay separate",
    "unknown_same_as": "names in same_as that no source has; ignored",
    "conflicting_redirects": "redirects with another target in an earlier file, which is used",
    "redirects_with_page": "redirects whose title has a page of its own, which is used",
    "ids_by_case": "ids that differ from another only by case; they are separate entities",
}
_PARAMETERS = {
    "models checked_accuracy": "share of ambiguous mentions that local confidence gets right on pages not learned from",
    "models checked_accuracy_of_pair_linking": "the same for Pair-Linking",
    "models checked_accuracy_of_prior": "the same for the most frequent meaning",
    "models beta": "recommended weight of relatedness",
    "entities holdout": "share of pages held out for evaluation",
    "entities learn": "share of pages that models learn from",
    "entities min_links": "pages that must link to an entity without a page",
}
_SHORT = 60  # characters of a value that fit into a table


def kb_info(
    args: Annotated[list[str] | None, typer.Argument(metavar="[KB]")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Show what a knowledge base holds, what its figures mean, and how it was made."""
    kb, _ = open_first(args or [], 0, "info [KB]")
    manifest = kb.manifest
    sizes: dict[str, int] = {}
    for name, record in manifest.files.items():
        folder = name.split("/")[0]
        sizes[folder] = sizes.get(folder, 0) + record.bytes
    known = [name for name in _COUNTS if name in manifest.counts]
    counts = [*known, *(name for name in manifest.counts if name not in _COUNTS)]
    show(
        {
            "path": str(kb.path),
            "id": manifest.id,
            "format_version": manifest.format_version,
            "sources": manifest.sources,
            "parameters": manifest.parameters,
            "counts": manifest.counts,
            "damage": manifest.damage,
            "bytes": sizes,
        },
        [
            Table(
                f"{kb.path} ({manifest.id})", ("source", "bytes"), [(s["name"], s["bytes"]) for s in manifest.sources]
            ),
            Table(
                "Counts",
                ("what", "how many", "meaning"),
                [(_words(name), manifest.counts[name], _COUNTS.get(name, "")) for name in counts],
            ),
            Table("Sizes", ("folder", "bytes"), [*sizes.items(), ("all", sum(sizes.values()))]),
            Table("Parameters", ("name", "value", "meaning"), list(_parameters(manifest.parameters))),
            Table("Damage", ("what was skipped",), [(each,) for each in manifest.damage.get("first", [])]),
            Table("Conflicts", ("what does not fit",), [(each,) for each in manifest.damage.get("conflicts", [])]),
        ],
        json=json,
    )


def _words(name: str) -> str:
    """A name for people; same_as is the name of a field and keeps its underscore."""
    return name.replace("_", " ").replace("same as", "same_as")


def _parameters(parameters: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Rows of the table: part and name, value, meaning. Long values are numbers of models, meant for programs."""
    for part, values in parameters.items():
        for name, value in (values or {"": "none"}).items():
            key = f"{part} {name}"
            shown = value if len(str(value)) <= _SHORT else "(see --json)"
            yield key.replace("_", " ").strip(), shown, _PARAMETERS.get(key, "")
