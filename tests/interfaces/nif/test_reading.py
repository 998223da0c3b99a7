"""Reading NIF that strangers send: what counts as a mention, and clear words for everything that is wrong."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.errors import DocumentError, SourceError
from pairlinking.interfaces.nif import NifMention, read_nif, write_nif
from tests.interfaces.nif.made_up import PREFIXES, context, phrase, read

X = "http://x/1"


def test_contexts_and_mentions_keep_their_order() -> None:
    content = read(
        phrase("http://x/2", 4, 5), context("http://x/2", "a b c"), context(X, "d"), phrase("http://x/2", 0, 1, "a")
    )
    assert [(each.name, each.text, each.spans) for each in content.documents] == [
        ("http://x/2", "a b c", ((4, 5), (0, 1))),
        (X, "d", ()),
    ]


def test_mentions_may_come_twice_and_overlap() -> None:
    twice = phrase(X, 0, 3), phrase(X, 0, 3), phrase(X, 0, 3, name="http://x/other"), phrase(X, 1, 5)
    assert read(context(X, "a b c"), *twice).documents[0].spans == ((0, 3), (0, 3), (1, 5))


def test_nil_is_no_entity() -> None:
    told = " ; itsrdf:taIdentRef <http://aksw.org/notInWiki/Some> , <http://e/1>"
    nil = " ; itsrdf:taIdentRef <http://aksw.org/notInWiki>"
    content = read(context(X, "Some"), phrase(X, 0, 4, more=told), phrase(X, 0, 1, more=nil))
    assert [each.entities for each in content.documents[0].mentions] == [("http://e/1",), ()]


@pytest.mark.parametrize(
    ("classes", "is_mention"),
    [
        ("nif:Phrase", True),
        ("nif:Phrase , nif:Word", True),
        ("nif:RFC5147String", True),
        ("nif:String , nif:OffsetBasedString", True),
        ("nif:EntityOccurrence", True),
        ("nif:Word", False),
        ("nif:Sentence , nif:String", False),
        ("nif:Paragraph", False),
    ],
)
def test_what_is_a_mention_is_told_by_its_class(classes: str, is_mention: bool) -> None:
    part = phrase(X, 0, 1).replace("nif:Phrase", classes)
    content = read(context(X, "a b"), part)
    assert (len(content.documents[0].mentions), content.skipped) == ((1, 0) if is_mention else (0, 1))


def test_a_word_with_an_entity_is_a_mention() -> None:
    part = phrase(X, 0, 1, more=" ; itsrdf:taIdentRef <http://e/1>").replace("nif:Phrase", "nif:Word")
    assert read(context(X, "a b"), part).documents[0].mentions == (NifMention(0, 1, ("http://e/1",), X + "#char=0,1"),)


def test_what_is_no_nif_does_not_matter() -> None:
    other = "<http://o> a <http://o/Thing> ; <http://o/p> [ <http://o/q> ( 1 2 [] ) ] .\n"
    statement = f"_:r a <http://o/Relation> ; nif:referenceContext <{X}> .\n"
    content = read(other, context(X, "a"), statement)
    assert ([each.text for each in content.documents], content.skipped) == (["a"], 1)


def test_frames_around_contexts_are_passed_over() -> None:
    frame = "<http://x/all> a nif:Context .\n<http://x/page> a nif:Context ; nif:sourceUrl <http://page> .\n"
    inner = f"<{X}> nif:broaderContext <http://x/all> .\n"
    content = read(frame, context(X, "a"), inner)
    assert ([each.name for each in content.documents], content.skipped) == ([X], 2)


def test_a_context_may_refer_to_itself() -> None:
    content = read(context(X, "a"), f"<{X}> nif:referenceContext <{X}> ; nif:beginIndex 0 ; nif:endIndex 1 .")
    assert (len(content.documents), content.documents[0].mentions, content.skipped) == (1, (), 0)


def test_nodes_may_be_blank_or_in_brackets() -> None:
    content = read(
        '[ a nif:Context ; nif:isString "a b" ] .\n',
        '_:c a nif:Context ; nif:isString "c d" .\n',
        "[ a nif:Phrase ; nif:referenceContext _:c ; nif:beginIndex 2 ; nif:endIndex 3 ] .\n",
    )
    assert [(each.text, each.spans) for each in content.documents] == [("a b", ()), ("c d", ((2, 3),))]


def test_offsets_that_are_put_right_are_told() -> None:
    content = read(context(X, "😀 Köln"), phrase(X, 3, 7, "Köln"))
    assert content.documents[0].spans == ((2, 6),)
    assert content.corrected == (f"NIF, line 5: <{X}#char=3,7>: offsets count UTF-16 units",)


TEXT = context(X, "Tiger won.")


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((), "NIF holds no text: a nif:Context with a nif:isString was expected."),
        ((f"<{X}> a nif:Context .",), f"NIF, line 4: <{X}> is a nif:Context without a text. Give it a nif:isString."),
        ((TEXT, f'<{X}> nif:isString "Other" .'), f"NIF, line 5: <{X}> has 2 values of nif:isString: 'Tiger won.' and"),
        (
            (TEXT, phrase("http://x/2", 0, 1)),
            "line 5: <http://x/2#char=0,1> refers to <http://x/2>, which is not a context",
        ),
        ((TEXT, phrase(X + "#a", 0, 1, name=X + "#a")), f"line 5: <{X}#a> refers to <{X}#a>, which is not a context"),
        ((TEXT, "\n<http://p> a nif:Phrase ."), "line 6: <http://p> has no nif:referenceContext."),
        ((TEXT, phrase(X, 4, 4)), "is at 4 to 4 of a text of 10 characters. Offsets count code points from 0,"),
        ((TEXT, phrase(X, 5, 2)), "is at 5 to 2 of a text"),
        ((TEXT, phrase(X, 8, 11)), "is at 8 to 11 of a text"),
        ((TEXT, phrase(X, 0, 999_999_999)), "is at 0 to 999999999 of a text"),
        (
            (TEXT, phrase(X, 1, 6, "Tiger")),
            "is at 1 to 6 of a text of 10 characters. The text has 'iger ' there, not",
        ),
        ((TEXT, phrase(X, -1, 6)), "has nif:beginIndex '-1'; a number was expected."),
        ((TEXT, phrase(X, 0, "9" * 5000)), "has nif:endIndex '99999"),
        ((TEXT, phrase(X, 0, "٣")), "has nif:endIndex '٣'; a number was expected."),
        ((TEXT, phrase(X, 0, 1).replace("nif:endIndex", "nif:other")), "has no nif:endIndex."),
        (
            (TEXT, phrase(X, 0, 1), f"<{X}#char=0,1> nif:beginIndex 3 ."),
            "line 6: <http://x/1#char=0,1> has 2 values of",
        ),
    ],
)
def test_what_is_wrong_is_told_with_subject_and_line(parts: tuple[str, ...], expected: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read(*parts)
    assert expected in str(caught.value)
    assert len(str(caught.value)) < 400


def test_what_is_no_utf_8_is_told_with_its_line() -> None:
    with pytest.raises(SourceError, match=r"NIF, line 5: not UTF-8 \(byte 0xe9\)"):
        read_nif(PREFIXES.encode() + b"\n# caf\xe9\n")


@pytest.mark.parametrize("content", ["{}", "<html>", "just words", '{"text": "Tiger"}', "\x00\x01", "<a:a> <a:b>"])
def test_what_is_no_turtle_is_refused(content: str) -> None:
    with pytest.raises(SourceError, match="NIF, line 1: not valid Turtle"):
        read_nif(content)


def test_a_byte_order_mark_is_fine() -> None:
    assert read_nif(b"\xef\xbb\xbf" + (PREFIXES + TEXT).encode()).documents[0].text == "Tiger won."


WHOLE = PREFIXES + context(X, "Tiger won.") + phrase(X, 0, 5, "Tiger", more=" ; itsrdf:taIdentRef <http://e/1>")
_pieces = st.one_of(
    st.sampled_from(WHOLE.split(" ")),
    st.sampled_from(["[", "]", "(", ")", '"', '"""', "'", "<", ">", "\\", "@base <http://[> .", "\\u0000", "_:", "."]),
    st.text(st.characters(codec="utf-8"), max_size=3),
)


@settings(max_examples=300)
@given(st.one_of(st.binary(max_size=60), st.lists(_pieces, max_size=30).map(lambda parts: " ".join(parts).encode())))
def test_whatever_comes_is_read_or_refused(content: bytes) -> None:
    with suppress(SourceError, DocumentError):
        read_nif(content)


@settings(max_examples=300)
@given(st.integers(0, len(WHOLE)), st.integers(0, 40), _pieces)
def test_what_is_read_of_a_damaged_document_can_be_written(at: int, n_lost: int, instead: str) -> None:
    with suppress(SourceError, DocumentError):
        content = read_nif(WHOLE[:at] + instead + WHOLE[at + n_lost :])
        again = read_nif(write_nif(content.documents))
        assert [(each.text, each.spans) for each in again.documents] == [
            (each.text, each.spans) for each in content.documents
        ]
