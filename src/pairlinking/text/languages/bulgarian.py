"""Bulgarian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("bg",),
    disambiguation_templates=("пояснение",),
)
