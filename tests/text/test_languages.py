"""A language is one file, and every file counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pairlinking.sources.disambiguation import is_disambiguation
from pairlinking.sources.redirects import redirect_target
from pairlinking.sources.site import Site
from pairlinking.text import languages
from pairlinking.text.forms import trim
from pairlinking.text.languages import LANGUAGES, LINK_TRAILS, Language
from pairlinking.text.sentences import sentence_spans

FOLDER = Path(languages.__file__).parent
every_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.codes[0])


def test_every_file_is_a_language_that_is_used() -> None:
    assert len(list(FOLDER.glob("*.json"))) == len(LANGUAGES) > 30
    codes = [code for language in LANGUAGES for code in language.codes]
    assert len(codes) == len(set(codes))
    assert set(codes) <= languages.LANGUAGE_CODES


@every_language
def test_its_words_are_understood(language: Language) -> None:
    for word in language.redirect_words:
        assert redirect_target(f"#{word.upper()} [[Tiger Woods]]", Site()) == "Tiger Woods"
    for name in language.disambiguation_templates:
        assert is_disambiguation(f"Tiger may be: {{{{{name}}}}}")
    for suffix in language.disambiguation_suffixes:
        assert is_disambiguation("", f"Tiger ({suffix})")
    for article in language.articles:
        assert "Tiger" in trim(f"{article} Tiger")
    for title in language.titles:
        assert "Tiger" in trim(f"{title} Tiger")
    for word in language.abbreviations:
        assert len(sentence_spans(f"He saw {word}. Tiger there.")) == 1
    assert re.fullmatch(f"[{LINK_TRAILS[language.codes[0]]}]+", "abc")
