"""Japanese."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("ja",),
    redirect_words=("転送", "リダイレクト"),
    disambiguation_templates=("曖昧さ回避", "aimai"),
    disambiguation_suffixes=("曖昧さ回避",),
)
