"""What goes in: a text, its mentions if they are known, and a name for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pairlinking.errors import DocumentError
from pairlinking.linking.mentions import Span, read_mentions

__all__ = ["AnyDocument", "TextDocument", "read_document"]


@dataclass(frozen=True)
class TextDocument:
    """A text to link.

    Attributes
    ----------
    mentions
        Spans in code points; None to have them spotted.
    id
        Whatever the caller knows it by; handed through.
    """

    text: str
    mentions: tuple[Span, ...] | None = None
    id: Any = None


# A text, a text with its mentions, the same as JSON has it, or one that was read already.
AnyDocument: TypeAlias = "str | tuple[str, Any] | Mapping[str, Any] | TextDocument"


def read_document(document: AnyDocument) -> TextDocument:
    """Check a document in any of its forms.

    >>> read_document({"id": 7, "text": "Tiger won.", "mentions": [{"start": 0, "end": 5}]})
    TextDocument(text='Tiger won.', mentions=((0, 5),), id=7)

    Raises
    ------
    DocumentError
        There is no text, or a mention does not lie within it.
    """
    name: Any = None
    if isinstance(document, TextDocument):
        document = vars(document)
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
    return TextDocument(text, None if mentions is None else tuple(read_mentions(text, mentions)), name)
