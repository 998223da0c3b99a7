// Layout of groups of entities: each is an island of its own, next to or below the others.

import { inArcs } from "./arcs.js";
import { inOneLine, inTwoLines } from "./labels.js";
import { arrange } from "./layout.js";

export const LOW = 28; // px of a box with one line
const HIGH = 42; //      px of a box with two
export const LABEL = { w: 54, h: 20 };
const FREELY = 10; //  entities of a group that is laid out freely, not as a list
const TALLEST = 430; // px, height of a group that is laid out freely
const [HALVED, SQUAT] = [520, 410]; // px, a width with room for two such groups, and the height of these
const [GAP, INSIDE] = [14, 12]; // px between islands, and from their border to what is on them
const TIE = 62; //     px for the word after a box in a list

/**
 * Places for groups ({nodes, pairs}); `names` has the words of every node. Gives for each group its shore ({x, y, w, h};
 * null for a single one), how far it is moved, and its boxes ({at, x, y, w, h, words}) and edges ({pair, path, label})
 * before that; and the height of all.
 */
export function placed(groups, names, width) {
  const isOne = groups.length === 1;
  const inside = isOne ? 0 : INSIDE;
  const islands = groups.map((group) => {
    const own = island(group, names, width - 2 * inside, !isOne && width >= HALVED ? (width - GAP) / 2 - 2 * inside : 0);
    return { ...own, w: own.w + 2 * inside, h: own.h + 2 * inside };
  });
  let [x, y, high] = [0, 0, 0];
  const shores = islands.map(({ w, h }) => {
    if (x > 0 && x + w > width) [x, y, high] = [0, y + high + GAP, 0];
    const shore = { x, y, w, h };
    [x, high] = [x + w + GAP, Math.max(high, h)];
    return shore;
  });
  return {
    islands: islands.map(({ boxes, edges, left }, at) => ({
      boxes,
      edges,
      shore: isOne || boxes.length === 1 ? null : shores[at],
      move: { x: shores[at].x + inside - left, y: shores[at].y + inside },
    })),
    height: y + high,
  };
}

/** One group from its upper left corner: laid out freely, in half the width if possible, or as a list if edges tangle. */
function island({ nodes, pairs }, names, width, half) {
  const edges = pairs.map(({ mentions }) => mentions.map((at) => nodes.indexOf(at)));
  if (nodes.length <= FREELY) {
    const words = nodes.map((at) => inTwoLines(names.get(at), Math.min(220, width * 0.6)));
    const sizes = words.map(({ w }) => ({ w, h: HIGH }));
    for (const [room, tallest] of [[half, SQUAT], [width, TALLEST]]) {
      if (sizes.some(({ w }) => w > room)) continue;
      const places = arrange(sizes, edges, LABEL, room);
      if (places.tangles === 0 && places.height <= tallest) return free({ nodes, pairs }, words, sizes, places);
    }
  }
  const places = inArcs(nodes.length, edges, LOW, width);
  const words = nodes.map((at, place) => inOneLine(names.get(at), places.rooms[place] - TIE));
  const boxes = nodes.map((at, place) => {
    const { x, y } = places.boxes[place];
    return { at, x: x + words[place].w / 2, y, w: words[place].w, h: LOW, words: words[place] };
  });
  const right = Math.max(...boxes.map(({ x, w }) => x + w / 2)) + TIE;
  const bows = pairs.map((pair, at) => ({ pair, path: places.paths[at], label: null }));
  return { boxes, edges: bows, left: 0, w: Math.min(width, right), h: places.height };
}

function free({ nodes, pairs }, words, sizes, places) {
  const all = [
    ...places.boxes.map((at, place) => ({ ...at, ...sizes[place] })),
    ...places.labels.map((at) => ({ ...at, ...LABEL })),
  ];
  const left = Math.min(...all.map(({ x, w }) => x - w / 2));
  const right = Math.max(...all.map(({ x, w }) => x + w / 2));
  return {
    boxes: nodes.map((at, place) => ({ at, ...places.boxes[place], ...sizes[place], words: words[place] })),
    edges: pairs.map((pair, at) => ({ pair, path: places.paths[at], label: places.labels[at] })),
    left,
    w: right - left,
    h: places.height + 2,
  };
}
