// Words in boxes, as many as there is room for.

import { nodesOf } from "./state.js";
import { oneLine } from "./dom.js";

const SIZE = "13px"; // as in style.css
const [BOLD, PLAIN] = [600, 400];
let ruler = null;

/** For each linked mention, its entity and its name in the text, with the number of occurrences. */
export function namesOf(reply) {
  const copies = new Map();
  for (const at of nodesOf(reply)) copies.set(at, (copies.get(at) ?? 0) + 1);
  const linked = [...copies].filter(([at]) => reply.mentions[at].entity !== null);
  return new Map(
    linked.map(([at, count]) => [
      at,
      {
        title: reply.mentions[at].entity.title,
        surface: `“${oneLine(reply.mentions[at].text)}”${count > 1 ? ` × ${count}` : ""}`,
      },
    ]),
  );
}

export function inTwoLines({ title, surface }, widest) {
  const [first, second] = [cut(title, widest - 24, BOLD), cut(surface, widest - 24, PLAIN)];
  return { title: first, surface: second, w: Math.ceil(Math.max(64, wide(first, BOLD), wide(second, PLAIN)) + 24) };
}

/** The title, and as much of the name in the text as there is room for. */
export function inOneLine({ title, surface }, widest) {
  const first = cut(title, widest - 20, BOLD);
  const used = wide(first, BOLD) + 20;
  const second = widest - used > 60 ? cut(surface, widest - used - 8, PLAIN) : "";
  return { title: first, surface: second, w: Math.ceil(used + (second ? wide(second, PLAIN) + 8 : 0)) };
}

function wide(text, weight) {
  ruler ??= document.createElement("canvas").getContext("2d");
  ruler.font = `${weight} ${SIZE} ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width;
}

function cut(text, most, weight) {
  if (wide(text, weight) <= most) return text;
  const letters = Array.from(text).slice(0, 200);
  while (letters.length > 1 && wide(`${letters.join("")}…`, weight) > most) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
