"""One spelling for forms that differ only in case, spaces, quotes and dashes."""

from __future__ import annotations

from unicodedata import normalize

__all__ = ["fold"]

# Before NFKC, which would turn an acute accent used as an apostrophe into a space and a combining mark.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛‹›`´ʹʻʼʽˈ′‵＇", "'"),
        **dict.fromkeys("“”„‟«»″‶〝〞〟＂", '"'),
        **dict.fromkeys("‐‑‒–—―−⁃﹘﹣－︱︲", "-"),
    }
)


def fold(form: str) -> str:
    r"""Give `form` without case (NFKC, casefold), with single plain spaces, and with plain quotes and dashes.

    Folding twice changes nothing. Underscores stay.

    >>> fold("  The  Straße – “O’Hare”")
    'the strasse - "o\'hare"'
    >>> fold("ＡＢＣ ½") == fold("abc 1⁄2")
    True
    """
    if form.isascii():
        form = form.lower()
        return " ".join(form.replace("`", "'").split())
    # Casefolding can leave what NFKC would write otherwise (and the other way round), so both run twice.
    folded = normalize("NFKC", form.translate(_PLAIN)).casefold()
    folded = normalize("NFKC", normalize("NFKC", folded).casefold())
    return " ".join(folded.translate(_PLAIN).split())
