"""Portuguese."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("pt",),
    link_trail="a-záâãàéêẽçíòóôõũúü",
    redirect_words=("redirecionamento",),
    disambiguation_templates=("desambiguação",),
    disambiguation_suffixes=("desambiguação",),
)
