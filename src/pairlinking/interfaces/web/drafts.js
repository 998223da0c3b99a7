// The user's own texts. They survive examples, other views, errors and reloads: they are kept in this tab until it is
// closed.

const KEY = "pairlinking.texts";
const MOST = 12;

let own = []; // {text, marks}, newest first
let at = null; // number of the one in the box; null for an example or a new text

/** The text in the box as it is written. The first change of an example starts a new text of the user's own. */
export function keep(text, marks) {
  if (text.trim() === "") at = null; // what was there stays among the texts; what comes next is a new one
  else if (at === null) {
    own = [{ text, marks }, ...own].slice(0, MOST);
    at = 0;
  } else own[at] = { text, marks };
  save();
}

/** Another text is in the box: one of these, or none. */
export function leave(text) {
  const found = own.findIndex((each) => each.text === text);
  at = found < 0 ? null : found;
  save();
}

export const all = () => own;

export const current = () => at;

/** The text that was in the box before a reload; null if it was an example, or none. */
export function restored() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    own = kept.own.filter((each) => typeof each.text === "string" && (each.marks === null || Array.isArray(each.marks)));
    at = own[kept.at] === undefined ? null : kept.at;
  } catch {
    // Nothing is stored, or the browser does not allow it.
  }
  return at === null ? null : own[at];
}

function save() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ own, at }));
  } catch {
    // Storage is full or forbidden: the texts are kept until the page is left.
  }
}
