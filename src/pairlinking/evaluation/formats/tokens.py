"""Builds a text from tokens, with the offsets of its mentions."""

from __future__ import annotations

from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention

__all__ = ["TokenText"]


class TokenText:
    """Joins tokens with spaces, and sentences with line ends."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._separator = ""
        self._mentions: list[AnnotatedMention] = []
        self._gold: tuple[str, ...] | None = None
        self._start: int | None = None
        self.is_in_mention = False

    def begin_mention(self, gold: tuple[str, ...] | None) -> None:
        """Start a mention with the next token."""
        self.end_mention()
        self.is_in_mention, self._gold = True, gold

    def add(self, token: str, *, in_mention: bool = False) -> None:
        """Add a token; a token outside of mentions ends the previous mention."""
        if not in_mention:
            self.end_mention()
        self._parts += (self._separator, token)
        start = self._length + len(self._separator)
        self._length = start + len(token)
        self._separator = " "
        if in_mention and self._start is None:
            self._start = start

    def end_mention(self) -> None:
        """End the mention, if there is one: it goes to the last token."""
        if self.is_in_mention and self._start is not None:
            self._mentions.append(AnnotatedMention(self._start, self._length, self._gold))
        self.is_in_mention, self._start = False, None

    def end_sentence(self) -> None:
        """End the sentence, and with it the mention."""
        self.end_mention()
        self._separator = "\n" if self._parts else ""

    def document(self, name: str) -> AnnotatedDocument:
        """The text so far with its mentions."""
        self.end_mention()
        return AnnotatedDocument(name, "".join(self._parts), tuple(self._mentions))
