// Which pairs and entities the graph shows: all of them, or of a large text the strongest.

import { chosen, nodesOf } from "./state.js";

/**
 * Pairs that join the chosen entities, each with the step that decided on it (null for one that only joins the tree),
 * the mentions that stand for the entities, and how many of these there are in all.
 */
export function strongest(reply, most) {
  const key = ({ mentions }) => [...mentions].sort((a, b) => a - b).join();
  const steps = new Map(reply.decisions.map((pair) => [key(pair), pair.step]));
  // Of equally confident pairs the tree may hold another one than was decided on: the decision is the one to show.
  const joined = new Joined();
  const pairs = [...reply.decisions, ...reply.tree]
    .filter(({ mentions }) => joined.join(...mentions))
    .map((pair) => ({ ...pair, step: steps.get(key(pair)) ?? null }))
    .sort((a, b) => b.confidence - a.confidence);
  const nodes = new Set();
  const shown = pairs.filter(({ mentions }) => {
    const more = mentions.filter((at) => !nodes.has(at));
    if (nodes.size + more.length > most) return false;
    more.forEach((at) => nodes.add(at));
    return true;
  });
  const all = new Set(nodesOf(reply).filter((at) => chosen(reply.mentions[at])));
  for (const at of all) if (nodes.size < most) nodes.add(at); // what no pair joins, such as a single name
  return { pairs: shown, nodes: [...nodes].sort((a, b) => a - b), total: all.size };
}

/** Which points are joined already. */
class Joined {
  constructor() {
    this.up = new Map();
  }

  top(at) {
    let now = at;
    while (this.up.has(now)) now = this.up.get(now);
    return now;
  }

  /** Join two points; false if they were. */
  join(a, b) {
    const [left, right] = [this.top(a), this.top(b)];
    if (left === right) return false;
    this.up.set(left, right);
    return true;
  }
}
