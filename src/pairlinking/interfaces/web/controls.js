// Under "Advanced": method, measure, what to find, beta, threshold; and what is in force, as the server reports it.

import { byId, el, number } from "./dom.js";
import { state, watch } from "./state.js";

const CHOICES = ["method", "relatedness", "spot"];
const WEIGHTS = ["beta", "threshold"];
const WAIT = 150; // ms without a change of a slider before the text is linked again
const waiting = new Map(); // by name, the timer of a weight that is being set: no answer may move it meanwhile

/** `whenSet(options)` is called with what was chosen. */
export function start(whenSet) {
  watch(["info"], fill);
  watch(["info", "options", "reply", "view"], show);
  const set = (name, value) => whenSet({ ...state.options, [name]: value });
  for (const name of CHOICES) byId(name).addEventListener("change", (event) => set(name, orOpen(name, event.target.value)));
  for (const name of WEIGHTS) startWeight(name, set);
}

/** A choice that the knowledge base recommends is left open. */
const orOpen = (name, value) => (value === state.info.defaults[name] ? null : value);

function startWeight(name, set) {
  const [slider, field, recommended] = partsOf(name);
  const done = () => {
    clearTimeout(waiting.get(name));
    waiting.delete(name);
  };
  const take = (input, other) => {
    if (input.value === "" || !input.checkValidity()) return;
    other.value = input.value;
    recommended.setAttribute("aria-pressed", "false");
    done();
    const later = () => {
      done();
      set(name, Number(input.value));
    };
    waiting.set(name, setTimeout(later, WAIT));
  };
  slider.addEventListener("input", () => take(slider, field));
  field.addEventListener("input", () => take(field, slider));
  recommended.addEventListener("click", () => {
    done();
    set(name, null);
  });
}

const partsOf = (name) => [...byId(name).querySelectorAll("input, button")];

function fill({ info }) {
  const options = (names) => names.map((name) => el("option", { value: name }, name));
  byId("method").replaceChildren(...options(info.methods));
  byId("relatedness").replaceChildren(...options(info.relatedness));
  const { knowledge_base: kb, version } = info;
  byId("about").textContent = `${kb.name}: ${kb.entities.toLocaleString("en")} entities · pairlinking ${version} · `;
}

/** Options left open show the value in force for this text, or else what the knowledge base recommends. */
function show({ info, options, reply, view }) {
  if (info === null) return;
  const inForce = { ...info.defaults, ...(view === "compare" ? {} : reply?.options) }; // methods differ in beta
  for (const name of CHOICES) byId(name).value = options[name] ?? info.defaults[name];
  for (const name of WEIGHTS) {
    if (waiting.has(name)) continue;
    const [slider, field, recommended] = partsOf(name);
    const value = options[name] ?? inForce[name];
    const isTyped = (input) => input === document.activeElement && options[name] !== null;
    for (const input of [slider, field]) if (!isTyped(input)) input.value = number(value);
    slider.setAttribute("aria-valuetext", `${number(value)}${options[name] === null ? ", recommended" : ""}`);
    recommended.setAttribute("aria-pressed", String(options[name] === null));
  }
  byId("method-field").hidden = view === "compare";
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  const { method, relatedness, beta, threshold: nil } = { ...inForce, ...set };
  const parts = [relatedness, `beta ${number(beta)}`, `threshold ${number(nil)}`];
  byId("in-force").textContent = (view === "compare" ? parts : [method, ...parts]).join(" · ");
}
