// The reason for a link in one sentence or two.

import { number, oneLine } from "./dom.js";
import { chosen } from "./state.js";

/** The reason; titles such as "Liverpool F.C." already end with a full stop. */
export const why = (mention, reply) => reason(mention, reply).replaceAll("..", ".");

function reason(mention, { mentions, options }) {
  const best = chosen(mention);
  const name = `“${oneLine(mention.text)}”`;
  if (best === null) {
    const what = `${name} was detected as a name, but the knowledge base has nothing with that name.`;
    return `${what} Try the full name, mark fewer or more words, or add it to the knowledge base.`;
  }
  if (mention.entity === null) {
    const least = `the threshold of ${number(options.threshold)}`;
    return `Not linked: the most likely meaning, ${best.title}, is less certain than ${least}. Write more around the name, or lower the threshold under Advanced.`;
  }
  const most = (key) => mention.candidates.reduce((left, right) => (right[key] > left[key] ? right : left), best);
  const [byName, byWords] = [most("prior"), most("local")];
  const helper = mentions[mention.evidence[0]?.mention]?.entity?.title ?? null;
  if (mention.candidates.length === 1) return `${name} has this one meaning in the knowledge base.`;
  if (byWords !== best) {
    const alone = `On its own, ${name} would be ${byWords.title} (${number(byWords.local)}).`;
    return helper === null ? `${alone} Together with the other links, it is ${best.title}.` : `${alone} Together with ${helper}, it is ${best.title}.`;
  }
  if (helper === null) return `Decided on its own: the name and the words around it suggest ${best.title}.`;
  if (byName !== best) {
    const alone = `By name alone, ${name} mostly means ${byName.title} (${number(byName.prior)}).`;
    return `${alone} The words around it and ${helper} suggest ${best.title}.`;
  }
  return `Its name, the words around it and ${helper} all suggest ${best.title}.`;
}
