"""``pairlinking kb list``: the installed knowledge bases, which can be opened by name."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pairlinking.errors import KnowledgeBaseError
from pairlinking.interfaces.cli.show import Table, show

__all__ = ["list_kbs"]


def list_kbs(json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False) -> None:
    """List the installed knowledge bases; every command accepts their names as --kb."""
    from pairlinking.building.named import default_kb, installed_kbs

    default = default_kb()
    found = [{"name": name, "default": name == default, **_about(name)} for name in installed_kbs()]
    columns = ("name", "entities", "bytes", "folder")
    rows = [[each.get(column, "") for column in columns] for each in found]
    show(
        {"default": default, "installed": found},
        [Table(f"Installed knowledge bases (default: {default})", columns, rows)],
        json=json,
    )


def _about(name: str) -> dict[str, Any]:
    """Folder, entities and size; less if the sample is not built yet, or if a package is broken."""
    from pairlinking.building.named import kb_folder
    from pairlinking.kb.manifest import read_manifest

    try:
        folder = kb_folder(name)
    except KnowledgeBaseError as error:
        return {"folder": None, "problem": str(error)}
    try:
        manifest = read_manifest(folder)
    except KnowledgeBaseError:
        return {"folder": str(folder)}
    size = sum(record.bytes for record in manifest.files.values())
    return {"folder": str(folder), "entities": manifest.counts.get("entities", 0), "bytes": size}
