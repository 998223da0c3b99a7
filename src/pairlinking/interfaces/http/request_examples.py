"""Example requests for the documentation, and for tools that read the OpenAPI schema."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["REQUESTS"]

_TEXT = "Tiger Woods won the Masters in Augusta, Georgia."
_FOUND = {"text": _TEXT, "candidates": 3}
_GIVEN = {"text": _TEXT, "mentions": [{"start": 0, "end": 11}, {"start": 31, "end": 47}]}

# By path: the body, or values of parameters. The names in them are known to the sample wiki and to the starter.
REQUESTS: dict[str, dict[str, Any]] = {
    "/api/link": {"body": _FOUND},
    "/api/compare": {"body": {**_GIVEN, "methods": ["local", "pair-linking", "fwbw"]}},
    "/api/link/batch": {"body": "\n".join(json.dumps({**each, "evidence": False}) for each in (_FOUND, _GIVEN))},
    "/api/entity/{title}": {"title": "Tiger Woods"},
    "/api/related": {"entity": "Tiger Woods", "with": "Augusta, Georgia"},
    "/api/search": {"q": "tig", "limit": 3},
    "/rest/annotate": {"text": _TEXT},
}
