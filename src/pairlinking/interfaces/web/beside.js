// On a narrow screen, card and graph open directly below the line of their word. The text makes room for them by an empty
// block at the end of that line; they are placed over it, outside of the text, which stays unchanged.

import { byId, el } from "./dom.js";
import { state, watch } from "./state.js";
import { buttonOf } from "./text.js";

const narrow = matchMedia("(max-width: 59.99rem)");
const room = el("span", { class: "room" });
let width = 0;

export const isNarrow = () => narrow.matches;

export function start() {
  watch(["text", "reply", "current", "view"], place);
  narrow.addEventListener("change", place);
  new ResizeObserver(fit).observe(byId("explain"));
  new ResizeObserver(() => {
    if (byId("text").clientWidth === width) return;
    width = byId("text").clientWidth;
    place();
  }).observe(byId("text"));
}

function place() {
  const [box, word] = [byId("text"), state.current === null ? null : buttonOf(state.current)];
  if (room.isConnected) {
    room.remove();
    box.normalize();
  }
  const isBelow = narrow.matches && state.view === "evidence" && word !== null;
  if (isBelow) makeRoom(box, word);
  byId("explain").classList.toggle("below", isBelow);
  fit();
}

/** Put the empty block where the line of a word ends. */
function makeRoom(box, word) {
  if (!box.contains(word)) return box.append(room); // one of the names that others overlap
  const lines = word.getClientRects();
  const bottom = lines[lines.length - 1].bottom;
  for (let node = word.nextSibling; node !== null; node = node.nextSibling) {
    const at = node.nodeType === Node.TEXT_NODE ? nextLine(node, bottom) : isBelow(node, bottom) ? 0 : -1;
    if (at < 0) continue;
    return box.insertBefore(room, at === 0 ? node : node.splitText(at));
  }
  return box.append(room);
}

/** Where in a text the first line below a height begins; -1 if it does not. */
function nextLine(node, bottom) {
  const range = document.createRange();
  for (let at = 0; at < node.length; at += 1) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    if (isBelow(range, bottom)) return at;
    if (node.data[at] === "\n") return at + 1 < node.length ? at + 1 : -1;
  }
  return -1;
}

function isBelow(part, bottom) {
  const [first] = part.getClientRects();
  return first !== undefined && (first.top + first.bottom) / 2 > bottom;
}

function fit() {
  const explain = byId("explain");
  const isBelow = explain.classList.contains("below");
  room.style.height = isBelow ? `${explain.offsetHeight + 14}px` : "";
  explain.style.top = isBelow ? `${room.getBoundingClientRect().top - byId("evidence-view").getBoundingClientRect().top + 4}px` : "";
}
