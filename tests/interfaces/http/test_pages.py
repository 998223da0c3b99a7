"""What people see first: health, info, the documentation, the web page's files, and the headers of all answers."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

import pairlinking as pl
from pairlinking.interfaces.http.reply_models import InfoReply
from pairlinking.interfaces.http.settings import Settings
from tests.interfaces.http.asking import Client, assert_error


def test_health_answers(client: Client) -> None:
    assert client.get("/api/health").json() == {"status": "ok"}


def test_info_tells_what_the_server_is_and_can_do(client: Client, linker: pl.Linker) -> None:
    reply = client.get("/api/info")
    InfoReply.model_validate_json(reply.content, strict=True)
    info = reply.json()
    assert info["version"] == pl.__version__
    assert info["knowledge_base"]["name"] == "sample"
    assert info["knowledge_base"]["entities"] == len(linker.kb)
    assert info["knowledge_base"]["built_from"] == ["sample-wiki.xml"]
    assert str(linker.kb.path) not in reply.text
    assert info["methods"] == list(pl.methods())
    assert info["defaults"]["beta"] == linker.beta
    assert info["limits"] == Settings().as_dict()


def test_every_measure_and_example_of_info_works(client: Client) -> None:
    info = client.get("/api/info").json()
    for name in info["relatedness"]:
        reply = client.post("/api/link", json={"text": "Tiger in Augusta", "options": {"relatedness": name}})
        assert reply.json()["options"]["relatedness"] == name
    for example in info["examples"]:
        reply = client.post("/api/link", json={"text": example["text"], "mentions": example["mentions"]})
        linked = [each["entity"] for each in reply.json()["mentions"]]
        assert len(linked) >= 3
        assert None not in linked


class Links(HTMLParser):
    """Addresses that a page loads or leads to, and whether it holds code of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inline = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Look at one tag."""
        given = dict(attributes)
        self.found += [given[key] or "" for key in ("href", "src") if key in given]
        self.inline += (tag == "script" and "src" not in given) or tag == "style" or "style" in given
        self.inline += any(name.startswith("on") for name in given)


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_pages_need_nothing_from_elsewhere_and_all_they_need_is_there(client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    links = Links()
    links.feed(page.text)
    assert links.inline == 0
    assert links.found
    for each in links.found:
        assert not re.match(r"(https?:)?//", each), each
        if not each.startswith("#"):
            assert client.get(str(httpx.URL("http://test" + path).join(each).raw_path, "ascii")).status_code == 200, (
                each
            )


def test_the_documentation_names_every_operation_and_shape(client: Client, app: FastAPI) -> None:
    page = client.get("/docs").text
    schema = client.get("/openapi.json").json()
    assert schema == app.openapi()
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    for name in schema["components"]["schemas"]:
        assert f'id="{name}"' in page
    for reference in re.findall(r'"\$ref": ?"#/components/schemas/(\w+)"', client.get("/openapi.json").text):
        assert reference in schema["components"]["schemas"]


@pytest.mark.parametrize(
    "name",
    [
        "nothing.js",
        "../__init__.py",
        "..%2f__init__.py",
        "%2e%2e/%2e%2e/errors.py",
        "/etc/passwd",
        "",
        ".",
        "index.html/",
    ],
)
def test_no_name_leads_out_of_the_pages_files(client: Client, name: str) -> None:
    assert_error(client.get(f"/web/{name}"), 404, "not-found")


def test_a_file_is_sent_again_only_when_it_changed(client: Client) -> None:
    first = client.get("/web/index.html")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/web/index.html", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/web/index.html", headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/docs", "/api/health", "/nowhere", "/api/entity/nobody"])
def test_every_answer_forbids_code_from_elsewhere(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("kind", "media_type"), [("js", "text/javascript; charset=utf-8"), ("css", "text/css; charset=utf-8")]
)
def test_files_have_the_media_type_that_browsers_insist_on(client: Client, kind: str, media_type: str) -> None:
    links = Links()
    links.feed(client.get("/").text)
    (name, *_) = [each for each in links.found if each.endswith(f".{kind}")]
    assert client.get("/" + name.lstrip("/")).headers["content-type"] == media_type


class Forms(HTMLParser):
    """Forms of a page: where each leads, what is filled in, and the body."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Look at one tag."""
        given = dict(attributes)
        if tag == "form":
            self.found.append({**given, "values": {}, "body": ""})
        elif tag == "input":
            self.found[-1]["values"][given["data-in"], given["name"]] = given["value"]

    def handle_data(self, data: str) -> None:
        """Look at the text of a tag."""
        if self.found and self.get_starttag_text().startswith("<textarea"):  # type: ignore[union-attr]
            self.found[-1]["body"] += data


def test_every_example_of_the_documentation_works_as_it_stands(client: Client) -> None:
    forms = Forms()
    forms.feed(client.get("/docs").text)
    tried = set()
    for form in forms.found:
        path = form["data-path"]
        for (place, name), value in form["values"].items():
            path = path.replace(f"{{{name}}}", value) if place == "path" else path
        query = {name: value for (place, name), value in form["values"].items() if place == "query"}
        body = {"content": form["body"].encode(), "headers": {"Content-Type": form["data-media-type"]}}
        extra: dict[str, Any] = body if form["data-media-type"] else {}
        reply = client.request(form["data-method"], path, params=query, **extra)
        assert reply.status_code == 200, (path, reply.text)
        tried.add(form["data-path"])
    assert {"/api/link", "/api/link/batch", "/api/compare", "/api/entity/{title}", "/api/search", "/api/info"} <= tried
