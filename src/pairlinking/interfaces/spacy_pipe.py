"""Linking as a component of a spaCy pipeline (extra ``spacy``).

After ``pip install 'pairlinking[spacy]'`` spaCy knows it by name; without installing, import this module.

>>> import spacy
>>> nlp = spacy.blank("en")
>>> ruler = nlp.add_pipe("entity_ruler")
>>> ruler.add_patterns([{"label": "PERSON", "pattern": "Tiger"}, {"label": "EVENT", "pattern": "Masters"}])
>>> pipe = nlp.add_pipe("pairlinking", config={"kb": "sample"})
>>> [(ent.text, ent.kb_id_) for ent in nlp("Tiger won the Masters.").ents]
[('Tiger', 'Tiger Woods'), ('Masters', 'Masters Tournament')]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pairlinking._support.options import check_choice, check_int
from pairlinking.errors import KnowledgeBaseError, MissingExtra, ParameterError
from pairlinking.linking import Link, Linker, TextDocument, load

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
    from spacy.util import filter_spans
except ImportError as error:
    raise MissingExtra("The spaCy component needs spaCy. Install it with: pip install 'pairlinking[spacy]'") from error

__all__ = ["NIL", "PairLinkingPipe", "make_pairlinking"]

NIL: Final = "NIL"  # what spaCy's own entity linker sets where nothing fits
_OWNER: Final = "PairLinkingPipe"
_NAMES: Final = ("id", "title", "url")

if not Span.has_extension("pairlinking"):
    Span.set_extension("pairlinking", default=None)


class PairLinkingPipe:
    """Links the entities of a document together; those that are already linked are kept, and serve as evidence.

    Parameters
    ----------
    n_candidates
        How many candidates of each entity to keep in ``ent._.pairlinking``.
    overwrite
        Whether to link entities again that are already linked.
    spot, spot_label
        Whether to detect entities in a document that has none, and the label that they get.
    kb_id
        What ``ent.kb_id_`` holds: the ``"id"`` of an entity, its ``"title"``, or the ``"url"`` of its page.
    spans_key
        Link ``doc.spans[spans_key]``, whose spans may overlap, instead of ``doc.ents``.
    """

    def __init__(
        self,
        linker: Linker,
        *,
        n_candidates: int = 5,
        overwrite: bool = False,
        spot: bool = False,
        spot_label: str = "ENTITY",
        kb_id: str = "id",
        spans_key: str | None = None,
    ) -> None:
        self.linker = linker
        self.n_candidates = check_int(_OWNER, "n_candidates", n_candidates, 0)
        self.overwrite, self.spot, self.spans_key = overwrite, spot, spans_key
        self.kb_id = check_choice(_OWNER, "kb_id", kb_id, _NAMES)
        if not spot_label:
            raise ParameterError(f"The 'spot_label' parameter of {_OWNER} must be a label. Got {spot_label!r} instead.")
        self.spot_label = spot_label
        if kb_id == "url" and len(linker.kb) and linker.kb.url(0) is None:
            raise ParameterError(
                f"{linker.kb.path} does not have the URLs of its pages. Set 'kb_id' to 'id' or 'title'."
            )

    def __call__(self, doc: Doc) -> Doc:
        """Link one document, in place."""
        spans = self._spans(doc)
        linked = {at for at, span in enumerate(spans) if span.kb_id_ not in ("", NIL) and not self.overwrite}
        known = {at: key for at in linked if (key := self._key(spans[at].kb_id_)) is not None}
        mentions = [at for at in range(len(spans)) if at not in linked or at in known]
        if not mentions:
            return doc
        source = TextDocument(
            doc.text,
            tuple((spans[at].start_char, spans[at].end_char) for at in mentions),
            fixed=tuple((number, known[at]) for number, at in enumerate(mentions) if at in known),
        )
        for at, link in zip(mentions, self.linker.link_document(source), strict=True):
            span = spans[at]
            if at not in known:
                self._set_kb_id(doc, at, span, NIL if link.entity is None else str(getattr(link.entity, self.kb_id)))
            elif _is_record(span, known[at]):
                continue  # a record from when we linked it, which says more than we know now
            span._.pairlinking = {**self._record(link), "fixed": at in known}
        return doc

    def _spans(self, doc: Doc) -> Sequence[Span]:
        spans = self._given(doc)
        if spans or not self.spot:
            return spans
        found = (
            doc.char_span(start, end, label=self.spot_label, alignment_mode="expand")
            for start, end in self.linker.spot(doc.text)
        )
        # Two mentions may share a token: the longer one gets it.
        whole = filter_spans(span for span in found if span is not None)
        if self.spans_key is None:
            doc.set_ents(whole)
        else:
            doc.spans[self.spans_key] = whole
        return self._given(doc)

    def _given(self, doc: Doc) -> Sequence[Span]:
        return doc.ents if self.spans_key is None else list(doc.spans.get(self.spans_key, ()))

    def _key(self, kb_id: str) -> str | None:
        """Key of the entity of an existing link, by its id, title, redirect or URL; None if unknown."""
        from pairlinking.evaluation.entities import gold_entity  # late: needed only for existing links

        kb = self.linker.kb
        site = kb.manifest.parameters.get("site", {}).get("page_url") or ""
        entity = gold_entity(kb, kb_id.removeprefix(site))
        return None if entity is None else kb.key(entity)

    def _set_kb_id(self, doc: Doc, at: int, span: Span, kb_id: str) -> None:
        if self.spans_key is None:
            for token in span:  # everything else of the entity stays as it is
                token.ent_kb_id_ = kb_id
        else:
            new = Span(doc, span.start, span.end, label=span.label, kb_id=kb_id, span_id=span.id)
            doc.spans[self.spans_key][at] = new

    def _record(self, link: Link) -> dict[str, Any]:
        """What is kept of a link: plain values, which can be stored with any document."""
        record = link.to_dict(candidates=self.n_candidates)
        for each in record["evidence"]:
            other = link.document[each.pop("mention")]
            each.update(text=other.text, start=other.start, end=other.end)
        kept = ("entity", "cluster", "confidence", "local", "candidates", "evidence")
        return {key: record[key] for key in kept if key in record}


def _is_record(span: Span, key: str) -> bool:
    """Whether a span already has a record for this entity."""
    record = span._.pairlinking
    return record is not None and record["entity"] is not None and record["entity"]["id"] == key


@Language.factory("pairlinking", assigns=["token.ent_kb_id", "span._.pairlinking"], requires=["doc.ents"])
def make_pairlinking(
    nlp: Language,
    name: str,
    kb: str | None = None,
    method: str | None = None,
    relatedness: str | None = None,
    beta: float | None = None,
    threshold: float | None = None,
    top_k: int = 20,
    local: str = "boosted",
    spotter: float | None = None,
    spans_key: str | None = None,
    spot: bool | str = False,
    spot_label: str = "ENTITY",
    overwrite: bool = False,
    kb_id: str = "id",
    n_candidates: int = 5,
) -> PairLinkingPipe:
    """The component that the config of a pipeline describes, with the options of `Linker` and `PairLinkingPipe`.

    `spot` combines those of both: whether to detect mentions, or what kind (``"names"``, ``"concepts"``, ``"all"``).
    """
    try:
        linker = load(
            kb,
            method=method,
            relatedness=relatedness,
            beta=beta,
            threshold=threshold,
            top_k=top_k,
            local=local,
            spot=spot if isinstance(spot, str) else None,
            spotter=spotter,
        )
    except KnowledgeBaseError as error:
        raise KnowledgeBaseError(
            f"The component {name!r} cannot open its knowledge base. If it has moved, pass its new path: "
            f'spacy.load(PIPELINE, config={{"components": {{"{name}": {{"kb": "PATH"}}}}}}). {error}'
        ) from error
    return PairLinkingPipe(
        linker,
        n_candidates=n_candidates,
        overwrite=overwrite,
        spot=bool(spot),
        spot_label=spot_label,
        kb_id=kb_id,
        spans_key=spans_key,
    )
