// The evidence graph: chosen entities as boxes, the pairs that join them as edges with their confidence.

import { byId, number, oneLine, plural, svg } from "./dom.js";
import { strongest } from "./evidence.js";
import { inOneLine, inTwoLines, namesOf } from "./labels.js";
import { arrange } from "./layout.js";
import { inRows } from "./rows.js";
import { chosen, isDecided, nodesOf, state, update, watch } from "./state.js";
import { focusName } from "./text.js";

const MOST = 30; //    entities that a picture can hold
const FREELY = 10; //  entities that can stand freely
const [HIGH, LOW] = [42, 28]; // px of a box with two lines and with one
const LABEL = { w: 40, h: 20 };
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
}

function draw({ reply }) {
  const box = byId("graph");
  drawnWidth = box.clientWidth;
  drawn = { nodes: new Map(), edges: [] };
  box.replaceChildren();
  byId("graph-note").textContent = "";
  if (reply === null || drawnWidth === 0) return;
  const { pairs, nodes, total } = strongest(reply, MOST);
  if (nodes.length === 0) return;
  byId("graph-note").textContent = noteOf(reply, nodes.length, total);
  const { sizes, words, places } = placed(reply, pairs, nodes);
  drawn.edges = pairs.map((pair, at) => edge(pair, places.paths[at], places.labels[at]));
  nodes.forEach((at, place) => drawn.nodes.set(at, node(at, words[place], sizes[place], places.boxes[place])));
  const [lines, labels] = [drawn.edges.map(({ line }) => line), drawn.edges.map(({ label }) => label)];
  const size = { width: drawnWidth, height: Math.ceil(places.height + 4) };
  const picture = { role: "group", "aria-label": "Evidence graph", keydown: (event) => move(event, nodes) };
  box.append(svg("svg", { ...picture, ...size }, ...lines, ...labels, ...drawn.nodes.values()));
}

function noteOf(reply, shown, total) {
  if (shown < total) return `the strongest ${shown} of ${total} entities`;
  if (reply.decisions.length === 0) return "the tree of the most confident pairs";
  return plural(reply.decisions.length, "decision");
}

/** A few entities stand freely; more, or a tangle of them, as a tree in rows, which is never one. */
function placed(reply, pairs, nodes) {
  const names = namesOf(reply, nodes);
  const edges = pairs.map(({ mentions }) => mentions.map((at) => nodes.indexOf(at)));
  if (nodes.length <= FREELY) {
    const words = names.map((name) => inTwoLines(name, Math.min(220, (drawnWidth - 12) * 0.48)));
    const sizes = words.map(({ w }) => ({ w, h: HIGH }));
    const places = arrange(sizes, edges, LABEL, drawnWidth);
    if (places.tangles === 0) return { sizes, words, places };
  }
  const places = inRows(nodes.length, edges, LABEL, LOW, drawnWidth);
  const words = names.map((name, at) => inOneLine(name, places.rooms[at]));
  const sizes = words.map(({ w }) => ({ w, h: LOW }));
  places.boxes.forEach((place, at) => (place.x += sizes[at].w / 2));
  return { sizes, words, places };
}

const moveTo = ({ x, y }) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

function node(at, { title, surface }, { w, h }, place) {
  const show = () => update({ current: at });
  const isLow = h === LOW;
  const middle = { "text-anchor": "middle" };
  const entity = isLow ? { x: 10 - w / 2, y: 4.5 } : { ...middle, y: -3 };
  const name = isLow ? { "text-anchor": "end", x: w / 2 - 10, y: 4.5 } : { ...middle, y: 14 };
  const kind = { role: "button", tabindex: -1, "data-mention": at, "data-shape": isLow ? "low" : "high" };
  return svg(
    "g",
    { ...kind, transform: moveTo(place), pointerenter: show, focus: show, click: show },
    svg("title", {}, chosen(state.reply.mentions[at]).title),
    svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: Math.min(10, h / 3) }),
    svg("text", { class: "entity", ...entity }, title),
    svg("text", { class: "surface", ...name }, surface),
  );
}

function edge(pair, path, middle) {
  const { w, h } = LABEL;
  const line = svg("path", { d: path, "stroke-width": (1 + 3 * pair.confidence).toFixed(1) });
  const label = svg(
    "g",
    { transform: moveTo(middle) },
    svg("title", {}, `confidence ${number(pair.confidence)}, relatedness ${number(pair.relatedness)}`),
    svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2 }),
    svg("text", { "text-anchor": "middle", y: 4 }, number(pair.confidence)),
  );
  return { pair, line, label };
}

/** Everything about the picture that changes while its places stay. */
function paint({ reply, current, step }) {
  if (reply === null) return;
  const own = current === null ? null : nodesOf(reply)[current];
  for (const { pair, line, label } of drawn.edges) {
    // A pair that decided nothing joins the tree once all is decided.
    const isShown = step === null || (pair.step !== null && pair.step <= step);
    const kind = pair.step === null && reply.decisions.length > 0 ? "joins" : "decided";
    const isNear = own !== null && pair.mentions.includes(own);
    const classes = [kind, !isShown && "away", isNear && "near", step !== null && pair.step === step && "fresh"];
    line.setAttribute("class", ["edge", ...classes].filter(Boolean).join(" "));
    label.setAttribute("class", ["label", ...classes].filter(Boolean).join(" "));
  }
  const reachable = drawn.nodes.has(own) ? own : Math.min(...drawn.nodes.keys());
  for (const [at, box] of drawn.nodes) {
    const mention = reply.mentions[at];
    const isOpen = !isDecided(mention, { step });
    const kind = isOpen ? "open" : mention.entity === null ? "nil" : "linked";
    const classes = [kind, at === own && "current", step !== null && mention.decided_in_step === step && "fresh"];
    box.setAttribute("class", ["node", box.dataset.shape, ...classes].filter(Boolean).join(" "));
    box.setAttribute("tabindex", at === reachable ? 0 : -1);
    box.setAttribute("aria-label", spoken(reply, mention, isOpen));
  }
}

function spoken({ mentions }, mention, isOpen) {
  const name = oneLine(mention.text);
  if (isOpen) return `${name}, not decided yet`;
  const by = mention.evidence.map((each) => `${mentions[each.mention].entity?.title} ${number(each.confidence)}`);
  const joined = by.length > 0 ? `, joined with ${by.join(", ")}` : "";
  return `${chosen(mention).title}, for ${name}${mention.entity === null ? ", not linked" : ""}${joined}`;
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
