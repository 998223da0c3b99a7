"""Spanish."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("es",),
    link_trail="a-záéíóúñ",
    redirect_words=("redirección", "redireccion", "redirecciona"),
    disambiguation_templates=("desambiguación", "desambiguacion", "desambig", "des"),
    disambiguation_suffixes=("desambiguación",),
    small_words=("de", "la"),
)
