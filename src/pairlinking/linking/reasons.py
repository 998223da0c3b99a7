"""Why a mention was linked as it was, in one or two plain sentences."""

from __future__ import annotations

from pairlinking.linking.links import Candidate, Link

__all__ = ["reason"]


def reason(link: Link) -> str:
    """What decided a link, in words for readers who do not know the method.

    >>> import pairlinking as pl
    >>> document = pl.load("sample").link("The evening train from Perth reaches Edinburgh at nine.")
    >>> print(reason(document["Perth"]))
    On its own, "Perth" would be Perth (0.71). Together with Edinburgh, it is Perth, Scotland.
    """
    return _sentences(link).replace("..", ".")  # a title may end with a full stop


def _sentences(link: Link) -> str:
    name, best, entity = f'"{link.label}"', link.best, link.entity
    if best is None:
        return f"The knowledge base has nothing with the name {name}."
    if entity is None:
        return (
            f"Not linked: the best candidate, {best.entity}, is right with a probability of {link.confidence:.2f}, "
            f"below the threshold of {link.document.threshold:.2f}."
        )
    solution = link.document.solution
    # Not from `Link.candidates`, whose order needs the support of each: a document may have thousands of mentions.
    low, high = (int(each) for each in solution.offsets[link.number : link.number + 2])
    if high - low == 1:
        return f"{name} has only this meaning in the knowledge base."
    support = link.evidence
    if not support:
        return f"Decided by the name and the words around it, which fit {entity} best."
    helper = support[0].entities[1]
    by_name, by_words = (
        Candidate(link.document, link.number, low + int(values[low:high].argmax()))
        for values in (solution.prior, solution.local)
    )
    if by_words.local > best.local:
        alone = f"On its own, {name} would be {by_words.entity} ({by_words.local:.2f})."
        return f"{alone} Together with {helper}, it is {entity}."
    if by_name.prior > best.prior:
        alone = f"By name alone, {name} mostly means {by_name.entity} ({by_name.prior:.2f})."
        return f"{alone} The words around it and {helper} point to {entity}."
    return f"Its name, the words around it and {helper} all point to {entity}."
