"""Polish."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("pl",),
    link_trail="a-zęóąśłżźćńĘÓĄŚŁŻŹĆŃ",
    redirect_words=("patrz", "przekieruj", "tam"),
    disambiguation_templates=("ujednoznacznienie",),
    disambiguation_suffixes=("ujednoznacznienie",),
)
