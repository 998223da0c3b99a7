// The picture of the evidence: linked entities as boxes, and a line between two that support each other, the
// stronger the more they are related. Entities that have nothing to do with each other are on different islands.

import { byId, el, number, oneLine, svg } from "./dom.js";
import { grouped, STRENGTHS, UNRELATED } from "./evidence.js";
import { LABEL, LOW, placed } from "./islands.js";
import { colorOf } from "./kinds.js";
import { namesOf } from "./labels.js";
import { isDecided, nodesOf, state, update, watch } from "./state.js";
import { focusName } from "./text.js";

const MOST = 30; // entities in one picture
let drawn = { nodes: new Map(), edges: [] };
let drawnWidth = 0;

export function start() {
  watch(["reply"], draw);
  watch(["reply", "current", "step"], paint);
  new ResizeObserver(() => {
    if (Math.abs(byId("graph").clientWidth - drawnWidth) < 2) return;
    draw(state);
    paint(state);
  }).observe(byId("graph"));
  const line = (kind) => svg("svg", { width: 34, height: 8, "aria-hidden": "true" }, svg("path", { class: `edge ${kind}`, d: "M1 4H33" }));
  byId("strengths").append(...STRENGTHS.map(([word, short]) => el("li", {}, line(short), word)));
}

function draw({ reply }) {
  const box = byId("graph");
  drawnWidth = box.clientWidth;
  drawn = { nodes: new Map(), edges: [] };
  box.replaceChildren();
  const { groups, total } = reply === null ? { groups: [], total: 0 } : grouped(reply, MOST);
  byId("graph-note").textContent = reply === null ? "" : noteOf(reply, groups, total);
  byId("strengths").hidden = !groups.some(({ pairs }) => pairs.length > 0);
  byId("graph-card").hidden = groups.length === 0;
  if (groups.length === 0 || drawnWidth === 0) return;
  const { islands, height } = placed(groups, namesOf(reply), drawnWidth);
  const nodes = groups.flatMap((group) => group.nodes).sort((a, b) => a - b);
  const size = { width: drawnWidth, height: Math.ceil(height + 2) };
  const picture = { role: "group", "aria-label": "Evidence graph", keydown: (event) => move(event, nodes) };
  box.append(svg("svg", { ...picture, ...size }, ...islands.map((each) => island(each, reply))));
}

function noteOf(reply, groups, total) {
  const shown = groups.reduce((sum, { nodes }) => sum + nodes.length, 0);
  if (shown < total) return `the strongest ${shown} of ${total} entities`;
  const joined = groups.filter(({ pairs }) => pairs.length > 0).length;
  const alone = groups.length - joined;
  if (joined === 0 && total > 1) {
    const isRelated = reply.tree?.some(({ strength }) => strength !== UNRELATED); // and yet it is not evidence
    const method = `The method ${reply.options.method} decides each name on its own.`;
    return isRelated ? method : "No two of these are related: each was decided on its own.";
  }
  if (joined === 0) return "";
  if (groups.length === 1) return "A line connects two entities that support each other.";
  const islands = joined > 1 ? `${joined} separate groups` : "1 group";
  return `${islands}${alone > 0 ? `, and ${alone} decided on ${alone === 1 ? "its" : "their"} own` : ""}`;
}

const moveTo = ({ x, y }) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

function island({ boxes, edges, shore, move: by }, reply) {
  const own = edges.map((each) => edge(each, reply));
  drawn.edges.push(...own);
  for (const each of boxes) drawn.nodes.set(each.at, node(each, reply.mentions[each.at].entity));
  const frame = shore && svg("rect", { class: "shore", x: shore.x + 0.5, y: shore.y + 0.5, width: shore.w - 1, height: shore.h - 1, rx: 12 });
  const parts = [...own.map(({ line }) => line), ...own.map(({ label }) => label), ...boxes.map(({ at }) => drawn.nodes.get(at))];
  return svg("g", { class: "island" }, frame, svg("g", { transform: moveTo(by) }, ...parts));
}

function node({ at, x, y, w, h, words }, entity) {
  const show = () => update({ current: at });
  const isLow = h === LOW;
  const middle = { "text-anchor": "middle" };
  const title = isLow ? { x: 10 - w / 2, y: 4.5 } : { ...middle, y: -3 };
  const name = isLow ? { "text-anchor": "end", x: w / 2 - 10, y: 4.5 } : { ...middle, y: 14 };
  const kind = { role: "button", tabindex: -1, "data-mention": at, "data-shape": isLow ? "low" : "high", "data-kind": colorOf(entity) };
  return svg(
    "g",
    { ...kind, transform: moveTo({ x, y }), focus: show, click: show },
    svg("title", {}, entity.description ? `${entity.title}: ${entity.description}` : entity.title),
    svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: Math.min(10, h / 3) }),
    svg("text", { class: "entity", ...title }, words.title),
    svg("text", { class: "surface", ...name }, words.surface),
    isLow ? svg("text", { class: "tie", x: w / 2 + 7, y: 4.5 }) : null,
  );
}

function edge({ pair, path, label: middle }, reply) {
  const { w, h } = LABEL;
  const [, strength] = STRENGTHS.find(([word]) => word === pair.strength);
  const [left, right] = pair.mentions.map((at) => reply.mentions[at].entity.title);
  const title = svg("title", {}, `${left} and ${right}: ${pair.strength}, relatedness ${number(pair.relatedness)}`);
  const line = svg("path", { d: path }, title);
  const box = svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2 });
  const word = svg("text", { "text-anchor": "middle", y: 4 }, strength);
  const label = middle === null ? null : svg("g", { transform: moveTo(middle) }, title.cloneNode(true), box, word);
  return { pair, line, label, strength };
}

/** Everything about the picture that changes while its layout stays. */
function paint({ reply, current, step }) {
  if (reply === null) return;
  const own = current === null ? null : nodesOf(reply)[current];
  const ties = new Map();
  for (const { pair, line, label, strength } of drawn.edges) {
    // What no step decided is shown once everything is decided.
    const isShown = step === null || (pair.step !== null && pair.step <= step);
    const isNear = own !== null && pair.mentions.includes(own);
    if (isNear && isShown) ties.set(pair.mentions.find((at) => at !== own), strength);
    const classes = [strength, !isShown && "away", isNear && "near", step !== null && pair.step === step && "fresh"];
    line.setAttribute("class", ["edge", ...classes].filter(Boolean).join(" "));
    label?.setAttribute("class", ["label", ...classes].filter(Boolean).join(" "));
  }
  const reachable = drawn.nodes.has(own) ? own : Math.min(...drawn.nodes.keys());
  for (const [at, box] of drawn.nodes) {
    const mention = reply.mentions[at];
    const isOpen = !isDecided(mention, { step });
    const fresh = step !== null && mention.decided_in_step === step && "fresh";
    const classes = [isOpen ? "open" : box.dataset.kind, at === own && "current", ties.has(at) && "near", fresh];
    box.setAttribute("class", ["node", box.dataset.shape, ...classes].filter(Boolean).join(" "));
    box.setAttribute("tabindex", at === reachable ? 0 : -1);
    box.setAttribute("aria-label", spoken(reply, mention, isOpen));
    const tie = box.querySelector(".tie");
    if (tie !== null) tie.textContent = ties.get(at) ?? "";
  }
}

function spoken({ mentions }, mention, isOpen) {
  const name = oneLine(mention.text);
  if (isOpen) return `${name}, not decided yet`;
  const by = mention.evidence.map((each) => `${each.strength} to ${mentions[each.mention].entity?.title}`);
  return `${mention.entity.title}, for ${name}${by.length > 0 ? `, ${by.join(", ")}` : ", decided on its own"}`;
}

/** Arrow keys go from entity to entity in the order of the text, Enter goes to the name in the text. */
function move(event, nodes) {
  const at = nodes.indexOf(Number(event.target.dataset?.mention));
  if (at < 0) return;
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 }[event.key];
  if (to !== undefined) drawn.nodes.get(nodes[Math.max(0, Math.min(nodes.length - 1, to))]).focus();
  else if (event.key === "Enter" || event.key === " ") focusName(nodes[at]);
  else return;
  event.preventDefault();
}
