// Methods side by side: the text as each of two links it, and all answers in a table.

import { byId, el, number, oneLine, plural } from "./dom.js";
import { colorOf } from "./kinds.js";
import { Offsets } from "./offsets.js";
import { state, watch } from "./state.js";
import { markedUp } from "./text.js";

const FEW = 3; // methods that are named at once
let on = {};

/** `hear.sides(sides)` is called with two other methods, `hear.explain(method, span)` with an answer to explain. */
export function start(hear) {
  on = hear;
  watch(["compared", "sides", "info"], draw);
}

function draw({ info, compared, sides }) {
  if (info === null) return;
  const focused = document.activeElement?.id;
  byId("sides").replaceChildren(...sides.map((method, at) => pane(info, compared, method, at)));
  if (focused?.startsWith("side-")) byId(focused)?.focus();
  byId("compare-table").replaceChildren(...(compared === null ? [] : [answers(compared)]));
  byId("compare-note").textContent = compared === null ? "" : noteOf(compared);
}

function noteOf({ mentions, methods, left_out: left }) {
  const differing = mentions.filter(({ differ }) => differ).length;
  const skipped = Object.entries(left).map(([method, reason]) => ` ${method} is left out: ${reason}`);
  const all = plural(mentions.length, "name");
  const agree = `All ${plural(methods.length, "method")} agree on ${all}`;
  const first = `The methods differ on ${differing} of ${all}. Choose an answer to see why`;
  return `${differing === 0 ? agree : first}.${skipped.join("")}`;
}

function pane(info, compared, method, at) {
  const choose = (event) => on.sides(state.sides.map((each, side) => (side === at ? event.target.value : each)));
  const names = info.methods.includes(method) ? info.methods : [method, ...info.methods];
  const options = names.map((name) => el("option", { value: name, selected: name === method }, name));
  const label = at === 0 ? "Left method" : "Right method";
  const select = el("select", { id: `side-${at}`, "aria-label": label, change: choose }, ...options);
  const head = el("div", { class: "head" }, select);
  return el("section", { class: "card side", "aria-label": `Linked by ${method}` }, head, body(compared, method));
}

function body(compared, method) {
  if (compared === null) return el("p", { class: "muted" }, "…");
  if (!compared.methods.includes(method)) {
    const { left_out: left } = compared;
    const reason = Object.hasOwn(left, method) ? left[method] : "This method was not compared.";
    return el("p", { class: "muted" }, reason);
  }
  const other = state.sides.find((each) => each !== method && compared.methods.includes(each)) ?? method;
  const parts = markedUp(compared.text, compared.mentions, new Offsets(compared.text), (at, words) => {
    const { answers } = compared.mentions[at];
    return words === null ? null : name(answers[method], answers[other], words);
  });
  return el("div", { class: "text" }, ...parts);
}

const isSame = (left, right) => (left.entity?.id ?? null) === (right.entity?.id ?? null);

/** A name as one method links it; if the other method differs, followed by the meaning. */
function name(answer, other, words) {
  const differs = !isSame(answer, other);
  const title = answer.entity?.title ?? "not linked";
  const isUnknown = answer.entity === null && answer.local === 0; // no candidate at all
  const look = isUnknown ? "unknown" : answer.entity === null ? "nil" : `linked ${colorOf(answer.entity)}`;
  const confidence = answer.entity === null ? "" : `, confidence ${number(answer.confidence)}`;
  const attributes = {
    class: `name ${look}${differs ? " differs" : ""}`,
    title: `${title}${confidence}`,
    "data-shown": differs ? `≠ ${title}` : "",
  };
  return el("span", attributes, words, el("span", { class: "sr" }, ` (${title}${differs ? ", differs" : ""})`));
}

/** All answers; collapsed if there is nothing to compare. */
function answers(compared) {
  const all = table(compared);
  const isFolded = compared.mentions.length > 0 && !compared.mentions.some(({ differ }) => differ);
  return isFolded ? el("details", {}, el("summary", {}, "Show the answers that all methods agree on"), all) : all;
}

function table({ groups, mentions }) {
  const head = ["Name", ...groups.map(heading)].map((words) => el("th", { scope: "col" }, words));
  return el(
    "table",
    { class: "methods" },
    el("caption", { class: "sr" }, "Methods that agree on everything share a column."),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...inOrder(mentions).map((mention) => row(mention, groups))),
  );
}

/** Methods that agree: the one in force and the number of others, which can be expanded. */
function heading(group) {
  if (group.length <= FEW) return group.join(", ");
  const { method } = state.info.defaults;
  const first = group.includes(method) ? method : group[0];
  const others = group.filter((each) => each !== first);
  return el("details", {}, el("summary", {}, `${first} and ${others.length} more`), others.join(", "));
}

/** Those on which the methods differ first. */
const inOrder = (mentions) => [...mentions.filter(({ differ }) => differ), ...mentions.filter(({ differ }) => !differ)];

function row(mention, groups) {
  const answers = groups.map(([method]) => mention.answers[method]);
  const sign = { class: "unequal", title: "The methods differ", role: "img", "aria-label": "differs:" };
  const name = explained(mention, null, oneLine(mention.text));
  return el(
    "tr",
    { class: mention.differ ? "differs" : null },
    el("th", { scope: "row", dir: "auto" }, mention.differ ? el("span", sign, "≠ ") : null, name),
    ...groups.map(([method], at) =>
      el("td", { class: isSame(answers[at], answers[0]) ? null : "other", dir: "auto" }, answerOf(mention, method)),
    ),
  );
}

const answerOf = (mention, method) =>
  explained(mention, method, mention.answers[method].entity?.title ?? "not linked");

/** Words that lead to why a method links a name as it does; null for the method in force. */
function explained(mention, method, words) {
  const { start, end } = mention;
  const by = method === null || method === state.info.defaults.method ? null : method;
  const label = method === null ? `Explain ${words}` : `${words}: explain the answer of ${method}`;
  const click = () => on.explain(by, { start, end });
  return el("button", { type: "button", class: "plain", "aria-label": label, click }, words);
}
