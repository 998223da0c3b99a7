// The text with its links: each name is a button inside the text, strong as its link is confident.

import { byId, el, level, number, oneLine } from "./dom.js";
import { trimmed, withMark } from "./marks.js";
import { Offsets } from "./offsets.js";
import { chosen, isDecided, nodesOf, state, update, watch } from "./state.js";

const REST = 90; // ms that the pointer rests on a name: on the way elsewhere it crosses others
let buttons = new Map(); // by number of the mention
let offsets = new Offsets("");
let onMarks = () => {};

/** `whenMarked(marks, shown)` hears of marks that the user made or took away, and of the one to show. */
export function start(whenMarked) {
  onMarks = whenMarked;
  watch(["reply"], draw);
  watch(["reply", "current", "step"], paint);
  byId("text").addEventListener("keydown", move);
  byId("overlapping").addEventListener("keydown", move);
  document.addEventListener("selectionchange", offerMark);
  byId("mark").addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the selection
  byId("mark").addEventListener("click", markSelection);
}

function draw({ reply }) {
  buttons = new Map();
  const focused = namesInOrder().indexOf(document.activeElement);
  const [shown, hidden] = arranged(reply);
  byId("text").replaceChildren(...shown);
  byId("overlapping").replaceChildren(...hidden);
  byId("overlapping").hidden = hidden.length === 0;
  // Who was in the text stays there. Later, as focus changes what is shown, and others are not drawn yet.
  if (focused >= 0) queueMicrotask(() => namesInOrder().slice(0, focused + 1).pop()?.focus());
}

/** The text in parts, and the names that cannot be shown in it, as others overlap them. */
function arranged(reply) {
  if (reply === null) return [[], []];
  offsets = new Offsets(reply.text);
  const hidden = [];
  const parts = markedUp(reply.text, reply.mentions, offsets, (at, words) => {
    const button = nameButton(at, words ?? reply.mentions[at].text);
    if (words === null) hidden.push(button);
    return button;
  });
  return [parts, hidden];
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
  return parts;
}

function nameButton(at, words) {
  let resting = 0;
  const show = () => update({ current: at });
  const button = el(
    "span",
    {
      class: "name",
      role: "button",
      tabindex: "-1",
      "aria-controls": "panel",
      "data-mention": at,
      pointerenter: (event) => {
        if (event.pointerType === "mouse" && event.buttons === 0) resting = setTimeout(show, REST);
      },
      pointerleave: () => clearTimeout(resting),
      focus: show,
      click: () => document.getSelection().isCollapsed && show(),
    },
    words,
  );
  buttons.set(at, button);
  return button;
}

const namesInOrder = () => [...document.querySelectorAll("#text .name, #overlapping .name")];

/** Everything about the names that changes while the text stays. */
function paint({ reply, current, step }) {
  if (reply === null) return;
  const nodes = nodesOf(reply);
  const shown = current === null ? undefined : reply.mentions[current];
  const evidence = shown && isDecided(shown, { step }) ? shown.evidence : [];
  const speaking = new Set(evidence.map((each) => nodes[each.mention]));
  const reachable = buttons.has(current) ? current : Math.min(...buttons.keys());
  for (const [at, button] of buttons) {
    const mention = reply.mentions[at];
    const open = !isDecided(mention, { step });
    const linked = mention.entity !== null && !open;
    const kind = open ? "open" : linked ? `linked level${level(mention.confidence)}` : "nil";
    button.className = `name ${kind}`;
    button.classList.toggle("current", current !== null && nodes[at] === nodes[current]);
    button.classList.toggle("speaks", speaking.has(nodes[at]));
    button.classList.toggle("fresh", step !== null && mention.decided_in_step === step);
    button.dataset.shown = linked ? number(mention.confidence) : open ? "?" : "–";
    button.setAttribute("aria-label", spoken(mention, open));
    button.setAttribute("aria-expanded", String(at === current));
    button.tabIndex = at === reachable ? 0 : -1;
  }
}

function spoken(mention, open) {
  const name = oneLine(mention.text);
  if (open) return `${name}, not decided yet`;
  if (mention.entity === null) return `${name}, not linked${chosen(mention) ? "" : ", unknown"}`;
  return `${name}, linked to ${mention.entity.title}, confidence ${number(mention.confidence)}`;
}

/** Arrow keys go from name to name, Delete takes the mark away. */
function move(event) {
  const all = namesInOrder();
  const at = all.indexOf(event.target);
  if (at < 0) return;
  const [next, before] = [at + 1, at - 1];
  const ways = { ArrowRight: next, ArrowDown: next, ArrowLeft: before, ArrowUp: before, Home: 0, End: all.length - 1 };
  const to = ways[event.key];
  if (to !== undefined) {
    all[Math.max(0, Math.min(all.length - 1, to))].focus();
    event.preventDefault();
  } else if (event.key === "Delete" || event.key === "Backspace") {
    unmark(Number(event.target.dataset.mention));
    event.preventDefault();
  } else if (event.key === "Enter" || event.key === " ") {
    update({ current: Number(event.target.dataset.mention) });
    event.preventDefault();
  }
}

const spans = () => state.reply.mentions.map(({ start, end }) => ({ start, end }));

/** Without the mark of a mention; names that were found become marks, so that the others stay as they are. */
export function unmark(at) {
  onMarks(spans().filter((_, other) => other !== at));
}

export function focusName(at) {
  buttons.get(at)?.focus();
}

/** What is selected in the text, in UTF-16 units without white space around it; else null. */
function selectedSpan() {
  const selection = document.getSelection();
  const box = byId("text");
  const isShown = state.reply !== null && box.offsetParent !== null;
  if (!isShown || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(box)) return null;
  const whole = document.createRange();
  whole.selectNodeContents(box);
  const before = document.createRange();
  const unitOf = (node, offset) => {
    const side = whole.comparePoint(node, offset);
    if (side !== 0) return side < 0 ? 0 : state.reply.text.length;
    before.setStart(box, 0);
    before.setEnd(node, offset);
    return before.toString().length;
  };
  const [start, end] = [unitOf(range.startContainer, range.startOffset), unitOf(range.endContainer, range.endOffset)];
  return trimmed(state.reply.text, start, end);
}

function offerMark() {
  const button = byId("mark");
  const span = selectedSpan();
  button.hidden = span === null;
  if (span === null) return;
  const card = byId("text-card").getBoundingClientRect();
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
