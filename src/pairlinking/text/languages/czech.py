"""Czech."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("cs",),
    link_trail="a-záčďéěíňóřšťúůýž",
    redirect_words=("přesměruj",),
    disambiguation_templates=("rozcestník",),
    disambiguation_suffixes=("rozcestník",),
)
