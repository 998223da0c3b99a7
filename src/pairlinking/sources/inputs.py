"""The files that a knowledge base is built from: their kinds, roles and order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import fspath
from typing import Literal, NamedTuple, TypeAlias

from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage
from pairlinking.sources.mediawiki import read_site
from pairlinking.sources.site import Site
from pairlinking.sources.sql_dumps import read_head
from pairlinking.sources.streams import AnyPath, read_blocks

__all__ = ["InputFile", "Inputs", "Kind", "Role", "is_catalogue", "kind_of"]

Kind: TypeAlias = Literal["dump", "catalogue", "sql", "names"]
Role: TypeAlias = Literal["source", "redirects", "aliases", "page_props"]
_KINDS: dict[Role, tuple[Kind, ...]] = {
    "source": ("dump", "catalogue"),
    "redirects": ("names", "sql", "dump"),
    "aliases": ("names", "catalogue"),
    "page_props": ("sql",),
}
_KIND_NAMES: dict[Kind, str] = {
    "dump": "a MediaWiki dump (XML)",
    "catalogue": "a catalogue (JSON lines)",
    "sql": "a SQL dump",
    "names": "a table of names (TSV)",
}


class InputFile(NamedTuple):
    """One file, with its place in the order of precedence; the names of its shards begin with that number."""

    number: int
    role: Role
    kind: Kind
    path: str
    table: str = ""

    @property
    def prefix(self) -> str:
        """Prefix of the names of its shards."""
        return f"{self.number:03}"


@dataclass(frozen=True)
class Inputs:
    """The files that a knowledge base is made from.

    Parameters
    ----------
    sources
        MediaWiki dumps and catalogues, in order of precedence. Their pages and lines become entities.
    redirects
        Other titles of pages: tables of title and target, MediaWiki's ``redirect.sql.gz`` with its ``page.sql.gz``, or
        dumps of which only the redirects are used.
    aliases
        Other names of entities: tables of name and entity, or catalogues whose lines add names, links and facts to
        entities of the other files, and no entities.
    page_props
        MediaWiki's ``page_props.sql.gz``: Wikidata items, descriptions and pictures of the pages of the dumps.
    kinds
        More rows (noun, tab, kind) for the table that derives kinds of pages from their infoboxes, categories and
        first sentences.
    """

    sources: Sequence[AnyPath]
    redirects: Sequence[AnyPath] = ()
    aliases: Sequence[AnyPath] = ()
    page_props: Sequence[AnyPath] = ()
    kinds: AnyPath | None = None

    @property
    def paths(self) -> list[AnyPath]:
        """All files, in order."""
        kinds = [] if self.kinds is None else [self.kinds]
        return [*self.sources, *self.redirects, *self.aliases, *self.page_props, *kinds]

    def files(self) -> list[InputFile]:
        """All files with their kinds; raises `SourceError` if one does not fit its role, or belongs to another wiki."""
        roles: list[tuple[Role, Sequence[AnyPath]]] = [
            ("source", self.sources),
            ("redirects", self.redirects),
            ("aliases", self.aliases),
            ("page_props", self.page_props),
        ]
        found: list[InputFile] = []
        for role, paths in roles:
            for path in paths:
                kind = kind_of(path)
                if kind not in _KINDS[role]:
                    expected = " or ".join(_KIND_NAMES[each] for each in _KINDS[role])
                    option = "" if role == "source" else f" for --{role.replace('_', '-')}"
                    raise SourceError(f"{fspath(path)} is {_KIND_NAMES[kind]}, but {expected} was expected{option}.")
                table = read_head(path).table if kind == "sql" else ""
                found.append(InputFile(len(found), role, kind, fspath(path), table))
        self._check_tables(found)
        return found

    def site(self) -> Site | None:
        """The wiki of the first dump; None without dumps."""
        dumps = (path for path in self.sources if not is_catalogue(path))
        return next((read_site(path) for path in dumps), None)

    def _check_tables(self, files: list[InputFile]) -> None:
        tables = {file.table for file in files if file.role == "redirects"}
        if "redirect" in tables and "page" not in tables:
            raise SourceError(
                "A dump of the table 'redirect' has no titles. Name that of 'page' too, with --redirects."
            )
        for file in files:
            if file.table and (file.table == "page_props") != (file.role == "page_props"):
                other = "--redirects" if file.role == "page_props" else "--page-props"
                raise SourceError(f"{file.path} is a dump of the table {file.table!r}. Name it with {other}.")
        wiki = (self.site() or Site()).database
        for file in files:
            database = read_head(file.path).database if file.kind == "sql" else ""
            if wiki and database and wiki != database:
                raise SourceError(
                    f"{file.path} belongs to {database!r}, but the dump to {wiki!r}. Use files of one wiki."
                )


def kind_of(path: AnyPath) -> Kind:
    """Kind of a file, from its first bytes."""
    damage: list[Damage] = []
    for block in read_blocks(path, allow_truncated=True, on_damage=damage.append):
        start = block.lstrip(b"\xef\xbb\xbf \t\r\n")
        if not start:
            continue
        if start.startswith(b"<"):
            return "dump"
        if start.startswith(b"{"):
            return "catalogue"
        sql = start.startswith((b"-- ", b"/*", b"INSERT INTO `", b"CREATE TABLE", b"DROP TABLE"))
        return "sql" if sql else "names" if b"\t" in start.partition(b"\n")[0] else "catalogue"
    if damage:
        raise SourceError(f"{damage[0].path}, {damage[0].place}: {damage[0].reason}. Nothing in it can be read.")
    raise SourceError(f"{fspath(path)} is empty. A MediaWiki dump, a catalogue or a table was expected.")


def is_catalogue(path: AnyPath) -> bool:
    """Whether the file contains JSON lines."""
    return kind_of(path) == "catalogue"
