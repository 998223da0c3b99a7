// The text with its links: each name is a button in the text, in the color of its meaning. Names take no more room than
// their letters, so that nothing moves when links arrive.

import { byId, el, number, oneLine } from "./dom.js";
import { colorOf } from "./kinds.js";
import { moved, trimmed, withMark } from "./marks.js";
import { Offsets } from "./offsets.js";
import { isDecided, nodesOf, state, update, watch } from "./state.js";
import { isUnknown } from "./status.js";

let buttons = new Map(); // by number of the mention
let shown = { text: "", spans: [] }; // what is drawn: spans are {start, end, at}, at being the number of the mention
let offsets = new Offsets("");
let onMarks = () => {};

/** `whenMarked(marks, shown)` is called with the marks after the user added or removed one, and with the one to show. */
export function start(whenMarked) {
  onMarks = whenMarked;
  watch(["text", "reply"], draw);
  watch(["text", "reply", "current", "step"], paint);
  for (const id of ["text", "overlapping"]) byId(id).addEventListener("keydown", move);
  document.addEventListener("selectionchange", offerMark);
  byId("mark").addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the selection
  byId("mark").addEventListener("click", markSelection);
}

/** Where a mention of the last reply is now; null where it is gone. */
export const spanOf = (at) => shown.spans.find((each) => each.at === at) ?? null;

/** Whether anything in the text is linked, be it from an earlier state of it. */
export const hasNames = () => shown.spans.length > 0;

export const buttonOf = (at) => buttons.get(at) ?? null;

/** Go to a name; false if it is not there. */
export function focusName(at) {
  buttons.get(at)?.focus();
  return buttons.has(at);
}

/** While a text is written, the names that were linked stay where they are in it. */
function draw({ text, reply }) {
  const isCurrent = reply !== null && reply.text === text;
  const own = isCurrent ? reply.mentions.map(({ start, end }, at) => ({ start, end, at })) : [];
  shown = { text, spans: reply === null || isCurrent ? own : moved(shown.spans, shown.text, text) };
  offsets = new Offsets(text);
  buttons = new Map();
  const focused = namesInOrder().indexOf(document.activeElement);
  const hidden = [];
  const parts = markedUp(text, shown.spans, offsets, (place, words) => {
    const { at } = shown.spans[place];
    const button = nameButton(at, words ?? reply.mentions[at].text);
    if (words === null) hidden.push(button);
    return button;
  });
  byId("text").replaceChildren(...parts);
  byId("overlapping").replaceChildren(...hidden);
  byId("overlapping").hidden = hidden.length === 0;
  // Focus stays in the text. Deferred, because focus changes what is shown, and other views are not drawn yet.
  if (focused >= 0) queueMicrotask(() => namesInOrder().slice(0, focused + 1).pop()?.focus());
}

/** Text and names in turn; `make(number, words)` makes a name, with null as words for one that others overlap. */
export function markedUp(text, mentions, places, make) {
  // Of names that overlap, the text can show one: the first and longest.
  const inOrder = ([, left], [, right]) => left.start - right.start || right.end - left.end;
  const order = [...mentions.entries()].sort(inOrder).map(([at]) => at);
  const parts = [];
  let done = 0;
  for (const at of order) {
    const [start, end] = [places.unit(mentions[at].start), places.unit(mentions[at].end)];
    if (start < done || start === end) {
      make(at, null);
      continue;
    }
    parts.push(text.slice(done, start), make(at, text.slice(start, end)));
    done = end;
  }
  parts.push(text.slice(done));
  return parts.filter((part) => part !== "");
}

function nameButton(at, words) {
  const show = () => update({ current: at });
  const attributes = {
    role: "button",
    tabindex: "-1",
    "aria-controls": "panel",
    "data-mention": at,
    focus: show,
    click: () => document.getSelection().isCollapsed && show(),
  };
  const button = el("span", attributes, words);
  buttons.set(at, button);
  return button;
}

const namesInOrder = () => [...document.querySelectorAll("#text .name, #overlapping .name")];

/** Class of a name by what is known of it. */
export function lookOf(mention, isOpen) {
  if (isOpen) return "open";
  if (mention.entity !== null) return `linked ${colorOf(mention.entity)}`;
  return isUnknown(mention) ? "unknown" : "nil";
}

/** Everything about the names that changes while the text stays. */
function paint({ reply, current, step }) {
  if (reply === null) return;
  const nodes = nodesOf(reply);
  const open = current === null ? undefined : reply.mentions[current];
  const evidence = open && isDecided(open, { step }) ? open.evidence : [];
  const supporting = new Set(evidence.map((each) => nodes[each.mention]));
  const reachable = buttons.has(current) ? current : Math.min(...buttons.keys());
  for (const [at, button] of buttons) {
    const mention = reply.mentions[at];
    const isOpen = !isDecided(mention, { step });
    button.className = `name ${lookOf(mention, isOpen)}`;
    button.classList.toggle("current", at === current);
    button.classList.toggle("same", at !== current && current !== null && nodes[at] === nodes[current]);
    button.classList.toggle("supports", supporting.has(nodes[at]));
    button.classList.toggle("fresh", step !== null && mention.decided_in_step === step);
    button.setAttribute("aria-label", spoken(mention, isOpen));
    button.setAttribute("aria-expanded", String(at === current));
    button.tabIndex = at === reachable ? 0 : -1;
  }
}

function spoken(mention, isOpen) {
  const name = oneLine(mention.text);
  if (isOpen) return `${name}, not decided yet`;
  if (mention.entity !== null) return `${name}, linked to ${mention.entity.title}, confidence ${number(mention.confidence)}`;
  return `${name}, ${isUnknown(mention) ? "not in the knowledge base" : "not linked: too uncertain"}`;
}

/** Arrow keys go from name to name, Delete takes the mark away. */
function move(event) {
  const all = namesInOrder();
  const at = all.indexOf(event.target);
  if (at < 0) return;
  const [next, before] = [at + 1, at - 1];
  const ways = { ArrowRight: next, ArrowDown: next, ArrowLeft: before, ArrowUp: before, Home: 0, End: all.length - 1 };
  const to = ways[event.key];
  if (to !== undefined) all[Math.max(0, Math.min(all.length - 1, to))].focus();
  else if (event.key === "Delete" || event.key === "Backspace") unmark(Number(event.target.dataset.mention));
  else if (event.key === "Enter" || event.key === " ") update({ current: Number(event.target.dataset.mention) });
  else return;
  event.preventDefault();
}

const spans = () => shown.spans.map(({ start, end }) => ({ start, end }));

/** Remove the mark of a mention; detected names become marks, so that the others stay as they are. */
export function unmark(at) {
  onMarks(shown.spans.filter((each) => each.at !== at).map(({ start, end }) => ({ start, end })));
}

/** What is selected in the text, in UTF-16 units without white space around it; else null. */
function selectedSpan() {
  const selection = document.getSelection();
  const box = byId("text");
  if (box.offsetParent === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(box)) return null;
  const whole = document.createRange();
  whole.selectNodeContents(box);
  const before = document.createRange();
  const unitOf = (node, offset) => {
    const side = whole.comparePoint(node, offset);
    if (side !== 0) return side < 0 ? 0 : shown.text.length;
    before.setStart(box, 0);
    before.setEnd(node, offset);
    return before.toString().length;
  };
  const [start, end] = [unitOf(range.startContainer, range.startOffset), unitOf(range.endContainer, range.endOffset)];
  return trimmed(shown.text, start, end);
}

function offerMark() {
  const button = byId("mark");
  const span = selectedSpan();
  button.hidden = span === null;
  if (span === null) return;
  const card = byId("result").getBoundingClientRect();
  const lines = document.getSelection().getRangeAt(0).getClientRects();
  const last = lines[lines.length - 1];
  if (last === undefined) return;
  // Below the selection: above it, phones show their own menu.
  const room = card.width - button.offsetWidth - 8;
  button.style.top = `${Math.min(last.bottom - card.top + 6, card.height)}px`;
  button.style.left = `${Math.max(8, Math.min(last.right - card.left - button.offsetWidth / 2, room))}px`;
}

function markSelection() {
  const span = selectedSpan();
  if (span === null) return;
  document.getSelection().removeAllRanges();
  const mark = { start: offsets.point(span.start), end: offsets.point(span.end) };
  onMarks(withMark(spans(), mark), mark);
}
