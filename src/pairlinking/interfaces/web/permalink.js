// A permanent link: text, marks and options in the part of the address behind #, which never goes to a server.
// It is "1." and then compressed JSON in the letters of base64 for addresses.

import { OPEN } from "./state.js";
import { cleaned } from "./offsets.js";

const VERSION = "1.";
const MOST = 4_000_000; // bytes of JSON; a short address can decompress to any length
const METHOD_LIKE = /^[\w:+.-]{1,60}$/;
const KINDS = { method: "string", relatedness: "string", spot: "string", beta: "number", threshold: "number" };

export const isPermalink = (fragment) => fragment.startsWith(`#${VERSION}`);

export async function written({ text, marks, options, view, sides }) {
  const kept = { t: text };
  if (marks !== null) kept.m = marks.flatMap(({ start, end }) => [start, end - start]);
  const set = Object.entries(options).filter(([, value]) => value !== null);
  if (set.length > 0) kept.o = Object.fromEntries(set);
  if (view === "compare") kept.c = sides;
  const json = new TextEncoder().encode(JSON.stringify(kept));
  const bytes = await through(new CompressionStream("deflate-raw"), json, Infinity);
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `#${VERSION}${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The state that a fragment holds; throws if it holds none. */
export async function read(fragment) {
  const letters = atob(fragment.slice(1 + VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const unfolded = await through(new DecompressionStream("deflate-raw"), bytes, MOST);
  const kept = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(unfolded));
  if (typeof kept?.t !== "string") throw new TypeError("no text");
  return {
    text: cleaned(kept.t),
    marks: marksOf(kept.m),
    options: optionsOf(kept.o ?? {}),
    view: kept.c === undefined ? "evidence" : "compare",
    ...(kept.c === undefined ? {} : { sides: sidesOf(kept.c) }),
  };
}

function marksOf(flat) {
  if (flat === undefined) return null;
  if (!Array.isArray(flat) || flat.length % 2 || !flat.every((each) => Number.isSafeInteger(each) && each >= 0)) {
    throw new TypeError("no marks");
  }
  return flat.flatMap((start, at) => (at % 2 ? [] : [{ start, end: start + flat[at + 1] }]));
}

function optionsOf(given) {
  const known = Object.keys(OPEN).filter((name) => name in given);
  const isRight = (name) => typeof given[name] === KINDS[name] && given[name] !== Infinity; // which 1e999 is
  if (!known.every(isRight)) throw new TypeError("no option");
  return { ...OPEN, ...Object.fromEntries(known.map((name) => [name, given[name]])) };
}

function sidesOf(given) {
  const isRight = Array.isArray(given) && given.length === 2 && given.every((each) => METHOD_LIKE.test(each));
  if (!isRight) throw new TypeError("no methods");
  return given;
}

async function through(stream, bytes, most) {
  const writer = stream.writable.getWriter();
  // Errors of the writing side appear again on the reading side, which is the one awaited.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let length = 0;
  for (const reader = stream.readable.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new RangeError("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
