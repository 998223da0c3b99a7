"""Your own catalogue: one JSON object per line.

``{"id": "Q1", "title": "Tiger", "aliases": ["Big cat"], "text": "A cat of [[Q2|Asia]].", "links": ["Q3"]}``, of which
only id and title are required. In `text`, ``[[id|anchor]]`` and ``[[id]]`` are links; nothing else is markup.
`same_as` names the same entity in other sources; `description`, `type`, `wikidata`, `image` and `url` are facts to
show, and all other fields are kept as they are.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from os import fspath
from pathlib import Path
from typing import Any, NamedTuple

from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage, OnDamage, log_damage
from pairlinking.sources.facts import NO_FACTS, Facts
from pairlinking.sources.lines import read_lines
from pairlinking.sources.streams import AnyPath
from pairlinking.sources.wikitext import Link

__all__ = ["Entity", "read_entities"]

_FIELDS = ("id", "title", "aliases", "text", "links", "same_as")
_FACTS = {"description": "description", "type": "kind", "kind": "kind", "wikidata": "wikidata", "image": "image"}
_FACTS |= {"url": "url"}
_KNOWN = (*_FIELDS, *_FACTS)
# Other common names for these fields, which similar spelling would not reveal.
_OTHER_WORDS = {"synonyms": "aliases", "names": "aliases", "altlabel": "aliases", "altlabels": "aliases"}
_OTHER_WORDS |= {"name": "title", "label": "title", "abstract": "text", "body": "text"}
_MOST_FIELDS = 1000  # names remembered at most
_LINK = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")


class Entity(NamedTuple):
    """One line of a catalogue.

    Attributes
    ----------
    text
        Plain text, without link markup.
    links
        Links of the text; their `target` is an id.
    related
        Ids it links to besides those in the text.
    same_as
        Names of the same entity elsewhere: titles, Wikidata items, ids of other catalogues.
    facts
        What else the line contains.
    line
        Line number, from 1.
    """

    id: str
    title: str
    aliases: tuple[str, ...]
    text: str
    links: tuple[Link, ...]
    related: tuple[str, ...]
    same_as: tuple[str, ...] = ()
    facts: Facts = NO_FACTS
    line: int = 0


def read_entities(
    *paths: AnyPath,
    on_damage: OnDamage = log_damage,
    allow_truncated: bool = False,
    on_read: Callable[[int], object] = lambda _: None,
) -> Iterator[Entity]:
    """Entities of a catalogue, plain or packed, in order; of several lines with one id, the first counts.

    Several files form one catalogue; `on_read` is called with the number of their bytes read so far.

    Lines that are not JSON, lack id or title, repeat an id, or are longer than 64 MiB are reported to `on_damage` and
    skipped. Empty lines are allowed.

    Raises
    ------
    SourceError
        A file is missing or cut short (see `read_blocks`), or there is no entity at all.
    """
    seen: dict[str, int] = {}
    first_error = ""
    fields = _Fields()
    before = 0
    for path in paths:
        name = fspath(path)
        lines = read_lines(
            path,
            on_damage=on_damage,
            allow_truncated=allow_truncated,
            on_read=lambda read, before=before: on_read(before + read),  # type: ignore[misc]
        )
        for number, line in lines:
            entity = _parse(line, number, fields)
            for reason in fields.doubtful():
                on_damage(Damage(name, f"line {number}", reason, is_skipped=False))
            if isinstance(entity, str):
                first_error = first_error or f" Line {number}: {entity}."
                on_damage(Damage(name, f"line {number}", entity))
            elif entity.id in seen:
                # Only the line number, without the file: millions of ids are kept here.
                on_damage(
                    Damage(name, f"line {number}", f"duplicate id {entity.id!r}, first used in line {seen[entity.id]}")
                )
            else:
                seen[entity.id] = number
                yield entity
        before += Path(name).stat().st_size
    if not seen:
        raise SourceError(
            f"{', '.join(fspath(path) for path in paths)} holds no entity.{first_error} "
            'It must be a MediaWiki dump, or a catalogue: lines such as {"id": "Q1", "title": "Tiger"}.'
        )


def _parse(line: bytes, number: int, fields: _Fields) -> Entity | str:
    """The entity, or what is wrong with the line."""
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start + 1} of the line"
    except json.JSONDecodeError as error:
        return f"not JSON ({error.msg.removesuffix(' at')} at column {error.colno})"
    except (RecursionError, ValueError) as error:  # endless brackets; a number with thousands of digits
        return f"not JSON that can be read ({error})"
    if not isinstance(record, dict):
        return f"a JSON object was expected, not {type(record).__name__}"
    fields.see(record)
    identity, title = record.get("id"), record.get("title")
    if isinstance(identity, int) and not isinstance(identity, bool):
        identity = str(identity)
    if not isinstance(identity, str) or not identity:
        return "the field 'id' " + ("is empty" if identity == "" else "must be a string or a whole number")
    if not isinstance(title, str) or not title.strip():
        near = [field for field in record if title is None and _meant(field) == "title"]
        problem = "is empty" if isinstance(title, str) else "must be a string"
        return f"the field 'title' {problem}" + (f". Rename {near[0]!r} to 'title'" if near else "")
    aliases, related, same_as = (_strings(record.get(field)) for field in ("aliases", "links", "same_as"))
    text = record.get("text") or ""
    if aliases is None or related is None or same_as is None or not isinstance(text, str):
        return "'aliases', 'links' and 'same_as' must be lists of strings, and 'text' a string"
    facts = _facts(record)
    if b"\\u" in line:  # only an escape can produce what UTF-8 cannot encode, or what no name should contain
        every = "".join((identity, title, text, *aliases, *related, *same_as, *facts))
        if "\0" in every or any("\ud800" <= character <= "\udfff" for character in every):
            return "a string holds a NUL or half of a surrogate pair"
    # One spelling of each name, as in MediaWiki: an "é" may be one character or two.
    identity, title = unicodedata.normalize("NFC", identity), unicodedata.normalize("NFC", title.strip())
    return Entity(identity, title, aliases, *_plain(text), related, same_as, facts, number)


def _facts(record: dict[str, Any]) -> Facts:
    """Known facts by name, if they are strings; all other fields as JSON."""
    known = {name: value for field, name in _FACTS.items() if isinstance(value := record.get(field), str) and value}
    rest = {
        field: value
        for field, value in record.items()
        if field not in _FIELDS and not (field in _FACTS and known.get(_FACTS[field]) == value)
    }
    if isinstance(own := rest.get("data"), dict):  # kept as it is, not nested in another
        rest = {**own, **{field: value for field, value in rest.items() if field != "data"}}
    if record.get("same_as"):
        rest["id"] = record["id"]  # once joined with an entity of another source, it has the id used there
    return Facts(**known, data=json.dumps(rest, ensure_ascii=False) if rest else "") if known or rest else NO_FACTS


class _Fields:
    """Field names of a catalogue, to report once each that nearly matches a known one."""

    def __init__(self) -> None:
        self._seen: set[str] = set(_KNOWN)
        self._new: list[str] = []

    def see(self, record: dict[str, Any]) -> None:
        if not self._seen.issuperset(record) and len(self._seen) < _MOST_FIELDS:
            self._new += [field for field in record if field not in self._seen]
            self._seen.update(record)

    def doubtful(self) -> Iterator[str]:
        """Warnings about new fields that look misspelled."""
        new, self._new = self._new, []
        for field in new:
            if (meant := _meant(field)) not in (None, "title"):  # a missing title is reported with the error
                yield f"the field {field!r:.80} is not used for linking. Did you mean {meant!r}? (Reported once.)"


def _meant(field: str) -> str | None:
    """The known field that was probably meant.

    >>> _meant("alias"), _meant("sameAs"), _meant("owner")
    ('aliases', 'same_as', None)
    """
    if field in _KNOWN:
        return None
    plain = re.sub(r"[\W_]+", "", field).lower()
    if plain in _OTHER_WORDS:
        return _OTHER_WORDS[plain]
    spelled = {known.replace("_", ""): known for known in _KNOWN}
    near = get_close_matches(plain, spelled, n=1, cutoff=0.8)
    return spelled[near[0]] if near else None


def _strings(value: object) -> tuple[str, ...] | None:
    if value is None:
        return ()
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(each, str | int) for each in value):
        return None
    return tuple(unicodedata.normalize("NFC", str(each)) for each in value)


def _plain(text: str) -> tuple[str, tuple[Link, ...]]:
    """Text without link markup, and the links."""
    pieces: list[str] = []
    links: list[Link] = []
    position = last = 0
    for found in _LINK.finditer(text):
        before, target = text[last : found.start()], unicodedata.normalize("NFC", found[1].strip())
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
