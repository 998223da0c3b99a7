"""Whether a page only lists what its title may mean."""

from __future__ import annotations

import re

from pairlinking.text.languages import DISAMBIGUATION_SUFFIXES, DISAMBIGUATION_TEMPLATES

__all__ = ["is_disambiguation"]

_NAMES = "|".join(re.escape(name).replace(r"\ ", "[ _]") for name in DISAMBIGUATION_TEMPLATES)
# At most 40 characters of a name are looked at, so a page of "{{" stays linear.
_TEMPLATE = re.compile(
    rf"\{{\{{(?!\{{)(?i:[\s_]*+(?:template:\s*+)?(?:[^\s{{}}|\[\]][^{{}}|\[\]\n]{{0,40}})?(?:disambig|disambiguation)|[\s_]*+(?:{_NAMES}))"
    r"[\s_]*+(?:[|}]|<!--)"
)
_SUFFIX = re.compile(rf"[ _]?\((?:{'|'.join(map(re.escape, DISAMBIGUATION_SUFFIXES))})\)$", re.IGNORECASE)


def is_disambiguation(text: str, title: str = "") -> bool:
    """Tell by template, by ``__DISAMBIG__`` or by the end of the title.

    >>> is_disambiguation("'''Tiger''' may be: {{disambig}}"), is_disambiguation("", "Tiger (disambiguation)")
    (True, True)
    """
    return (
        ("{{" in text and _TEMPLATE.search(text) is not None)
        or "__DISAMBIG__" in text
        or (title[-1:] == ")" and _SUFFIX.search(title) is not None)
    )
