"""Forms on the documentation page that send an example request, which can be edited, and show the answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

__all__ = ["SCRIPT", "form"]

# Served as a file of its own: our pages may not contain inline code.
SCRIPT = """\
"use strict";

function addressOf(form) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const input of form.querySelectorAll("input")) {
    if (!input.value) continue;
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else query.append(input.name, input.value);
  }
  return query.size ? `${path}?${query}` : path;
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form) {
  const output = form.querySelector("output");
  const body = form.querySelector("textarea");
  const request = { method: form.dataset.method };
  if (body) {
    request.body = body.value;
    request.headers = { "Content-Type": form.dataset.mediaType };
  }
  output.textContent = "Sending …";
  try {
    const started = performance.now();
    const reply = await fetch(addressOf(form), request);
    const text = await reply.text();
    const ms = Math.round(performance.now() - started);
    output.textContent = `${reply.status} ${reply.statusText}, ${ms} ms\\n\\n${readable(text)}`;
  } catch {
    output.textContent = "The server does not answer. Is it still running?";
  }
}

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}
"""


def form(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    """The form of an operation, filled with its example; nothing for an operation that lacks an example it needs."""
    body = next(iter(operation.get("requestBody", {}).get("content", {}).items()), None)
    parameters = [each for each in operation.get("parameters", []) if "example" in each]
    needed = {each["name"] for each in operation.get("parameters", []) if each.get("required")}
    if not needed <= {each["name"] for each in parameters} or (body is not None and "example" not in body[1]):
        return
    media_type = escape(body[0]) if body is not None else ""
    yield f'<form data-method="{method.upper()}" data-path="{escape(path)}" data-media-type="{media_type}">'
    for each in parameters:
        name = escape(each["name"])
        yield (
            f'<label><code>{name}</code> <input name="{name}" data-in="{escape(each["in"])}" '
            f'value="{escape(str(each["example"]))}"></label>'
        )
    if body is not None:
        example = body[1]["example"]
        text = escape(example if isinstance(example, str) else json.dumps(example, indent=1, ensure_ascii=False))
        yield f'<label>Body <textarea rows="{text.count(chr(10)) + 1}" spellcheck="false">{text}</textarea></label>'
    yield f'<button>Send this {method.upper()}</button><output aria-live="polite"></output></form>'
