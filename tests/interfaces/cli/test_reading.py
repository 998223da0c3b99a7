"""Documents of files: forms found out, places told, bad lines skipped."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path

import pytest

from pairlinking.errors import ParameterError, SourceError
from pairlinking.interfaces.cli.inputs import Input, open_inputs
from pairlinking.interfaces.cli.reading import Origin, ReadDocument, read_documents, read_one

ADVICE = "Convert it, such as with iconv -f LATIN1 -t UTF-8"


def read(*inputs: Input) -> tuple[list[ReadDocument], list[str]]:
    bad: list[str] = []
    documents = list(read_documents(inputs, lambda origin, reason: bad.append(f"{origin}: {reason}")))
    return documents, bad


def written(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


def stdin(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_a_text_file_is_one_document(tmp_path: Path) -> None:
    name = written(tmp_path / "a.txt", b"[[Tiger]] won\r\nin [[Augusta]].\n")
    (document,), bad = read(Input(name))
    assert document.source.text == "Tiger won\r\nin Augusta.\n"  # offsets are those of the file without its marks
    assert document.source.mentions == ((0, 5), (14, 21))
    assert (document.source.id, document.origin, document.record, bad) == (name, Origin(name), None, [])


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_characters_are_read_by_their_byte_order_mark(tmp_path: Path, encoding: str) -> None:
    name = written(tmp_path / "a.txt", "\ufeff[[Köln]] Ċ\r\nand Bonn\n".encode(encoding))
    (document,), bad = read(Input(name))
    assert (document.source.text, bad) == ("Köln Ċ\r\nand Bonn\n", [])
    documents, _ = read(Input(name, whole=False))
    assert [each.source.text for each in documents] == ["Köln Ċ", "and Bonn"]


def test_utf_16_that_breaks_off_is_named(tmp_path: Path) -> None:
    documents, bad = read(Input(written(tmp_path / "a.txt", b"\xff\xfeT\x00i")))
    assert documents == []
    assert bad == [f"{tmp_path / 'a.txt'}: truncated or damaged UTF-16 at byte 5"]


def test_brackets_around_nothing_are_told_with_their_line(tmp_path: Path) -> None:
    documents, bad = read(Input(written(tmp_path / "a.txt", b"[[]]\n[[Tiger Woods|Tiger]]\n"), whole=False))
    assert [each.source.fixed for each in documents] == [((0, "Tiger Woods"),)]
    assert bad[0].startswith(f"{tmp_path / 'a.txt'}, line 1: '[[]]' at character 1 has nothing to link.")


@pytest.mark.parametrize("text", ["Tiger won.", "[[Tiger]]", "See a.txt here", "Two\nlines.txt", "x " * 5000])
def test_what_is_no_name_is_a_text(text: str) -> None:
    (given,) = open_inputs([text])
    (document,), _ = read(given)
    assert (document.source.id, str(document.origin)) == (None, "TEXT")
    assert document.source.text == text.replace("[[", "").replace("]]", "")


@pytest.mark.parametrize("name", ["typo.txt", "folder/typo", "Tiger", "my notes.txt", "a b.JSONL"])
def test_what_looks_like_a_file_must_be_one(name: str) -> None:
    with pytest.raises(SourceError, match=f"No such file: {name}"):
        open_inputs([name])


def test_a_text_file_by_lines(tmp_path: Path) -> None:
    name = written(tmp_path / "a.txt", b"[[Tiger]] won\r\n\r\nin Augusta")
    documents, bad = read(Input(name, whole=False))
    assert [each.source.text for each in documents] == ["Tiger won", "in Augusta"]
    assert [each.source.mentions for each in documents] == [((0, 5),), None]
    assert [each.source.id for each in documents] == [f"{name}:1", f"{name}:3"]
    assert str(documents[1].origin) == f"{name}, line 3"
    assert bad == []


def test_lines_of_standard_input_are_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, b"\n\nOne\nTwo\n")
    documents, _ = read(Input("-"))
    assert [(each.source.text, each.source.id) for each in documents] == [("One", "stdin:3"), ("Two", "stdin:4")]
    stdin(monkeypatch, b"One\nTwo\n")
    (document,), _ = read(Input("-", whole=True))
    assert (document.source.text, document.source.id) == ("One\nTwo\n", "stdin")


def test_nothing_is_no_document(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stdin(monkeypatch, b"")
    assert read(Input("-"), Input(written(tmp_path / "a.jsonl", b"\n \n"))) == ([], [])


@pytest.mark.parametrize("name", ["a.jsonl", "a.JSON", "a.ndjson"])
def test_json_lines_by_name(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / name, b'{"id": 7, "text": "[[Tiger]]", "mentions": [{"start": 2, "end": 7}], "x": 1}\n')
    (document,), _ = read(Input(path))
    assert (document.source.text, document.source.mentions, document.source.id) == ("[[Tiger]]", ((2, 7),), 7)
    assert document.record is not None
    assert document.record["x"] == 1
    assert document.origin == Origin(path, 1)


@pytest.mark.parametrize("start", [b"", b"\n\n", b"  ", b"\xef\xbb\xbf"])
def test_json_lines_by_their_first_line(monkeypatch: pytest.MonkeyPatch, start: bytes) -> None:
    stdin(monkeypatch, start + b'{"text": "Tiger"}\n')
    given = Input("-")
    assert given.is_json
    (document,), bad = read(given)
    assert (document.source.text, document.source.mentions, bad) == ("Tiger", None, [])


def test_the_form_can_be_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stdin(monkeypatch, b'{"text": "Tiger"}\n')
    (document,), _ = read(Input("-", form="text"))
    assert document.source.text == '{"text": "Tiger"}'
    (document,), _ = read(Input(written(tmp_path / "a.txt", b'{"text": "Tiger"}\n'), form="jsonl"))
    assert document.source.text == "Tiger"


def test_a_named_pipe_is_taken_like_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b'{"text": "One"}\n{"text": "Two"}\n',))
    writer.start()
    documents, _ = read(Input(str(path)))
    writer.join()
    assert [each.source.text for each in documents] == ["One", "Two"]


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    name = written(tmp_path / "a.txt", b"\xef\xbb\xbfTiger\n")
    for whole in (True, False):
        (document,), _ = read(Input(name, whole=whole))
        assert document.source.text.strip() == "Tiger"


BAD = {
    "no JSON": (b"{text: 1}", "not JSON: "),
    "cut short": (b'{"text": "Tig', "not JSON: "),
    "no object": (b'"Tiger"', "not a JSON object"),
    "no text": (b'{"txt": "Tiger"}', "needs a 'text'. It has these keys: 'txt'"),
    "no string": (b'{"text": 5}', "must be a string"),
    "outside": (b'{"text": "Tiger", "mentions": [{"start": 0, "end": 6}]}', "within the text of 5 characters"),
    "backwards": (b'{"text": "Tiger", "mentions": [{"start": 3, "end": 2}]}', "within the text"),
    "no offsets": (b'{"text": "Tiger", "mentions": [{"start": 0}]}', "Mention 0 must be"),
    "no list": (b'{"text": "Tiger", "mentions": 5}', "must be a list"),
    "no UTF-8": (b'{"text": "Tig\xffr"}', "not UTF-8: byte 14 is 0xff"),
    "no number": (b'{"text": "Tiger", "score": NaN}', "NaN is not JSON"),
    "deep": (b'{"text": ' + b"[" * 100_000, "not JSON"),
    "many digits": (b'{"text": "Tiger", "n": ' + b"9" * 5000 + b"}", "not JSON"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_line_is_told_and_passed_over(tmp_path: Path, kind: str) -> None:
    line, reason = BAD[kind]
    name = written(tmp_path / "a.jsonl", b'{"text": "One"}\n\n' + line + b'\n{"text": "Two"}\n')
    documents, (told,) = read(Input(name))
    assert [each.source.text for each in documents] == ["One", "Two"]
    assert told.startswith(f"{name}, line 3: ")
    assert reason in told


def test_a_text_that_is_no_utf_8(tmp_path: Path) -> None:
    name = written(tmp_path / "a.txt", b"Good\nB\xe4d\n")
    assert read(Input(name))[1] == [f"{name}: not UTF-8: byte 2 of line 2 is 0xe4. {ADVICE}"]
    documents, bad = read(Input(name, whole=False))
    assert [each.source.text for each in documents] == ["Good"]
    assert bad == [f"{name}, line 2: not UTF-8: byte 2 is 0xe4. {ADVICE}"]


@pytest.mark.parametrize("content", [b'[{"text": "a"},\n{"text": "b"}]\n', b'{\n"text": "a"\n}\n'])
def test_json_over_many_lines_is_told_once(tmp_path: Path, content: bytes) -> None:
    documents, bad = read(Input(written(tmp_path / "a.json", content)))
    assert documents == []
    assert len(bad) == 1
    assert "one object a line" in bad[0]


def test_a_file_that_is_gone_does_not_end_the_others(tmp_path: Path) -> None:
    names = [written(tmp_path / name, b"Tiger") for name in ("a.txt", "b.txt")]
    inputs = open_inputs(names)
    Path(names[0]).unlink()
    documents, bad = read(*inputs)
    assert [each.source.text for each in documents] == ["Tiger"]
    assert bad == [f"{names[0]}: cannot be read: No such file or directory"]


def test_lines_are_read_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = os.pipe()
    with os.fdopen(source) as reader, os.fdopen(target, "wb", buffering=0) as writer:
        monkeypatch.setattr(sys, "stdin", reader)
        documents = read_documents([Input("-")], print)
        for text in ("One", "Two"):  # waiting for more than the line would hang here
            writer.write(f'{{"text": "{text}"}}\n'.encode())
            assert next(documents).source.text == text


def test_inputs_are_checked_before_any_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"No such file: .*no\.txt"):
        open_inputs([str(tmp_path / "no.txt")])
    with pytest.raises(SourceError, match="is a folder"):
        open_inputs([str(tmp_path)])
    with pytest.raises(ParameterError, match="must be one of 'auto', 'text', 'jsonl'"):
        open_inputs([], form="xml")
    stdin(monkeypatch, b"")
    assert [each.name for each in open_inputs([])] == ["stdin"]
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    with pytest.raises(ParameterError, match="Nothing to read"):
        open_inputs([])


def test_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    for content, reason in (
        (b"{}", "stdin, line 1: A document needs"),
        (b'{"text": "a"}\n' * 2, "several"),
        (b"", "no "),
    ):
        stdin(monkeypatch, content)
        with pytest.raises(SourceError, match=reason):
            read_one(Input("-"))
    stdin(monkeypatch, b'{"text": "Tiger"}')
    assert read_one(Input("-")).source.text == "Tiger"
