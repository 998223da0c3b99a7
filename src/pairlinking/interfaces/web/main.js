// Connects the parts: sends what the user asks for to the server, and shows the answers.

import { ask, fetched, ServerError, stop } from "./api.js";
import * as beside from "./beside.js";
import * as card from "./card.js";
import * as compare from "./compare.js";
import * as composer from "./composer.js";
import * as controls from "./controls.js";
import { byId } from "./dom.js";
import * as drafts from "./drafts.js";
import * as graph from "./graph.js";
import { isPermalink, read } from "./permalink.js";
import * as replay from "./replay.js";
import { copyLink, download, dropAddress, keepAddress } from "./saving.js";
import { chosen, state, update, watch } from "./state.js";
import * as status from "./status.js";
import * as text from "./text.js";

const VIEWS = ["evidence", "compare"];
const ON_REQUEST = "exhaustive"; // compared only when asked for: it tries every assignment
const REST = 250; // ms without a key before the text is linked
let writing = 0; // timer of a text that is being written
let isTouched = false; // the address follows what is shown once the user has done something
let isChosen = false; // whether the user has opened or closed a card, which then stays as it is
let arrivals = 0; // of texts: a permanent link that is still being read gives way to a text that came after it
let wanted = null; // span whose card is to be opened with the next answer

/** Request what the view needs, dropping an older request; returns whether the answer is shown. */
async function run() {
  clearTimeout(writing);
  const { text: words, marks, options, view } = state;
  if (words.trim() === "") {
    stop();
    update({ busy: false, error: null, reply: null, compared: null, current: null, step: null });
    dropAddress();
    return true;
  }
  update({ busy: true, error: null });
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  const [path, more] = view === "compare" ? ["/api/compare", methods()] : ["/api/link", {}];
  try {
    const answer = await ask(path, { text: words, mentions: marks, options: set, ...more });
    if (answer === null) return false; // a newer request is in progress
    if (view === "compare") update({ compared: answer, busy: false });
    else update({ reply: answer, current: toOpen(answer), step: null, busy: false });
  } catch (error) {
    const isTold = error instanceof ServerError;
    if (!isTold) console.error(error);
    const message = isTold ? error.message : `This page failed: ${error.message}. Reload it.`;
    // Links of an earlier state of the text stay; those of another text would mislead.
    const gone = text.hasNames() ? {} : { reply: null, compared: null, current: null, step: null };
    update({ busy: false, error: message, ...gone });
    return false;
  }
  if (isTouched) keepAddress();
  return true;
}

function methods() {
  if (!state.sides.includes(ON_REQUEST)) return {};
  return { methods: [...new Set([...state.info.methods, ...state.sides])] };
}

/** The mention whose card is open: the one that was, the one asked for, or one whose meaning is not the usual one. */
function toOpen({ mentions }) {
  const span = wanted ?? text.spanOf(state.current);
  const kept = mentions.findIndex(({ start, end }) => start === span?.start && end === span?.end);
  wanted = null;
  if (kept >= 0 && isChosen) return kept;
  if (beside.isNarrow() || (isChosen && span === null)) return null;
  const gain = mentions.map((mention) => {
    const best = chosen(mention);
    if (best === null || mention.entity === null) return -1;
    const unusual = mention.candidates.map((each) => Math.max(each.prior - best.prior, 2 * (each.local - best.local)));
    return Math.max(...unusual) + (mention.candidates.length > 1 ? 0.01 : 0) + (mention.evidence.length > 0 ? 0.01 : 0);
  });
  return mentions.length === 0 ? null : gain.indexOf(Math.max(...gain));
}

/** Take changes of marks, options or view, and ask again; `open` is a span whose card is wanted. */
function change(changes, open = null) {
  isTouched = true;
  if (open !== null) [wanted, isChosen] = [open, true];
  if ("marks" in changes) drafts.keep(state.text, changes.marks);
  update(changes);
  return run();
}

/** A text that is being written: it is linked when the user pauses. */
function write(words, marks) {
  isTouched = true;
  arrivals += 1;
  drafts.keep(words, marks);
  dropAddress();
  clearTimeout(writing);
  stop();
  update({ text: words, marks, compared: null, busy: true });
  writing = setTimeout(run, words.trim() === "" ? 0 : REST);
}

/** Another text as a whole. */
function open(changes) {
  isChosen = false;
  update({ reply: null, compared: null, current: null, step: null, ...changes });
}

/** Link at once, and go to the result. */
async function finish() {
  if (!(await run())) return;
  if (state.view === "compare") byId("compare-title").focus();
  else if (beside.isNarrow() || !text.focusName(state.current ?? 0)) byId("result-title").focus();
}

/**
 * Show what the address holds; returns whether it could be read, or null if another text came meanwhile. Until it is
 * shown, the page is busy: decompressing it takes time.
 */
async function restore() {
  const own = ++arrivals;
  clearTimeout(writing);
  stop();
  update({ busy: true });
  const found = await read(location.hash).catch(() => null);
  if (own !== arrivals) return null;
  if (found === null) {
    update({ error: "This link cannot be read: it may be incomplete. Ask for the whole link, or enter a text below." });
    return false;
  }
  open(found);
  drafts.leave(state.text);
  return true;
}

async function restoreAgain() {
  if (!isPermalink(location.hash)) return;
  const isRestored = await restore();
  if (isRestored) await run();
  else if (isRestored === false) update({ busy: false });
}

function showView({ view }) {
  byId("evidence-view").hidden = view !== "evidence";
  byId("compare-view").hidden = view !== "compare";
  for (const name of VIEWS) byId(`view-${name}`).setAttribute("aria-pressed", String(name === view));
}

async function begin() {
  composer.start({
    write,
    finish,
    pick: (another) => {
      isTouched = true;
      arrivals += 1;
      open(another);
      run();
    },
  });
  text.start((marks, shown) => change({ marks }, shown));
  card.start();
  graph.start();
  replay.start();
  beside.start();
  controls.start((options) => change({ options }));
  compare.start({
    sides: (sides) => change({ sides }),
    explain: (method, span) => change({ view: "evidence", options: { ...state.options, method } }, span),
  });
  status.start();
  watch(["view"], showView);
  watch(["current"], (_, changed) => !changed.includes("reply") && (isChosen = true));
  for (const view of VIEWS) byId(`view-${view}`).addEventListener("click", () => change({ view }));
  byId("copy").addEventListener("click", async () => status.say(await copyLink()));
  byId("download").addEventListener("click", () => download() || status.say("There is nothing to download yet."));
  byId("retry").addEventListener("click", () => (state.info === null ? load() : run()));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("result-title").focus();
  });
  addEventListener("hashchange", restoreAgain);
  return load();
}

async function load() {
  update({ busy: true });
  try {
    update({ info: await fetched("/api/info"), error: null });
  } catch (error) {
    return update({ busy: false, error: error.message });
  }
  const own = drafts.restored();
  const isRestored = isPermalink(location.hash) && (await restore());
  if (isRestored === null) return undefined;
  const { error } = state;
  if (!isRestored && state.text === "") open(own ?? composer.firstExample());
  await run();
  return error === null ? undefined : update({ error });
}

begin();
