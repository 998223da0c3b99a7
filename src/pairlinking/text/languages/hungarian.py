"""Hungarian."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("hu",),
    link_trail="a-záéíóúöüőűÁÉÍÓÚÖÜŐŰ",
    redirect_words=("átirányítás",),
    disambiguation_templates=("egyért",),
    disambiguation_suffixes=("egyértelműsítő lap",),
)
