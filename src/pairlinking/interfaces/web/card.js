// The card of a name: what it means here, why, and what else it could mean.

import { byId, el, number, oneLine, outside, webAddress } from "./dom.js";
import { details } from "./details.js";
import { colorOf } from "./kinds.js";
import { isDecided, state, update, watch } from "./state.js";
import { isUnknown } from "./status.js";
import { focusName, unmark } from "./text.js";
import { why } from "./why.js";

const FEW = 5;
const WIKIDATA = "www.wikidata.org/wiki/";
let showsAll = false;

export function start() {
  watch(["current", "reply"], (_, changed) => {
    if (changed.includes("current")) showsAll = false;
    draw();
  });
  watch(["step"], draw);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.current !== null) close();
  });
}

function close() {
  const [at, inside] = [state.current, byId("panel").contains(document.activeElement)];
  update({ current: null });
  if (inside) {
    focusName(at);
    update({ current: null }); // focus on a name opens its card
  }
}

function draw() {
  const { reply, current } = state;
  const panel = byId("panel");
  const mention = current === null ? undefined : reply?.mentions[current];
  panel.hidden = mention === undefined;
  if (mention === undefined) return;
  const isOpen = !isDecided(mention, state);
  const focused = panel.contains(document.activeElement) ? document.activeElement.id : null;
  const waiting = `Decided in step ${mention.decided_in_step}, which the replay has not reached.`;
  panel.replaceChildren(
    head(mention, isOpen),
    ...(isOpen || mention.entity === null ? [] : facts(mention.entity)),
    el("p", { class: "why" }, isOpen ? waiting : why(mention, reply)),
    ...(mention.candidates.length === 0 ? [] : [bars(mention, isOpen), details(mention, reply, isOpen)]),
    foot(mention.candidates.length, current),
  );
  if (focused !== null) (byId(focused) ?? byId("close")).focus();
}

function head(mention, isOpen) {
  const surface = el("p", { class: "surface", dir: "auto" }, `“${oneLine(mention.text)}”`);
  const title = el("h2", { id: "panel-title", dir: "auto" }, titleOf(mention, isOpen));
  const button = { type: "button", class: "quiet close", id: "close", "aria-label": "Close the card", click: close };
  return el("div", { class: "head" }, el("div", {}, surface, title), el("button", button, "✕"));
}

function titleOf(mention, isOpen) {
  if (isOpen) return "?";
  if (mention.entity !== null) return mention.entity.title;
  return isUnknown(mention) ? "Not in the knowledge base" : "Not linked";
}

/** What the knowledge base says about an entity, and where to read more. */
function facts(entity) {
  const { description, kind, wikidata } = entity;
  const [page, item] = [webAddress(entity.url), /^Q\d+$/.test(wikidata ?? "") ? webAddress(`https:/` + `/${WIKIDATA}${wikidata}`) : null];
  const badge = kind ? el("span", { class: `badge ${colorOf(entity)}` }, kind) : null;
  const words = [
    page === null ? null : outside(page, new URL(page).hostname.replace(/^www\./, "")),
    item === null ? null : outside(item, `Wikidata ${wikidata}`),
  ];
  const line = [badge, ...words].filter(Boolean);
  return [
    description ? el("p", { class: "description", dir: "auto" }, description) : null,
    line.length > 0 ? el("p", { class: "facts" }, ...line) : null,
  ].filter(Boolean);
}

/** Candidates as bars, as long as their score. */
function bars(mention, isOpen) {
  const rows = mention.candidates.filter((each, place) => showsAll || place < FEW || each.chosen);
  const title = mention.candidates.length === 1 ? "What it can mean" : "What it could mean";
  return el(
    "section",
    { class: "bars", "aria-label": title },
    el("h3", {}, title),
    el("ol", {}, ...rows.map((each) => bar(each, each.chosen && !isOpen))),
  );
}

function bar(each, isChosen) {
  const line = el("span", { class: `bar ${colorOf(each)}`, "aria-hidden": "true" });
  line.style.width = `${Math.max(0.01, Math.min(1, each.score)) * 100}%`;
  const page = webAddress(each.url);
  const name = page === null ? el("span", { dir: "auto", class: "entity" }, each.title) : outside(page, each.title, "entity");
  const spoken = el("span", { class: "sr" }, `, score ${number(each.score)}${isChosen ? ", chosen" : ""}`);
  const about = each.description ? el("span", { class: "muted about", dir: "auto" }, each.description) : null;
  return el("li", { class: isChosen ? "chosen" : null, "data-id": each.id }, name, spoken, about, line);
}

function foot(count, current) {
  const words = showsAll ? `The best ${FEW}` : `All ${count} candidates`;
  const more = { type: "button", class: "quiet", id: "all-candidates", click: toggle };
  const away = { type: "button", class: "quiet", id: "unmark", click: () => unmark(current) };
  return el("div", { class: "row" }, count > FEW ? el("button", more, words) : null, el("button", away, "Not a name: unmark"));
}

function toggle() {
  showsAll = !showsAll;
  draw();
}
