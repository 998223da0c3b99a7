"""Rows of the tables made from files of names and SQL dumps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from pairlinking.sources.damage import Damage
from pairlinking.sources.inputs import InputFile
from pairlinking.sources.name_tables import read_names
from pairlinking.sources.site import Site
from pairlinking.sources.sql_dumps import read_rows

__all__ = ["PROPS", "alias_rows", "redirect_rows", "sql_rows"]

PROPS = {
    "wikibase_item": "wikidata",
    "wikibase-shortdesc": "description",
    "page_image_free": "image",
    "page_image": "image",
}
"""Page properties that are read, and the fact that each provides."""

_Rows: TypeAlias = Iterator[tuple[Any, ...]]
_Options: TypeAlias = Mapping[str, Any]


def redirect_rows(file: InputFile, site: Site | None, options: _Options) -> _Rows:
    """Rows of ``redirects``. With a dump, titles are spelled as in its wiki; otherwise they are unchanged ids."""
    for name, target, line in read_names(file.path, **options):
        page, leads_to = (site.normalize(name), site.normalize(target)) if site else (name, target)
        if page == leads_to or not page or not leads_to:
            options["on_damage"](Damage(file.path, f"line {line}", f"the redirect {name!r} leads to itself"))
        else:
            yield page, leads_to, line


def alias_rows(file: InputFile, site: Site | None, options: _Options) -> _Rows:
    """Rows of ``aliases``."""
    for name, target, line in read_names(file.path, **options):
        yield (site.normalize(target) if site else target), " ".join(name.split()), line


def sql_rows(file: InputFile, site: Site, options: _Options) -> tuple[str, _Rows]:
    """Name and rows of the table made from a SQL dump."""
    if file.table == "page":
        return "numbered_pages", _numbered_pages(file, site, options)
    if file.table == "redirect":
        return "numbered_redirects", _numbered_redirects(file, site, options)
    return "page_props", _page_props(file, options)


def _numbered_pages(file: InputFile, site: Site, options: _Options) -> _Rows:
    for line, (number, namespace, title) in read_rows(file.path, **options):
        if namespace == b"0" and (found := _number(file, line, number, options)) is not None:
            yield found, site.normalize(title.decode(errors="replace"))


def _numbered_redirects(file: InputFile, site: Site, options: _Options) -> _Rows:
    for line, (number, namespace, title, interwiki) in read_rows(file.path, **options):
        elsewhere = interwiki not in (b"", b"NULL")
        if namespace == b"0" and not elsewhere and (found := _number(file, line, number, options)) is not None:
            yield found, site.normalize(title.decode(errors="replace"))


def _page_props(file: InputFile, options: _Options) -> _Rows:
    for line, (number, name, value) in read_rows(file.path, **options):
        prop = PROPS.get(name.decode(errors="replace"))
        if prop is not None and (found := _number(file, line, number, options)) is not None:
            yield found, name.decode(), value.decode(errors="replace").replace("\0", "")


def _number(file: InputFile, line: int, number: bytes, options: _Options) -> int | None:
    """Number of a page; None, and reported, if it is invalid."""
    if number.isdigit() and len(number) < 19:
        return int(number)
    options["on_damage"](Damage(file.path, f"line {line}", f"{number[:40]!r} where the number of a page was expected"))
    return None
