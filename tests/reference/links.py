"""Links of a text, by one regular expression that splits it."""

from __future__ import annotations

import re

from pairlinking.sources.links import Link, _pipe_trick
from pairlinking.sources.regions import is_protected, restore
from pairlinking.sources.site import Shows, Site

__all__ = ["read_links"]


def _link_pattern(trail: str) -> re.Pattern[str]:
    """Plain target or any other, anchor if there is one, letters after it that belong to the anchor."""
    plain = r"[A-Za-z0-9(][A-Za-z0-9 ,.()'!-]{0,200}+(?<! )(?=[|\]])"
    anchor = r"[^\[\]]*+(?:\[[^\[\]]*+\](?!\][^\]])[^\[\]]*+)*+"
    return re.compile(rf"\[\[(?:({plain})|([^\[\]|\n]*+))(?:\|({anchor}))?\]\]([{trail}]*+)")


def _parts(text: str, site: Site, protected: bool) -> list[str]:
    """Text, plain target, other target, anchor, trail, text ... text, without any marks; None where there is none."""
    parts: list[str] = _link_pattern(site.link_trail).split(text)
    parts[::5] = [part.replace("[[", "").replace("]]", "") for part in parts[::5]]
    if protected and is_protected(text):
        return [part and restore(part) for part in parts]
    return parts


def read_links(text: str, site: Site, *, protected: bool = False) -> tuple[str, list[Link]]:
    """Plain text and its links."""
    first, *parts = _parts(text, site, protected)
    pieces, links, position = [first], [], len(first)
    for plain, raw, own, trail, after in zip(*(parts[at::5] for at in range(5)), strict=True):
        if plain:
            shows, anchor = Shows.LINK, plain
            target = plain[0].upper() + plain[1:] if site.first_letter else plain
        else:
            shows, target, anchor = site.resolved[raw]
        if own is not None:
            anchor = own.replace("\n", " ") or _pipe_trick(plain or raw)
        anchor = trail if shows is Shows.NOTHING else anchor + trail
        stripped = anchor.strip()
        if shows is Shows.LINK and stripped:
            start = position + anchor.index(stripped)
            links.append(Link(start, start + len(stripped), target, stripped))
        pieces += (anchor, after)
        position += len(anchor) + len(after)
    return "".join(pieces), links
