"""Finnish."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("fi",),
    link_trail="a-zäö",
    redirect_words=("ohjaus", "uudelleenohjaus"),
    disambiguation_templates=("täsmennyssivu",),
    disambiguation_suffixes=("täsmennyssivu",),
)
