"""The shapes of the replies, for the documentation. Replies are built by hand, and tests check them against these."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, RootModel

from pairlinking.interfaces.http.document_models import (
    CommonOptions,
    Comparison,
    Entity,
    LinkedDocument,
    Options,
    Record,
    Share,
    Span,
)

__all__ = [
    "BatchReply",
    "CompareReply",
    "EntityReply",
    "ErrorReply",
    "HealthReply",
    "InfoReply",
    "LinkReply",
    "NearestReply",
    "RelatedReply",
    "SearchReply",
]


class ErrorDetail(Record):
    """What went wrong: a code for programs, a sentence for people, and the field of the request."""

    code: str
    message: str
    field: str | None


class ErrorReply(Record):
    """Every reply that is not a success."""

    error: ErrorDetail


class Times(Record):
    """Milliseconds that the linking took."""

    link: float = Field(ge=0)


class LinkReply(LinkedDocument):
    """A linked text with its evidence."""

    ms: Times


class BatchedDocument(LinkReply):
    """A linked text of a batch."""

    line: int = Field(ge=1, description="Number of its line in the request.")


class BatchedError(ErrorReply):
    """What went wrong with one line of a batch."""

    line: int = Field(ge=1, description="Number of the line in the request.")
    id: Any = Field(None, description="The `id` of the document, if the line is JSON and has one.")


class BatchReply(RootModel[BatchedDocument | BatchedError]):
    """One line of the reply to a batch."""


class SharedOptions(CommonOptions):
    """The options in force for all methods; `beta` is null if each has its own."""

    beta: float | None = Share


class CompareReply(Comparison):
    """One text, several methods."""

    options: SharedOptions
    ms: Times


class SurfaceForm(Record):
    """A form that can mean an entity: how often it does, and P(e|m)."""

    form: str
    count: int = Field(ge=0)
    prior: float = Share


class EntityReply(Entity):
    """An entity and its names."""

    redirects: list[str] = Field(max_length=20)
    in_links: int = Field(ge=0)
    surfaces: list[SurfaceForm] = Field(max_length=20)


class RelatedReply(Record):
    """How related two entities are; ees and njs+ees are null without vectors."""

    entity: Entity
    with_: Entity = Field(alias="with")
    wlm: float = Share
    njs: float = Share
    ees: float | None = Share
    njs_ees: float | None = Field(alias="njs+ees", ge=0, le=1)
    shared_in_links: int = Field(ge=0)


class Scored(Entity):
    """An entity with its relatedness to another."""

    score: float = Share


class NearestReply(Record):
    """The entities most related to one, by the measure named."""

    entity: Entity
    by: str
    related: list[Scored]


class Meaning(Entity):
    """What a form can mean, with P(e|m)."""

    prior: float = Share


class FoundForm(Record):
    """A surface form with its likeliest meanings."""

    form: str
    entities: list[Meaning] = Field(max_length=3)
    n_entities: int = Field(ge=1)


class SearchReply(Record):
    """Surface forms that begin with a prefix, the most frequent first."""

    query: str
    forms: list[FoundForm]


class HealthReply(Record):
    """The server answers."""

    status: Literal["ok"]


class AboutKb(Record):
    """The knowledge base."""

    name: str
    id: str
    entities: int
    forms: int
    in_links: int
    has_vectors: bool
    built_from: list[str]


class Limits(Record):
    """Limits of a request, and of what each server process does at a time."""

    body_bytes: int
    text_characters: int
    mentions: int
    top_k: int
    jobs: int
    waiting: int
    batches: int
    request_seconds: float
    body_seconds: float


class Example(Record):
    """A text to try."""

    title: str
    text: str
    mentions: list[Span] | None = Field(description="Null if they are to be detected.")


class Defaults(Options):
    """The options for requests that do not set them."""

    spot: str = Field(description="What to detect in a text without mentions: names, concepts or all.")


class InfoReply(Record):
    """What this server is and can do."""

    version: str
    knowledge_base: AboutKb
    methods: list[str]
    relatedness: list[str]
    defaults: Defaults
    limits: Limits
    examples: list[Example]
