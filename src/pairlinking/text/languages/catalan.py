"""Catalan."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("ca",),
    link_trail="a-zàèéíòóúç·ïü",
    disambiguation_templates=("desambiguació",),
    disambiguation_suffixes=("desambiguació",),
)
