// Offsets of the server count code points, those of strings here count UTF-16 units: an emoji is one or two.

const HALVES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The text in a form that the server accepts: without halves of characters, and with line ends as in a text field. */
export function cleaned(text) {
  return text.replace(/\r\n?/g, "\n").replace(HALVES, "\uFFFD");
}

/** Converts between the two counts of one text. */
export class Offsets {
  constructor(text) {
    this.length = text.length;
    this.starts = null; // unit at which each code point starts; null where both counts are the same
    if (/[\uD800-\uDFFF]/.test(text)) {
      this.starts = [];
      for (let unit = 0; unit < text.length; unit += text.codePointAt(unit) > 0xffff ? 2 : 1) this.starts.push(unit);
    }
  }

  unit(point) {
    if (this.starts === null) return Math.min(point, this.length);
    return point < this.starts.length ? this.starts[point] : this.length;
  }

  /** Code points before a unit; one inside of a character belongs to its start. */
  point(unit) {
    if (this.starts === null) return unit;
    if (unit >= this.length) return this.starts.length;
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
