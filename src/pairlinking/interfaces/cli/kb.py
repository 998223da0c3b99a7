"""``pairlinking kb``: inspect, verify and shrink a knowledge base."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pairlinking._support.counting import counted
from pairlinking.interfaces.cli.help import App, ordered
from pairlinking.interfaces.cli.kb_info import kb_info
from pairlinking.interfaces.cli.kb_list import list_kbs
from pairlinking.interfaces.cli.kb_shrink import shrink_kb
from pairlinking.interfaces.cli.opening import misuse, open_first
from pairlinking.interfaces.cli.show import Table, show

__all__ = ["app"]

app = App(
    cls=ordered("list", "info", "lookup", "entity", "related", "verify", "shrink"),
    no_args_is_help=True,
    help="Inspect a knowledge base. KB is a folder, or the name of an installed one.",
)
app.command("list")(list_kbs)
app.command("info")(kb_info)
app.command("shrink")(shrink_kb)

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="How many rows of each kind to show.")]


@app.command()
def lookup(
    args: Annotated[list[str], typer.Argument(metavar="[KB] SURFACE")], limit: Limit = 20, json: Json = False
) -> None:
    """Show what a surface form can mean, with P(e|m)."""
    from pairlinking.kb.dictionary import ORIGINS

    kb, (form,) = open_first(args, 1, "lookup [KB] SURFACE")
    found, how = kb.dictionary.lookup(form), "exact"
    if found is None:
        found, how = kb.dictionary.lookup_folded(form), "ignoring case and accents"
    rows: list[dict[str, Any]] = []
    if found is not None:
        for entity, count, origins, prior in zip(*found, found.prior, strict=True):
            rows.append(
                {
                    "entity": kb.title(int(entity)),
                    "key": kb.key(int(entity)),
                    "prior": round(float(prior), 6),
                    "count": int(count),
                    "origins": [name for bit, name in ORIGINS.items() if origins & bit],
                }
            )
    shown = rows[:limit]
    title = (
        f"{form!r} ({how}): {counted(len(rows), 'entity', 'entities')}"
        if rows
        else f"{form!r} is not a surface form of {kb.path}"
    )
    show(
        {"form": form, "match": how if rows else None, "candidates": rows},
        [
            Table(
                title,
                ("entity", "P(e|m)", "count", "known from"),
                [(r["entity"], f"{r['prior']:.4f}", r["count"], ", ".join(r["origins"])) for r in shown],
                more=len(rows) - len(shown),
            )
        ],
        json=json,
    )
    if not rows:
        raise typer.Exit(1)


@app.command()
def entity(
    args: Annotated[list[str], typer.Argument(metavar="[KB] TITLE")], limit: Limit = 10, json: Json = False
) -> None:
    """Show an entity: in-links, redirects, surface forms, and the nearest entities by each measure."""
    from pairlinking.relatedness import MEASURES, measure, nearest

    kb, (name,) = open_first(args, 1, "entity [KB] TITLE")
    number = kb.find(name)
    in_links = [kb.title(int(page)) for page in kb.in_links(number) if page != number]
    redirects, forms = kb.redirects_of(number), kb.surface_forms(number)
    facts = kb.facts(number)
    names = [each for each in MEASURES if each != "ees" or kb.has_vectors]
    near = {
        each: [(kb.title(other), round(score, 6)) for other, score in nearest(measure(each, kb=kb), number, limit)]
        for each in names
    }
    show(
        {
            "entity": kb.title(number),
            "key": kb.key(number),
            "number": number,
            **{name: value for name, value in facts.items() if name not in ("id", "title")},
            "in_links": in_links,
            "redirects": redirects,
            "surface_forms": [{"form": form, "count": count} for form, count in forms],
            "nearest": {each: [{"entity": t, "score": s} for t, s in found] for each, found in near.items()},
        },
        [
            Table(kb.title(number), ("fact", "value"), [(name, str(value)) for name, value in facts.items()]),
            Table(f"{kb.title(number)}: surface forms", ("form", "count"), forms[:limit], more=len(forms) - limit),
            Table("Redirects", ("name",), [(each,) for each in redirects[:limit]], more=len(redirects) - limit),
            Table(
                f"Linked from {counted(len(in_links), 'page')}",
                ("page",),
                [(p,) for p in in_links[:limit]],
                more=len(in_links) - limit,
            ),
            *(Table(f"Nearest by {each}", ("entity", "score"), found) for each, found in near.items()),
        ],
        json=json,
    )


@app.command()
def related(
    args: Annotated[list[str], typer.Argument(metavar="[KB] A B")], limit: Limit = 20, json: Json = False
) -> None:
    """Show the relatedness of two entities by every measure, and the pages that link to both."""
    import numpy as np

    from pairlinking.relatedness import measure

    kb, (left_name, right_name) = open_first(args, 2, "related [KB] A B")
    left, right = kb.find(left_name), kb.find(right_name)
    names = ("wlm", "njs", "ees", "njs+ees") if kb.has_vectors else ("wlm", "njs")
    scores = {each: measure(each, kb=kb).score(left, right) for each in names}
    shared = [kb.title(int(page)) for page in np.intersect1d(kb.in_links(left), kb.in_links(right))]
    title = f"{kb.title(left)} and {kb.title(right)}"
    sizes = [len(kb.in_links(left)), len(kb.in_links(right))]
    show(
        {
            "entities": [kb.title(left), kb.title(right)],
            "in_links": sizes,
            "scores": {each: round(score, 6) for each, score in scores.items()},
            "shared_in_links": shared,
        },
        [
            Table(title, ("measure", "score"), [(each, f"{score:.4f}") for each, score in scores.items()]),
            Table(
                f"{counted(len(shared), 'page links', 'pages link')} to both; {sizes[0]:,} to one, {sizes[1]:,} to the "
                "other",
                ("page",),
                [(page,) for page in shared[:limit]],
                more=len(shared) - limit,
            ),
        ],
        json=json,
    )


@app.command()
def verify(args: Annotated[list[str] | None, typer.Argument(metavar="[KB]")] = None, json: Json = False) -> None:
    """Check every checksum and every index of a knowledge base."""
    from pairlinking._support.progress import adding
    from pairlinking._support.terminal import TerminalProgress
    from pairlinking.building.named import kb_folder
    from pairlinking.interfaces.cli.opening import open_kb
    from pairlinking.kb import verify as verify_folder

    if args and len(args) > 1:
        raise misuse(args, "verify [KB]")
    with TerminalProgress(stopped="Stopped.") as progress:
        path = kb_folder(args[0]) if args else open_kb(None, progress).path
        total = sum(each.stat().st_size for each in path.rglob("*") if each.is_file())
        progress.start("Hashing the files", total=total, unit="B")
        verify_folder(path, adding(progress))
        progress.finish()
    show({"path": str(path), "whole": True}, [Table(f"{path} is intact", (), [])], json=json)
