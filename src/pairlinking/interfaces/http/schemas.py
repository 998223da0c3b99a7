"""Models of requests, which are checked. Those of replies (`reply_models`) are only for the documentation."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["CompareRequest", "LinkRequest", "MentionIn", "OptionsIn"]

_LONGEST_NAME = 100
_MOST = 1_000_000_000  # more than any mention has, and small enough for the integers of the kernels
_STRICT = ConfigDict(strict=True, extra="forbid")
# Declared here for clients, and checked by the library, whose messages say more.
_UNIT: dict[str, Any] = {"minimum": 0, "maximum": 1}
_NOT_NEGATIVE: dict[str, Any] = {"minimum": 0}


class MentionIn(BaseModel):
    """A part of the text: the code points from `start` up to, but not including, `end`. Other keys are ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", json_schema_extra={"additionalProperties": True})

    start: int = Field(json_schema_extra=_NOT_NEGATIVE)
    end: int = Field(json_schema_extra=_NOT_NEGATIVE)
    fixed: str | None = Field(
        None,
        max_length=_LONGEST_NAME,
        description="The entity that it is known to mean, which helps to link the other mentions.",
    )


class OptionsIn(BaseModel):
    """How to link. Options left out, or null, have the values that `/api/info` lists under `defaults`."""

    model_config = _STRICT

    method: str | None = Field(None, max_length=_LONGEST_NAME, description="One of `methods` of `/api/info`.")
    relatedness: str | None = Field(None, max_length=_LONGEST_NAME, description="wlm, njs, ees, or a mean of them.")
    beta: float | None = Field(None, description="Weight of relatedness, in [0, 1].", json_schema_extra=_UNIT)
    threshold: float | None = Field(
        None, description="Links less probable than this are left out, in [0, 1].", json_schema_extra=_UNIT
    )
    top_k: int | None = Field(None, description="Maximum number of candidates per mention, at least 1.")
    spot: str | None = Field(
        None, max_length=_LONGEST_NAME, description="What to detect in a text without mentions: names, concepts or all."
    )


class _Document(BaseModel):
    model_config = _STRICT

    text: str
    mentions: list[MentionIn] | None = Field(None, description="If they are missing or null, they are detected.")
    id: Any = Field(None, description="Any value; returned unchanged.")
    options: OptionsIn | None = None


class LinkRequest(_Document):
    """A text to link."""

    candidates: int | None = Field(
        None, description="How many candidates per mention to return, best first; by default all.", ge=0, le=_MOST
    )
    evidence: bool = Field(
        True, description="Whether to return the evidence for each link, the tree and the decisions."
    )


class CompareRequest(_Document):
    """A text to link with several methods. `options.method` is ignored."""

    methods: list[str] | None = Field(
        None, description="Names of methods; by default all but exhaustive.", min_length=1, max_length=50
    )
