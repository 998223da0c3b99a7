// The state of the page, in one place. Views are notified of changes and draw what concerns them.

/** Options left open are those that the knowledge base recommends. */
export const OPEN = Object.freeze({ method: null, relatedness: null, spot: null, beta: null, threshold: null });

export const state = {
  info: null, //       what the server is: methods, measures, defaults, examples
  text: "", //         what is in the text box
  marks: null, //      names marked by hand; null where the server finds them
  options: { ...OPEN },
  view: "evidence", // or "compare"
  sides: ["local", "pair-linking"],
  reply: null, //      the links, as the server sent them; while a text is written, those of an earlier state of it
  compared: null, //   the comparison, likewise
  current: null, //    mention whose card is open
  step: null, //       decisions shown; null for all
  busy: true, //       until everything that was asked for is shown, first of all what the address holds
  error: null,
};

const listeners = [];

/** Call `listener` whenever one of the named parts changes. */
export function watch(names, listener) {
  listeners.push([names, listener]);
}

export function update(changes) {
  const changed = Object.keys(changes).filter((name) => state[name] !== changes[name]);
  Object.assign(state, changes);
  if (changed.length === 0) return;
  for (const [names, listener] of listeners) if (names.some((name) => changed.includes(name))) listener(state, changed);
}

/** The candidate that was chosen for a mention, linked or not. */
export const chosen = (mention) => mention.candidates.find((each) => each.chosen) ?? null;

/** Whether the decision on a mention has been shown; what no step decides is shown from the start. */
export function isDecided(mention, { step }) {
  return step === null || mention.decided_in_step === null || mention.decided_in_step <= step;
}

/** For each mention, the one that represents it: of all names of a linked entity, the one that was decided first. */
export function nodesOf({ mentions }) {
  const first = new Map();
  const step = (number) => (number === undefined ? NaN : (mentions[number].decided_in_step ?? Infinity));
  mentions.forEach(({ entity }, number) => {
    if (entity !== null && !(step(first.get(entity.id)) <= step(number))) first.set(entity.id, number);
  });
  return mentions.map(({ entity }, number) => (entity === null ? number : first.get(entity.id)));
}
