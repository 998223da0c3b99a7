"""The shape of linked documents and comparisons as JSON, from which their JSON schema is generated.

`pairlinking.linking.records` writes them; tests check everything that prints or sends them against these models.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Comparison", "Entity", "LinkedDocument", "Options", "Record", "Share", "Span"]

Share = Field(ge=0, le=1)


def _without_defaults(schema: dict[str, Any]) -> None:
    """A key that may be left out has no default, because its absence has a meaning."""
    for each in schema.get("properties", {}).values():
        each.pop("default", None)


class Record(BaseModel):
    """An object with these keys and no others."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_without_defaults)


class Entity(Record):
    """An entity. Facts that the knowledge base does not have are left out."""

    id: str
    title: str
    url: str = Field("", description="Its page on the web.")
    description: str = ""
    kind: str = Field("", description="Its type.")
    wikidata: str = Field("", description="Its Wikidata id.")
    image: str = Field("", description="URL of a picture.")
    data: dict[str, Any] = Field({}, description="All other fields of its catalogue line.")


class Candidate(Entity):
    """An entity that a mention can mean."""

    prior: float = Field(ge=0, le=1, description="P(e|m): share of links with this name that lead to the entity.")
    local: float = Field(ge=0, le=1, description="Local confidence: name and words around it.")
    relatedness: float = Field(ge=0, le=1, description="Relatedness to the supporter; 0 without one.")
    supporter: Entity | None = Field(description="Entity of the other link that supports the candidate most.")
    score: float = Field(
        ge=0, le=1, description="Confidence of the pair with the supporter; without one, the local confidence."
    )
    chosen: bool = Field(description="Whether it is the best candidate, even if not good enough for a link.")


class Supporting(Record):
    """Another link of the document that supports this one."""

    mention: int = Field(ge=0, description="Its position in `mentions`.")
    entity: Entity
    relatedness: float = Share
    strength: Literal["loosely related", "related", "closely related"] = Field(description="`relatedness` in words.")
    confidence: float = Share


class Span(Record):
    """A part of the text, in code points."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Answer(Record):
    """What a mention means. A mention that is not linked has a cluster and no confidence."""

    entity: Entity | None
    cluster: str | None = Field(
        None, description="For mentions that are not linked: a name shared by those that mean the same unknown entity."
    )
    confidence: float = Field(0, ge=0, le=1, description="Probability that the link is right.")
    local: float = Field(ge=0, le=1, description="Local confidence of the best candidate.")


class Mention(Span, Answer):
    """A mention and what it means."""

    text: str
    candidates: list[Candidate] = Field([], description="Highest score first.")
    evidence: list[Supporting] = Field([], description="The most confident pair first, at most ten.")
    decided_in_step: int | None = Field(None, ge=1, description="Step of `decisions`; null for other methods.")
    given: dict[str, Any] = Field({}, description="Other keys of the input mention (`pairlinking link`).")


class Pair(Record):
    """Two mentions that were decided together, or that the tree connects; only related entities support each other."""

    mentions: tuple[int, int]
    relatedness: float = Share
    strength: Literal["not related", "loosely related", "related", "closely related"] = Field(
        description="`relatedness` in words."
    )
    confidence: float = Share


class Decision(Pair):
    """A pair that Pair-Linking decided on."""

    step: int = Field(ge=1)


class CommonOptions(Record):
    """Options that several methods can share."""

    relatedness: str
    threshold: float = Share
    top_k: int = Field(ge=1)


class Options(CommonOptions):
    """How a document was linked."""

    method: str
    beta: float = Share


class LinkedDocument(Record):
    """A linked document."""

    id: Any = None
    text: str
    mentions: list[Mention] = Field(description="In the order in which they were given.")
    tree: list[Pair] = Field([], description="The most confident pairs that connect all links, best first.")
    decisions: list[Decision] = Field([], description="What Pair-Linking decided, in order; empty for other methods.")
    options: Options | None = Field(None, description="How it was linked.")


class ComparedMention(Span):
    """A mention with the answer of each method."""

    text: str
    answers: dict[str, Answer]
    differ: bool = Field(description="Whether any methods disagree.")


class Comparison(Record):
    """One text linked by several methods."""

    id: Any = None
    text: str
    methods: list[str]
    mentions: list[ComparedMention]
    groups: list[list[str]] = Field(description="Methods that agree everywhere, the largest group first.")
    left_out: dict[str, str] = Field(description="Methods that cannot solve a text of this size, and why.")
