// Texts of the user's own. None is lost by an example, by another view, by a refusal or by a reload: they stay in this
// tab until it is closed.

const KEY = "pairlinking.texts";
const MOST = 12;

let own = []; // {text, marks}, newest first
let at = null; // number of the one in the box; null for an example or a new text

/** The text in the box as it is written. The first change of an example begins a text of one's own. */
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
    // Nothing is kept, or the browser keeps nothing.
  }
  return at === null ? null : own[at];
}

function save() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ own, at }));
  } catch {
    // Full or forbidden: the texts stay until the page is left.
  }
}
