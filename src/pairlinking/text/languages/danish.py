"""Danish."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("da",),
    link_trail="a-zæøå",
    redirect_words=("omdirigér",),
    disambiguation_templates=("flertydig",),
    disambiguation_suffixes=("flertydig",),
)
