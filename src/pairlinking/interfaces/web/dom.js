// Elements made directly: content from a text or a knowledge base becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** An element with attributes (functions become listeners, null and false are left out) and children. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A link to an external page. */
export function outside(address, words, look = null) {
  const attributes = { href: address, target: "_blank", rel: "noopener noreferrer", class: look, dir: "auto" };
  return el("a", attributes, words);
}

/** The URL if it is a web address: a knowledge base could also hold `javascript:` URLs. */
export function webAddress(url) {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "https:" || parsed.protocol === "http:" ? parsed.href : null;
  } catch {
    return null;
  }
}

export const number = (value) => value.toFixed(2);

export const oneLine = (text) => text.split(/\s+/u).filter(Boolean).join(" ");

export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
