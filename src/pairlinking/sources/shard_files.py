"""Files of one shard, written in any process: its tables, then the record that marks it as complete."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from pairlinking.sources.damage import Damage
from pairlinking.sources.facts import NO_FACTS, Facts
from pairlinking.sources.jsonl import Entity
from pairlinking.sources.mediawiki import Chunk, parse_pages
from pairlinking.sources.page_facts import FactFinder
from pairlinking.sources.site import Site
from pairlinking.sources.stretches import Stretch, read_stretch
from pairlinking.sources.tables import Tables
from pairlinking.sources.wikitext import Link, scan
from pairlinking.text.sentences import sentence_spans

__all__ = ["ShardFiles", "ShardRecord", "write_additions", "write_chunk", "write_entities", "write_rows"]
__all__ += ["write_stretch"]


class ShardRecord(TypedDict):
    """Contents of the JSON file of a shard."""

    counts: dict[str, int]
    damage: list[Damage]


@dataclass(frozen=True)
class ShardFiles:
    """Where shards are written, and the records of complete ones."""

    folder: Path
    records: Path

    def finish(self, tables: Tables, damage: list[Damage], **more: int) -> ShardRecord:
        """Write a shard and, last, its record."""
        tables.write(self.folder)
        record: ShardRecord = {"counts": {**tables.counts(), **more}, "damage": damage}
        part = self.records / f"{tables.shard}.part"
        part.write_text(json.dumps(record))
        os.replace(part, self.records / f"{tables.shard}.json")
        return record

    def finished(self, shard: str) -> ShardRecord | None:
        """The record of a shard; None if it is not complete."""
        try:
            record = json.loads((self.records / f"{shard}.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return {"counts": record["counts"], "damage": [Damage(*each) for each in record["damage"]]}


def write_stretch(
    stretch: Stretch,
    allow_truncated: bool,
    site: Site,
    kinds: Mapping[str, str] | None,
    files: ShardFiles,
    shard: str,
) -> ShardRecord:
    """Write pages of a dump that this process unpacks itself."""
    damage: list[Damage] = []
    chunk = read_stretch(stretch, on_damage=damage.append, allow_truncated=allow_truncated)
    return _write_pages(chunk, site, kinds, files, shard, damage)


def write_chunk(
    chunk: Chunk, site: Site, kinds: Mapping[str, str] | None, files: ShardFiles, shard: str
) -> ShardRecord:
    """Write pages of a dump, with facts by the table of kinds; without that table, redirects only."""
    return _write_pages(chunk, site, kinds, files, shard, [])


def _write_pages(
    chunk: Chunk, site: Site, kinds: Mapping[str, str] | None, files: ShardFiles, shard: str, damage: list[Damage]
) -> ShardRecord:
    """Write pages; damage found in them is added to that found before."""
    tables = Tables(shard)
    facts = FactFinder(site, kinds or {})
    other = 0
    for page in parse_pages(chunk, site, on_damage=damage.append):
        if page.namespace != 0:
            other += 1
        elif page.redirect is not None:
            tables.add("redirects", page.title, page.redirect, page.id)
        elif kinds is None:
            continue
        elif tables.has_page(page.title):
            damage.append(Damage(chunk.path, f"page {page.id}", f"the page {page.title!r} appears a second time"))
        else:
            scanned = scan(page.text, site, title=page.title)
            tables.add_page(
                page.title,
                page.title,
                scanned.text,
                scanned.links,
                scanned.sentences,
                number=page.id,
                is_disambiguation=scanned.is_disambiguation,
            )
            if not scanned.is_disambiguation:
                _add_facts(tables, page.title, facts.find(page.title, page.text, scanned))
    return files.finish(tables, damage, other_namespaces=other)


def write_entities(entities: Sequence[Entity], files: ShardFiles, shard: str) -> ShardRecord:
    """Write lines of a catalogue, each an entity."""
    tables = Tables(shard)
    for entity in entities:
        links = [*entity.links]
        links += [Link(-1, -1, target, "", "listed") for target in entity.related]
        links += [Link(-1, -1, entity.id, alias, "alias") for alias in entity.aliases if alias.strip()]
        spans = sentence_spans(entity.text, entity.links)
        tables.add_page(entity.id, entity.title, entity.text, links, spans, number=entity.line)
        _add_other_names(tables, entity)
        _add_facts(tables, entity.id, entity.facts)
    return files.finish(tables, [])


def write_additions(entities: Sequence[Entity], files: ShardFiles, shard: str) -> ShardRecord:
    """Write lines of a catalogue that add to entities of other files."""
    tables = Tables(shard)
    for entity in entities:
        names = dict.fromkeys((entity.title, *entity.aliases))
        for alias in names:
            if alias.strip() and alias != entity.id:
                tables.add("aliases", entity.id, " ".join(alias.split()), entity.line)
        for target in dict.fromkeys((*entity.related, *(link.target for link in entity.links))):
            tables.add("added_links", entity.id, target, entity.line)
        _add_other_names(tables, entity)
        _add_facts(tables, entity.id, entity.facts)
    return files.finish(tables, [])


def write_rows(table: str, rows: Sequence[tuple[Any, ...]], files: ShardFiles, shard: str) -> ShardRecord:
    """Write rows of one table, as they are."""
    tables = Tables(shard)
    tables.rows[table] = list(rows)
    return files.finish(tables, [])


def _add_other_names(tables: Tables, entity: Entity) -> None:
    for other in entity.same_as:
        tables.add("same_as", entity.id, other, entity.line)


def _add_facts(tables: Tables, page: str, facts: Facts) -> None:
    if facts != NO_FACTS:
        tables.add("facts", page, *facts)
