"""What the page looks like in numbers, as the browser has drawn it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["SHIFTS", "contrast", "faint_texts", "overlaps_in_layouts", "overlaps_on_page", "unlabelled"]

_AA = 4.5  # least contrast of small text

# All visible texts with their colour and that of what they stand on.
_TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const isSeen = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!node.data.trim() || !isSeen || parent.getBoundingClientRect().width < 2) continue;
    if (parent.closest(".skip, title, option, noscript")) continue;
    const isDrawn = parent.ownerSVGElement !== undefined;
    const isOnBox = isDrawn && !parent.matches(".tie");
    let below = isOnBox ? getComputedStyle(parent.parentNode.querySelector("rect")).fill : null;
    for (let at = parent; below === null && at; at = at.parentElement) {
      const own = getComputedStyle(at).backgroundColor;
      if (own !== "rgba(0, 0, 0, 0)") below = own;
    }
    found.push([node.data.trim().slice(0, 40), getComputedStyle(parent)[isDrawn ? "fill" : "color"], below]);
  }
  for (const name of document.querySelectorAll(".name.differs")) {
    const ground = [name, name.closest(".card")].map((at) => getComputedStyle(at).backgroundColor);
    const below = ground.find((own) => own !== "rgba(0, 0, 0, 0)");
    found.push([`meaning of ${name.textContent}`, getComputedStyle(name, "::after").color, below]);
  }
  return found;
}"""

# Boxes and labels of the picture, and how many of them lie on another or stick out.
_OVERLAPS = """() => {
  const rects = [...document.querySelectorAll("#graph .node > rect, #graph .label > rect")];
  const boxes = rects.map((rect) => rect.getBoundingClientRect());
  const card = document.querySelector("#graph-card").getBoundingClientRect();
  const isOut = (box) => box.left < card.left || box.right > card.right || box.bottom > card.bottom;
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const pairs = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meet(a, b)));
  return [boxes.length, boxes.filter(isOut).length + pairs.length];
}"""

# Trees of all sizes, from long chains to stars, some fallen apart, in both layouts and several widths.
_LAYOUTS = """async () => {
  const { arrange } = await import("/web/layout.js");
  const { inArcs } = await import("/web/arcs.js");
  let seed = 7;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647);
  const below = (limit) => Math.floor(random() * limit);
  const label = { w: 54, h: 20 };
  const meet = (a, b) =>
    Math.abs(a.x - b.x) < (a.w + b.w) / 2 - 0.01 && Math.abs(a.y - b.y) < (a.h + b.h) / 2 - 0.01;
  const overlapping = (boxes) => boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meet(a, b))).length;
  const labelled = (labels) => labels.map((at) => ({ ...at, ...label }));
  let [wrong, tried] = [0, 0];
  for (let count = 1; count <= 30; count += 1) {
    for (const width of [300, 420, 540]) {
      tried += 1;
      const reach = 1 + below(count);
      const edges = Array.from({ length: count - 1 }, (_, at) => [Math.max(0, at - below(reach)), at + 1]);
      if (random() < 0.3) edges.splice(below(edges.length), 1);
      if (edges.length === count - 1) {
        const rows = inArcs(count, edges, 28, width);
        const lines = rows.boxes.map(({ x, y }, at) => ({ x: x + rows.rooms[at] / 2, y, w: rows.rooms[at], h: 28 }));
        wrong += overlapping(lines) + lines.filter(({ x, w }) => x - w / 2 < 30 || x + w / 2 > width).length;
        wrong += new Set(rows.boxes.map(({ x }) => x)).size !== 1; // none is set in, as a part of another would be
        const at = ([a, b]) => [rows.boxes[a].y, rows.boxes[b].y].sort((left, right) => left - right);
        const bows = edges.map(at);
        wrong += bows.filter(([a, b]) => bows.some(([c, d]) => a < c && c < b && b < d)).length; // bows that cross
      }
      if (count > 10) continue;
      const sizes = Array.from({ length: count }, () => ({ w: 70 + below(width * 0.25), h: 42 }));
      const [places, again] = [0, 1].map(() => arrange(sizes, edges, label, width));
      const all = [...places.boxes.map((at, i) => ({ ...at, ...sizes[i] })), ...labelled(places.labels)];
      wrong += overlapping(all) + all.filter(({ x, w }) => x - w / 2 < -0.01 || x + w / 2 > width + 0.01).length;
      wrong += JSON.stringify(places) !== JSON.stringify(again);
    }
  }
  return [tried, wrong];
}"""

# Whatever can be operated and has no name for those who do not see it.
_UNLABELLED = """() =>
  [...document.querySelectorAll("button, select, input, textarea, a, [role=button], summary, [tabindex='0']")]
    .filter((at) => at.checkVisibility())
    .filter((at) => {
      const labels = [...(at.labels ?? [])].map((label) => label.textContent);
      const by = document.getElementById(at.getAttribute("aria-labelledby"))?.textContent;
      return ![at.getAttribute("aria-label"), at.textContent, ...labels, by].some((words) => words?.trim());
    })
    .map((at) => at.outerHTML)
"""

# Notes every move of what is seen that is no answer to a key or press of the last half second.
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) {
    const moved = each.sources.map(({ node }) => node?.id ?? node?.nodeName);
    if (!each.hadRecentInput) window.shifts.push([each.value, moved]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def contrast(text: str, ground: str) -> float:
    """Ratio of two colours by WCAG 2, from 1 to 21."""

    def light(colour: str) -> float:
        parts = [float(each) / 255 for each in colour[colour.index("(") + 1 : -1].split(",")[:3]]
        linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(text), light(ground)))
    return (high + 0.05) / (low + 0.05)


def faint_texts(page: Page) -> list[Any]:
    """Visible texts with less contrast than WCAG AA asks for, with both colours."""
    texts = page.evaluate(_TEXTS)
    assert len(texts) > 20
    return [each for each in texts if contrast(each[1], each[2]) < _AA]


def overlaps_on_page(page: Page) -> tuple[int, int]:
    """Boxes and labels in the picture; how many of them lie on another or stick out of their card."""
    count, wrong = page.evaluate(_OVERLAPS)
    return count, wrong


def overlaps_in_layouts(page: Page) -> tuple[int, int]:
    """Trees that were laid out; how many of their boxes lie on another, stick out, or have no fixed place."""
    tried, wrong = page.evaluate(_LAYOUTS)
    return tried, wrong


def unlabelled(page: Page) -> list[str]:
    """Visible controls without a name."""
    found: list[str] = page.evaluate(_UNLABELLED)
    return found
