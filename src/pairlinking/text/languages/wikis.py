"""Words of MediaWiki that do not belong to one language, and that <siteinfo> does not list."""

from __future__ import annotations

__all__ = [
    "LANGUAGE_CODES",
    "NAMESPACES",
    "PROJECT_PREFIXES",
]

# English names and aliases, valid in every wiki in addition to its own.
NAMESPACES = {
    "media": -2, "special": -1, "talk": 1, "user": 2, "user talk": 3, "project": 4, "project talk": 5,
    "wikipedia": 4, "wikipedia talk": 5, "wp": 4, "wt": 5, "image": 6, "image talk": 7, "file": 6, "file talk": 7,
    "mediawiki": 8, "mediawiki talk": 9, "template": 10, "template talk": 11, "help": 12, "help talk": 13,
    "category": 14, "category talk": 15, "portal": 100, "portal talk": 101, "draft": 118, "draft talk": 119,
    "module": 828, "module talk": 829,
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

# Other wikis: a link to one of them shows its anchor, but does not lead to a page of this one.
PROJECT_PREFIXES = frozenset(
    """w wikt wiktionary b wikibooks q wikiquote s wikisource n wikinews v wikiversity voy wikivoyage d
    wikidata species wikispecies c commons m meta metawikipedia metawiki mw mediawikiwiki foundation
    wikimedia wmf f phab phabricator bugzilla mediazilla meatball meatballwiki c2 wikiwikiweb usemod imdb
    imdbname imdbtitle rfc isbn doi pmid google memoryalpha memory-alpha wikia wikicities wikitravel
    jargonfile foldoc everything2 sep11 nost nostalgia textbook quote betawiki translatewiki incubator
    outreach strategy testwiki toolforge tools wikitech arxiv openfacts uncyclopedia h2g2 dict planetmath
    mathworld""".split()  # noqa: SIM905
)
