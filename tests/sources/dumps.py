"""Made-up dumps of both schemas."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

OLD_HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.3/" version="0.3" xml:lang="en">
  <siteinfo><sitename>Made-up</sitename><case>first-letter</case><namespaces>
    <namespace key="0" /><namespace key="1">Talk</namespace><namespace key="6">Image</namespace>
  </namespaces></siteinfo>
"""
GERMAN_HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">
  <siteinfo><sitename>Ausgedacht</sitename><dbname>dewiki</dbname><case>first-letter</case><namespaces>
    <namespace key="0" case="first-letter" /><namespace key="6" case="first-letter">Datei</namespace>
    <namespace key="14" case="first-letter">Kategorie</namespace>
  </namespaces></siteinfo>
"""
TAIL = "</mediawiki>\n"


def page(number: int, title: str, text: str, *, ns: int | None = None, redirect: str | None = None) -> str:
    """XML of a page; only newer schemas have `ns` and `redirect`."""
    told = (f"<ns>{ns}</ns>" if ns is not None else "") + (
        f"<redirect title={quoteattr(redirect)} />" if redirect else ""
    )
    return (
        f"  <page><title>{escape(title)}</title>{told}<id>{number}</id><revision><id>{number}9</id>"
        f'<text xml:space="preserve">{escape(text)}</text></revision></page>\n'
    )


def dump(*pages: str, head: str = OLD_HEAD) -> bytes:
    """A complete dump."""
    return (head + "".join(pages) + TAIL).encode()
