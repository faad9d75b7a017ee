import { Refusal } from "./ask.mjs";

const TRIES = 6;
const LONGEST_WAIT_MS = 60_000;
const BUSY = new Set([420, 429, 502, 503, 504]);

/**
 * Reads another service's API. The key goes to that address only, is kept in memory and never written anywhere.
 *
 * @param {{ name: string, base: string, headers: Record<string, string>, paceMs?: number }} service
 */
export function openRemote({ name, base, headers, paceMs = 0 }) {
  const { origin } = new URL(base);
  let next = 0;

  async function get(path) {
    const url = new URL(path, base.endsWith("/") ? base : `${base}/`);
    if (url.origin !== origin)
      throw new Refusal(`${name} continues at ${url.origin}, but its key is only sent to ${origin}.`);
    for (let tries = 1; ; tries++) {
      await wait(next - Date.now());
      next = Date.now() + paceMs;
      const response = await ask(url);
      if (response.ok) return await response.json();
      const { status } = response;
      if (status === 401 || status === 403)
        throw new Refusal(`${name} refuses the key for ${url.pathname}: use one that can read everything.`);
      if (status === 404) return null;
      if (!BUSY.has(status) || tries === TRIES)
        throw new Refusal(`${name} responded with ${status} for ${url.pathname}.`);
      await response.body?.cancel();
      await wait(waitOf(response, tries));
    }
  }

  async function ask(url) {
    try {
      return await fetch(url, { headers: { Accept: "application/json", ...headers }, redirect: "error" });
    } catch (error) {
      throw new Refusal(`${name} doesn't respond: ${error.cause?.message ?? error.message}`);
    }
  }

  return { get };
}

function waitOf({ headers }, tries) {
  const asked = Number(headers.get("Retry-After"));
  const ms = Number.isFinite(asked) && headers.has("Retry-After") ? asked * 1000 : 500 * 2 ** tries;
  return Math.min(LONGEST_WAIT_MS, ms);
}

async function wait(ms) {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
