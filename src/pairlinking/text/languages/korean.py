"""Korean."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("ko",),
    redirect_words=("넘겨주기",),
    disambiguation_templates=("동음이의",),
    disambiguation_suffixes=("동음이의",),
)
