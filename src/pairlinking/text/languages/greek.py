"""Greek."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("el",),
    link_trail="a-zα-ώΐΰ",
    redirect_words=("ανακατευθυνση", "ανακατεύθυνση"),
    disambiguation_templates=("αποσαφήνιση",),
    disambiguation_suffixes=("αποσαφήνιση",),
)
