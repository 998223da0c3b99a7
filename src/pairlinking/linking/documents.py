"""The input: a text, its mentions if they are known, and an id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, TypeAlias

from pairlinking.errors import DocumentError
from pairlinking.linking.mentions import Fixed, Span, read_fixed, read_mentions, read_targets

__all__ = ["AnyDocument", "TextDocument", "read_document"]


@dataclass(frozen=True)
class TextDocument:
    """A text to link.

    Attributes
    ----------
    mentions
        Spans in code points; None to have them detected.
    id
        Any value that identifies the document for the caller; passed through.
    fixed
        Mentions whose entity is known beforehand: number of the mention and name of the entity.
    detected
        How sure the detector is of each mention that it found; None if mentions are given.
    """

    text: str
    mentions: tuple[Span, ...] | None = None
    id: Any = None
    fixed: tuple[Fixed, ...] = ()
    detected: tuple[float, ...] | None = field(default=None, repr=False)

    @classmethod
    def of_names(cls, names: Sequence[str]) -> TextDocument:
        """A text that consists of these names, one per line, each a mention: for names without a text around them.

        >>> TextDocument.of_names(["Tiger", "Augusta"]).mentions
        ((0, 5), (6, 13))
        """
        starts = accumulate((len(name) + 1 for name in names[:-1]), initial=0)
        spans = ((start, start + len(name)) for start, name in zip(starts, names, strict=False))
        return cls("\n".join(names), tuple(spans))

    @classmethod
    def of_marked(cls, marked: str, name: Any = None) -> TextDocument:
        """A text with ``[[marks]]`` around its mentions, as people write them; without any, they are detected.

        The part before a bar, as in wikitext, is the entity that the mention is known to mean. `name` becomes the id.

        >>> TextDocument.of_marked("[[Tiger Woods|Tiger]] won in [[Augusta]].")
        TextDocument(text='Tiger won in Augusta.', mentions=((0, 5), (13, 20)), id=None, fixed=((0, 'Tiger Woods'),))
        """
        text, spans, fixed = read_targets(marked)
        return cls(text, tuple(spans) if spans else None, name, tuple(fixed))

    def in_text_order(self) -> list[int]:
        """Numbers of the given mentions in the order of the text."""
        given = self.mentions or ()
        return sorted(range(len(given)), key=given.__getitem__)


# A text, a text with its mentions, the same as a JSON object, or one that was read before.
AnyDocument: TypeAlias = "str | tuple[str, Any] | Mapping[str, Any] | TextDocument"


def read_document(document: AnyDocument) -> TextDocument:
    """Check a document in any of its forms.

    >>> read_document({"id": 7, "text": "Tiger won.", "mentions": [{"start": 0, "end": 5, "fixed": "Tiger Woods"}]})
    TextDocument(text='Tiger won.', mentions=((0, 5),), id=7, fixed=((0, 'Tiger Woods'),))

    Raises
    ------
    DocumentError
        There is no text, a mention is not within it, or one is fixed to something other than a name.
    """
    name: Any = None
    fixed: tuple[Fixed, ...] = ()
    detected: tuple[float, ...] | None = None
    if isinstance(document, TextDocument):
        fixed, detected, document = _check_fixed(document), document.detected, vars(document)
    if isinstance(document, Mapping):
        if "text" not in document:
            keys = ", ".join(map(repr, document)) or "none"
            raise DocumentError(f"A document needs a 'text'. It has these keys: {keys:.200}.")
        text, mentions, name = document["text"], document.get("mentions"), document.get("id")
    elif isinstance(document, tuple) and len(document) == 2:
        text, mentions = document
    else:
        text, mentions = document, None
    if not isinstance(text, str):
        raise DocumentError(f"A text must be a string. Got {type(text).__name__} instead: {text!r:.80}")
    if mentions is None:
        return TextDocument(text, None, name)
    mentions = list(mentions) if isinstance(mentions, Iterator) else mentions  # they are read twice
    spans = tuple(read_mentions(text, mentions))
    if detected is not None and len(detected) != len(spans):
        raise DocumentError(
            f"'detected' must have a number for each of the {len(spans)} mentions. Got {len(detected)}."
        )
    return TextDocument(text, spans, name, fixed or tuple(read_fixed(mentions)), detected)


def _check_fixed(document: TextDocument) -> tuple[Fixed, ...]:
    n_mentions = 0 if document.mentions is None else len(document.mentions)
    for number, name in document.fixed:
        if not 0 <= number < n_mentions or not isinstance(name, str):
            raise DocumentError(
                f"'fixed' must hold numbers of the {n_mentions} mentions given, from 0, each with an entity's name. "
                f"Got {(number, name)!r:.80} instead."
            )
    return document.fixed
