"""Where in a text a surface form can begin and end: never inside a word, never inside a combining sequence."""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["LONGEST", "SINGLE", "Boundaries", "CharKind", "char_kinds", "find_boundaries", "plain"]

# Scripts without spaces between words: there a form may begin and end at every character.
SINGLE = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
SINGLE += "\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff"

LONGEST = 100  # characters of a form that is looked for in text: this limit keeps the time linear

_JOINERS = "\u00ad\u200c\u200d"  # soft hyphen and the joiners: inside a word they are part of it
_SURROGATE = re.compile("[\ud800-\udfff]")
_LOOKED_UP = 0x20000  # categories are looked up below this; above are ideographs, then only marks


class CharKind(IntEnum):
    """How a character relates to the words next to it: ONE is a word of its own, MARK belongs to what precedes it."""

    OTHER, SPACE, WORD, ONE, MARK = range(5)


class Boundaries(NamedTuple):
    """Where forms can begin, in order; and for every position of the text, including its end, 1 if none can end there.

    Attributes
    ----------
    starts
        Starts of words, and of anything else that follows a space (``.NET``).
    """

    starts: list[int]
    inside: bytes


def plain(text: str) -> str:
    r"""Return the text with plain apostrophes and spaces, as most forms are written, with the same offsets.

    Half of a surrogate pair, which no form can contain, becomes a replacement character.

    >>> plain("O’Hare's\u00a0gates")
    "O'Hare's gates"
    """
    if text.isascii():
        return text
    text = text.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")
    return _SURROGATE.sub("\ufffd", text)


def find_boundaries(text: str) -> Boundaries:
    """Boundaries of a text without surrogates, in time linear in its length.

    A word is a run of letters, digits and their marks; in scripts without spaces each character is a word.

    >>> starts, inside = find_boundaries("AT&T, .NET")
    >>> starts, [at for at in range(11) if not inside[at]]
    ([0, 3, 6, 7], [0, 2, 3, 4, 5, 6, 7, 10])
    """
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    kinds = np.full(len(codes) + 2, CharKind.SPACE, dtype=np.uint8)  # as if there were a space before and after
    kinds[1:-1] = char_kinds()[codes]
    before, after = kinds[:-1], kinds[1:]
    # A mark belongs to whatever precedes it, even a full stop; and a word continues after its marks.
    inside = (after == CharKind.MARK) & (before != CharKind.SPACE)
    inside |= (after == CharKind.WORD) & ((before == CharKind.WORD) | (before == CharKind.MARK))
    begins = (
        (after == CharKind.WORD) | (after == CharKind.ONE) | ((after == CharKind.OTHER) & (before == CharKind.SPACE))
    )
    return Boundaries(np.flatnonzero(begins & ~inside).tolist(), inside.astype(np.uint8).tobytes())


@cache
def char_kinds() -> npt.NDArray[np.uint8]:
    """The kind of each code point; takes a tenth of a second the first time."""
    of_category = {"L": CharKind.WORD, "N": CharKind.WORD, "M": CharKind.MARK, "Z": CharKind.SPACE}
    kinds = np.full(0x110000, CharKind.OTHER, dtype=np.uint8)
    categories = [unicodedata.category(chr(code))[0] for code in range(_LOOKED_UP)]
    kinds[:_LOOKED_UP] = [of_category.get(category, CharKind.OTHER) for category in categories]
    kinds[[code for code in range(_LOOKED_UP) if chr(code).isspace()]] = (
        CharKind.SPACE
    )  # control characters too, such as U+0085
    for first, last in re.findall("(.)-(.)", SINGLE):
        part = kinds[ord(first) : ord(last) + 1]
        part[part == CharKind.WORD] = CharKind.ONE
    kinds[_LOOKED_UP:0x40000] = CharKind.ONE
    kinds[0xE0100:0xE01F0] = CharKind.MARK  # variation selectors of ideographs
    kinds[[ord(joiner) for joiner in _JOINERS]] = CharKind.MARK
    return kinds
