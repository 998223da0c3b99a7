"""Russian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("ru",),
    link_trail="a-zа-яё",
    redirect_words=("перенаправление", "перенапр"),
    disambiguation_templates=("неоднозначность", "многозначность"),
    disambiguation_suffixes=("значения",),
)
