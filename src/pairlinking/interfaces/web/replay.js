// The decisions of Pair-Linking one after the other, by slider, by arrow keys or automatically.

import { byId, number, oneLine, plural } from "./dom.js";
import { chosen, state, update, watch } from "./state.js";

const PAUSE = 1300; // ms to read a step
let playing = 0;

export function start() {
  watch(["reply", "step"], draw);
  watch(["reply", "view", "text"], stop);
  byId("step").addEventListener("input", () => {
    stop();
    show(Number(byId("step").value));
  });
  byId("play").addEventListener("click", () => (playing ? stop() : play()));
}

/** All decisions are shown as one state. */
function show(step) {
  update({ step: step >= state.reply.decisions.length ? null : step });
}

function play() {
  if (state.step === null) update({ step: 0 });
  playing = setInterval(() => {
    show((state.step ?? 0) + 1);
    if (state.step === null) stop();
  }, PAUSE);
  label();
}

function stop() {
  clearInterval(playing);
  playing = 0;
  label();
}

function label() {
  byId("play").textContent = playing ? "❚❚ Stop" : "▶ Replay";
  byId("caption").setAttribute("aria-live", playing ? "polite" : "off"); // the slider announces its steps
}

function draw({ reply, step }) {
  const decisions = reply?.decisions ?? [];
  byId("replay").hidden = decisions.length === 0;
  if (decisions.length === 0) return;
  const at = step ?? decisions.length;
  const words = caption(reply, at);
  byId("step").max = decisions.length;
  byId("step").value = at;
  byId("step").setAttribute("aria-valuetext", words);
  byId("step-count").textContent = `${at} of ${decisions.length}`;
  byId("caption").textContent = words;
}

/** What happened in a step, in words. */
export function caption(reply, step) {
  const [names, candidates] = [plural(reply.mentions.length, "name"), plural(candidatesOf(reply), "candidate")];
  if (step === 0) return `Nothing is decided yet: ${names}, ${candidates}.`;
  const { mentions, confidence } = reply.decisions[step - 1];
  const isRelated = reply.mentions[mentions[0]].evidence.some(({ mention }) => mention === mentions[1]);
  const fresh = mentions.filter((at) => reply.mentions[at].decided_in_step === step);
  const link = (at) => `${oneLine(reply.mentions[at].text)} → ${meaning(reply.mentions[at])}`;
  const links = (fresh.length > 0 ? fresh : mentions).map(link);
  const sure = `confidence ${number(confidence)}`;
  if (!isRelated) return `Step ${step}: ${links.join(", and ")}, each on its own, ${sure}`;
  const helper = fresh.length === 1 ? `, with ${meaning(reply.mentions[mentions.find((at) => at !== fresh[0])])}` : "";
  return `Step ${step}: ${links.join(", together with ")}${helper}, ${sure}`;
}

const candidatesOf = (reply) => reply.mentions.reduce((sum, mention) => sum + mention.candidates.length, 0);

const meaning = (mention) => chosen(mention)?.title ?? "?";
