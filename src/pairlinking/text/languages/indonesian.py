"""Indonesian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("id",),
    redirect_words=("alih",),
    disambiguation_templates=("disambiguasi",),
    disambiguation_suffixes=("disambiguasi",),
)
