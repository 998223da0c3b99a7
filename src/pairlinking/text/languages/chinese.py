"""Chinese."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("zh",),
    redirect_words=("重定向",),
    disambiguation_templates=("消歧义", "消歧義"),
    disambiguation_suffixes=("消歧义", "消歧義"),
)
