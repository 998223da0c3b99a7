"""Documents made from the links of a real dump: the first 100 MB of English Wikipedia of 2006.

A quick reading of `[[target|anchor]]` links by regular expression, good enough for timing; the real reader of dumps is
in `pairlinking.sources`. Every tenth article is a document: its links are mentions, P(e|m) over the other
articles gives candidates and local scores, and the other articles' links give the in-link lists.
"""

from __future__ import annotations

import bz2
import re
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from pairlinking.problem import Problem
from pairlinking.relatedness import EES, InLinks, KernelRelatedness, measure

__all__ = ["DUMP", "make_problems", "read_links"]

DUMP = Path(__file__).parents[2] / "shared" / "wiki" / "enwik8" / "enwik8.xml.bz2"

_PAGE = re.compile(r"<title>(.*?)</title>.*?<text[^>]*>(.*?)</text>", re.DOTALL)
_LINK = re.compile(r"\[\[([^\[\]|{}<>#:]+)(?:#[^\[\]|]*)?(?:\|([^\[\]|]+))?\]\]")
_REDIRECT = re.compile(r"#redirect:?\s*\[\[([^\[\]|#]+)", re.IGNORECASE)


def read_links(dump: Path = DUMP) -> list[list[tuple[str, str]]]:
    """Links of each article as (anchor, target title), with redirects resolved one step."""
    pages, redirects = [], {}
    for title, text in _PAGE.findall(bz2.decompress(dump.read_bytes()).decode()):
        if ":" in title:
            continue
        target = _REDIRECT.match(text)
        if target:
            redirects[title] = _normalize(target[1])
        else:
            pages.append([((anchor or link).strip(), _normalize(link)) for link, anchor in _LINK.findall(text)])
    return [[(anchor, redirects.get(title, title)) for anchor, title in links] for links in pages]


def make_problems(
    pages: list[list[tuple[str, str]]], measures: str, beta: float, *, n_documents: int = 200, max_mentions: int = 100
) -> list[Problem]:
    """Every k-th article as a problem over lists, vectors and P(e|m) of all others."""
    held_out = set(range(0, len(pages), len(pages) // n_documents))
    entities: dict[str, int] = {}
    in_links: list[list[int]] = []
    senses: dict[str, Counter[int]] = defaultdict(Counter)
    for page, links in enumerate(pages):
        if page in held_out:
            continue
        for anchor, title in links:
            entity = entities.setdefault(title, len(entities))
            if entity == len(in_links):
                in_links.append([])
            in_links[entity].append(page)
            senses[anchor][entity] += 1
    relatedness = _relatedness(in_links, len(pages), measures)
    problems = []
    for page in sorted(held_out):
        anchors = [anchor for anchor in dict.fromkeys(anchor for anchor, _ in pages[page]) if anchor in senses]
        if len(anchors) >= 2:
            problems.append(_problem([senses[anchor] for anchor in anchors[:max_mentions]], relatedness, beta))
    return problems


def _relatedness(in_links: list[list[int]], n_pages: int, measures: str) -> KernelRelatedness:
    links = InLinks.from_lists(in_links, n_pages=n_pages)
    rng = np.random.default_rng(1)
    directions = rng.normal(size=(n_pages, 300)).astype(np.float32)
    # A random projection of the in-link vectors stands in for trained vectors: entities that share links are close.
    vectors = np.stack([directions[ids].sum(axis=0) for ids in in_links])
    return measure(measures, links=links, ees=EES(vectors))


def _problem(senses: list[Counter[int]], relatedness: KernelRelatedness, beta: float) -> Problem:
    top = [counts.most_common(20) for counts in senses]
    local = [
        np.array([count for _, count in pairs]) / counts.total() for pairs, counts in zip(top, senses, strict=True)
    ]
    return Problem(local, relatedness, beta, candidates=[[entity for entity, _ in pairs] for pairs in top])


def _normalize(title: str) -> str:
    title = " ".join(title.replace("_", " ").split())
    return title[:1].upper() + title[1:]
