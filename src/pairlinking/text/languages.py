"""Words of MediaWiki that <siteinfo> does not tell, for the larger languages. Extend freely: one word a line is enough.

Every list is tried on every wiki, whatever its language: English words work everywhere in MediaWiki, and a German
word in a Japanese dump does no harm.
"""

from __future__ import annotations

__all__ = [
    "DISAMBIGUATION_SUFFIXES",
    "DISAMBIGUATION_TEMPLATES",
    "LANGUAGE_CODES",
    "LINK_TRAILS",
    "NAMESPACES",
    "PROJECT_PREFIXES",
    "REDIRECT_WORDS",
]

# English names and aliases, valid in every wiki beside its own.
NAMESPACES = {
    "media": -2, "special": -1, "talk": 1, "user": 2, "user talk": 3, "project": 4, "project talk": 5,
    "wikipedia": 4, "wikipedia talk": 5, "wp": 4, "wt": 5, "image": 6, "image talk": 7, "file": 6, "file talk": 7,
    "mediawiki": 8, "mediawiki talk": 9, "template": 10, "template talk": 11, "help": 12, "help talk": 13,
    "category": 14, "category talk": 15, "portal": 100, "portal talk": 101, "draft": 118, "draft talk": 119,
    "module": 828, "module talk": 829,
}  # fmt: skip

# The magic word after "#", in lower case.
REDIRECT_WORDS = (
    "redirect", "weiterleitung", "redirección", "redireccion", "redirection", "rinvia", "rinvio", "redirecionamento",
    "doorverwijzing", "patrz", "przekieruj", "tam", "перенаправление", "перенапр", "перенаправлення", "omdirigering",
    "omdirigér", "omdiriger", "ohjaus", "uudelleenohjaus", "átirányítás", "přesměruj", "yönlendirme", "yönlendir",
    "redirecciona", "alih", "đổi", "重定向", "転送", "リダイレクト", "넘겨주기", "تحويل", "تغییرمسیر", "הפניה",
    "ανακατευθυνση", "ανακατεύθυνση", "redirecteaza", "redirectare",
)  # fmt: skip

# Names in lower case. Any name ending in "disambig" or "disambiguation" counts anyway ("TLAdisambig",
# "human name disambiguation").
DISAMBIGUATION_TEMPLATES = (
    # English, the ten of 2006 and those since
    "disamb", "dab", "dbig", "hndis", "hndis-cleanup", "geodis", "2cc", "3cc", "2lc", "3lc", "4lc", "4la", "5lc", "tla",
    "numberdis", "schooldis", "hospitaldis", "roaddis", "mathdab", "mil-unit-dis", "letter-numbercombdisambig",
    "disambig-cleanup", "disambiguation cleanup",
    "begriffsklärung", "bks", "homonymie", "homonyme", "homonymes", "patronymie", "desambiguación", "desambiguacion",
    "desambig", "des", "disambigua", "desambiguação", "desambiguació", "dp", "doorverwijspagina", "dpintro",
    "ujednoznacznienie", "неоднозначность", "многозначность", "багатозначність", "неоднозначність", "förgrening",
    "gren", "grensida", "peker", "flertydig", "täsmennyssivu", "egyért", "rozcestník", "anlam ayrımı", "anlam ayrim",
    "dezambiguizare", "disambiguasi", "trang định hướng", "định hướng", "αποσαφήνιση", "曖昧さ回避", "aimai", "消歧义",
    "消歧義", "동음이의", "توضيح", "ابهام‌زدایی", "פירושונים", "пояснение", "вишезначна одредница", "razdvojba",
)  # fmt: skip

# What stands in parentheses at the end of a title, in lower case.
DISAMBIGUATION_SUFFIXES = (
    "disambiguation", "begriffsklärung", "homonymie", "desambiguación", "desambiguação", "desambiguació",
    "disambigua", "doorverwijspagina", "ujednoznacznienie", "значения", "значення", "olika betydelser",
    "andre betydninger", "flertydig", "täsmennyssivu", "egyértelműsítő lap", "rozcestník", "anlam ayrımı",
    "dezambiguizare", "disambiguasi", "định hướng", "αποσαφήνιση", "曖昧さ回避", "消歧义", "消歧義",
    "동음이의", "توضيح", "ابهام‌زدایی", "פירושונים",
)  # fmt: skip

# Letters that, straight after "]]", belong to the anchor. Other languages: a to z, as in MediaWiki.
LINK_TRAILS = {
    "de": "a-zäöüß", "fr": "a-zàâçéèêîôûäëïöüùÇÉÂÊÎÔÛÄËÏÖÜÀÈÙ", "es": "a-záéíóúñ", "pt": "a-záâãàéêẽçíòóôõũúü",
    "it": "a-zàéèíîìóòúù", "nl": "a-zäöüïëéèà", "pl": "a-zęóąśłżźćńĘÓĄŚŁŻŹĆŃ", "sv": "a-zåäöéÅÄÖÉ", "da": "a-zæøå",
    "no": "a-zæøå", "nb": "a-zæøå", "nn": "a-zæøå", "fi": "a-zäö", "cs": "a-záčďéěíňóřšťúůýž",
    "hu": "a-záéíóúöüőűÁÉÍÓÚÖÜŐŰ", "tr": "a-zÇĞçğİıÖöŞşÜüÂâÎîÛû", "ru": "a-zа-яё", "uk": "a-zа-яґєіїё'",
    "ca": "a-zàèéíòóúç·ïü", "ro": "a-zăâîşţșțĂÂÎŞŢȘȚ", "el": "a-zα-ώΐΰ", "he": "a-zא-ת",
}  # fmt: skip

# Codes of Wikipedias: a link to one of them without a colon before it is an inter-language link and shows nothing.
LANGUAGE_CODES = frozenset(
    """aa ab ace ady af ak als alt am ami an ang anp ar arc ary arz as ast atj av avk awa ay az azb ba ban bar
    bat-smg bcl be be-tarask be-x-old bg bh bi bjn blk bm bn bo bpy br bs bug bxr ca cbk-zam cdo ce ceb ch
    cho chr chy ckb co cr crh cs csb cu cv cy cz da dag de dga din diq dk dsb dty dv dz ee el eml en eo es
    et eu ext fa fat ff fi fiu-vro fj fo fon fr frp frr fur fy ga gag gan gcr gd gl glk gn gom gor got gpe
    gu guc gur guw gv ha hak haw he hi hif ho hr hsb ht hu hy hyw hz ia id ie ig ii ik ilo inh io is it iu
    ja jam jbo jp jv ka kaa kab kbd kbp kcg kg ki kj kk kl km kn ko koi kr krc ks ksh ku kv kw ky la lad lb
    lbe lez lfn lg li lij lld lmo ln lo lrc lt ltg lv lzh mad mai map-bms mdf mg mh mhr mi min minnan mk ml
    mn mni mnw mo mr mrj ms mt mus mwl my myv mzn na nah nan nap nb nds nds-nl ne new ng nia nl nn no nov
    nqo nrm nso nv ny oc olo om or os pa pag pam pap pcd pcm pdc pfl pi pih pl pms pnb pnt ps pt pwn qu rm
    rmy rn ro roa-rup roa-tara ru rue rup rw sa sah sat sc scn sco sd se sg sh shi shn shy si simple sk skr
    sl sm smn sn so sq sr srn ss st stq su sv sw szl szy ta tay tcy te tet tg th ti tk tl tlh tly tn to
    tokipona tpi tr trv ts tt tum tw ty tyv udm ug uk ur uz ve vec vep vi vls vo wa war wo wuu xal xh xmf yi
    yo yue za zea zh zh-cfr zh-classical zh-cn zh-min-nan zh-tw zh-yue zu""".split()  # noqa: SIM905
)

# Other wikis: a link to one of them shows its anchor, and leads to no page of this one.
PROJECT_PREFIXES = frozenset(
    """w wikt wiktionary b wikibooks q wikiquote s wikisource n wikinews v wikiversity voy wikivoyage d
    wikidata species wikispecies c commons m meta metawikipedia metawiki mw mediawikiwiki foundation
    wikimedia wmf f phab phabricator bugzilla mediazilla meatball meatballwiki c2 wikiwikiweb usemod imdb
    imdbname imdbtitle rfc isbn doi pmid google memoryalpha memory-alpha wikia wikicities wikitravel
    jargonfile foldoc everything2 sep11 nost nostalgia textbook quote betawiki translatewiki incubator
    outreach strategy testwiki toolforge tools wikitech arxiv openfacts uncyclopedia h2g2 dict planetmath
    mathworld""".split()  # noqa: SIM905
)
