"""Norwegian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("no", "nb", "nn"),
    link_trail="a-zæøå",
    redirect_words=("omdiriger",),
    disambiguation_templates=("peker",),
    disambiguation_suffixes=("andre betydninger",),
)
