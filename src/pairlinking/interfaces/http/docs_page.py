"""The documentation at ``/docs``: every operation, with a request to try, and every shape, from the OpenAPI schema.

Swagger UI would load its scripts from another site; this page works without a network.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from pairlinking.interfaces.http.docs_forms import form

__all__ = ["STYLE", "docs_page"]

STYLE = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 4px; }
table { border-collapse: collapse; }
form { display: grid; gap: 0.5rem; margin: 1rem 0; }
textarea, input, output { box-sizing: border-box; width: 100%; font: 0.9em/1.4 ui-monospace, monospace; }
button { justify-self: start; font: inherit; padding: 0.25rem 1rem; }
output { display: block; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 30rem; overflow-y: auto; }
td, th { text-align: left; vertical-align: top; padding: 0.15rem 1rem 0.15rem 0; }
"""


def docs_page(schema: dict[str, Any]) -> str:
    """The page of a schema, as HTML."""
    about = schema["info"]
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(about['title'])}: the API</title>",
        '<link rel="stylesheet" href="/docs/style.css"><script src="/docs/try.js" defer></script></head><body><main>',
        f"<h1>{escape(about['title'])} {escape(about['version'])}</h1><p>{escape(about.get('description', ''))}</p>",
        '<p><a href="/">Try it on the web page</a> · <a href="/openapi.json">OpenAPI specification</a></p>',
        *_operations(schema),
        "<h2>Schemas</h2>",
        *_shapes(schema.get("components", {}).get("schemas", {})),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _operations(schema: dict[str, Any]) -> Iterator[str]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p>"
            yield from _parameters(operation.get("parameters", []))
            body = operation.get("requestBody", {}).get("content", {})
            for media_type, content in body.items():
                yield f"<p>Body: <code>{escape(media_type)}</code> {_named(content.get('schema', {}))}</p>"
            yield from form(method, path, operation)
            yield "<table>"
            for status, response in operation["responses"].items():
                shapes = ", ".join(
                    f"<code>{escape(media_type)}</code> {_named(content.get('schema', {}))}"
                    for media_type, content in response.get("content", {}).items()
                )
                yield f"<tr><th>{status}<td>{escape(response['description'])}<td>{shapes}"
            yield "</table>"


def _parameters(parameters: list[dict[str, Any]]) -> Iterator[str]:
    if not parameters:
        return
    yield "<table>"
    for each in parameters:
        kind = each.get("schema", {})
        needed = "required" if each.get("required") else f"default {json.dumps(kind.get('default'))}"
        yield f"<tr><th><code>{escape(each['name'])}</code><td>{needed}<td>{escape(each.get('description', ''))}"
    yield "</table>"


def _shapes(schemas: dict[str, Any]) -> Iterator[str]:
    for name, shape in sorted(schemas.items()):
        yield f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{escape(shape.get("description", ""))}</p>'
        fields = {field: _plain(value) for field, value in shape.get("properties", {}).items()}
        yield f"<pre>{escape(json.dumps(fields, indent=2, ensure_ascii=False))}</pre>"


def _named(schema: dict[str, Any]) -> str:
    """Links to the shapes that a schema names."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    return " or ".join(filter(None, map(_named, schema.get("anyOf", []))))


def _plain(schema: dict[str, Any]) -> Any:
    """The type of a field, in a few words."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(str(_plain(each)) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return [_plain(schema["items"])] if "items" in schema else "array"
    words = [str(schema.get("type", "anything"))]
    words += [f"{word} {schema[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in schema]
    if "description" in schema:
        words.append(f"({schema['description']})")
    return " ".join(words)
