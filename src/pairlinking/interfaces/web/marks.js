// Marks are what the user marked as names: {start, end} in code points, sorted, without overlaps.

const overlap = (left, right) => left.start < right.end && right.start < left.end;

/** The marks with a new one, which replaces those it overlaps. */
export function withMark(marks, mark) {
  return [...marks.filter((each) => !overlap(each, mark)), mark].sort((left, right) => left.start - right.start);
}

export function withoutMark(marks, mark) {
  return marks.filter((each) => each.start !== mark.start || each.end !== mark.end);
}

/** Marks after an edit: those after it move, those around it grow or shrink, those it cuts into are removed. */
export function moved(marks, before, after) {
  const [old, now] = [Array.from(before), Array.from(after)];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const [from, to, by] = [head, old.length - tail, now.length - old.length];
  return marks.flatMap((mark) => {
    const { start, end } = mark;
    if (end <= from) return [mark];
    if (start >= to) return [{ ...mark, start: start + by, end: end + by }];
    return start < from && end > to ? [{ ...mark, end: end + by }] : [];
  });
}

/** A selection without the white space around it; null if there is nothing else in it. */
export function trimmed(text, start, end) {
  const selected = text.slice(start, end);
  const [front, back] = [selected.trimStart(), selected.trimEnd()];
  return front === "" ? null : { start: end - front.length, end: start + back.length };
}
