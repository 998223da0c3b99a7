"""Texts to try, for the web page and for whoever meets the API for the first time."""

from __future__ import annotations

from typing import Any

from pairlinking.linking import read_marks

__all__ = ["EXAMPLES"]

_MARKED = {
    "A golfer in Augusta": "[[Wood]] played at [[2006 Master]] held in [[Augusta]], [[Georgia]].",
    "A child in California": "Before turning seven, [[Tiger]] won the Under Age 10 section held at the Navy Golf "
    "Course in [[Cypress]], [[California]].",
    "Newspapers": "The [[Sun]] and The [[Times]] reported that [[Greece]] will have to leave the [[Euro]] soon.",
    "The Moon": "[[Armstrong]] and [[Aldrin]] walked on the [[Moon]] while [[Collins]] stayed in orbit. The rocket, a "
    "[[Saturn V]], had left [[Florida]] four days before, and [[NASA]] had planned every minute of the flight in "
    "[[Houston]]. [[Kennedy]], who had promised it, did not live to see the landing. In [[London]], [[The Times]] "
    "printed the first pictures on its front page.",
}


def _example(title: str, marked: str) -> dict[str, Any]:
    text, spans = read_marks(marked)
    return {"title": title, "text": text, "mentions": [{"start": start, "end": end} for start, end in spans]}


EXAMPLES = [_example(title, marked) for title, marked in _MARKED.items()]
