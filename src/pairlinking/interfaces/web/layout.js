// Layout of a few boxes connected in a tree, with labels on its edges: no two overlap, and the same tree always gets the
// same picture. Labels are treated as boxes of their own, in the middle of their edge.

const GAP = 12; //      px around every box
const ACROSS = 104; //   px from a box to the label beside it
const DOWN = 54; //     px from a box to the label below it
const TURNS = 18;

/**
 * Lay out `boxes` ({w, h}) connected by `edges` ([a, b], a forest), each with a label of size `label`, in a given width.
 * Returns the middle of every box and label, the curve of every edge, the total height, and how many edges run through
 * other boxes, labels or edges.
 */
export function arrange(boxes, edges, label, width) {
  const all = [...boxes, ...edges.map(() => label)];
  const halves = edges.flatMap(([a, b], at) => [[a, boxes.length + at], [b, boxes.length + at]]);
  const shape = lying(relaxed(around(all.length, halves), distances(all.length, halves)));
  let best = null;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const points = apart(fitted(turned(shape, (Math.PI * turn) / TURNS), all, width), all, width);
    const height = Math.max(0, ...points.map((point, at) => point.y + all[at].h / 2));
    const curves = edges.map(([a, b], at) => curve(points[a], points[boxes.length + at], points[b]));
    const tangles = tangled(points, all, edges, curves, boxes.length);
    const cost = height + 400 * tangles + 2 * curves.reduce((sum, each) => sum + bow(each), 0);
    if (best === null || cost < best.cost - 1e-6) best = { cost, points, curves, height, tangles };
  }
  const { points, curves, height, tangles } = best;
  const [middles, labels] = [points.slice(0, boxes.length), points.slice(boxes.length)];
  return { boxes: middles, labels, paths: curves.map(pathOf), height, tangles };
}

/** A curve from one point to another that passes through a third in the middle. */
function curve(from, middle, to) {
  return [from, { x: 2 * middle.x - (from.x + to.x) / 2, y: 2 * middle.y - (from.y + to.y) / 2 }, to];
}

/** How far a curve is from a straight line. */
const bow = ([from, bend, to]) => Math.hypot(bend.x - (from.x + to.x) / 2, bend.y - (from.y + to.y) / 2);

function pathOf(points) {
  const [from, bend, to] = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${from}Q${bend} ${to}`;
}

/** Steps from every point to every other; trees that are not connected are a little apart. */
function distances(count, edges) {
  const near = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) near[a].push(b), near[b].push(a);
  return near.map((_, from) => {
    const steps = new Array(count).fill(5);
    const queue = [from];
    const seen = new Set(queue);
    steps[from] = 0;
    for (const at of queue) {
      for (const next of near[at]) {
        if (seen.has(next)) continue;
        seen.add(next);
        steps[next] = steps[at] + 1;
        queue.push(next);
      }
    }
    return steps;
  });
}

/** A first layout without crossings: every tree in rings around the point with the most edges. */
function around(count, edges) {
  const near = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) near[a].push(b), near[b].push(a);
  const points = new Array(count).fill(null);
  const byBusy = [...near.keys()].sort((a, b) => near[b].length - near[a].length || a - b);
  let shift = 0;
  for (const root of byBusy) {
    if (points[root] !== null) continue;
    const leaves = new Map();
    const order = [[root, -1]];
    for (const [at, from] of order) for (const next of near[at]) if (next !== from) order.push([next, at]);
    for (const [at, from] of [...order].reverse()) {
      leaves.set(at, Math.max(1, leaves.get(at) ?? 0));
      if (from >= 0) leaves.set(from, (leaves.get(from) ?? 0) + leaves.get(at));
    }
    const sector = new Map([[root, [0, 2 * Math.PI, 0]]]);
    for (const [at, from] of order) {
      const [low, high, ring] = sector.get(at);
      const middle = (low + high) / 2 + 0.1;
      points[at] = { x: shift + ring * Math.cos(middle), y: ring * Math.sin(middle) };
      let start = low;
      for (const next of near[at]) {
        if (next === from) continue;
        const end = start + ((high - low) * leaves.get(next)) / leaves.get(at);
        sector.set(next, [start, end, ring + 1]);
        start = end;
      }
    }
    shift += 3;
  }
  return points;
}

/** Points as far from each other as their steps in the tree say, as well as a plane allows (stress majorization). */
function relaxed(points, steps) {
  let now = points;
  for (let round = 0; round < 120; round += 1) {
    now = now.map((own, at) => {
      let [x, y, sum] = [0, 0, 0];
      now.forEach((other, to) => {
        if (to === at) return;
        const weight = 1 / steps[at][to] ** 2;
        const [dx, dy] = [own.x - other.x, own.y - other.y];
        const stretch = steps[at][to] / Math.max(Math.hypot(dx, dy), 1e-6);
        x += weight * (other.x + dx * stretch);
        y += weight * (other.y + dy * stretch);
        sum += weight;
      });
      return sum > 0 ? { x: x / sum, y: y / sum } : own;
    });
  }
  return now;
}

/** The points turned so that their longest extent is horizontal. */
function lying(points) {
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const both = mean((point) => (point.x - x) * (point.y - y));
  const more = mean((point) => (point.x - x) ** 2 - (point.y - y) ** 2);
  return turned(points, -Math.atan2(2 * both, more) / 2);
}

function turned(points, angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
}

/** Steps become pixels: wider than high, as the boxes are, but within the given width. */
function fitted(points, boxes, width) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys)];
  const room = width - Math.max(...boxes.map(({ w }) => w));
  const across = Math.min(ACROSS, room / Math.max(right - left, 1e-6));
  const middle = (left + right) / 2;
  return points.map(({ x, y }) => ({ x: width / 2 + (x - middle) * across, y: (y - top) * DOWN }));
}

/** Push boxes apart until none overlaps another: first a little each, then downwards those that still do. */
function apart(points, boxes, width) {
  const now = points.map((point) => ({ ...point }));
  const inside = (at) => {
    now[at].x = Math.max(boxes[at].w / 2, Math.min(width - boxes[at].w / 2, now[at].x));
  };
  now.forEach((_, at) => inside(at));
  for (let round = 0; round < 150; round += 1) {
    let isFree = true;
    for (let a = 0; a < now.length; a += 1) {
      for (let b = a + 1; b < now.length; b += 1) {
        const [x, y] = overlap(now, boxes, a, b);
        if (x <= 0 || y <= 0) continue;
        isFree = false;
        const axis = x < y ? "x" : "y";
        const push = (Math.min(x, y) / 2 + 0.1) * (now[a][axis] <= now[b][axis] ? 1 : -1);
        now[a][axis] -= push;
        now[b][axis] += push;
        inside(a), inside(b);
      }
    }
    if (isFree) break;
  }
  const order = [...now.keys()].sort((a, b) => now[a].y - now[b].y || a - b);
  const top = Math.min(...order.map((at) => now[at].y - boxes[at].h / 2));
  order.forEach((at, place) => {
    now[at].y -= top - 2;
    for (let moved = true; moved; ) {
      moved = false;
      for (const other of order.slice(0, place)) {
        const [x, y] = overlap(now, boxes, at, other);
        if (x > 0 && y > 1e-6) {
          now[at].y = now[other].y + (boxes[at].h + boxes[other].h) / 2 + GAP;
          moved = true;
        }
      }
    }
  });
  return now;
}

/** How far two boxes with the room around them reach into each other, across and down. */
function overlap(points, boxes, a, b) {
  return [
    (boxes[a].w + boxes[b].w) / 2 + GAP - Math.abs(points[a].x - points[b].x),
    (boxes[a].h + boxes[b].h) / 2 + GAP - Math.abs(points[a].y - points[b].y),
  ];
}

/** Edges that cross each other or run through a box or label that is not theirs. */
function tangled(points, boxes, edges, curves, count) {
  const lines = curves.map(([from, bend, to]) =>
    Array.from({ length: 17 }, (_, at) => {
      const [t, s] = [at / 16, 1 - at / 16];
      const at_ = (axis) => s * s * from[axis] + 2 * s * t * bend[axis] + t * t * to[axis];
      return { x: at_("x"), y: at_("y") };
    }),
  );
  let sum = 0;
  lines.forEach((line, at) => {
    const isFree = (box) => box === edges[at][0] || box === edges[at][1] || box === count + at;
    boxes.forEach(({ w, h }, box) => {
      const isIn = ({ x, y }) => Math.abs(x - points[box].x) < w / 2 && Math.abs(y - points[box].y) < h / 2;
      if (!isFree(box) && line.some(isIn)) sum += 1;
    });
    for (let other = at + 1; other < lines.length; other += 1) {
      if (!edges[other].some((end) => edges[at].includes(end)) && meet(line, lines[other])) sum += 1;
    }
  });
  return sum;
}

function meet(left, right) {
  return left.slice(1).some((a, i) => right.slice(1).some((b, j) => crosses(left[i], a, right[j], b)));
}

const side = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

const crosses = (a, b, c, d) => side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
