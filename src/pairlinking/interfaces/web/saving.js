// What can be saved: a permanent link, and the answers of the server as JSON.

import { written } from "./permalink.js";
import { state } from "./state.js";

const LONGEST = 100_000; // letters of an address that browsers can be trusted with
let addresses = 0; // a later one overtakes an earlier one

/** The address follows what is shown; one that is too long is left out rather than left wrong. */
export async function keepAddress() {
  const own = ++addresses;
  const address = await written(state);
  if (own !== addresses) return;
  try {
    history.replaceState(null, "", address.length < LONGEST ? address : location.pathname);
  } catch {
    // Browsers refuse too many changes in a short time: the next one is kept again.
  }
}

/** The address no longer holds what is in the text box. */
export function dropAddress() {
  addresses += 1;
  if (location.hash !== "") history.replaceState(null, "", location.pathname);
}

/** Copy the permanent link; shows where it is. */
export async function copyLink() {
  const fragment = await written(state);
  try {
    await navigator.clipboard.writeText(new URL(fragment, location.href).href);
    return "Link copied.";
  } catch {
    history.replaceState(null, "", fragment); // without https, pages may not write to the clipboard
    return "The link is in the address bar.";
  }
}

/** Save what is shown, as the server sent it; false where there is nothing. */
export function download() {
  const isCompare = state.view === "compare";
  const answer = isCompare ? state.compared : state.reply;
  if (answer === null) return false;
  const url = URL.createObjectURL(new Blob([JSON.stringify(answer, null, 1)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = isCompare ? "pairlinking-compare.json" : "pairlinking.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return true;
}
