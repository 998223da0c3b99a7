"""French."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("fr",),
    link_trail="a-zàâçéèêîôûäëïöüùÇÉÂÊÎÔÛÄËÏÖÜÀÈÙ",
    redirect_words=("redirection",),
    disambiguation_templates=("homonymie", "homonyme", "homonymes", "patronymie"),
    disambiguation_suffixes=("homonymie",),
    small_words=("de", "la"),
)
