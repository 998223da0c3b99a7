"""Vietnamese."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("vi",),
    redirect_words=("đổi",),
    disambiguation_templates=("trang định hướng", "định hướng"),
    disambiguation_suffixes=("định hướng",),
)
