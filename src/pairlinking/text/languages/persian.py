"""Persian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("fa",),
    redirect_words=("تغییرمسیر",),
    disambiguation_templates=("ابهام‌زدایی",),
    disambiguation_suffixes=("ابهام‌زدایی",),
)
