"""The sample's gold documents as two of the paper's data sets, in their own format and folders."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.evaluation.made_up import PREFIXES, phrase, write

__all__ = ["write_sample_sets"]

_PLACES = {"kore50": "kore50/kore50-nif.ttl", "reuters128": "reuters128/Reuters-128.ttl"}


def write_sample_sets(folder: Path) -> Path:
    """Write the data sets; the first document of each has a mention that means nothing known."""
    gold = (files("pairlinking.data") / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()
    documents = [json.loads(line) for line in gold]
    documents = [each for each in documents if each["text"].isascii() and '"' not in each["text"]]
    for at, path in enumerate(_PLACES.values()):
        chosen = documents[at : at + 40 : 2]
        nif = "".join(_nif(f"http://example.org/{number}", each) for number, each in enumerate(chosen))
        write(folder / path, PREFIXES + nif + _unknown("http://example.org/0", chosen[0]))
    return folder


def _nif(context: str, document: dict[str, Any]) -> str:
    text = document["text"].replace("\n", " ")
    parts = [f'<{context}> a nif:Context ; nif:isString "{text}" .\n']
    for mention in document["mentions"]:
        if mention["entity"] is not None:
            start, end = mention["start"], mention["end"]
            title = mention["entity"].replace(" ", "_")
            parts.append(phrase(context, start, end, text[start:end], f"http://dbpedia.org/resource/{title}"))
    return "".join(parts)


def _unknown(context: str, document: dict[str, Any]) -> str:
    """The last word of a document as a mention without an entity."""
    text = document["text"].replace("\n", " ").rstrip()
    start = text.rindex(" ") + 1
    return phrase(context, start, len(text), text[start:], "http://aksw.org/notInWiki/It")
