"""A catalogue of one's own: one JSON object a line.

``{"id": "Q1", "title": "Tiger", "aliases": ["Big cat"], "text": "A cat of [[Q2|Asia]].", "links": ["Q3"]}``, of which
only id and title are required. In `text`, ``[[id|anchor]]`` and ``[[id]]`` are links; nothing else is markup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from os import fspath
from pathlib import Path
from typing import NamedTuple

from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage, OnDamage, log_damage
from pairlinking.sources.streams import AnyPath, read_blocks
from pairlinking.sources.wikitext import Link

__all__ = ["Entity", "read_entities"]

LONGEST_LINE = 1 << 26  # bytes, as for a page of a dump: a few packed bytes can stand for gigabytes without a line end

_LINK = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")


class Entity(NamedTuple):
    """One line of a catalogue.

    Attributes
    ----------
    text
        Plain text, without the marks of links.
    links
        Links of the text; their `target` is an id.
    related
        Ids it links to beside those of the text.
    """

    id: str
    title: str
    aliases: tuple[str, ...]
    text: str
    links: tuple[Link, ...]
    related: tuple[str, ...]


def read_entities(
    *paths: AnyPath,
    on_damage: OnDamage = log_damage,
    allow_truncated: bool = False,
    on_read: Callable[[int], object] = lambda _: None,
) -> Iterator[Entity]:
    """Entities of a catalogue, plain or bzip2, in its order; of two lines with one id the first counts.

    Several files are one catalogue; `on_read` is told how many of their bytes have been read.

    Lines that are no JSON, lack id or title, repeat an id, or are longer than 64 MiB are reported to `on_damage` and
    skipped. Empty lines are fine.

    Raises
    ------
    SourceError
        The file is missing, cut short (see `read_blocks`), or holds no entity at all.
    """
    seen: dict[str, int] = {}
    before = 0
    for path in paths:
        name = fspath(path)
        blocks = read_blocks(
            path,
            on_damage=on_damage,
            allow_truncated=allow_truncated,
            on_read=lambda read, before=before: on_read(before + read),  # type: ignore[misc]
        )
        for number, line in enumerate(_lines(blocks), 1):
            if line is not None and not line.strip():
                continue
            entity = f"more than {LONGEST_LINE:,} bytes" if line is None else _parse(line)
            if isinstance(entity, str):
                on_damage(Damage(name, f"line {number}", entity))
            elif entity.id in seen:
                # The number of the line and not also its file: millions of ids are kept here.
                on_damage(Damage(name, f"line {number}", f"the id {entity.id!r} is that of line {seen[entity.id]}"))
            else:
                seen[entity.id] = number
                yield entity
        before += Path(name).stat().st_size
    if not seen:
        raise SourceError(
            f"{', '.join(fspath(path) for path in paths)} holds no entity. "
            'Each line must be a JSON object such as {"id": "Q1", "title": "Tiger"}.'
        )


def _lines(blocks: Iterator[bytes]) -> Iterator[bytes | None]:
    """Lines without their ends; None for one that is too long, which is never held in memory as a whole."""
    pending: list[bytes] = []
    size = 0
    for block in blocks:
        first, *others = block.split(b"\n")
        size += len(first)
        if size > LONGEST_LINE:
            pending.clear()
        else:
            pending.append(first)
        if others:
            yield b"".join(pending) if size <= LONGEST_LINE else None
            yield from others[:-1]
            pending = [others[-1]]
            size = len(others[-1])
    yield b"".join(pending) if size <= LONGEST_LINE else None


def _parse(line: bytes) -> Entity | str:
    """Give the entity, or what is wrong with the line."""
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return f"no UTF-8 at byte {error.start + 1} of the line"
    except json.JSONDecodeError as error:
        return f"no JSON ({error.msg} at column {error.colno})"
    except (RecursionError, ValueError) as error:  # brackets without end; a number of thousands of digits
        return f"no JSON that can be read ({error})"
    if not isinstance(record, dict):
        return f"a JSON object was expected, not {type(record).__name__}"
    identity, title = record.get("id"), record.get("title")
    if isinstance(identity, int) and not isinstance(identity, bool):
        identity = str(identity)
    if not isinstance(identity, str) or not identity:
        return "the field 'id' must be a string or a whole number"
    if not isinstance(title, str) or not title.strip():
        return "the field 'title' must be a string"
    aliases, related = _strings(record.get("aliases")), _strings(record.get("links"))
    text = record.get("text") or ""
    if aliases is None or related is None or not isinstance(text, str):
        return "'aliases' and 'links' must be lists of strings, and 'text' a string"
    if b"\\u" in line:  # only an escape can name what no UTF-8 can hold, or what no name should
        every = "".join((identity, title, text, *aliases, *related))
        if "\0" in every or any("\ud800" <= character <= "\udfff" for character in every):
            return "a string holds a NUL or half of a surrogate pair"
    return Entity(identity, title.strip(), aliases, *_plain(text), related)


def _strings(value: object) -> tuple[str, ...] | None:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(each, str | int) for each in value):
        return None
    return tuple(map(str, value))


def _plain(text: str) -> tuple[str, tuple[Link, ...]]:
    """Text without the marks of links, and the links."""
    pieces: list[str] = []
    links: list[Link] = []
    position = last = 0
    for found in _LINK.finditer(text):
        before, target = text[last : found.start()], found[1].strip()
        anchor = found[2] or found[1]
        position += len(before)
        shown = anchor.strip()
        start = position + anchor.find(shown)
        if shown:
            links.append(Link(start, start + len(shown), target, shown))
        position += len(anchor)
        pieces += (before, anchor)
        last = found.end()
    return "".join([*pieces, text[last:]]), tuple(links)
