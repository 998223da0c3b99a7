// Places for many boxes that are joined to trees: one row each, below the box it hangs on. Nothing can overlap.

const GAP = 7; //       px between rows
const BETWEEN = 12; //  more px between trees
const STEM = 12; //     px from the left end of a box to the stem below it
const [NARROW, WIDE] = [17, 30]; // px that a branch is set in, at least and at most

/**
 * Lay out `count` boxes of height `high` joined by `edges` ([a, b], a forest, best first), each with a label in front
 * of its lower end. Gives left end and middle row of every box, the room for its words, the middle of every label, the
 * way of every edge, and the height it all takes.
 */
export function inRows(count, edges, label, high, width) {
  const near = Array.from({ length: count }, () => []);
  edges.forEach(([a, b], at) => {
    near[a].push([b, at]);
    near[b].push([a, at]);
  });
  const rows = trees(near);
  const deepest = Math.max(...rows.map(({ depth }) => depth));
  const step = Math.max(NARROW, Math.min(WIDE, (width - 260) / Math.max(1, deepest)));
  const boxes = new Array(count);
  const [rooms, labels, paths] = [new Array(count), [], []];
  let y = 2 + high / 2;
  for (const { at, up, by, depth } of rows) {
    if (up < 0 && at !== rows[0].at) y += BETWEEN;
    const left = depth * step + 2;
    const start = up < 0 ? left : left + label.w + 4;
    boxes[at] = { x: start, y };
    rooms[at] = Math.max(70, width - start - 2);
    if (up >= 0) {
      const stem = (depth - 1) * step + 2 + STEM;
      const bow = Math.min(8, step / 2);
      labels[by] = { x: left + label.w / 2, y };
      paths[by] = `M${stem} ${boxes[up].y + high / 2 - 4}V${y - bow}Q${stem} ${y} ${stem + bow} ${y}H${start}`;
    }
    y += high + GAP;
  }
  return { boxes, rooms, labels, paths, height: y - high / 2 - GAP };
}

/** Rows from top to bottom, every tree from its middle, so that branches stay short; strong branches first. */
function trees(near) {
  const rows = [];
  const seen = new Set();
  for (const start of near.keys()) {
    if (seen.has(start)) continue;
    const waiting = [{ at: middle(start, near), up: -1, by: -1, depth: 0 }];
    while (waiting.length > 0) {
      const row = waiting.pop();
      seen.add(row.at);
      rows.push(row);
      const below = near[row.at].filter(([next]) => next !== row.up).sort(([, a], [, b]) => b - a);
      for (const [next, by] of below) waiting.push({ at: next, up: row.at, by, depth: row.depth + 1 });
    }
  }
  return rows;
}

/** The middle of the longest way through a tree. */
function middle(start, near) {
  const way = farthest(farthest(start, near)[0], near);
  return way[way.length >> 1];
}

/** The way from the farthest point back to the start. */
function farthest(start, near) {
  const from = new Map([[start, -1]]);
  const queue = [start];
  for (const at of queue) {
    for (const [next] of near[at]) {
      if (from.has(next)) continue;
      from.set(next, at);
      queue.push(next);
    }
  }
  const way = [];
  for (let at = queue[queue.length - 1]; at >= 0; at = from.get(at)) way.push(at);
  return way;
}
