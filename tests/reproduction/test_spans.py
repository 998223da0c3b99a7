"""Spans found against spans of gold."""

from __future__ import annotations

from pairlinking.evaluation import AnnotatedDocument
from pairlinking.evaluation.documents import AnnotatedMention
from reproduction.spans import span_figures


def test_spans_are_counted_over_all_documents() -> None:
    first = AnnotatedDocument("1", "Tiger won in Augusta.", (AnnotatedMention(0, 5, ("Tiger",)),))
    second = AnnotatedDocument("2", "Ada and Bob", (AnnotatedMention(0, 3, None), AnnotatedMention(8, 11, ("Bob",))))
    third = AnnotatedDocument("3", "Nobody has annotated this.", ())
    found = {first.text: [(0, 5), (13, 20)], second.text: [(8, 11)], third.text: [(0, 6)]}
    figures = span_figures(found.__getitem__, [first, second, third])
    assert figures == {"gold": 3, "found": 3, "precision": 0.6667, "recall": 0.6667, "f1": 0.6667}
