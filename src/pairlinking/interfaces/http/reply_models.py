"""The shapes of the answers, for the documentation. Answers are built by hand, and tests hold them against these."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
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

Share = Field(ge=0, le=1)


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ErrorDetail(_Reply):
    """What went wrong: a code for programs, a sentence for people, and where in the request it lies."""

    code: str
    message: str
    field: str | None


class ErrorReply(_Reply):
    """Every answer that is no success."""

    error: ErrorDetail


class Entity(_Reply):
    """An entity: its key, its title, and its page where that is known."""

    id: str
    title: str
    url: str | None


class Candidate(Entity):
    """What a mention can mean: P(e|m), phi, psi with the link that supports it most, and the score of that pair."""

    prior: float = Share
    local: float = Share
    related: float = Share
    supporter: Entity | None
    score: float = Share
    chosen: bool = Field(description="The best candidate, whether it is good enough for a link or not.")


class Evidence(_Reply):
    """Another link that speaks for one: number of its mention, key of its entity."""

    mention: int = Field(ge=0)
    entity: str
    relatedness: float = Share
    confidence: float = Share


class Span(_Reply):
    """A stretch of the text."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Mention(Span):
    """A mention with its link; `entity` is null where it has none."""

    surface: str
    entity: Entity | None
    confidence: float = Share
    local: float = Share
    candidates: list[Candidate]
    evidence: list[Evidence]
    decided: int | None = Field(description="Step of `decisions`, from 1, that decided it.")


class Pair(_Reply):
    """Two mentions whose entities support each other."""

    mentions: tuple[int, int]
    relatedness: float = Share
    confidence: float = Share


class Decision(Pair):
    """A pair that Pair-Linking decided on."""

    step: int = Field(ge=1)


class Options(_Reply):
    """The options in force."""

    method: str
    relatedness: str
    beta: float = Share
    nil_threshold: float = Share
    top_k: int = Field(ge=1)


class Times(_Reply):
    """Milliseconds that the linking took."""

    link: float = Field(ge=0)


class LinkReply(_Reply):
    """A linked text with its evidence."""

    id: Any
    text: str
    mentions: list[Mention]
    tree: list[Pair] = Field(description="The most confident pairs that join all links, best first.")
    decisions: list[Decision] = Field(description="What Pair-Linking decided, in order; empty for other methods.")
    options: Options
    ms: Times


class Answer(_Reply):
    """What one method says of a mention."""

    entity: Entity | None
    confidence: float = Share
    local: float = Share


class ComparedMention(Span):
    """A mention with the answer of each method."""

    surface: str
    answers: dict[str, Answer]
    differ: bool


class CompareOptions(_Reply):
    """The options in force for all methods; `beta` is null where each has its own."""

    relatedness: str
    beta: float | None = Share
    nil_threshold: float = Share
    top_k: int = Field(ge=1)


class CompareReply(_Reply):
    """One text, several methods."""

    id: Any
    text: str
    methods: list[str]
    mentions: list[ComparedMention]
    groups: list[list[str]] = Field(description="Methods that agree everywhere, the largest group first.")
    left_out: dict[str, str] = Field(description="Methods that cannot solve so large a text, and why.")
    options: CompareOptions
    ms: Times


class SurfaceForm(_Reply):
    """A form that can mean an entity: how often it does, and P(e|m)."""

    form: str
    count: int = Field(ge=0)
    prior: float = Share


class EntityReply(Entity):
    """An entity and its names."""

    redirects: list[str] = Field(max_length=20)
    in_links: int = Field(ge=0)
    surfaces: list[SurfaceForm] = Field(max_length=20)


class RelatedReply(_Reply):
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


class NearestReply(_Reply):
    """The entities most related to one, by the measure named."""

    entity: Entity
    by: str
    related: list[Scored]


class Meaning(Entity):
    """What a form can mean, with P(e|m)."""

    prior: float = Share


class FoundForm(_Reply):
    """A surface form with its likeliest meanings."""

    form: str
    entities: list[Meaning] = Field(max_length=3)
    n_entities: int = Field(ge=1)


class SearchReply(_Reply):
    """Surface forms that begin with a prefix, the most frequent first."""

    query: str
    forms: list[FoundForm]


class HealthReply(_Reply):
    """The server answers."""

    status: Literal["ok"]


class AboutKb(_Reply):
    """The knowledge base."""

    name: str
    id: str
    entities: int
    forms: int
    in_links: int
    has_vectors: bool
    built_from: list[str]


class Limits(_Reply):
    """What a request may be, and what the server takes on at a time; it has them for each of its processes."""

    body_bytes: int
    text_characters: int
    mentions: int
    top_k: int
    jobs: int
    waiting: int
    request_seconds: float
    body_seconds: float


class Example(_Reply):
    """A text to try."""

    title: str
    text: str
    mentions: list[Span]


class InfoReply(_Reply):
    """What this server is and can do."""

    version: str
    knowledge_base: AboutKb
    methods: list[str]
    relatedness: list[str]
    defaults: Options
    limits: Limits
    examples: list[Example]
