"""Serbian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("sr",),
    disambiguation_templates=("вишезначна одредница",),
)
