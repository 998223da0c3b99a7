"""Removal of marks that enclose no region: quotes, tags, headings, lists, entities, external links."""

from __future__ import annotations

import re
from functools import lru_cache

from pairlinking.sources._lines import tidy_lines
from pairlinking.sources.regions import protect
from pairlinking.text.escapes import unescape
from pairlinking.text.languages import LANGUAGE_CODES

__all__ = ["clean_marks"]

_TAGS = """a abbr b bdi bdo big blockquote caption center cite code col colgroup data del dfn div em font h1 h2 h3
    h4 h5 h6 hr i img includeonly indicator ins kbd mark noinclude nowiki onlyinclude p poem q rb ref
    references rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead time
    tr tt u var wbr gallery math pre source syntaxhighlight timeline imagemap""".split()  # noqa: SIM905
_QUOTES = re.compile("'''?(?:'')?")  # two, three or five; of four, one is an apostrophe, as in MediaWiki
_TAG = re.compile(rf"</?+(?i:{'|'.join(_TAGS)})(?![\w-])[^<>]*+>")
_LINE_TAG = re.compile(r"</?+(?i:br|li|dd|dt|ul|ol|dl|p|div|tr|td|th)(?![\w-])[^<>]*+>")
# External links leave their label, inter-language links nothing. The latter are a tenth of all links, each with a
# different target, which would only fill the cache. One pattern for both: the time depends on the number of "[".
_BRACKETS = re.compile(
    r"\[(?:(?:http|ftp:|mailto:|news:|//)[^\s\[\]<>]*+[ \t]*+((?:[^\[\]\n]++|\[\[[^\[\]\n]*+\]\])*+)\]"
    r"|\[([a-z]{2,3}(?:-[a-z]+)*+):[^\[\]|\n]*+\]\])"
)
_SWITCH = re.compile(r"__[^\W\d_]{3,30}__")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


@lru_cache(maxsize=4096)
def _character(entity: str) -> str:
    """The character an entity stands for, but not as markup: ``&#91;`` cannot open a link."""
    character = unescape(entity)
    if character in "\xa0\n\r\t":
        return " "
    if entity[1] == "#":
        return protect(character)
    # Names that MediaWiki, unlike HTML 5, does not know stay as they are: "&lsqb;", "&ast;".
    return entity if character in "[]{}|*#:;=" else character


def clean_marks(text: str) -> str:
    """The text without any markup except links."""
    if "''" in text:
        text = _QUOTES.sub("", text)
    if "<" in text:
        text = _TAG.sub("", _LINE_TAG.sub("\n", text))
    text = _BRACKETS.sub(_bracket, text)
    if "__" in text:
        text = _SWITCH.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(lambda found: _character(found[0]), text)
    return tidy_lines(text)


def _bracket(found: re.Match[str]) -> str:
    label, code = found.groups()
    if label is not None:
        return str(label)
    return "" if code in LANGUAGE_CODES else found[0]
