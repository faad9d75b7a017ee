import type { Env } from "../env.ts";
import { variablesOf } from "../env.ts";
import { AppError } from "../lib/errors.ts";

const SENTENCE = "This request did not come from the page it must come from.";

/** A cookie comes along with requests that other sites make: those that change something must come from here. */
export function refuseForeign(
  env: Env,
  { method, headers }: Request,
  { url, whenUnknown }: { url: URL; whenUnknown: "allow" | "refuse" },
): void {
  if (method === "GET" || method === "HEAD") return;
  const origin = headers.get("Origin");
  const site = headers.get("Sec-Fetch-Site");
  const isKnown = origin !== null || site !== null;
  const isForeign =
    (origin !== null && !isOwnOrigin(env, origin, url)) || (site !== null && site !== "same-origin");
  if (isForeign || (!isKnown && whenUnknown === "refuse")) throw new AppError("forbidden", SENTENCE);
}

/** Behind a proxy that ends TLS, the page's own address is known by PUBLIC_URL alone. */
function isOwnOrigin(env: Env, origin: string, url: URL): boolean {
  const { publicUrl } = variablesOf(env);
  return origin === url.origin || (publicUrl !== null && origin === new URL(publicUrl).origin);
}

/** What a picture or a frame of another page asks for counts for nobody: it would lock its readers out. */
export function refuseEmbedded({ headers }: Request): void {
  const mode = headers.get("Sec-Fetch-Mode");
  const target = headers.get("Sec-Fetch-Dest");
  // Browsers tell the site too; Node's fetch says `cors` of itself, and no more.
  const isBrowsing = mode === null || mode === "navigate" || isPlainFetch(headers);
  const isWhole = target === null || target === "document" || target === "empty";
  const isAhead = /prefetch|prerender/.test(headers.get("Sec-Purpose") ?? "");
  if (isBrowsing && isWhole && !isAhead) return;
  throw new AppError("forbidden", "Open this address in a window of its own.");
}

function isPlainFetch(headers: Headers): boolean {
  return headers.get("Sec-Fetch-Mode") === "cors" && headers.get("Sec-Fetch-Site") === null;
}
