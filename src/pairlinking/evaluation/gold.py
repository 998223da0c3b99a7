"""Gold data for evaluation: a data set or your own file, and how much of it a knowledge base has."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pairlinking.errors import ParameterError, SourceError
from pairlinking.evaluation import catalogue
from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.entities import gold_entity
from pairlinking.evaluation.formats import FORMATS
from pairlinking.kb import KnowledgeBase

__all__ = ["PAPER_SETS", "Coverage", "Gold", "coverage", "find_paper_sets", "is_file", "read_gold"]

_ENDINGS = (".jsonl", ".json", ".ndjson")
PAPER_SETS = ("reuters128", "ace2004", "msnbc", "spotlight", "rss500", "kore50", "micro14", "aquaint")


@dataclass(frozen=True)
class Gold:
    """Documents whose mentions were linked by people, each span once, and what was left out or corrected in them."""

    name: str
    documents: tuple[AnnotatedDocument, ...]
    notes: Notes

    @property
    def label(self) -> str:
        """Short name: that of the data set, or of the file without folder and suffix."""
        return Path(self.name).stem

    def fingerprint(self) -> str:
        """A hash that changes with any text, mention or entity, since answers belong to one version of gold data."""
        digest = hashlib.sha256()
        for document in self.documents:
            digest.update(repr((document.id, document.text, document.mentions)).encode(errors="surrogatepass"))
        return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Coverage:
    """How much of gold data a knowledge base has.

    Attributes
    ----------
    documents, mentions, linked
        In the gold data: documents, mentions (each span once), and mentions with an entity.
    counted_documents, counted
        Documents with a mention whose entity the knowledge base has, and such mentions: what the paper measures on.
    lacking
        Names in the gold data that the knowledge base lacks, the most frequent first, with the number of mentions.
    """

    documents: int
    mentions: int
    linked: int
    counted_documents: int
    counted: int
    lacking: dict[str, int]


def is_file(name: str) -> bool:
    """Whether a name of gold data is that of a file of JSON lines."""
    return name.lower().endswith(_ENDINGS)


def read_gold(name: str | Path, data: Path | None = None) -> Gold:
    """Read a data set of the catalogue, whose files are below `data`, or your own file of JSON lines.

    Raises
    ------
    ParameterError
        The name is that of a data set, but `data` is missing.
    SourceError
        Files are missing or broken, with the line; or the data set comes without its text.
    """
    name = str(name)
    if is_file(name):
        notes = Notes()
        documents = tuple(FORMATS["jsonl"](Path(name), None, notes))
    else:
        if Path(name).is_file() and name not in catalogue.names():
            raise ParameterError(f"{name} is not a data set, and a file of gold documents must end in {_ENDINGS[0]}.")
        declared = catalogue.find(name)
        if data is None:
            raise ParameterError(f"The files of the data set {name!r} are needed. Pass their folder with --data.")
        if not declared.has_text:
            raise SourceError(f"{declared.title} comes without its text, so there is nothing to link. {declared.note}")
        loaded = catalogue.load(name, data)
        documents, notes = loaded.documents, loaded.notes
    if not any(document.mentions for document in documents):
        raise SourceError(f"{name} holds no mentions, so there is nothing to measure on.")
    return Gold(name, tuple(document.merged() for document in documents), notes)


def find_paper_sets(data: Path) -> tuple[list[str], list[str]]:
    """Names of the paper's data sets that are in a folder, and of those that are not.

    Raises
    ------
    SourceError
        None of them exists, or a part of one is missing: such a data set is not left out silently.
    """
    there, absent = list[str](), list[str]()
    for name in PAPER_SETS:
        declared = catalogue.find(name)
        missing = declared.missing(data)
        if not missing:
            there.append(name)
        elif (data / declared.folder).exists():
            raise SourceError(
                f"{declared.title} is not complete: {', '.join(map(str, missing))} is missing. {declared.obtain} "
                "Or pass the names of the data sets to measure on, or move the folder away."
            )
        else:
            absent.append(name)
    if not there:
        raise SourceError(f"None of the paper's data sets is in {data}. 'pairlinking datasets list' names their files.")
    return there, absent


def coverage(kb: KnowledgeBase, documents: Iterable[AnnotatedDocument]) -> Coverage:
    """Count what a knowledge base has of gold data, and which names it lacks."""
    n_documents = n_mentions = n_linked = n_counted_documents = n_counted = 0
    lacking: Counter[str] = Counter()
    for document in documents:
        gold = [mention.gold for mention in document.mentions]
        found = [any(gold_entity(kb, name) is not None for name in names or ()) for names in gold]
        lacking.update(names[0] for names, is_there in zip(gold, found, strict=True) if names and not is_there)
        n_documents += 1
        n_mentions += len(gold)
        n_linked += sum(names is not None for names in gold)
        n_counted_documents += any(found)
        n_counted += sum(found)
    return Coverage(n_documents, n_mentions, n_linked, n_counted_documents, n_counted, dict(lacking.most_common()))
