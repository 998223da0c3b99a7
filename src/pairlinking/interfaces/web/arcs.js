// Layout of many boxes connected in a tree: one below the other, all at the same distance from the side, with an arc for
// every pair. No box is indented, so that none seems to be a part of another, and no two arcs cross.

const GAP = 7; //       px between rows
const ROOM = [34, 110]; // px for the bows, at least and at most
const STEP = 11; //     px from one bow to the next around it

/**
 * Lay out `count` boxes of height `high` connected by `edges` ([a, b], a tree) in a given width. Returns left end and
 * middle of every box, the room for its words, the path of every edge, and the total height.
 */
export function inArcs(count, edges, high, width) {
  const order = inOrder(count, edges);
  const row = new Map(order.map((at, place) => [at, place]));
  const spans = edges.map(([a, b]) => [row.get(a), row.get(b)].sort((left, right) => left - right));
  const levels = depths(spans);
  const deepest = Math.max(1, ...levels);
  const room = Math.max(ROOM[0], Math.min(ROOM[1], deepest * STEP + 16, width * 0.3));
  const step = (room - 14) / deepest;
  const y = (place) => 2 + high / 2 + place * (high + GAP);
  const boxes = Array.from({ length: count }, (_, at) => ({ x: room, y: y(row.get(at)) }));
  const paths = spans.map(([from, to], at) => {
    const out = (room - (10 + levels[at] * step)).toFixed(1);
    const bow = Math.min(10, (y(to) - y(from)) / 2);
    const [top, end] = [y(from), y(to)];
    return `M${room} ${top}Q${out} ${top} ${out} ${top + bow}V${end - bow}Q${out} ${end} ${room} ${end}`;
  });
  return { boxes, rooms: boxes.map(() => width - room - 2), paths, height: y(count - 1) + high / 2 + 2 };
}

/** Rows from top to bottom: a box, then what hangs on it, small branches first, so that no bow crosses another. */
function inOrder(count, edges) {
  const near = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) near[a].push(b), near[b].push(a);
  const size = new Map();
  const walk = [[0, -1]];
  for (const [at, up] of walk) for (const next of near[at]) if (next !== up) walk.push([next, at]);
  for (const [at, up] of [...walk].reverse()) {
    size.set(at, 1 + near[at].filter((next) => next !== up).reduce((sum, next) => sum + size.get(next), 0));
  }
  const order = [];
  const waiting = [[0, -1]];
  while (waiting.length > 0) {
    const [at, up] = waiting.pop();
    order.push(at);
    const below = near[at].filter((next) => next !== up).sort((a, b) => size.get(b) - size.get(a) || b - a);
    for (const next of below) waiting.push([next, at]);
  }
  return order;
}

/** For each span, how deep spans are nested in it, itself included. */
function depths(spans) {
  const levels = new Array(spans.length);
  const byLength = [...spans.keys()].sort((a, b) => spans[a][1] - spans[a][0] - (spans[b][1] - spans[b][0]));
  byLength.forEach((at, place) => {
    const [from, to] = spans[at];
    const inside = byLength.slice(0, place).filter((other) => spans[other][0] >= from && spans[other][1] <= to);
    levels[at] = 1 + Math.max(0, ...inside.map((other) => levels[other]));
  });
  return levels;
}
