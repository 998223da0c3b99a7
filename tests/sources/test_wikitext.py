"""Every kind of markup leaves what it should, and links point at their anchors."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.sources import Link, Scanned, Site, scan

ENGLISH = Site()
GERMAN = Site(language="de", namespaces={"Datei": 6, "Kategorie": 14})


def brief(page: Scanned) -> list[tuple[str, str]]:
    return [(link.target, link.anchor) for link in page.links]


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("a '''bold''' and ''italic'' and '''''both''''' word", "a bold and italic and both word"),
        ("rock ''''n'''' roll", "rock 'n' roll"),
        ("a {{template|x={{inner|{{deep}}}}|y}} b", "a b"),
        ("a {{{parameter|default}}} b", "a b"),
        ("{{ open never closed, text stays", "open never closed, text stays"),
        ("text }} stays", "text stays"),
        ("{{open {{closed}} stays", "open stays"),
        ("before\n{| class=x\n|-\n| cell || {{t}}\n|}\nafter", "before\nafter"),
        ("before\n{|\n| a\n{|\n| inner\n|}\n|}\nafter", "before\nafter"),
        ("before\n{|\n| never closed", "before"),
        ("before\n{{table head}}\n|-\n| cell\n! head\n|}\nafter", "before\nafter"),
        ("before <table><tr><td>cell</td></tr></table> after", "before \nafter"),
        ("{{t|a=|}} after {{t|}}", "after"),
        ("fact.<ref name=x>Book, {{cite}}.</ref> Next.<ref name=x /> End.", "fact. Next. End."),
        ("a<!-- hidden [[x]] {{ -->b", "ab"),
        ("a<!-- to the end [[x]]", "a"),
        ("a <nowiki>[[no]] {{link}} ''q'' &amp; <b></nowiki> b", "a [[no]] {{link}} ''q'' & <b> b"),
        ("area <math>\\frac{{a}}{b}</math> is", "area is"),
        ("<math>never closed", "never closed"),
        ("a <b>bold</b> x<sub>2</sub><br/>line", "a bold x2\nline"),
        ("if x<y and y>z", "if x<y and y>z"),
        ("== Head ==\ntext\n===Sub===\nmore", "Head\ntext\nSub\nmore"),
        ("* one\n** two\n# three\n; term : is\n: indented", "one\ntwo\nthree\nterm : is\nindented"),
        ("a\n----\nb", "a\nb"),
        ("AT&amp;T &ndash; caf&eacute; &#65;&#x42; &bogus; a&nbsp;b", "AT&T – café AB &bogus; a b"),
        ("&#91;&#91;no link&#93;&#93; &lt;b&gt; &#42;", "[[no link]] <b> *"),
        ("see [http://example.org the site] or [http://example.org]", "see the site or"),
        ("see [http://example.org a [[link]] too]", "see a link too"),
        ("__NOTOC__text__FORCETOC__", "text"),
        ("[[Category:Cats|sort]]text[[de:Katze]]", "text"),
        ("see [[:Category:Cats]] and [[:de:Katze|Katze]]", "see Category:Cats and Katze"),
        ("see [[Help:Page|help]] and [[wikt:cat|cat]]s", "see help and cats"),
        ("[[Image:Cat.jpg|thumb|A [[cat]] and [http://x.org x] in a [[Image:Box.png|box of [[wood]]]].]]text", "text"),
        ("[[File:Cat.jpg|thumb|never closed\ntext", "text"),
        ("[[never closed", "never closed"),
        ("not opened]] [[a [[b]]", "not opened a b"),
        ("<gallery>\nImage:Cat.jpg|A [[cat]]\n</gallery>text", "text"),
        ("a\r\nb", "a\nb"),
        ("", ""),
    ],
)
def test_plain_text(wikitext: str, text: str) -> None:
    assert scan(wikitext, ENGLISH).text == text


@pytest.mark.parametrize(
    ("wikitext", "links"),
    [
        ("[[bus]]es", [("Bus", "buses")]),
        ("[[bus|coach]]es", [("Bus", "coaches")]),
        ("[[Pair (set theory)|]]", [("Pair (set theory)", "Pair")]),
        ("[[Augusta, Georgia|]]", [("Augusta, Georgia", "Augusta")]),
        ("[[tiger_woods#Career|his  career]]", [("Tiger woods", "his career")]),
        ("[[#Career|career]] [[]] [[|x]] [[a<b]]", []),
        ("[[:tiger]] [[ tiger ]]", [("Tiger", "tiger")] * 2),
        ("[[caf%C3%A9]] [[100%]]", [("Café", "caf%C3%A9"), ("100%", "100%")]),
        ("[[AT&amp;T]]", [("AT&T", "AT&T")]),
        ("[[Tiger|''the'' '''tiger''']]", [("Tiger", "the tiger")]),
        ("[[Tiger|a [big] cat]] [[Tiger|two\nlines]]", [("Tiger", "a [big] cat"), ("Tiger", "two lines")]),
        ("[[a|b|c]]", [("A", "b|c")]),
        ("[[Alien: Resurrection]]", [("Alien: Resurrection", "Alien: Resurrection")]),
        ("[[Image:A.jpg]] [[User:Me]] [[fr:Tigre]] [[commons:Tiger]]", []),
        ("[[x|<nowiki>]]</nowiki>]]", [("X", "]]")]),
    ],
)
def test_targets_and_anchors(wikitext: str, links: list[tuple[str, str]]) -> None:
    assert brief(scan(wikitext, ENGLISH)) == links


def test_links_outside_the_running_text_tell_where_they_stood() -> None:
    page = scan(
        "[[A]]\n{|\n| [[B]]\n|}\n{{t|[[C|''c'']]}}<ref>[[D]]</ref>[[Image:x.png|thumb|[[E]]]]\n"
        "<gallery>\nImage:y.png|[[F]]\n</gallery><table><tr><td>[[G]]</td></tr></table>",
        ENGLISH,
    )
    assert page.text == "A"
    assert page.links[0] == Link(0, 1, "A", "A", "text")
    assert {(link.target, link.anchor, link.place, link.start) for link in page.links[1:]} == {
        ("B", "B", "table", -1),
        ("C", "c", "template", -1),
        ("D", "D", "reference", -1),
        ("E", "E", "caption", -1),
        ("F", "F", "caption", -1),
        ("G", "G", "table", -1),
    }


def test_another_language_has_its_own_names_and_link_trails() -> None:
    page = scan("[[Datei:x.jpg|mini|Ein [[Bär]]]][[Kategorie:Tiere]]Die [[Bär]]äußen [[File:y.png]]", GERMAN)
    assert page.text == "Die Bäräußen"
    assert brief(page) == [("Bär", "Bäräußen"), ("Bär", "Bär")]


@pytest.mark.parametrize(
    "text",
    ["{{disambig}}", "{{Disambiguation|geo}}", "{{TLAdisambig}}", "{{ hndis |x}}", "{{4LA}}",
     "{{Human name disambiguation}}", "{{Begriffsklärung}}", "{{homonymie}}",
     "{{曖昧さ回避}}", "{{anlam_ayrımı}}", "__DISAMBIG__"],
)  # fmt: skip
def test_disambiguation_by_template(text: str) -> None:
    assert scan(f"'''X''' may be [[a]].\n{text}", ENGLISH).is_disambiguation


def test_disambiguation_by_title_and_not_by_what_looks_like_it() -> None:
    assert scan("x", ENGLISH, title="Tiger (disambiguation)").is_disambiguation
    for text in ("{{disambiguation needed}}", "{{otheruses|disambig}}", "disambig", "<!-- {{disambig}} -->"):
        assert not scan(text, ENGLISH, title="Tiger").is_disambiguation


def test_redirect_of_the_text() -> None:
    assert scan("#REDIRECT [[some_page|x]]", ENGLISH).redirect == "Some page"
    assert scan("# redirect is a word [[x]]", ENGLISH).redirect is None


def test_sentences_end_at_stops_and_lines_but_not_in_abbreviations_or_anchors() -> None:
    page = scan('Dr. J. Doe met [[Ms. X. Y! Z|Ms. X. Wow! Z]] there. "Yes." He left.\n* Item\n東京。大阪。', ENGLISH)
    assert [page.text[start:end] for start, end in page.sentences] == [
        "Dr. J. Doe met Ms. X. Wow! Z there.", '"Yes."', "He left.", "Item", "東京。", "大阪。",
    ]  # fmt: skip


TOKENS = st.sampled_from(
    [
        "[[",
        "]]",
        "[",
        "]",
        "{{",
        "}}",
        "{",
        "}",
        "{|",
        "|}",
        "|-",
        "|",
        "!",
        "''",
        "'''",
        "<ref>",
        "</ref>",
        "<ref/>",
        "<!--",
        "-->",
        "<nowiki>",
        "</nowiki>",
        "<math>",
        "</math>",
        "<table>",
        "</table>",
        "<br>",
        "<",
        ">",
        "&",
        "&amp;",
        "&#91;",
        "&#93;",
        "[[Image:",
        "[[File:x|",
        "Category:",
        "de:",
        ":",
        "#",
        "*",
        ";",
        "=",
        "==",
        "----",
        "__",
        "_",
        "%",
        "%5B",
        "http://",
        "[http://",
        "a",
        "B",
        "ß",
        "é",
        "東",
        "\ufdd0",
        "\u200e",
        "\x00",
        ".",
        "(",
        ")",
    ]
) | st.sampled_from(["\n", " ", "\n{|", "\n|}", "\xa0", "\r\n", "\u2028"])
soup = st.lists(TOKENS | st.text(max_size=3), max_size=60).map("".join)


@settings(max_examples=300)
@given(text=soup)
def test_offsets_point_at_the_anchor_in_any_soup(text: str) -> None:
    page = scan(text, ENGLISH)
    end = 0
    for link in page.links:
        assert link.anchor == link.anchor.strip() != ""
        assert ENGLISH.normalize(link.target) == link.target != ""
        if link.place == "text":
            assert end <= link.start < link.end <= len(page.text)
            assert page.text[link.start : link.end] == link.anchor
            end = link.end
        else:
            assert (link.start, link.end) == (-1, -1)
    spans = page.sentences
    assert all(0 <= a < b <= len(page.text) and page.text[a:b].strip() == page.text[a:b] for a, b in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


@settings(max_examples=100)
@given(words=st.lists(st.tuples(st.text("abc é東", min_size=1), st.text("xyz", min_size=1)), max_size=10))
def test_every_link_of_well_formed_text_is_found(words: list[tuple[str, str]]) -> None:
    page = scan(" ".join(f"{before} [[{target}|{target}{i}]] " for i, (before, target) in enumerate(words)), ENGLISH)
    assert [link.anchor for link in page.links] == [f"{target}{i}" for i, (_, target) in enumerate(words)]
