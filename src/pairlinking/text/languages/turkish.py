"""Turkish."""

from pairlinking.text.languages.language import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("tr",),
    link_trail="a-zÇĞçğİıÖöŞşÜüÂâÎîÛû",
    redirect_words=("yönlendirme", "yönlendir"),
    disambiguation_templates=("anlam ayrımı", "anlam ayrim"),
    disambiguation_suffixes=("anlam ayrımı",),
)
