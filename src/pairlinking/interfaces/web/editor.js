// Writing a text of one's own, and marking names in it by keyboard or mouse.

import { byId, el, oneLine, plural } from "./dom.js";
import { moved, trimmed, withMark, withoutMark } from "./marks.js";
import { cleaned, Offsets } from "./offsets.js";
import { state, update, watch } from "./state.js";

let text = "";
let marks = null;

/** `whenDone(text, marks)` hears of the text to link, and tells in time whether it could be. */
export function start(whenDone) {
  watch(["editing"], ({ editing }) => (editing ? open() : close()));
  const input = byId("input");
  input.addEventListener("input", () => {
    const now = cleaned(input.value);
    marks = orNone(marks && moved(marks, text, now));
    text = now;
    draw();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("editor").requestSubmit();
    if (event.key === "Escape") update({ editing: false });
  });
  byId("editor").addEventListener("submit", (event) => {
    event.preventDefault();
    finish(whenDone(text, marks));
  });
  byId("cancel").addEventListener("click", () => update({ editing: false }));
  byId("mark-selected").addEventListener("click", markSelected);
  byId("find").addEventListener("click", () => {
    marks = null;
    draw();
  });
}

/** A text that was refused stays open, to be mended. */
async function finish(linking) {
  if (await linking) update({ editing: false });
}

/** No mark at all: then names are found, as for any new text. */
const orNone = (some) => (some?.length ? some : null);

function open() {
  text = state.text;
  marks = orNone(state.marks);
  byId("input").value = text;
  toggle(true);
  draw();
  byId("input").focus();
  byId("input").select();
}

function close() {
  toggle(false);
  byId("edit").focus();
}

function toggle(editing) {
  byId("editor").hidden = !editing;
  byId("text-card").hidden = editing;
  byId("evidence-view").classList.toggle("editing", editing);
  byId("graph-card").inert = editing; // it shows the text before
  byId("edit").setAttribute("aria-pressed", String(editing));
}

function draw() {
  const offsets = new Offsets(text);
  const chips = (marks ?? []).map((mark) => {
    const words = oneLine(text.slice(offsets.unit(mark.start), offsets.unit(mark.end)));
    const remove = () => {
      marks = orNone(withoutMark(marks, mark));
      draw();
      byId("mark-selected").focus();
    };
    const attributes = { type: "button", class: "chip", dir: "auto", "aria-label": `Remove the mark of ${words}` };
    return el("button", { ...attributes, click: remove }, words, el("span", { "aria-hidden": "true" }, " ✕"));
  });
  byId("marked").replaceChildren(...chips);
  byId("find").hidden = marks === null;
  byId("editor-note").textContent =
    marks === null
      ? "Names are found by themselves. Or select one and mark it: then only what is marked is linked."
      : `${plural(marks.length, "name")} marked; only these are linked.`;
}

function markSelected() {
  const input = byId("input");
  const span = trimmed(text, input.selectionStart, input.selectionEnd);
  if (span === null) {
    byId("editor-note").textContent = "Nothing is selected: select the letters of a name in the text, then mark it.";
  } else {
    const offsets = new Offsets(text);
    marks = withMark(marks ?? [], { start: offsets.point(span.start), end: offsets.point(span.end) });
    draw();
  }
  input.focus();
}
