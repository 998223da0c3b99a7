"""Raw text in scripts without capitals: names of a made-up wiki are learned from its links and linked in new text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import pairlinking as pl
from pairlinking.building.builder import build
from pairlinking.detection import Detector, learn_detector
from tests.sources.dumps import OLD_HEAD, TAIL, page


@dataclass(frozen=True)
class Script:
    """Characters of names, words of sentences, and how words are put together."""

    syllables: tuple[str, ...]
    verbs: tuple[str, ...]
    nouns: tuple[str, ...]
    space: str
    stop: str

    def names(self, random: Random, count: int) -> list[str]:
        """Make up names."""
        return sorted({"".join(random.choices(self.syllables, k=3)) for _ in range(count)})

    def sentence(self, random: Random, names: list[str], *, link: bool) -> tuple[str, list[str]]:
        """Make up a sentence with two names, and tell them."""
        chosen = [random.choice(names), random.choice(names)]
        marked = [f"[[{name}]]" if link else name for name in chosen]
        words = [random.choice(self.nouns), marked[0], random.choice(self.verbs), random.choice(self.nouns), marked[1]]
        return self.space.join(words) + self.stop, chosen


CHINESE = Script(tuple("安柏成东方高海金兰明"), ("看见", "离开", "建造"), ("房子", "老师", "河流"), "", "。")
HEBREW = Script(
    ("בר", "גל", "דן", "הר", "טל", "לב", "נר", "רז"), ("ראה", "עזב", "בנה"), ("בית", "מורה", "נהר"), " ", "."
)
HINDI = Script(
    ("का", "गा", "ता", "ना", "पा", "मा", "रा", "ला"), ("देखा", "छोड़ा", "बनाया"), ("घर", "नदी", "पेड़"), " ", "।"
)


@pytest.mark.parametrize("script", [CHINESE, HEBREW, HINDI], ids=["Chinese", "Hebrew", "Hindi"])
def test_names_are_found_and_linked_without_capitals(tmp_path: Path, script: Script) -> None:
    random = Random(3)
    titles = script.names(random, 150)
    pages = []
    for number, title in enumerate(titles, 1):
        lines = [script.sentence(random, titles, link=at < 9)[0] for at in range(12)]
        pages.append(page(number, title, "\n".join(lines)))
    (tmp_path / "dump.xml").write_text(OLD_HEAD + "".join(pages) + TAIL, encoding="utf-8")
    kb = build([tmp_path / "dump.xml"], tmp_path / "kb", workers=1)
    detector = Detector(kb, learn_detector(kb, bits=14, least=100))
    linker = pl.Linker(kb, relatedness="njs", threshold=0.0, spotter=detector.spot)
    right = gold = found = 0
    for _ in range(50):
        text, names = script.sentence(random, titles, link=False)
        links = {(link.text, str(link.entity)) for link in linker.link(text)}
        assert all(link.text == text[link.start : link.end] for link in linker.link(text))
        expected = {(name, name) for name in names}
        right, gold, found = right + len(links & expected), gold + len(expected), found + len(links)
    assert right / gold > 0.9
    assert right / found > 0.9
