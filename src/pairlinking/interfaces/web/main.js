// Joins the parts: what the user asks for goes to the server, what it answers is shown.

import { ask, fetched, ServerError, stop } from "./api.js";
import * as compare from "./compare.js";
import * as controls from "./controls.js";
import { byId, plural } from "./dom.js";
import * as editor from "./editor.js";
import * as graph from "./graph.js";
import { copyLink, download, keepAddress } from "./saving.js";
import { cleaned } from "./offsets.js";
import * as panel from "./panel.js";
import { isPermalink, read } from "./permalink.js";
import * as replay from "./replay.js";
import { chosen, OPEN, state, update, watch } from "./state.js";
import * as text from "./text.js";

const VIEWS = ["evidence", "compare"];
const ON_REQUEST = "exhaustive"; // compared only when asked for: it tries every assignment
let wanted = { text: "", marks: null }; // what to link next; it becomes what is shown once the server has linked it
let failed = null; // what was wanted when the server refused
let isTouched = false; // the address follows what is shown once the user has done something
let keep; // span whose candidates stay open over the next answer; null to keep all closed, undefined for a new text

/** Ask for what the view needs, dropping an older question; tells whether the answer is shown. */
async function run() {
  const { options, view } = state;
  const own = wanted;
  if (own.text.trim() === "") {
    stop();
    update({ ...own, busy: false, error: null, reply: null, compared: null, current: null, step: null });
    return true;
  }
  update({ busy: true, error: null });
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  const body = { text: own.text, mentions: own.marks, options: set };
  try {
    const [path, more] = view === "compare" ? ["/api/compare", methods()] : ["/api/link", {}];
    const answer = await ask(path, { ...body, ...more });
    if (answer === null) return false; // a newer question is under way
    const shown = view === "compare" ? { compared: answer } : { reply: answer, current: firstShown(answer), step: null };
    update({ ...own, ...shown, busy: false });
  } catch (error) {
    const isTold = error instanceof ServerError;
    failed = own;
    wanted = { text: state.text, marks: state.marks };
    if (!isTold) console.error(error);
    update({ busy: false, error: isTold ? error.message : `This page failed: ${error.message}. Load it again.` });
    return false;
  }
  if (isTouched) keepAddress();
  return true;
}

function methods() {
  if (!state.sides.includes(ON_REQUEST)) return {};
  return { methods: [...new Set([...state.info.methods, ...state.sides])] };
}

/** The mention to show first: one that means something else than its name alone suggests. */
function firstShown({ mentions }) {
  const kept = mentions.findIndex(({ start, end }) => start === keep?.start && end === keep?.end);
  if (keep === null || kept >= 0) return keep && kept;
  const gain = mentions.map((mention) => {
    const best = chosen(mention);
    if (best === null || mention.entity === null) return -1;
    const ahead = (each) => Math.max(each.prior - best.prior, 2 * (each.local - best.local));
    return Math.max(...mention.candidates.map(ahead));
  });
  return mentions.length === 0 ? null : gain.indexOf(Math.max(...gain));
}

/** Take changes of text, marks, options or view, and ask anew; `shown` is a span whose candidates are wanted. */
function change(changes, shown = undefined) {
  isTouched = true;
  const { reply, current } = state;
  const { text = wanted.text, marks = wanted.marks, ...now } = changes;
  wanted = { text, marks };
  if (shown !== undefined) keep = shown;
  else if ("text" in changes || reply === null) keep = undefined;
  else keep = current === null ? null : reply.mentions[current];
  update(now);
  return run();
}

/** Ask again for what failed. */
function retry() {
  if (state.info === null) return load();
  if (state.editing) return byId("editor").requestSubmit();
  wanted = failed ?? wanted;
  return run();
}

/** Show nothing but a text, until it is linked. */
function open(changes) {
  wanted = { text: changes.text, marks: changes.marks };
  keep = undefined;
  update({ editing: false, reply: null, compared: null, current: null, step: null, ...changes });
}

const say = (words) => (byId(state.view === "compare" ? "compare-note" : "status").textContent = words);

function showStatus({ busy, error, reply }) {
  byId("main").setAttribute("aria-busy", String(busy));
  byId("error").hidden = error === null;
  byId("error-message").textContent = error ?? "";
  if (busy) return say("Linking …");
  if (state.view === "compare") return undefined;
  if (reply === null) return say(error === null ? "There is no text yet." : "");
  const linked = reply.mentions.filter(({ entity }) => entity !== null).length;
  const time = `${reply.ms.link.toFixed(reply.ms.link < 10 ? 1 : 0)} ms`;
  return say(`${linked} of ${plural(reply.mentions.length, "name")} linked in ${time}`);
}

function showMarksNote({ reply, marks }) {
  const origin = marks === null ? "Names were found by themselves" : "Names are marked by hand";
  const words = `${origin}, numbers tell the confidence of each link. Select words to mark one more name.`;
  byId("marks-note").textContent = reply === null ? "" : words;
}

function showView({ view }) {
  byId("evidence-view").hidden = view !== "evidence";
  byId("compare-view").hidden = view !== "compare";
  for (const name of VIEWS) byId(`view-${name}`).setAttribute("aria-pressed", String(name === view));
}

async function restore() {
  try {
    open(await read(location.hash));
    return true;
  } catch {
    update({ error: "This link cannot be read: it may have been cut. Ask for the whole link, or start as below." });
    return false;
  }
}

const startOf = (example) => ({ text: cleaned(example.text), marks: example.mentions ?? null, editing: false });

async function begin() {
  text.start((marks, shown) => change({ marks }, shown));
  panel.start();
  graph.start();
  replay.start();
  controls.start({ example: (example) => change(startOf(example)), options: (options) => change({ options }) });
  compare.start((sides) => change({ sides }));
  editor.start((words, marks) => change({ text: words, marks }));
  watch(["busy", "error", "reply", "view"], showStatus);
  watch(["reply", "marks"], showMarksNote);
  watch(["view"], showView);
  byId("edit").addEventListener("click", () => update({ view: "evidence", editing: !state.editing }));
  for (const view of VIEWS) byId(`view-${view}`).addEventListener("click", () => change({ view, editing: false }));
  byId("copy").addEventListener("click", async () => say(await copyLink()));
  byId("download").addEventListener("click", () => download() || say("There is nothing to download yet."));
  byId("retry").addEventListener("click", retry);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("evidence-title").focus();
  });
  addEventListener("hashchange", async () => {
    if (isPermalink(location.hash) && (await restore())) run();
  });
  return load();
}

async function load() {
  try {
    update({ info: await fetched("/api/info"), error: null });
  } catch (error) {
    return update({ error: error.message });
  }
  const isRestored = isPermalink(location.hash) && (await restore());
  const [example] = state.info.examples;
  if (!isRestored && example) open(startOf(example));
  const { error } = state;
  await run();
  return error === null ? undefined : update({ error });
}

begin();
