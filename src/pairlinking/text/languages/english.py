"""English."""

from pairlinking.text.languages.language import Language, words

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    codes=("en",),
    redirect_words=("redirect",),
    disambiguation_templates=(
        *words(
            "disamb dab dbig hndis hndis-cleanup geodis 2cc 3cc 2lc 3lc 4lc 4la 5lc tla numberdis schooldis hospitaldis"
        ),
        *words("roaddis mathdab mil-unit-dis letter-numbercombdisambig disambig-cleanup"),
        "disambiguation cleanup",
    ),
    disambiguation_suffixes=("disambiguation",),
    articles=("the", "a", "an"),
    titles=words(
        """
        mr mrs ms miss dr prof professor sir dame lord lady rev reverend fr father sr sister st president ceo cfo cto
        chairman chairwoman chair chief executive director manager minister prime vice deputy senator sen rep
        representative congressman congresswoman governor gov mayor king queen prince princess pope emperor general gen
        colonel col captain capt lieutenant lt sergeant sgt major admiral judge justice secretary former late coach
        author actor singer
        """
    ),
    abbreviations=words(
        """
        St Mt Ft Mr Mrs Ms Dr Prof Rev Gen Col Lt Capt Sgt Sen Gov Rep Hon Jr Sr vs etc ca cf No Nos Vol vol pp ed eds
        Inc Ltd Co Corp al approx fl
        """
    ),
    small_words=("of", "the", "and", "for", "in"),
    not_names=("list", "history"),
)
