"""One spelling for forms that differ only in case, spaces, quotes and dashes."""

from __future__ import annotations

from unicodedata import combining, normalize

__all__ = ["fold", "without_accents"]

# Before NFKC, which would turn an acute accent used as an apostrophe into a space and a combining mark.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛‹›`´ʹʻʼʽˈ′‵＇", "'"),
        **dict.fromkeys("“”„‟«»″‶〝〞〟＂", '"'),
        **dict.fromkeys("‐‑‒–—―−⁃﹘﹣－︱︲", "-"),
    }
)


# Letters that are not a base letter with an accent, as they are written on keyboards that lack them.
_BARE = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe"}
)


def without_accents(form: str) -> str:
    """Return `form` without accents, as texts often spell names from other languages.

    >>> without_accents("Recep Tayyip Erdoğan"), without_accents("Lech Wałęsa"), without_accents("Søren Kierkegaard")
    ('Recep Tayyip Erdogan', 'Lech Walesa', 'Soren Kierkegaard')
    """
    if form.isascii():
        return form
    letters = normalize("NFD", form.translate(_BARE))
    return normalize("NFC", "".join(letter for letter in letters if not combining(letter)))


def fold(form: str) -> str:
    r"""Return `form` without case (NFKC, casefold), with single plain spaces, and with plain quotes and dashes.

    Folding twice changes nothing. Underscores stay.

    >>> fold("  The  Straße – “O’Hare”")
    'the strasse - "o\'hare"'
    >>> fold("ＡＢＣ ½") == fold("abc 1⁄2")
    True
    """
    if form.isascii():
        form = form.lower()
        return " ".join(form.replace("`", "'").split())
    # The result of casefolding may not be in NFKC (and the other way round), so both run twice.
    folded = normalize("NFKC", form.translate(_PLAIN)).casefold()
    folded = normalize("NFKC", normalize("NFKC", folded).casefold())
    return " ".join(folded.translate(_PLAIN).split())
