// Questions to the server. A newer question ends the older one, so that answers never mix.

export class ServerError extends Error {}

const GONE =
  "The server does not answer. Start it again with “pairlinking serve”, then press “Try again”. Your text is kept.";
let running = null;

/** The answer, or null if a newer request came in between. */
export async function ask(path, body) {
  running?.abort();
  const own = new AbortController();
  running = own;
  try {
    const answer = await fetched(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: own.signal,
    });
    return running === own ? answer : null;
  } catch (error) {
    if (running !== own) return null;
    throw error;
  }
}

/** Forget the request in progress. */
export function stop() {
  running?.abort();
  running = null;
}

export async function fetched(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError(GONE);
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (response.ok && answer !== null) return answer;
  const message = answer?.error?.message;
  const without = `The server answered ${response.status} without a reason. Press “Try again”. Your text is kept.`;
  throw new ServerError(typeof message === "string" ? message : without);
}
