"""Ukrainian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("uk",),
    link_trail="a-zа-яґєіїё'",
    redirect_words=("перенаправлення",),
    disambiguation_templates=("багатозначність", "неоднозначність"),
    disambiguation_suffixes=("значення",),
)
