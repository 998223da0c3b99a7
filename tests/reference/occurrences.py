"""Where forms stand in text, and which are spotted: every substring looked at, by the words of the documentation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

from pairlinking.kb import KnowledgeBase
from tests.reference.sentences import sentence_spans

__all__ = ["count_page", "is_boundary", "spot", "standing"]

# Thai, Lao, Burmese, Khmer, Japanese, Chinese.
NO_SPACES = [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x3007), (0x3041, 0x30FF)]
NO_SPACES += [(0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9D)]
NO_SPACES += [(0x20000, 0x3FFFF)]


def kind(char: str) -> str:
    if not char or char.isspace():
        return "space"
    if char in "\u00ad\u200c\u200d" or unicodedata.category(char)[0] == "M":
        return "mark"
    if unicodedata.category(char)[0] in "LN":
        return "single" if any(low <= ord(char) <= high for low, high in NO_SPACES) else "word"
    return "other"


def is_boundary(text: str, at: int) -> bool:
    """Whether neither a word nor a sequence of marks goes on from before a position to behind it."""
    before, after = kind(text[at - 1 : at] if at else ""), kind(text[at : at + 1])
    if after == "mark":
        return before == "space"
    return not (after == "word" and before in ("word", "mark"))


def standing(text: str, forms: Collection[str]) -> list[tuple[int, int]]:
    """Spans of all forms in a text, overlapping as they may."""
    spans = []
    for start in range(len(text)):
        begins = kind(text[start]) in ("word", "single")
        begins = begins or (kind(text[start]) == "other" and kind(text[start - 1] if start else "") == "space")
        for end in range(start + 1, min(len(text), start + 100) + 1):
            if begins and is_boundary(text, start) and is_boundary(text, end) and text[start:end] in forms:
                spans.append((start, end))
    return spans


def count_page(
    forms: Collection[str], title: str, sentences: Iterable[tuple[str, list[tuple[int, int]]]]
) -> tuple[set[str], set[str]]:
    """Forms that stand in a page, and those that are links in it."""
    found: set[str] = set()
    linked: set[str] = set()
    for text, spans in sentences:
        text = text.replace("’", "'").replace("\u00a0", " ")
        linked |= {text[start:end] for start, end in spans} & set(forms)
        for start, end in spans:  # a line's end is in no form
            text = text[:start] + "\n" * (end - start) + text[end:]
        found |= {text[start:end] for start, end in standing(text, forms)}
    own = {title, title.partition(" (")[0]}
    return (found | linked) - own, linked - own


def spot(kb: KnowledgeBase, text: str, threshold: float = 0.1) -> list[tuple[int, int]]:
    """Mentions of a text without words in capitals, apostrophes and surrogates."""
    forms = set(kb.dictionary.forms.iterkeys())
    sentences = sentence_spans(text)
    first_words = {
        next((at for at in range(start, end) if text[at].isalnum()), end): (start, end) for start, end in sentences
    }
    first_places = {at for first, (start, _) in first_words.items() for at in range(start, first + 1)}
    lowered = set()
    for start in first_words:
        if start < len(text):
            low = text[:start] + text[start].lower() + text[start + 1 :]
            lowered |= {(start, end) for at, end in standing(low, forms) if at == start}
    candidates = set(standing(text, forms)) | lowered
    spans: list[tuple[int, int]] = []
    done = 0
    for start, end in sorted(candidates, key=lambda span: (span[0], -span[1])):
        if start < done:
            continue
        form = text[start:end]
        spellings = [form]
        if start in first_places:
            spellings = [each for each in (form, form[0].lower() + form[1:]) if each in forms]
            last = max((last for first, (low, last) in first_words.items() if low <= start <= first), default=len(text))
            if end > last:
                continue
        is_single_name = any(each != each.lower() and " " not in each for each in spellings)
        is_common = any(each == each.lower() and each != each.upper() for each in spellings)
        beside = _capital_beside(text, start, end, first_places)
        odds = threshold / (1 - threshold) * (5 if is_common or (is_single_name and beside) else 1)
        probability = kb.link_probability(*spellings)
        assert probability is not None
        n_characters = sum(unicodedata.category(char)[0] not in "MZ" for char in form)
        if n_characters > 1 and re.search(r"[^\W\d_]", form) and probability >= odds / (1 + odds):
            spans.append((start, end))
            done = end
    return spans


def _capital_beside(text: str, start: int, end: int, first_places: set[int]) -> bool:
    if re.match(r" (?=(.))", text[end:]) and text[end + 1].isupper():
        return True
    before = start - 1
    if start in first_places or text[max(0, before) : start] != " ":
        return False
    while before > 0 and not is_boundary(text, before):
        before -= 1
    while before > 0 and not (is_boundary(text, before) and kind(text[before]) != "space"):
        before -= 1
    if before in first_places:
        sentence = next((low, high) for low, high in sentence_spans(text) if low <= before < high)
        if not text[before : sentence[1]].istitle():
            return False
    return text[start - 2].isalnum() and text[before].isupper()
