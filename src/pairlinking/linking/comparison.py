"""One document, several methods: what each decides, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from pairlinking._support.columns import aligned
from pairlinking.collective import compared_methods
from pairlinking.errors import ProblemTooLarge
from pairlinking.linking.documents import AnyDocument, TextDocument, read_document
from pairlinking.linking.linked import LinkedDocument
from pairlinking.linking.links import Entity
from pairlinking.linking.mentions import Span
from pairlinking.linking.records import comparison_record

if TYPE_CHECKING:
    from pairlinking.linking.linker import Linker

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True)
class Comparison:
    """The same document linked by several methods, by name. Prints as a table.

    Attributes
    ----------
    source, spans
        What was linked: the text, and its mentions, given or detected.
    documents
        By method, in the order requested.
    left_out
        Methods that cannot solve a document of this size, and why.
    """

    source: TextDocument
    spans: Sequence[Span]
    documents: Mapping[str, LinkedDocument]
    left_out: Mapping[str, str]

    @property
    def differences(self) -> list[int]:
        """Numbers of the mentions on which methods disagree."""
        answers = map(_answers, self.documents.values())
        return [number for number, each in enumerate(zip(*answers, strict=True)) if len(set(each)) > 1]

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Methods that give the same answers, the largest group first."""
        by_answers: dict[tuple[Entity | None, ...], list[str]] = {}
        for name, document in self.documents.items():
            by_answers.setdefault(_answers(document), []).append(name)
        return sorted(map(tuple, by_answers.values()), key=len, reverse=True)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as JSON can hold it: the answer of each method for each mention."""
        return comparison_record(self)

    def _repr_html_(self) -> str:
        from pairlinking.linking.html import comparison_html

        return comparison_html(self)

    def __str__(self) -> str:
        """A table with a column for each group of methods and a row for each mention, marked ``*`` if groups differ."""
        groups, differing = self.groups, set(self.differences)
        letters = [_letter(number) for number in range(len(groups))]
        lines = [f"{letter}: {', '.join(group)}" for letter, group in zip(letters, groups, strict=True)]
        lines += [f"left out: {name}. {reason}" for name, reason in self.left_out.items()]
        columns = [self.documents[group[0]] for group in groups]
        rows = [("", "mention", *letters)]
        for number, links in enumerate(zip(*columns, strict=True)):
            titles = ("-" if link.entity is None else link.entity.title for link in links)
            rows.append(("*" if number in differing else "", links[0].label, *titles))
        if len(rows) == 1:
            return "\n".join([*lines, "no mentions"])
        return "\n".join([*lines, "", *aligned(rows)])


def _answers(document: LinkedDocument) -> tuple[Entity | None, ...]:
    return tuple(link.entity for link in document)


def _letter(number: int) -> str:
    """A to Z, then AA to ZZ: plug-ins may add any number of methods.

    >>> _letter(1), _letter(27)
    ('B', 'BB')
    """
    return ascii_uppercase[number % 26] * (number // 26 + 1)


def compare(linker: Linker, document: AnyDocument, methods: Sequence[str] | None = None) -> Comparison:
    """Link one document with several methods, each with its own recommended beta unless one is set for the linker."""
    source = read_document(document)
    names = compared_methods() if methods is None else list(methods)
    prepared = linker.prepare(source)
    spans = prepared.spans if source.mentions is None else source.mentions
    documents: dict[str, LinkedDocument] = {}
    left_out: dict[str, str] = {}
    for name in names:
        each = linker.with_options(method=name)
        try:
            documents[name] = each.finish(source, each.solve(prepared))
        except ProblemTooLarge as error:
            left_out[name] = str(error)
    return Comparison(source, spans, documents, left_out)
