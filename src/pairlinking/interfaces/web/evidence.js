// Which entities support each other: pairs of related ones, as the server found them, in groups that have something to do
// with each other. Nothing else is drawn.

import { nodesOf } from "./state.js";

export const UNRELATED = "not related";

/** Words for the strength of a line, strongest first: as the server sends them, and short enough for a label. */
export const STRENGTHS = [
  ["closely related", "close"],
  ["related", "related"],
  ["loosely related", "loose"],
];

/**
 * Pairs of links that support each other, {mentions, relatedness, strength, step}, the most related first: those
 * decided on, with their step, and others that connect two groups. None for a method that decides each name on its own.
 */
export function supports(reply) {
  if (reply.mentions.every(({ evidence }) => evidence.length === 0)) return [];
  const isLinked = (at) => reply.mentions[at].entity !== null;
  const joined = new Joined();
  const nodes = nodesOf(reply);
  return [...reply.decisions, ...(reply.tree ?? [])]
    .map((pair) => ({ ...pair, mentions: pair.mentions.map((at) => nodes[at]) })) // names of one entity are one box
    .filter(({ mentions, strength }) => strength !== UNRELATED && mentions.every(isLinked) && joined.join(...mentions))
    .map((pair) => ({ ...pair, step: pair.step ?? null }))
    .sort((left, right) => right.relatedness - left.relatedness);
}

/**
 * At most `most` linked entities in groups, {nodes, pairs}: those that support each other, the largest group first, then
 * each of those without support. Also how many there are in total.
 */
export function grouped(reply, most) {
  const all = new Set(nodesOf(reply).filter((at) => reply.mentions[at].entity !== null));
  const kept = new Set();
  const pairs = supports(reply).filter(({ mentions }) => {
    const more = mentions.filter((at) => !kept.has(at));
    if (kept.size + more.length > most) return false;
    more.forEach((at) => kept.add(at));
    return true;
  });
  for (const at of all) if (kept.size < most) kept.add(at);
  const group = new Map([...kept].map((at) => [at, { nodes: [at], pairs: [] }]));
  for (const pair of pairs) {
    const [left, right] = pair.mentions.map((at) => group.get(at));
    left.pairs.push(pair);
    if (left === right) continue;
    left.nodes.push(...right.nodes);
    left.pairs.push(...right.pairs);
    for (const at of right.nodes) group.set(at, left);
  }
  const groups = [...new Set(group.values())];
  for (const each of groups) each.nodes.sort((a, b) => a - b);
  groups.sort((a, b) => b.nodes.length - a.nodes.length || a.nodes[0] - b.nodes[0]);
  return { groups, total: all.size };
}

/** Which points are already connected. */
class Joined {
  constructor() {
    this.up = new Map();
  }

  top(at) {
    let now = at;
    while (this.up.has(now)) now = this.up.get(now);
    return now;
  }

  /** Connect two points; false if they already were. */
  join(a, b) {
    const [left, right] = [this.top(a), this.top(b)];
    if (left === right) return false;
    this.up.set(left, right);
    return true;
  }
}
