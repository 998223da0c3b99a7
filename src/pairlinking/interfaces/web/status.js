// The status of the page: what it is doing, how many names are linked, and what to do if there are none.

import { byId, el, oneLine, plural } from "./dom.js";
import { kindsOf } from "./kinds.js";
import { state, watch } from "./state.js";

const MOST_NAMED = 3;

export function start() {
  watch(["busy", "error", "reply", "view", "text"], show);
  watch(["reply", "text", "busy"], explain);
  show(state);
}

export const say = (words) => (byId(state.view === "compare" ? "compare-note" : "status").textContent = words);

function show({ busy, error, reply, view }) {
  byId("main").setAttribute("aria-busy", String(busy));
  byId("error").hidden = error === null;
  byId("error-message").textContent = error ?? "";
  if (busy) return say(state.text === "" ? "" : "Linking …");
  if (view === "compare") return undefined;
  if (reply === null || reply.text !== state.text) return say("");
  const linked = reply.mentions.filter(({ entity }) => entity !== null).length;
  const time = `${reply.ms.link.toFixed(reply.ms.link < 10 ? 1 : 0)} ms`;
  return say(`${linked} of ${plural(reply.mentions.length, "name")} linked by ${reply.options.method} in ${time}`);
}

/** Below the text: its colors, and what to do about names that have no link. */
function explain({ reply, text, error, busy }) {
  byId("result-note").textContent = reply === null ? empty(text, error, busy) : advice(reply);
  byId("kinds").replaceChildren(...(reply === null ? [] : legend(reply)));
}

function empty(text, error, busy) {
  if (text.trim() !== "" || error !== null || busy) return "";
  return "Nothing to link yet. Type or paste a text above, or choose an example.";
}

function advice({ mentions, options }) {
  if (mentions.length === 0) {
    const wider = (state.options.spot ?? state.info.defaults.spot) === "all" ? "" : ", set “Find” under Advanced to “names and concepts”";
    return `No names were found. Try a text with names of people, places or organisations${wider}, or select words above and mark them.`;
  }
  const unknown = [...new Set(mentions.filter(isUnknown).map((each) => `“${oneLine(each.text)}”`))];
  if (unknown.length > 0) {
    const [first, more] = [unknown.slice(0, MOST_NAMED), unknown.length - MOST_NAMED];
    const all = more > 0 ? `${first.join(", ")} and ${more} more` : first.join(unknown.length === 2 ? " and " : ", ");
    const are = unknown.length === 1 ? "is" : "are";
    return `${all} ${are} not in the knowledge base (grey line). Try the full name, or add the entity.`;
  }
  if (mentions.every(({ entity }) => entity === null)) {
    return `No name is certain enough to be linked. Write more around the names, or lower the threshold (${options.threshold.toFixed(2)}) under Advanced.`;
  }
  return "Choose a name to see what it means here and why. Select words to mark another name.";
}

/** A name that was detected, but that nothing in the knowledge base has. */
export const isUnknown = (mention) => mention.candidates.length === 0;

function legend({ mentions }) {
  const kinds = kindsOf(mentions.map(({ entity }) => entity).filter(Boolean));
  const items = [...kinds].map(([kind, color]) => item(`swatch ${color}`, kind));
  if (mentions.some(isUnknown)) items.push(item("swatch unknown", "not in the knowledge base"));
  if (mentions.some((each) => each.entity === null && !isUnknown(each))) items.push(item("swatch nil", "too uncertain to link"));
  return items;
}

const item = (look, words) => el("li", {}, el("span", { class: look, "aria-hidden": "true" }), words);
