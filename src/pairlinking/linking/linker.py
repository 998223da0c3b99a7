"""The linker: text in, linked entities out, each with a confidence and a reason."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from pairlinking._support.progress import Progress
from pairlinking.candidates import find_mentions
from pairlinking.candidates.ranker import TOP_K
from pairlinking.candidates.spotting import CONCEPTS, NAMES, default_kind
from pairlinking.collective import Assignment, facts_of, solve
from pairlinking.detection import Detector
from pairlinking.errors import MissingVectorsWarning
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.acceptance import as_detected, for_detected, link_features, open_acceptance
from pairlinking.linking.coherence import solver_of
from pairlinking.linking.documents import AnyDocument, TextDocument, read_document
from pairlinking.linking.fixed import fix, hold
from pairlinking.linking.linked import LinkedDocument
from pairlinking.linking.mentions import Mentions, Span, read_mentions
from pairlinking.linking.options import LinkerOptions
from pairlinking.linking.prepared import Prepared
from pairlinking.linking.preparing import Preparer
from pairlinking.linking.presets import with_preset
from pairlinking.linking.solution import Solution
from pairlinking.local import LocalScorer, PriorScorer
from pairlinking.local.models import Models, open_models
from pairlinking.local.scorers import CheckedScorer
from pairlinking.relatedness import checked, relatedness_of
from pairlinking.stages import CollectiveLinker, Relatedness
from pairlinking.text.forms import Expander, Trimmer, expand, trim
from pairlinking.types import FloatArray

if TYPE_CHECKING:
    from pairlinking.linking.comparison import Comparison

__all__ = ["Linker", "load"]

# Mentions that are decided together. The work grows with the square of their number, and mentions that are megabytes
# apart say little about each other.
_TOGETHER = 5000


class Linker:
    """Links texts with one knowledge base. Any number of threads may share it; several linkers may share one KB.

    All mentions of a document are decided together, in groups of 5,000 if there are more. `pairlinking.load` is another
    name for this class.

    Parameters
    ----------
    kb
        A knowledge base: its folder, the name of an installed one (``pairlinking kb list``), or an open one. By default
        the one that the environment variable ``PAIRLINKING_KB`` names, else the starter if its package is installed,
        else the built-in sample.
    method
        How all mentions of a document are decided: a name from `pairlinking.methods`, or an object with ``solve``. By
        default what the knowledge base recommends: ``"pair-linking"``, unless training on your own documents has found
        a better one.
    relatedness
        ``"njs+ees"`` by default (the paper's best), ``"njs"`` for a knowledge base without vectors; or an object.
    beta
        Weight of relatedness against local confidence, in [0, 1]. By default what the knowledge base recommends; for
        methods that sum relatedness over all mentions, this is the weight of its mean.
    top_k
        Maximum number of candidates considered for a mention.
    threshold
        A mention whose best candidate has a lower probability of being right stays unlinked; 0 links every mention that
        has a candidate. By default what is expected to give the best F1.
    precision, recall
        Instead of a threshold: the share of links that should be right, or of right links that should be kept, as far
        as the probabilities are right. Asking for recall never links less than the default.
    local
        ``"boosted"`` trees, ``"prior"``, or an object with ``score``.
    spot
        What to detect if no mentions are given: ``"names"``, including those that the knowledge base does not have;
        ``"concepts"``, whatever pages link, including common nouns; or ``"all"``. By default names, but all if the
        knowledge base was built from catalogues only.
    spotter
        Minimum link probability of a concept; or your own function from a text to its spans. A number without `spot`
        finds concepts.
    trimmer, expander
        Other rules for the boundaries of mentions, and for finding a longer mention before them.
    preset
        A system that the paper compares with, instead of method, relatedness, beta and local: ``"doser"`` or
        ``"pboh"``.

    Examples
    --------
    >>> import pairlinking as pl
    >>> linker = pl.load("sample")
    >>> document = linker.link("The Sun reported that Greece will leave the Euro.", ["The Sun", "Greece", "Euro"])
    >>> [link.entity.title for link in document]
    ['The Sun (United Kingdom)', 'Greece', 'Euro']
    """

    def __init__(
        self,
        kb: str | PathLike[str] | KnowledgeBase | None = None,
        *,
        method: str | CollectiveLinker | None = None,
        relatedness: str | Relatedness | None = None,
        beta: float | None = None,
        top_k: int = TOP_K,
        threshold: float | None = None,
        precision: float | None = None,
        recall: float | None = None,
        local: str | LocalScorer = "boosted",
        spot: str | None = None,
        spotter: float | Callable[[str], Any] | None = None,
        trimmer: Trimmer = trim,
        expander: Expander = expand,
        preset: str | None = None,
    ) -> None:
        # First: a wrong option is reported before the sample is built.
        set_by_presets = {"method": method, "relatedness": relatedness, "beta": beta, "local": local}
        self.options = LinkerOptions(
            **with_preset(preset, set_by_presets),
            top_k=top_k,
            threshold=threshold,
            precision=precision,
            recall=recall,
            spot=spot,
            spotter=spotter,
            trimmer=trimmer,
            expander=expander,
        )
        self.kb = _open(kb)
        self._models = open_models(self.kb)
        self._apply_options()
        if relatedness is None and not self.kb.has_vectors:
            warnings.warn(_without_vectors(self.kb), MissingVectorsWarning, stacklevel=2)

    def _apply_options(self) -> None:
        options, kb = self.options, self.kb
        relatedness = options.relatedness
        if relatedness is None:
            relatedness = "njs+ees" if kb.has_vectors else "njs"
        self.relatedness = relatedness_of(kb, relatedness) if isinstance(relatedness, str) else checked(relatedness)
        self._solver = solver_of(kb, self._models.method if options.method is None else options.method)
        self.facts = facts_of(self._solver)
        self.beta = self._models.beta if options.beta is None else options.beta
        self.acceptance = open_acceptance(kb, is_learned=self.facts.is_learned)
        self.threshold, self.threshold_of_detected = self._thresholds()
        self._preparer = Preparer(
            kb,
            models=self._models,
            scorer=_scorer(options.local),
            top_k=options.top_k,
            trimmer=options.trimmer,
            expander=options.expander,
        )

    @property
    def method(self) -> str:
        """Name of the method."""
        return self.facts.name

    @cached_property
    def _spotter(self) -> Callable[[str], Iterable[Span]]:
        own = self.options.spotter
        if self._detector is not None:
            return self._detector.spot
        return own if callable(own) else find_mentions(self.kb, self.spot_kind, threshold=own)

    @cached_property
    def _detector(self) -> Detector | None:
        """The detector, if it finds the mentions; it also says how sure it is of them."""
        return Detector(self.kb) if self.options.spotter is None and self.spot_kind == NAMES else None

    @property
    def spot_kind(self) -> str:
        """What is found in raw text: ``"names"``, ``"concepts"`` or ``"all"``."""
        options = self.options
        if options.spot is not None:
            return options.spot
        # A link probability without `spot` asks for concepts, which are found by it.
        return default_kind(self.kb) if options.spotter is None or callable(options.spotter) else CONCEPTS

    def _thresholds(self) -> tuple[float, float]:
        """The thresholds above which links are kept: for given mentions, and for detected ones."""
        options, given = self.options, self.acceptance
        if options.threshold is not None:
            return options.threshold, options.threshold
        if not self._is_calibrated:
            return 0.0, 0.0
        default = given.threshold, float(for_detected(np.array(given.threshold)))
        if options.precision is None and options.recall is None:
            return default
        dial = {"precision": options.precision, "recall": options.recall}
        found = given.threshold_for(**dial), as_detected(given).threshold_for(**dial)
        # Asking for recall never gives fewer links than the default.
        return found if options.recall is None else (min(found[0], default[0]), min(found[1], default[1]))

    @property
    def _is_calibrated(self) -> bool:
        """Whether the probability of links is known: it was learned with the scores of the trees only."""
        return self.options.local == "boosted"

    @property
    def models(self) -> Models:
        """The models that rank and score, and what they recommend."""
        return self._models

    def __repr__(self) -> str:
        name = getattr(self.relatedness, "name", type(self.relatedness).__name__)
        return f"<linker by {self.method} with {name}, beta {self.beta:g}, over {self.kb!r}>"

    def __getstate__(self) -> dict[str, Any]:
        """Path and options: another process opens the knowledge base for itself."""
        return {"path": self.kb.path.absolute(), "options": self.options}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.kb = KnowledgeBase.open(state["path"])
        self.options = state["options"]
        self._models = open_models(self.kb)
        self._apply_options()

    def with_options(self, **changes: Any) -> Linker:
        """A linker with some options changed, which shares everything else with this one."""
        LinkerOptions.check_names(changes)
        other = object.__new__(type(self))
        other.kb, other._models = self.kb, self._models
        other.options = replace(self.options, **changes)
        other._apply_options()
        return other

    def link(self, text: str, mentions: Mentions | None = None) -> LinkedDocument:
        """Link the mentions of a text, which are given or detected.

        Parameters
        ----------
        mentions
            Spans ``(start, end)`` in code points, words to be found one after the other, or dicts with ``start`` and
            ``end``. They may overlap; the answer has all of them in the same order. A dict with ``fixed`` (a key, title
            or redirect) is always linked to that entity, and serves as evidence for the other links.

        Raises
        ------
        DocumentError
            A mention lies outside the text, or is fixed to an entity that the knowledge base does not have.
        """
        return self.link_document((text, mentions) if mentions is not None else text)

    def link_document(self, document: AnyDocument) -> LinkedDocument:
        """Link a document in any of its forms: a text, a text with mentions, or a dict as from JSON."""
        source = read_document(document)
        return self.finish(source, self.solve(self.prepare(source)))

    def link_all(
        self,
        documents: Iterable[AnyDocument],
        *,
        workers: int | None = 1,
        on_error: Callable[[int, Exception], object] | None = None,
        progress: bool | Progress = False,
    ) -> Iterator[LinkedDocument]:
        """Link many documents in `workers` processes (None for all cores); answers are in the order of the documents.

        Only a few documents are in progress at a time, so there may be any number of them.

        Parameters
        ----------
        on_error
            Called with the number and the error of a document that cannot be linked, which is then skipped. Without
            it, the first such error is raised.
        progress
            Whether to show a bar on standard error; or an object that is notified of how many documents are done.
        """
        from pairlinking.linking.streaming import link_stream

        return link_stream(self, documents, workers=workers, on_error=on_error, progress=progress)

    def compare(
        self, text: str, mentions: Mentions | None = None, *, methods: Sequence[str] | None = None
    ) -> Comparison:
        """Link one text with several methods, by default all, with the same candidates and local confidences."""
        from pairlinking.linking.comparison import compare

        return compare(self, (text, mentions) if mentions is not None else text, methods)

    def spot(self, text: str) -> list[Span]:
        """Spans of the mentions in a text."""
        return read_mentions(text, self._spotter(text))

    def with_mentions(self, source: TextDocument) -> TextDocument:
        """The document with its mentions, which are detected if it has none."""
        if source.mentions is not None:
            return source
        if self._detector is None:
            return replace(source, mentions=tuple(sorted(self.spot(source.text))))
        names = self._detector.detect(source.text)
        return replace(
            source,
            mentions=tuple((name.start, name.end) for name in names),
            detected=tuple(name.probability for name in names),
        )

    def prepare(self, document: AnyDocument) -> Prepared:
        """The document with the candidates of its mentions and their local confidences: all but the decision."""
        source = self.with_mentions(document if isinstance(document, TextDocument) else read_document(document))
        prepared = self._preparer.prepare(source, sorted(source.mentions or ()))
        return fix(self.kb, prepared) if source.fixed else prepared

    def solve(self, prepared: Prepared) -> Solution:
        """Decide a document that a linker has prepared with the same options, except for method and beta."""
        # A recommended beta is that of Pair-Linking; a user's own is taken as it is.
        summing = self._solver if self.options.beta is None else None
        parts = []
        for part in prepared.parts(_TOGETHER):
            solved = solve(part.problem(self.relatedness, self.beta, solver=summing), self._solver)
            parts.append(Solution.of(part, solved, self._probabilities(part, solved)))
        source = prepared.source
        solution = Solution.joined(parts)
        if source.detected is not None:
            solution = replace(solution, is_detected=True)
        if source.mentions is not None and solution.spans != list(source.mentions):
            solution = solution.reordered(source.mentions, np.array(source.in_text_order(), dtype=np.int64))
        return hold(solution, source) if source.fixed else solution

    def _probabilities(self, prepared: Prepared, solved: Assignment) -> FloatArray | None:
        """For each name, the probability that its choice is right; None if that is not known."""
        if not self._is_calibrated:
            return None
        rows = link_features(prepared, solved.choice, self.relatedness, solved.probabilities_by_mention)
        found, source = self.acceptance.probability(rows), prepared.source
        if source.detected is not None:
            certainty = dict(zip(source.mentions or (), source.detected, strict=True))
            names = np.zeros(len(found))  # a name is as certain as the surest of its mentions
            np.maximum.at(names, prepared.repeats.place, [certainty[span] for span in prepared.spans])
            found = for_detected(found, names)
        return np.where(solved.choice >= 0, found, 0.0)

    def finish(self, source: TextDocument, solution: Solution) -> LinkedDocument:
        """The linked document for this solution."""
        return LinkedDocument(
            self.kb,
            source,
            solution,
            facts=self.facts,
            relatedness=self.relatedness,
            threshold=self.threshold_of_detected if solution.is_detected else self.threshold,
            top_k=self.options.top_k,
        )


def _scorer(local: str | LocalScorer) -> LocalScorer | None:
    """The scorer with this name, None for that of the models; a user's own scorer is checked."""
    if isinstance(local, str):
        return PriorScorer() if local == "prior" else None
    return CheckedScorer(local)


def _without_vectors(kb: KnowledgeBase) -> str:
    """The warning about missing vectors, with advice: if learning them has failed before, it would fail again."""
    was_tried = bool(kb.manifest.parameters.get("vectors"))
    advice = (
        "Its source has too little text to learn vectors from."
        if was_tried
        else f"Add vectors with: pairlinking build vectors {kb.path}"
    )
    return f"{kb.path} has no vectors: relatedness is computed from in-links only (njs). {advice}"


def _open(kb: str | PathLike[str] | KnowledgeBase | None) -> KnowledgeBase:
    if isinstance(kb, KnowledgeBase):
        return kb
    from pairlinking.building import open_kb

    return open_kb(kb)


load = Linker  # reads better at the start of a program: pl.load("enwik8.kb").link(text)
