"""Pages of a MediaWiki XML dump, one by one in bounded memory.

The bytes are cut at ``<page>`` and ``</page>``, which the export escapes inside texts, and every page is parsed
separately. So damage stays within its page, chunks of pages can go to other processes unparsed, and memory is bounded
by the largest page. Old dumps (export-0.3 of 2006) lack <ns> and <redirect>: title and text are used instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import fspath
from typing import NamedTuple
from xml.etree import ElementTree as ET
from xml.parsers import expat

from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage, OnDamage, log_damage
from pairlinking.sources.redirects import redirect_target
from pairlinking.sources.site import Site
from pairlinking.sources.streams import AnyPath, read_blocks

__all__ = ["CLOSE", "LARGEST_PAGE", "OPEN", "Chunk", "Page", "check_end", "parse_pages", "place_of", "read_chunks"]
__all__ += ["read_pages", "read_site"]

CHUNK_BYTES = 1 << 20
LARGEST_PAGE = 1 << 26  # 64 MiB of XML; MediaWiki itself allows a text of 2 MiB

OPEN, CLOSE = b"<page>", b"</page>"
_LANGUAGE = re.compile(rb"<mediawiki\b[^<>]*\bxml:lang=[\"']([\w-]+)")
_SITEINFO, _SITEINFO_END = b"<siteinfo>", b"</siteinfo>"
_HEAD_BYTES = 1 << 20  # <siteinfo> comes first and takes a few kilobytes


@dataclass(frozen=True, slots=True)
class Page:
    """The last revision of a page.

    Attributes
    ----------
    redirect
        Title it redirects to, as the site spells it; None if the page is not a redirect.
    """

    id: int
    title: str
    namespace: int
    text: str
    redirect: str | None


class Chunk(NamedTuple):
    """Some complete pages of a dump, unparsed.

    Attributes
    ----------
    position
        Where they begin in the unpacked text.
    origin
        Byte of the packed file at which that text begins.
    """

    path: str
    position: int
    data: bytes
    origin: int = 0


def read_site(path: AnyPath) -> Site:
    """The wiki that a dump describes; an English Wikipedia if it describes none."""
    head = b""
    for block in read_blocks(path, allow_truncated=True, on_damage=lambda _: None):
        head += block
        if _SITEINFO_END in head or OPEN in head or len(head) > _HEAD_BYTES:
            break
    start = head.find(_SITEINFO)
    end = head.find(_SITEINFO_END, start)
    language = _LANGUAGE.search(head)
    code = language[1].decode() if language else "en"
    if start < 0 or end < 0:
        return Site(language=code)
    try:
        info = ET.fromstring(head[start : end + len(_SITEINFO_END)])
    except ET.ParseError as error:
        raise SourceError(
            f"The <siteinfo> of {fspath(path)} (byte {start:,}) is broken XML: {error}. Download it again."
        ) from error
    return Site(
        name=info.findtext("sitename") or "Wikipedia",
        language=code,
        namespaces={
            each.text or "": int(each.get("key", "0")) for each in info.iter("namespace") if _is_number(each.get("key"))
        },
        first_letter=info.findtext("case") != "case-sensitive",
        main_page=info.findtext("base"),
        database=(info.findtext("dbname") or "").strip(),
    )


def read_pages(
    path: AnyPath, *, site: Site | None = None, on_damage: OnDamage = log_damage, allow_truncated: bool = False
) -> Iterator[Page]:
    """Pages of one dump file, plain or packed, in order.

    Parameters
    ----------
    site
        The wiki, for part files without <siteinfo>; read from the file by default.
    on_damage
        Called for every page that had to be skipped.
    allow_truncated
        Accept a file that ends early, with what it contains. Otherwise the error follows its last complete page.

    Raises
    ------
    SourceError
        The file is missing, contains no page, or ends early.
    """
    site = read_site(path) if site is None else site
    for chunk in read_chunks(path, on_damage=on_damage, allow_truncated=allow_truncated):
        yield from parse_pages(chunk, site, on_damage=on_damage)


def read_chunks(
    path: AnyPath,
    *,
    size: int = CHUNK_BYTES,
    on_damage: OnDamage = log_damage,
    allow_truncated: bool = False,
    threads: int = 1,
    on_read: Callable[[int], object] = lambda _: None,
) -> Iterator[Chunk]:
    """Chunks of complete pages of a dump, of about `size` bytes, for `parse_pages` here or in another process.

    For `threads` and `on_read`, see `read_blocks`.
    """
    name = fspath(path)
    pending = bytearray()
    start = searched = 0  # bytes yielded or dropped; bytes of `pending` in which no page ends
    found = skipping = False
    cut: SourceError | None = None
    blocks = read_blocks(path, on_damage=on_damage, allow_truncated=allow_truncated, threads=threads, on_read=on_read)
    while True:
        try:
            block = next(blocks, b"")
        except SourceError as error:  # the complete pages read so far are yielded first
            cut, block = error, b""
        if not block:
            break
        pending += block
        if len(pending) < size:
            continue
        end = pending.rfind(CLOSE, searched)
        if skipping:  # the rest of a page that is too large
            end = pending.find(CLOSE)
            skipping = end < 0
            end = max(0, len(pending) - len(CLOSE)) if skipping else end + len(CLOSE)
        elif end >= 0:
            end += len(CLOSE)
            yield Chunk(name, start, bytes(pending[:end]))
            found = True
        elif len(pending) > LARGEST_PAGE:
            on_damage(Damage(name, place_of(start), f"a page of more than {LARGEST_PAGE:,} bytes"))
            end = len(pending) - len(CLOSE)
            found = skipping = True
        else:
            searched = len(pending) - len(CLOSE)
            continue
        start += end
        del pending[:end]
        searched = 0
    if skipping:
        end = max(0, pending.find(CLOSE) + len(CLOSE))
        start += end
        del pending[:end]
    found = found or OPEN in pending
    if not found and cut is None:
        raise SourceError(f"{name} holds no <page> (read {start + len(pending):,} bytes). Is it a MediaWiki XML dump?")
    end = pending.rfind(CLOSE) + len(CLOSE) if CLOSE in pending else 0
    if end:
        yield Chunk(name, start, bytes(pending[:end]))
    if cut is not None:
        raise cut
    check_end(name, pending[end:], place_of(start + len(pending)), on_damage, allow_truncated)


def check_end(name: str, rest: bytes | bytearray, where: str, on_damage: OnDamage, allow_truncated: bool) -> None:
    """Reject or report a dump that ends early: its last page must be followed by the end of the dump."""
    if b"</mediawiki>" in rest:
        return
    if not allow_truncated:
        raise SourceError(
            f"{name} ends early, without </mediawiki>, at {where}. Download it again, "
            "or use the pages that are there: --allow-truncated, in Python allow_truncated=True."
        )
    on_damage(Damage(name, where, "the dump ends early, without </mediawiki>"))


def parse_pages(chunk: Chunk, site: Site, *, on_damage: OnDamage = log_damage) -> Iterator[Page]:
    """Pages of a chunk; broken pages are reported and skipped."""
    data = chunk.data
    position = 0
    while (end := data.find(CLOSE, position)) >= 0:
        start = data.find(OPEN, position, end)
        # A second <page> before </page>: the end of the first page was lost; the later page is complete.
        last = data.rfind(OPEN, position, end)
        place = place_of(chunk.position + max(start, position), chunk.origin)
        if start != last or start < 0:
            on_damage(Damage(chunk.path, place, "a page without its end" if start >= 0 else "a page without its start"))
        if last >= 0:
            page = _parse(data[last : end + len(CLOSE)], site)
            if isinstance(page, Page):
                yield page
            else:
                on_damage(Damage(chunk.path, place_of(chunk.position + last, chunk.origin), page))
        position = end + len(CLOSE)


def _parse(data: bytes, site: Site) -> Page | str:
    """The page, or what is wrong with it."""
    try:
        page = _tree(data)
    except ET.ParseError as error:
        return f"a page that is not XML ({error}, counted from its <page>)"
    title, number = page.findtext("title", "").strip(), page.findtext("id", "").strip()
    name = site.normalize(title)
    if not name or not _is_number(number):
        return "a page without title or id"
    texts = page.findall("revision/text")
    if not texts:
        return f"the page {title!r} has no text"
    text = texts[-1].text or ""
    written = page.findtext("ns")
    namespace = int(written) if written is not None and _is_number(written) else site.namespace_of(title)
    element = page.find("redirect")
    target = element.get("title") if element is not None else None
    redirect = site.normalize(target) if target else redirect_target(text, site)
    return Page(int(number), name, namespace, text, redirect)


def _tree(data: bytes) -> ET.Element:
    """The result of ET.fromstring in half the time: expat gathers text, which ElementTree takes line by line."""
    builder = ET.TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.buffer_size = 1 << 16
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        return ET.fromstring(data)  # fails too, and may explain the reason better
    return builder.close()


def _is_number(text: str | None) -> bool:
    return text is not None and re.fullmatch(r"-?[0-9]{1,18}", text) is not None


def place_of(position: int, origin: int = 0) -> str:
    """A position in the text unpacked from byte `origin` of a file, in words."""
    return f"byte {position:,} of the " + (f"text unpacked from byte {origin:,}" if origin else "unpacked text")
