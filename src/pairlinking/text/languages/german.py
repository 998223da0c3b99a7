"""German."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("de",),
    link_trail="a-zäöüß",
    redirect_words=("weiterleitung",),
    disambiguation_templates=("begriffsklärung", "bks"),
    disambiguation_suffixes=("begriffsklärung",),
    abbreviations=("bzw", "usw", "Nr", "Bd", "Abs"),
    small_words=("von",),
)
