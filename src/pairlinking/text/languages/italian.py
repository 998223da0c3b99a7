"""Italian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("it",),
    link_trail="a-zàéèíîìóòúù",
    redirect_words=("rinvia", "rinvio"),
    disambiguation_templates=("disambigua",),
    disambiguation_suffixes=("disambigua",),
)
