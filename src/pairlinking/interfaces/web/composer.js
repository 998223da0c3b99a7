// The text box: writing, choosing a text, and marking names in it by keyboard or mouse.

import { byId, el, oneLine, plural } from "./dom.js";
import * as drafts from "./drafts.js";
import { moved, trimmed, withMark, withoutMark } from "./marks.js";
import { cleaned, Offsets } from "./offsets.js";
import { state, watch } from "./state.js";

const SHOWN = 26; // letters of a text that are used as its name
let on = {};

/** Calls `hear.write(text, marks)` on changes, `hear.finish()` on Link, `hear.pick({text, marks})` for another text. */
export function start(hear) {
  on = hear;
  const input = byId("input");
  watch(["text"], ({ text }) => {
    if (text === cleaned(input.value)) return;
    input.value = text;
    input.scrollTop = 0;
  });
  watch(["info", "text", "marks"], draw);
  input.addEventListener("input", () => {
    const now = cleaned(input.value);
    on.write(now, orNone(state.marks && moved(state.marks, state.text, now)));
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("composer").requestSubmit();
  });
  byId("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    on.finish();
  });
  byId("new-text").addEventListener("click", () => pick({ text: "", marks: null }, true));
  byId("mark-selected").addEventListener("click", markSelected);
  byId("find").addEventListener("click", () => {
    on.write(state.text, null);
    input.focus();
  });
}

const asText = (example) => ({ text: cleaned(example.text), marks: example.mentions ?? null });

/** What the page starts with: an example, or an empty box if there is none. */
export function firstExample() {
  const [first] = state.info.examples;
  return first ? asText(first) : { text: "", marks: null };
}

function pick(chosen, isNew = false) {
  drafts.leave(chosen.text);
  on.pick(chosen);
  draw();
  if (isNew) byId("input").focus();
}

/** Null if there are no marks: names are then detected, as for any new text. */
const orNone = (some) => (some?.length ? some : null);

function draw() {
  const { info, text, marks } = state;
  if (info === null) return;
  const own = drafts.all().map((each, at) => chip(shortened(each.text), each, at === drafts.current(), "own"));
  const examples = info.examples.map((each) => [each.title, asText(each)]);
  const isShown = (each) => drafts.current() === null && each.text === text;
  const focused = document.activeElement?.closest("#texts") ? document.activeElement.dataset.title : null;
  byId("texts").replaceChildren(...examples.map(([title, each]) => chip(title, each, isShown(each), "example")), ...own);
  if (focused !== null) [...byId("texts").children].find((each) => each.dataset.title === focused)?.focus();
  const offsets = new Offsets(text);
  byId("marked").replaceChildren(...(marks ?? []).map((mark) => markChip(mark, text, offsets)));
  byId("marked").hidden = marks === null;
  byId("find").hidden = marks === null;
  note(marks === null ? "" : `Only the ${plural(marks.length, "name")} that you marked ${marks.length === 1 ? "is" : "are"} linked.`);
}

const note = (words) => (byId("composer-note").textContent = words);

function shortened(text) {
  const letters = Array.from(oneLine(text.slice(0, 200)));
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("").trimEnd()}…` : letters.join("");
}

function chip(title, chosen, isShown, kind) {
  const label = kind === "own" ? `Your text: ${title}` : `Example: ${title}`;
  const look = { type: "button", class: `chip ${kind}`, dir: "auto", title: label, "data-title": title };
  return el("button", { ...look, "aria-pressed": String(isShown), click: () => pick(chosen) }, title);
}

function markChip(mark, text, offsets) {
  const words = oneLine(text.slice(offsets.unit(mark.start), offsets.unit(mark.end)));
  const remove = () => {
    on.write(text, orNone(withoutMark(state.marks, mark)));
    byId("mark-selected").focus();
  };
  const look = { type: "button", class: "chip", dir: "auto", "aria-label": `Remove the mark of ${words}` };
  return el("button", { ...look, click: remove }, words, el("span", { "aria-hidden": "true" }, " ✕"));
}

function markSelected() {
  const input = byId("input");
  const span = trimmed(state.text, input.selectionStart, input.selectionEnd);
  if (span === null) note("Select the letters of a name in the box, then press “Mark selected words”.");
  else {
    const offsets = new Offsets(state.text);
    const mark = { start: offsets.point(span.start), end: offsets.point(span.end) };
    on.write(state.text, withMark(state.marks ?? [], mark));
  }
  input.focus();
}
