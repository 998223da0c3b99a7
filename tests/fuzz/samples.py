"""Whole inputs that mutations start from: one at least for every reader, written for these tests."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import cycle

from pairlinking.sources.sql_dumps import COLUMNS
from tests.building.small_wiki import small_pages
from tests.evaluation.made_up import PREFIXES, instance, phrase, problem, wned
from tests.sources.dumps import GERMAN_HEAD, OLD_HEAD, TAIL, page

__all__ = ["CATALOGUE", "DUMP", "GOLD", "NAMES", "NIF", "SQL", "WIKITEXT", "Gold"]

_DB = "http://dbpedia.org/resource/"
_WIKI = "http://en.wikipedia.org/wiki/"
_TEXT = "Tiger Woods won in Augusta, Georgia. Woods left Ohio."


@dataclass(frozen=True)
class Gold:
    """A data set: its annotations, in a file or in a folder of several, and its texts."""

    annotations: bytes
    in_folder: bool = False
    name: str = "one"
    texts: dict[str, bytes] = field(default_factory=lambda: {"one": _TEXT.encode()})


WIKITEXT = (
    "{{Infobox|name=[[X]]|{{nested|[[Y]]}}}}'''Tiger''' is a [[big cat|cat]]s of [[Asia#Part]].<ref>no</ref> "
    "See [[File:A.jpg|thumb|A [[lion]]]]\n\n== Head ==\n* one [[two]]\n{| class=x\n| cell [[three]]\n|}\n"
    "<!-- [[no]] --> &amp; &#x41; <math>a<b</math> [http://x.org out] __TOC__\n[[Category:Cats]] "
    "<nowiki>[[raw]]</nowiki> [[de:Tiger]]\n",
    "#REDIRECT [[Tiger (cat)#History]]\n",
    "'''Bend''' may be:\n* [[Town 1]], a town\n* [[Old name]]\n{{disambig}}\n",
)
DUMP = (
    (OLD_HEAD + "".join(small_pages(6)) + TAIL).encode(),
    (GERMAN_HEAD + "".join(page(at, f"Seite {at}", text, ns=0) for at, text in enumerate(WIKITEXT, 1)) + TAIL).encode(),
)
CATALOGUE = (
    b"\n".join(
        json.dumps(
            {
                "id": f"Q{at}",
                "title": f"Town {at}",
                "aliases": ["Bend"],
                "text": f"Near [[Q{at + 1}|it]].",
                "links": ["Q1"],
                "url": f"https://x.org/{at}",
                "description": "a town",
                "data": {"population": at},
            }
        ).encode()
        for at in range(1, 6)
    ),
)
NAMES = ("Bend\tTown 1\nOld name\tTown 2\nÄgäis\tTown 3\n".encode(),)
SQL = tuple(
    (
        f"-- MySQL dump\n-- Host: x    Database: enwiki\nDROP TABLE IF EXISTS `{table}`;\nCREATE TABLE `{table}` (\n"
        + "".join(f"  `{column}` int,\n" for column in columns)
        + f") ENGINE=InnoDB;\nINSERT INTO `{table}` VALUES {rows};\n-- Dump completed on 2020-01-01\n"
    ).encode()
    for (table, columns), rows in zip(
        COLUMNS.items(),
        cycle(("(1,0,'O\\'Hara','x',1.5e3,NULL),(2,0,'B','it''s','')", "(1,'a','b;),('),(2,'c','')")),
        strict=False,
    )
)
NIF = (
    f'{PREFIXES}<http://x.org/1> a nif:Context ; nif:isString "{_TEXT}"@en .\n'
    + phrase("http://x.org/1", 0, 11, "Tiger Woods", _DB + "Tiger_Woods")
    + phrase("http://x.org/1", 19, 26, "Augusta", _DB + "Augusta"),
)
_CSAW = (
    "<iitb.CSAW.entityAnnotations><annotation><docName>one</docName><userId>u</userId><wikiName>Ohio</wikiName>"
    "<offset>48</offset><length>4</length></annotation></iitb.CSAW.entityAnnotations>"
)
_MENTION = {"start": 0, "end": 11, "entity": "Tiger Woods"}
_LABEL = {"span": [0, 11], "entity_id": "Q10993", "name": "Tiger Woods", "parent": None, "children": [], "type": "Q5"}
_ELEVANT = {"id": 1, "title": "T", "text": _TEXT, "labels": [_LABEL], "evaluation_span": [0, 40]}
_OWN = {"id": "d", "text": _TEXT, "mentions": [_MENTION, {**_MENTION, "entity": None}]}
_CONLL = (
    "-DOCSTART- (1 EU)\nEU\tB\tEU\t--NME--\nrejects\n"
    f"U.S.\tB\tU.S. Open\tU\\u002eS\\u002e_Open\t{_WIKI}U\t1\t/m/0\nOpen\tI\tU.S. Open\tU\\u002eS\\u002e_Open\n\n"
)
_ARENA = (
    "ENTITY\ttext:EU\torigText:EU\turl:NIL\n"
    f"CANDIDATE\tid:3\tinCount:1\toutCount:2\tlinks:3;4\turl:{_WIKI}Europe\tpredictedType:GPE\n"
)
_PROBLEM = problem(instance("Ohio", 48, 4, _WIKI + "Ohio"), instance("Woods", 6, 5, "*null*"))

# By the name of the format in FORMATS: a test fails for a reader without one.
GOLD = {
    "aida-annotations": Gold(f"-DOCSTART- (1 EU)\n0\tEU\t{_WIKI}EU\t9\t/m/x\n3\t--NME--\n\n".encode()),
    "aida-conll": Gold(_CONLL.encode()),
    "aida-marked": Gold(f"1 EU\n[[EU|{_WIKI}EU]] rejects [[German|Germany]] call\n\n".encode()),
    "csaw": Gold(_CSAW.encode()),
    "elevant": Gold(json.dumps(_ELEVANT).encode()),
    "jsonl": Gold(json.dumps(_OWN).encode()),
    "micropost": Gold(f'7\t"Ohio, "Ohio" &lt;3 ohio"\tOhio\t{_DB}A\tOhio\t{_DB}B\n'.encode()),
    "nif": Gold(NIF[0].encode(), name="one.ttl"),
    "pprforned": Gold(_ARENA.encode(), in_folder=True, name="AIDA_candidates/PART_1_1000/1"),
    "reference-problem": Gold(_PROBLEM.encode(), in_folder=True, name="problems/one"),
    "wned-xml": Gold(wned(one=[("Ohio", "Ohio", 48, 4), ("Woods", "NIL", 6, 5)]).encode()),
}
