// Colors of kinds of entities. Those of the kinds in a Wikipedia are fixed; a catalogue may have any other kinds.

const FIXED = { person: 1, place: 2, organisation: 3, organization: 3, work: 4, event: 5, other: 6 };
const COLORS = 6;

/** Class of the color of an entity; one without a kind has the color of the page. */
export function colorOf(entity) {
  const kind = entity?.kind;
  if (!kind) return "kind0";
  if (Object.hasOwn(FIXED, kind)) return `kind${FIXED[kind]}`;
  let sum = 0;
  for (const letter of kind) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return `kind${1 + (sum % COLORS)}`;
}

/** The kinds of some entities with their colors, in the order of colors. */
export function kindsOf(entities) {
  const known = entities.filter(({ kind }) => kind).map((entity) => [entity.kind, colorOf(entity)]);
  const without = known.length > 0 && entities.some(({ kind }) => !kind) ? [["unknown kind", "kind0"]] : [];
  return new Map([...known.sort(([, a], [, b]) => a.localeCompare(b)), ...without]);
}
