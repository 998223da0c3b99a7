"""Hebrew."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("he",),
    link_trail="a-zא-ת",
    redirect_words=("הפניה",),
    disambiguation_templates=("פירושונים",),
    disambiguation_suffixes=("פירושונים",),
)
