"""Swedish."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("sv",),
    link_trail="a-zåäöéÅÄÖÉ",
    redirect_words=("omdirigering",),
    disambiguation_templates=("förgrening", "gren", "grensida"),
    disambiguation_suffixes=("olika betydelser",),
)
