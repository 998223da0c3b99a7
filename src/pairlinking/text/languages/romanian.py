"""Romanian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("ro",),
    link_trail="a-zăâîşţșțĂÂÎŞŢȘȚ",
    redirect_words=("redirecteaza", "redirectare"),
    disambiguation_templates=("dezambiguizare",),
    disambiguation_suffixes=("dezambiguizare",),
)
