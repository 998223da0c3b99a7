"""Write the sample wiki and its gold documents into the package: ``python sample/make.py``.

``articles/*.txt``: a line ``@@ Title`` starts a page, the lines up to the next are its wikitext; ``redirects.txt`` has
one ``From -> To`` a line. ``gold.txt``: one document a line, ``id :: text``, with ``[[surface|Title]]`` for a mention
and ``[[surface|-]]`` for one whose entity is not in the wiki. The output depends on these files only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "src" / "pairlinking" / "data"

SCHEMA = "http://www.mediawiki.org/xml/export-0.11/"
NAMESPACES = {-2: "Media", -1: "Special", 0: "", 1: "Talk", 2: "User", 6: "File", 10: "Template", 14: "Category"}
MENTION = re.compile(r"\[\[([^\[\]|]+)\|([^\[\]|]+)\]\]")


def main() -> None:
    """Write both files."""
    (DATA / "sample-wiki.xml").write_text(wiki_xml(), encoding="utf-8")
    (DATA / "sample-gold.jsonl").write_text(gold_jsonl(), encoding="utf-8")


def wiki_xml() -> str:
    """Give all pages as one MediaWiki export."""
    names = "\n".join(f'      <namespace key="{key}">{name}</namespace>' for key, name in NAMESPACES.items())
    head = f"""<mediawiki xmlns="{SCHEMA}" version="0.11" xml:lang="en">
  <siteinfo>
    <sitename>pairlinking sample wiki</sitename>
    <dbname>samplewiki</dbname>
    <case>first-letter</case>
    <namespaces>
{names}
    </namespaces>
  </siteinfo>
"""
    pages = (_page_xml(number, *page) for number, page in enumerate(_pages(), start=1))
    return head + "".join(pages) + "</mediawiki>\n"


def gold_jsonl() -> str:
    """Give all gold documents with code-point offsets, one JSON object a line."""
    lines = (HERE / "gold.txt").read_text(encoding="utf-8").splitlines()
    documents = [_document(line) for line in lines if line.strip() and not line.startswith("#")]
    return "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in documents)


def _pages() -> Iterator[tuple[str, str | None, str]]:
    """Title, redirect target or None, and wikitext of every page."""
    for path in sorted((HERE / "articles").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        if path.name == "redirects.txt":
            for line in filter(str.strip, text.splitlines()):
                title, target = (part.strip() for part in line.split(" -> "))
                yield title, target, f"#REDIRECT [[{target}]]"
        else:
            for page in re.split(r"^@@ ", text, flags=re.MULTILINE)[1:]:
                title, _, body = page.partition("\n")
                yield title.strip(), None, body.strip()


def _page_xml(number: int, title: str, target: str | None, text: str) -> str:
    redirect = f"    <redirect title={quoteattr(target)} />\n" if target else ""
    return f"""  <page>
    <title>{escape(title)}</title>
    <ns>0</ns>
    <id>{number}</id>
{redirect}    <revision>
      <id>{number}</id>
      <timestamp>2026-01-01T00:00:00Z</timestamp>
      <contributor><username>pairlinking</username><id>1</id></contributor>
      <model>wikitext</model>
      <format>text/x-wiki</format>
      <text bytes="{len(text.encode())}" xml:space="preserve">{escape(text)}</text>
    </revision>
  </page>
"""


def _document(line: str) -> dict[str, Any]:
    name, marked = line.split(" :: ", 1)
    text, mentions, position = "", [], 0
    for match in MENTION.finditer(marked):
        text += marked[position : match.start()]
        surface, entity = match.groups()
        mentions.append(
            {"start": len(text), "end": len(text) + len(surface), "entity": None if entity == "-" else entity}
        )
        text += surface
        position = match.end()
    return {"id": name.strip(), "text": text + marked[position:].rstrip(), "mentions": mentions}


if __name__ == "__main__":
    main()
