"""Saved answers: for each mention what is right, what was answered, and whether it could have been right.

One JSON object per line: the first says what gave the answers, each other one is a document (`Records` writes them).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.json_lines import field_of, read_objects
from pairlinking.evaluation.metrics import Tally, tally
from pairlinking.evaluation.writing import write_lines

__all__ = ["Answer", "AnsweredDocument", "Answers", "read_answers", "tallies_of", "write_answers"]


@dataclass(frozen=True, slots=True)
class Answer:
    """One mention.

    Attributes
    ----------
    gold
        Entities any of which is right; empty if the mention means nothing in the knowledge base (NIL).
    answer
        The entity it was linked to; None for no link.
    confidence
        Of the answer, if the program that gave it reports one.
    is_candidate
        Whether a right entity was among the candidates; None if unknown.
    """

    start: int
    end: int
    surface: str
    gold: tuple[str, ...]
    answer: str | None
    confidence: float | None = None
    is_candidate: bool | None = None

    @property
    def is_right(self) -> bool:
        """Whether the answer is one of `gold`; for NIL, whether there is no answer."""
        return self.answer in self.gold if self.gold else self.answer is None


@dataclass(frozen=True)
class AnsweredDocument:
    """A document and the answers to its mentions."""

    id: str
    mentions: tuple[Answer, ...]


@dataclass(frozen=True)
class Answers:
    """What one setting, or another program, answered on one data set.

    `ms` is the time of the collective step per document, if there is one.
    """

    name: str
    documents: tuple[AnsweredDocument, ...]
    ms: float | None = None


def read_answers(path: Path) -> Answers:
    """Answers of a file that ``pairlinking evaluate`` saved.

    Raises
    ------
    SourceError
        The file is missing or not a file of answers; the message names the line.
    """
    if path.is_dir():
        within = sorted(str(each) for each in path.rglob("*.jsonl"))[:3]
        raise SourceError(
            f"{path} is a folder, but a file of answers was expected"
            + (f", such as {', '.join(within)}." if within else ". It holds none.")
        )
    name, ms, documents = path.stem, None, list[AnsweredDocument]()
    for number, (where, record) in enumerate(read_objects(path)):
        if number == 0:
            if "setting" not in record:
                raise SourceError(
                    f"{where}: this is not an answers file of 'pairlinking evaluate --out': its first line has no "
                    "'setting'. To measure links of 'pairlinking link', use evaluate --predictions."
                )
            method, *measures = field_of(record, "setting", list, where)
            name = " ".join(str(part) for part in (method, *measures) if part is not None)
            seconds = record.get("seconds")
            ms = 1000 * seconds if any(measures) and isinstance(seconds, int | float) else None
            continue
        mentions = tuple(_answer(each, where) for each in field_of(record, "mentions", list, where))
        documents.append(AnsweredDocument(str(record.get("id")), mentions))
    if not documents:
        raise SourceError(f"{path} holds no documents. Remove it and run the evaluation again.")
    return Answers(name, tuple(documents), None if ms is None else ms / len(documents))


def write_answers(path: Path, answers: Answers) -> None:
    """Write a file for `read_answers`, in one step: a file that exists is complete."""
    lines: list[dict[str, Any]] = [{"setting": [answers.name]}, *(asdict(each) for each in answers.documents)]
    write_lines(path, lines)


def tallies_of(documents: Sequence[AnsweredDocument]) -> list[Tally]:
    """Counts of each document, for the measures."""
    return [
        tally(
            [each.gold for each in document.mentions],
            [each.answer for each in document.mentions],
            # Only this is known about the candidates, and only this counts.
            [each.gold if each.is_candidate or each.is_right else () for each in document.mentions],
        )
        for document in documents
    ]


def _answer(record: Any, where: str) -> Answer:
    if not isinstance(record, dict) or "answer" not in record:
        raise SourceError(f"{where}: a mention needs 'start', 'end', 'gold' and 'answer'. Got {record!r:.60}.")
    answer, confidence, is_candidate = (record.get(name) for name in ("answer", "confidence", "is_candidate"))
    gold = field_of(record, "gold", list, where)
    if not all(isinstance(name, str) for name in gold) or not isinstance(answer, str | None):
        raise SourceError(f"{where}: 'gold' must be names, 'answer' a name or null. Got {gold!r:.60}, {answer!r:.60}.")
    return Answer(
        field_of(record, "start", int, where),
        field_of(record, "end", int, where),
        str(record.get("surface", "")),
        tuple(gold),
        answer,
        float(confidence) if isinstance(confidence, int | float) else None,
        is_candidate if isinstance(is_candidate, bool) else None,
    )
