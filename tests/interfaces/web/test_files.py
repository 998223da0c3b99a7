"""The files of the page: small, plain, and with nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pairlinking.interfaces

WEB = Path(pairlinking.interfaces.__file__).parent / "web"
FILES = sorted(WEB.iterdir())
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
NO_HTML = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc|DOMParser")


def test_all_files_together_are_under_120_kb() -> None:
    assert sum(path.stat().st_size for path in FILES) < 120_000


def test_files_lie_in_one_folder_so_that_the_package_holds_them_all() -> None:
    assert all(path.is_file() for path in FILES)
    assert {path.suffix for path in FILES} == {".css", ".html", ".js", ".svg"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_refers_to_another_host(path: Path) -> None:
    found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'<>)]*", path.read_text(encoding="utf-8"))
    assert [each for each in found if not each.startswith("http://www.w3.org/")] == []  # names of XML, never fetched


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_text_can_become_markup(path: Path) -> None:
    assert NO_HTML.search(path.read_text(encoding="utf-8")) is None


def test_page_has_no_script_style_or_handler_within() -> None:
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert re.search(r"<style|\sstyle=|\son\w+=|javascript:", page) is None
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL) == [""]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_import_what_is_there(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    for names, file in re.findall(r"import (.+?) from \"\./([\w.]+)\";", script, re.DOTALL):
        exported = set(re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", (WEB / file).read_text(), re.M))
        wanted = set(re.findall(r"\w+", names)) if names.startswith("{") else set()
        assert wanted <= exported, f"{path.name} from {file}"


def test_picture_in_the_docs_is_there_and_small() -> None:
    picture = Path(__file__).parents[3] / "docs" / "images" / "page.png"
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture.stat().st_size < 250_000
