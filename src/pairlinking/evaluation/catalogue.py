"""The data sets that this package knows, declared in datasets.toml; reads them from a folder of their files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from pairlinking.errors import SourceError, UnknownName, did_you_mean
from pairlinking.evaluation.documents import AnnotatedDocument, Counts, Notes
from pairlinking.evaluation.formats import FORMATS

__all__ = ["DataSet", "LoadedDataSet", "find", "is_absent", "load", "names"]


@dataclass(frozen=True)
class DataSet:
    """A data set as declared.

    Attributes
    ----------
    folder, annotations, texts
        Its folder below that of all data sets; a file or folder in it; and the folder of the texts, if separate.
    format
        Name of its reader in `FORMATS`.
    source, commit, licence, obtain
        Where it comes from, what is stated there about its use, and how to get it.
    counts, paper
        Counts of the files, and counts of documents and mentions in the paper, which leaves some out.
    has_text
        Whether its files contain the text: without it, there is nothing to link.
    corrections
        Misspelled names, and what they should be.
    """

    name: str
    title: str
    folder: str
    format: str
    annotations: str
    source: str
    commit: str
    licence: str
    obtain: str
    counts: Counts
    paper: tuple[int, int] | None = None
    texts: str | None = None
    note: str = ""
    has_text: bool = True
    corrections: Mapping[str, str] = field(default_factory=dict)

    def paths(self, data: Path) -> tuple[Path, Path | None]:
        """Annotations and texts below the folder of all data sets."""
        folder = data / self.folder
        return folder / self.annotations, folder / self.texts if self.texts else None

    def missing(self, data: Path) -> list[Path]:
        """Those of its paths that do not exist."""
        return [path for path in self.paths(data) if path is not None and not path.exists()]


@dataclass(frozen=True)
class LoadedDataSet:
    """A data set with its documents, and what was left out or corrected when reading it."""

    data_set: DataSet
    documents: tuple[AnnotatedDocument, ...]
    notes: Notes

    @property
    def counts(self) -> Counts:
        """Counts of what was read."""
        return Counts.of(self.documents)

    def differences(self) -> list[str]:
        """Differences from the declared counts, in words; mentions left out for a stated reason do not count."""
        found, expected, skipped = self.counts, self.data_set.counts, self.notes.skipped_mentions
        labels = ("D", "D+", "M", "M+")
        return [
            f"{label} is {has:,}, not {should:,}"
            for label, has, should in zip(labels, found, expected, strict=True)
            if not should - (0 if label == "D" else skipped) <= has <= should
        ]


@cache
def _declared() -> dict[str, DataSet]:
    content = tomllib.loads((files("pairlinking.evaluation") / "datasets.toml").read_text(encoding="utf-8"))
    found = {}
    for name, fields in content.items():
        counts, paper = Counts(**fields.pop("counts")), fields.pop("paper", None)
        published = (paper["documents"], paper["mentions"]) if paper else None
        found[name] = DataSet(name=name, counts=counts, paper=published, **fields)
    return found


def names() -> list[str]:
    """Names of all data sets, those of the paper first."""
    return list(_declared())


def find(name: str) -> DataSet:
    """The data set with this name; `UnknownName` suggests similar ones."""
    declared = _declared()
    if name not in declared:
        known = ", ".join(declared)
        raise UnknownName(f"Can't find the data set {name!r}.{did_you_mean(name, declared)} Available: {known}.")
    return declared[name]


def is_absent(name: str, data: Path) -> bool:
    """Whether no file of a data set exists; texts that it shares with another one, which exists, do not count."""
    annotations, texts = find(name).paths(data)
    if annotations.exists() or texts is None or not texts.exists():
        return not annotations.exists()
    others = (each.paths(data) for each in _declared().values())
    return any(other_texts == texts and other.exists() for other, other_texts in others)


def load(name: str, data: str | Path) -> LoadedDataSet:
    """Read a data set from the folder that holds all of them.

    Raises
    ------
    UnknownName
        The catalogue has no such data set.
    SourceError
        Files are missing or broken; with file and line, or how to get the data set if it is missing.
    """
    data_set, folder = find(name), Path(data)
    missing = data_set.missing(folder)
    if missing:
        raise SourceError(
            f"{data_set.title} is not complete: {', '.join(map(str, missing))} is missing. "
            f"{data_set.obtain} Source: {data_set.source}"
        )
    notes = Notes()
    annotations, texts = data_set.paths(folder)
    documents = tuple(FORMATS[data_set.format](annotations, texts, notes))
    if data_set.corrections:
        documents = tuple(_corrected(document, data_set.corrections, notes) for document in documents)
    return LoadedDataSet(data_set, documents, notes)


def _corrected(document: AnnotatedDocument, corrections: Mapping[str, str], notes: Notes) -> AnnotatedDocument:
    mentions = []
    for mention in document.mentions:
        gold = mention.gold and tuple(corrections.get(name, name) for name in mention.gold)
        if gold != mention.gold:
            notes.correct(
                "the name of the entity is misspelled", f"document {document.id!r}, character {mention.start}"
            )
        mentions.append(replace(mention, gold=gold))
    return replace(document, mentions=tuple(mentions))
