import { isPublicHost } from "../lib/wire/host_name.ts";
import { readBounded } from "../lib/wire/reader.ts";
import { readThrown } from "../lib/wire/thrown.ts";

const LIMIT_MS = 10_000;
const MOST_BYTES = 1024 * 1024;
const MOST_REDIRECTS = 3;
/** Sends nothing about this instance, not even its version. */
const HEADERS = { Accept: "application/json", "User-Agent": "Uptide" };

/** The message names no address, which may contain a token. */
export class ReleaseFault extends Error {}

interface Wire {
  fetch: typeof fetch;
  limitMs?: number;
}

export async function readReleases(address: string, { fetch, limitMs = LIMIT_MS }: Wire): Promise<unknown> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await follow(new URL(address), { fetch, signal });
    const { bytes, isWhole } = await readBounded(response, { maxBytes: MOST_BYTES, signal });
    if (!isWhole) throw new ReleaseFault("The release server's response is over 1 MB: check UPDATE_URL.");
    return parse(bytes);
  } catch (error) {
    if (error instanceof ReleaseFault) throw error;
    if (signal.aborted)
      throw new ReleaseFault(`The release server didn't respond within ${limitMs / 1000} seconds.`, {
        cause: error,
      });
    const thrown = readThrown(error);
    const why = "sentence" in thrown ? ` ${thrown.sentence}` : "";
    throw new ReleaseFault(`The release server is unreachable: check UPDATE_URL.${why}`, { cause: error });
  }
}

async function follow(
  start: URL,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<Response> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url.href, {
      headers: HEADERS,
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    if (response.ok) return response;
    response.body?.cancel().catch(() => undefined);
    const { status } = response;
    if (status < 300 || status > 399)
      throw new ReleaseFault(`The release server returned ${status}: check UPDATE_URL.`);
    const next = URL.parse(response.headers.get("Location") ?? "", url);
    if (!next || redirects === MOST_REDIRECTS || !mayFollow(url, next))
      throw new ReleaseFault(
        "The release server redirects to an address that isn't allowed: check UPDATE_URL.",
      );
    url = next;
  }
}

function mayFollow(from: URL, to: URL): boolean {
  if (to.username !== "" || to.password !== "") return false;
  return to.origin === from.origin || (to.protocol === "https:" && isPublicHost(to.hostname));
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new ReleaseFault("The release server's response isn't JSON: check UPDATE_URL.", { cause: error });
  }
}
