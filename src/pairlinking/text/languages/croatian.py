"""Croatian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("hr",),
    disambiguation_templates=("razdvojba",),
)
