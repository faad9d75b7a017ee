import type { Env } from "../env.ts";
import { variablesOf } from "../env.ts";
import { AppError } from "../lib/errors.ts";

const SENTENCE = "This request came from another site.";

/** Cookies are sent with requests from other sites, so changes must come from our own origin. */
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

/** Behind a proxy that ends TLS, only PUBLIC_URL has the page's real origin. */
function isOwnOrigin(env: Env, origin: string, url: URL): boolean {
  const { publicUrl } = variablesOf(env);
  return origin === url.origin || (publicUrl !== null && origin === new URL(publicUrl).origin);
}

/** Refuses embedded requests before they count: another page could otherwise use up its readers' rate limit. */
export function refuseEmbedded({ headers }: Request): void {
  const mode = headers.get("Sec-Fetch-Mode");
  const target = headers.get("Sec-Fetch-Dest");
  // Browsers also send Sec-Fetch-Site; Node's fetch sends only the mode `cors`.
  const isBrowsing = mode === null || mode === "navigate" || isPlainFetch(headers);
  const isWhole = target === null || target === "document" || target === "empty";
  const isAhead = /prefetch|prerender/.test(headers.get("Sec-Purpose") ?? "");
  if (isBrowsing && isWhole && !isAhead) return;
  throw new AppError("forbidden", "Open this address in its own window.");
}

function isPlainFetch(headers: Headers): boolean {
  return headers.get("Sec-Fetch-Mode") === "cors" && headers.get("Sec-Fetch-Site") === null;
}
