"""Arabic."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("ar",),
    redirect_words=("تحويل",),
    disambiguation_templates=("توضيح",),
    disambiguation_suffixes=("توضيح",),
)
