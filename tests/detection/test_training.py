"""Learning from wikis of made-up languages: with capitals for names alone, for all nouns, and without capitals."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from pairlinking.building.builder import build
from pairlinking.detection import Detector, TooFewLinks, learn_detector
from pairlinking.kb import KnowledgeBase
from tests.sources.dumps import OLD_HEAD, TAIL, page

VERBS = ["sah", "ging", "fand", "baute", "kannte", "liebte", "suchte", "malte"]
PLACES = ["nach", "in", "bei", "vor", "aus", "von", "zu", "mit"]
NOUNS = ["haus", "hund", "baum", "buch", "stein", "tisch", "berg", "fluss", "wagen", "garten"]
SYLLABLES = ["ka", "lo", "mi", "ru", "ta", "ben", "dor", "fel", "gar", "hin", "jos", "kul"]


def made_names(random: Random, count: int) -> list[str]:
    return ["".join(random.choices(SYLLABLES, k=3)).capitalize() for _ in range(count)]


def sentence(random: Random, names: list[str], *, nouns_have_capitals: bool, link: bool) -> str:
    def noun() -> str:
        word = random.choice(NOUNS)
        return word.capitalize() if nouns_have_capitals else word

    def name() -> str:
        return f"[[{random.choice(names)}]]" if link else random.choice(names)

    subject = name() if random.random() < 0.5 else f"Das {noun()}"
    words = [subject, random.choice(VERBS), "das", noun(), random.choice(PLACES), name(), "und", "das", noun()]
    return " ".join(words) + "."


def wiki(path: Path, *, nouns_have_capitals: bool) -> KnowledgeBase:
    random = Random(3)
    titles = sorted(set(made_names(random, 300)))
    pages = []
    for number, title in enumerate(titles, 1):
        lines = [sentence(random, titles, nouns_have_capitals=nouns_have_capitals, link=at < 8) for at in range(12)]
        pages.append(page(number, title, "\n".join(lines)))
    dump = path / "dump.xml"
    dump.write_text(OLD_HEAD + "".join(pages) + TAIL, encoding="utf-8")
    return build([dump], path / "kb", workers=1)


@pytest.mark.parametrize("nouns_have_capitals", [False, True], ids=["like English", "like German"])
def test_names_of_a_language_are_learnt_from_its_links(tmp_path: Path, nouns_have_capitals: bool) -> None:
    kb = wiki(tmp_path, nouns_have_capitals=nouns_have_capitals)
    detector = Detector(kb, learn_detector(kb, bits=14, least=100))
    random = Random(5)
    unseen = [name for name in made_names(random, 60) if name not in kb.dictionary][:30]
    found = gold = right = 0
    for _ in range(100):
        text = sentence(random, unseen, nouns_have_capitals=nouns_have_capitals, link=False)
        spans = {text[start:end] for start, end in detector.spot(text)}
        names = {word.strip(".") for word in text.split() if word.strip(".") in unseen}
        found, gold, right = found + len(spans), gold + len(names), right + len(spans & names)
    assert right / gold > 0.9
    assert right / found > 0.9


def test_the_same_pages_give_the_same_model(tmp_path: Path) -> None:
    kb = wiki(tmp_path, nouns_have_capitals=False)
    first, second = (learn_detector(kb, bits=12, least=100) for _ in range(2))
    assert (first.weights == second.weights).all()
    assert (first.cases == second.cases).all()
    assert first.scale == second.scale


def test_too_few_links(tmp_path: Path) -> None:
    kb = wiki(tmp_path, nouns_have_capitals=False)
    with pytest.raises(TooFewLinks, match="Too few links"):
        learn_detector(kb)
