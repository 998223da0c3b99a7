"""Dutch."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("nl",),
    link_trail="a-zäöüïëéèà",
    redirect_words=("doorverwijzing",),
    disambiguation_templates=("dp", "doorverwijspagina", "dpintro"),
    disambiguation_suffixes=("doorverwijspagina",),
    small_words=("van",),
)
