"""Pages reworded as news would write them: people by surname or with a title, companies with their legal form.

Links of a wiki give names in full, so a model that has seen nothing else distrusts "Obama" and "Acme Corp.".
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random

from pairlinking.kb.name_parts import base_name
from pairlinking.local.documents import GoldDocument

__all__ = ["news_names", "retell"]

# Frequent given names. The list need not be complete: some people of each page are enough to learn from.
_GIVEN = frozenset(
    """
    Aaron Adam Alan Albert Alexander Alfred Alice Andrew Angela Ann Anna Anne Anthony Arthur Barbara Benjamin Bernard
    Bill Bob Brian Bruce Carl Carlos Caroline Catherine Charles Charlotte Chris Christian Christine Christopher Claude
    Daniel David Dennis Diana Donald Dorothy Douglas Edgar Edward Edwin Elizabeth Emily Emma Eric Ernest Eugene Eva
    Francis Frank Franz Frederick Friedrich Gary Geoffrey George Gerald Gordon Grace Graham Greg Hannah Hans Harold
    Harry Heinrich Helen Henri Henry Herbert Howard Hugh Ian Isaac Jack Jacob James Jane Janet Jason Jean Jeff Jennifer
    Jessica Jim Jimmy Joan Joe Johann John Jonathan Joseph Josef Juan Julia Julian Karen Karl Kate Keith Kenneth Kevin
    Larry Laura Lawrence Leo Leonard Lewis Linda Louis Louise Luis Margaret Maria Marie Mark Martin Mary Matthew
    Maurice Max Michael Michel Michelle Mike Nancy Neil Nicholas Nick Oliver Oscar Pablo Patricia Patrick Paul Peter
    Philip Pierre Rachel Ralph Raymond Rebecca Richard Robert Roger Ronald Rose Roy Russell Ruth Samuel Sarah Scott
    Sebastian Sergei Simon Sophie Stanley Stephen Steve Steven Stuart Susan Ted Theodore Thomas Tim Timothy Tom Tony
    Victor Victoria Vincent Vladimir Walter Warren Wayne Wilhelm William
    """.split()  # noqa: SIM905
)
_GENERATIONS = frozenset(["Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV"])
_TITLES = ("Mr.", "Ms.", "Dr.", "Professor", "President", "Senator", "Sen.", "Minister", "Secretary", "Gov.", "Judge")
_LEGAL = ("Inc.", "Inc", "Corp.", "Corp", "Co.", "Co", "Ltd.", "Ltd", "Group")
_COMPANY = frozenset(["Inc.", "Incorporated", "Corporation", "Corp.", "Company", "Co.", "Limited", "Ltd.", "Group"])
_RETOLD = 0.6  # of the mentions of people and companies; the others stay as they are


def news_names(title: str) -> list[str]:
    """Ways in which news may write a name, if the name itself shows that it is a person's or a company's.

    >>> news_names("George W. Bush")[:4]
    ['Bush', 'Bush', 'Bush', 'George Bush']
    >>> news_names("Acme Corporation")[:3]
    ['Acme', 'Acme Inc.', 'Acme Inc']
    >>> news_names("Berlin")
    []
    """
    words = base_name(title).split(",")[0].split()
    if len(words) > 1 and words[-1] in _COMPANY:
        bare = " ".join(words[:-1])
        return [bare, *(f"{bare} {legal}" for legal in _LEGAL)]
    while len(words) > 2 and words[-1] in _GENERATIONS:
        words = words[:-1]
    if not (2 <= len(words) <= 4 and words[0] in _GIVEN and all(word[:1].isupper() for word in words)):
        return []
    surname, full = words[-1], " ".join(words)
    # The surname alone is by far the most frequent.
    found = [surname] * 3
    if len(words) > 2:
        found.append(f"{words[0]} {surname}")
    return [*found, *(f"{each} {name}" for each, name in zip(_TITLES, cycle((surname, full)), strict=False))]


def retell(document: GoldDocument, title: Callable[[int], str], seed: int) -> GoldDocument:
    """The document with some names as news would write them; its `anchors` are still those of the page."""
    random = Random(seed)
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    done = length = 0
    for (start, end), entity in zip(document.spans, document.entities, strict=True):
        name = document.text[start:end]
        others = news_names(title(entity)) if entity >= 0 else []
        if others and random.random() < _RETOLD:
            name = random.choice(others)
        before = document.text[done:start]
        parts += [before, name]
        spans.append((length + len(before), length + len(before) + len(name)))
        length += len(before) + len(name)
        done = end
    text = "".join([*parts, document.text[done:]])
    anchors = document.anchors or document.surfaces
    return GoldDocument(text, spans, document.entities, anchors=anchors, page=document.page)
