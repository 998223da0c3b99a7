// What a name could mean: its candidates with every number that the decision rests on.

import { byId, el, entityLink, number, oneLine, plural } from "./dom.js";
import { chosen, isDecided, state, update, watch } from "./state.js";
import { focusName, unmark } from "./text.js";

const FEW = 5;
let showsAll = false;

export function start() {
  watch(["current", "reply"], (_, changed) => {
    if (changed.includes("current")) showsAll = false;
    draw();
  });
  watch(["step", "editing"], draw);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.current !== null && !state.editing) close();
  });
}

function close() {
  const [at, inside] = [state.current, byId("panel").contains(document.activeElement)];
  update({ current: null });
  if (inside) {
    focusName(at);
    update({ current: null }); // focus on a name shows its candidates
  }
}

function draw() {
  const { reply, current, editing } = state;
  const panel = byId("panel");
  const mention = current === null || editing ? undefined : reply?.mentions[current];
  panel.hidden = mention === undefined;
  if (mention === undefined) return;
  const open = !isDecided(mention, state);
  const focused = panel.contains(document.activeElement) ? document.activeElement.id : null;
  const waiting = `Decided in step ${mention.decided_in_step}, which the replay has not reached.`;
  panel.replaceChildren(
    head(mention, open),
    el("p", { class: "told" }, open ? waiting : told(mention, reply)),
    ...(mention.candidates.length === 0 ? [] : [table(mention, open), note(reply)]),
    foot(mention.candidates.length, current),
  );
  if (focused !== null) (byId(focused) ?? byId("close")).focus();
}

function head(mention, open) {
  const name = el("span", { dir: "auto" }, `“${oneLine(mention.text)}”`);
  const attributes = { type: "button", class: "quiet close", id: "close", "aria-label": "Close the candidates" };
  return el(
    "div",
    { class: "head" },
    el("h2", { id: "panel-title" }, name, " → ", ...answer(mention, open)),
    el("button", { ...attributes, click: close }, "✕"),
  );
}

function foot(count, current) {
  const words = showsAll ? `The best ${FEW}` : `All ${count} candidates`;
  const more = count > FEW ? el("button", { type: "button", id: "all-candidates", click: toggle }, words) : null;
  const away = { type: "button", class: "quiet", id: "unmark", click: () => unmark(current) };
  return el("div", { class: "row" }, more, el("button", away, "Unmark this name"));
}

function toggle() {
  showsAll = !showsAll;
  draw();
}

function answer(mention, open) {
  if (open) return ["?"];
  return mention.entity === null ? ["not linked"] : [entityLink(mention.entity)];
}

/** The reason in one sentence or two. */
function told(mention, { mentions, options }) {
  const best = chosen(mention);
  const name = `“${oneLine(mention.text)}”`;
  if (best === null) return `The knowledge base knows nothing by the name ${name}.`;
  if (mention.entity === null) {
    const least = `below the threshold of ${number(options.threshold)}`;
    return `Not linked: the best candidate, ${best.title}, has a local confidence of ${number(best.local)}, ${least}.`;
  }
  const most = (key) => mention.candidates.reduce((left, right) => (right[key] > left[key] ? right : left), best);
  const [byName, byWords] = [most("prior"), most("local")];
  const helper = mentions[mention.evidence[0]?.mention]?.entity?.title ?? null;
  if (mention.candidates.length === 1) return `${name} has this one meaning in the knowledge base.`;
  if (helper === null) return `Decided by itself: the name and the words around it speak for ${best.title}.`;
  if (byWords !== best) {
    const alone = `By itself ${name} would be ${byWords.title} (${number(byWords.local)}).`;
    return `${alone} Together with ${helper} it is ${best.title}.`;
  }
  if (byName !== best) {
    const alone = `By name alone ${name} mostly means ${byName.title} (${number(byName.prior)}).`;
    return `${alone} The words around it and ${helper} speak for ${best.title}.`;
  }
  return `Its name, the words around it and ${helper} all speak for ${best.title}.`;
}

function table(mention, open) {
  const rows = mention.candidates.filter((each, place) => showsAll || place < FEW || each.chosen);
  const head = [
    ["Candidate", "What the name can mean"],
    ["P(e|m)", "Share of links with this name that lead to the candidate"],
    ["φ local", "Local confidence: name and the words around it"],
    ["ψ support", "Relatedness with the link that speaks most for the candidate"],
    ["Score", "Confidence of the pair of both"],
  ];
  return el(
    "table",
    { class: "candidates" },
    el("caption", { class: "sr" }, `${plural(mention.candidates.length, "candidate")} of ${oneLine(mention.text)}`),
    el("thead", {}, el("tr", {}, ...head.map(([word, title]) => el("th", { scope: "col", title }, word)))),
    el("tbody", {}, ...rows.map((each) => row(each, open))),
  );
}

function row(each, open) {
  const isChoice = each.chosen && !open;
  const bar = el("span", { class: "bar", "aria-hidden": "true" });
  const supporter = each.supporter && el("small", { dir: "auto" }, `by ${each.supporter.title}`);
  bar.style.width = `${Math.max(0, Math.min(1, each.score)) * 100}%`;
  return el(
    "tr",
    { class: isChoice ? "chosen" : null, "data-id": each.id },
    el("th", { scope: "row" }, entityLink(each), isChoice ? el("span", { class: "sr" }, " (chosen)") : null),
    el("td", {}, number(each.prior)),
    el("td", {}, number(each.local)),
    el("td", { class: "support" }, number(each.relatedness), supporter),
    el("td", { class: "score" }, number(each.score), bar),
  );
}

function note({ options }) {
  const beta = `here with β = ${number(options.beta)}`;
  return el("p", { class: "note muted" }, `Score = ((1 − β)(φ + φ of the other link) + βψ) / (2 − β), ${beta}.`);
}
