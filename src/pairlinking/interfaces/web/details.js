// The numbers of a decision, for those who want them.

import { el, number, oneLine, plural } from "./dom.js";

const COLUMNS = [
  ["Candidate", "What the name can mean"],
  ["P(e|m)", "Share of links with this name that lead to the candidate"],
  ["φ local", "Local confidence: from the name and the words around it"],
  ["ψ support", "Relatedness to the link that supports the candidate most"],
  ["Score", "Confidence of the pair with that link"],
];
let isUnfolded = false; // stays as it is from card to card

export function details(mention, { options }, isOpen) {
  const whole = el(
    "details",
    { id: "details", open: isUnfolded, toggle: () => (isUnfolded = whole.open) },
    el("summary", { id: "details-summary" }, "Details"),
    el("div", { class: "scroll" }, table(mention, isOpen)),
    el("p", { class: "note muted" }, formula(options)),
    ...(mention.entity === null ? [] : [el("p", { class: "note muted" }, certainty(mention, options))]),
  );
  return whole;
}

const formula = ({ beta }) =>
  `Score = ((1 − β)(φ + φ of the other link) + βψ) / (2 − β), here with β = ${number(beta)}.`;

const certainty = (mention, { threshold }) =>
  `Confidence of the link: ${number(mention.confidence)}; less than ${number(threshold)} would not be linked.`;

function table(mention, isOpen) {
  const heads = COLUMNS.map(([word, title]) => el("th", { scope: "col", title }, word));
  return el(
    "table",
    { class: "candidates" },
    el("caption", { class: "sr" }, `${plural(mention.candidates.length, "candidate")} of ${oneLine(mention.text)}`),
    el("thead", {}, el("tr", {}, ...heads)),
    el("tbody", {}, ...mention.candidates.slice(0, 20).map((each) => row(each, each.chosen && !isOpen))),
  );
}

function row(each, isChosen) {
  const supporter = each.supporter && el("small", { dir: "auto" }, `by ${each.supporter.title}`);
  return el(
    "tr",
    { class: isChosen ? "chosen" : null },
    el("th", { scope: "row", dir: "auto" }, each.title),
    el("td", {}, number(each.prior)),
    el("td", {}, number(each.local)),
    el("td", { class: "support" }, number(each.relatedness), supporter),
    el("td", {}, number(each.score)),
  );
}
