"""Detection of disambiguation pages, which only list what their title may mean."""

from __future__ import annotations

import re

from pairlinking.text.languages import DISAMBIGUATION_SUFFIXES, DISAMBIGUATION_TEMPLATES

__all__ = ["is_disambiguation"]

_NAMES = "|".join(re.escape(name).replace(r"\ ", "[ _]") for name in DISAMBIGUATION_TEMPLATES)
# At most 40 characters of a name are examined, so a page of "{{" takes linear time.
_TEMPLATE = re.compile(
    rf"\{{\{{(?!\{{)(?i:[\s_]*+(?:template:\s*+)?(?:[^\s{{}}|\[\]][^{{}}|\[\]\n]{{0,40}})?(?:disambig|disambiguation)|[\s_]*+(?:{_NAMES}))"
    r"[\s_]*+(?:[|}]|<!--)"
)
_SUFFIX = re.compile(rf"[ _]?\((?:{'|'.join(map(re.escape, DISAMBIGUATION_SUFFIXES))})\)$", re.IGNORECASE)


def is_disambiguation(text: str, title: str = "") -> bool:
    """Whether a page is a disambiguation page, by template, ``__DISAMBIG__`` or the end of its title.

    >>> is_disambiguation("'''Tiger''' may be: {{disambig}}"), is_disambiguation("", "Tiger (disambiguation)")
    (True, True)
    """
    return (
        ("{{" in text and _TEMPLATE.search(text) is not None)
        or "__DISAMBIG__" in text
        or (title[-1:] == ")" and _SUFFIX.search(title) is not None)
    )
