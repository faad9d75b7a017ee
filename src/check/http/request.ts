import { toBase64, utf8 } from "../../lib/bytes.ts";
import { isCredentialName } from "../../lib/credential_name.ts";
import { decodePercent } from "../../lib/decode_percent.ts";
import { dial, hangUp } from "../../lib/wire/dial.ts";
import { type BoundedBody, readBounded } from "../../lib/wire/reader.ts";
import { abortable } from "../../lib/within.ts";
import type { Probe } from "../check_type.ts";
import { addressOfUrl, explainFetch, placeOf } from "../diagnose.ts";
import { CheckFault } from "../fault.ts";
import { excerpt } from "../quote.ts";

const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface HttpRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: string | null;
}

export interface HttpResponse {
  response: Response;
  url: URL;
  strippedOrigin: string | null;
}

interface FollowOptions {
  jar: CookieJar;
  followsRedirects: boolean;
}

/** Follows redirects by hand, because fetch would forward custom credential headers to other origins. */
export async function send(
  probe: Probe,
  request: HttpRequest,
  { jar, followsRedirects }: FollowOptions,
): Promise<HttpResponse> {
  let next = request;
  let strippedOrigin: string | null = null;
  for (let redirects = 0; ; redirects++) {
    const { url } = next;
    const response = await exchange(probe, next, jar);
    const location = REDIRECTS.has(response.status) ? response.headers.get("Location") : null;
    if (location === null || !followsRedirects) return { response, url, strippedOrigin };
    discardBody(response);
    if (redirects === MAX_REDIRECTS) {
      throw new CheckFault(
        "redirects",
        `More than ${MAX_REDIRECTS} redirects, the last to ${excerpt(location, 200)}`,
      );
    }
    next = redirect(next, { status: response.status, location });
    if (next.url.origin !== url.origin && strip(next.headers)) strippedOrigin ??= url.origin;
  }
}

export async function exchange(probe: Probe, request: HttpRequest, jar: CookieJar): Promise<Response> {
  const { url, method, body } = request;
  const { steps, signal } = probe;
  const plan = {
    label: `${method} ${url.origin}${url.pathname}`,
    late: "No response",
    detail: ({ status }: Response) => `Responded with ${status}.`,
  };
  return await steps.run(plan, async () => {
    const headers = new Headers(request.headers);
    const own = headers.get("Cookie");
    const names = own?.split(";").map((pair) => pair.split("=", 1)[0]!.trim());
    const cookies = [own, jar.cookiesFor(url, new Set(names))].filter(Boolean).join("; ");
    if (cookies !== "") headers.set("Cookie", cookies);
    const target = new URL(url);
    target.username = target.password = target.hash = "";
    const init = { method, headers, body, redirect: "manual", cache: "no-store", signal } as const;
    const lateness = watchLateness(probe, url);
    try {
      const response = await abortable(probe.fetch(target.href, init), signal);
      jar.store(url, response);
      return response;
    } catch (error) {
      throw await explainFetch(probe, url, error);
    } finally {
      lateness.stop();
    }
  });
}

function redirect(
  request: HttpRequest,
  { status, location }: { status: number; location: string },
): HttpRequest {
  const url = URL.parse(location, request.url);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CheckFault(
      "redirects",
      `The redirect doesn't lead to an http or https address: ${excerpt(location, 200)}`,
    );
  }
  const headers = new Headers(request.headers);
  const isRewritten = status === 303 ? request.method !== "HEAD" : status < 303 && request.method === "POST";
  if (!isRewritten) return { ...request, url, headers };
  headers.delete("Content-Type");
  return { url, headers, method: "GET", body: null };
}

function strip(headers: Headers): boolean {
  const names = [...headers.keys()].filter(isCredentialName);
  for (const name of names) headers.delete(name);
  return names.length > 0;
}

/**
 * fetch doesn't say whether it waits for a connection or for a response. At half of the timeout a bare
 * connection finds out, to name the right cause if the rest runs out too.
 */
function watchLateness(probe: Probe, url: URL): { stop(): void } {
  let over: AbortController | null = null;
  const timer = setTimeout(async () => {
    over = new AbortController();
    const signal = AbortSignal.any([probe.signal, over.signal]);
    const at = addressOfUrl(url);
    probe.steps.setTimeoutMessage(`No connection to ${placeOf(at)}`);
    try {
      hangUp(await dial(probe.connect, at, { signal }));
      probe.steps.setTimeoutMessage(`Connected to ${placeOf(at)}, but no response`);
    } catch {
      if (!signal.aborted) probe.steps.setTimeoutMessage("No response");
    }
  }, probe.timeoutMs / 2);
  return {
    stop() {
      clearTimeout(timer);
      over?.abort();
    },
  };
}

/** Cookies are returned only to the exact host that set them, whatever their Domain says. */
export interface CookieJar {
  store(url: URL, response: Response): void;
  cookiesFor(url: URL, own?: ReadonlySet<string>): string;
  find(name: string): string | undefined;
}

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
  isSecure: boolean;
}

const MOST_COOKIES = 100;
const COOKIE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function makeCookieJar(now: () => number): CookieJar {
  const cookies = new Map<string, Cookie>();
  return {
    store(url, response) {
      for (const line of response.headers.getSetCookie()) {
        const { cookie, isGone } = parseCookie(line, { url, now: now() }) ?? {};
        if (!cookie) continue;
        const id = JSON.stringify([cookie.host, cookie.path, cookie.name]);
        cookies.delete(id);
        if (!isGone && cookies.size < MOST_COOKIES) cookies.set(id, cookie);
      }
    },
    find: (name) => [...cookies.values()].findLast((cookie) => cookie.name === name)?.value,
    cookiesFor(url, own) {
      return [...cookies.values()]
        .filter((cookie) => isFor(cookie, url) && !own?.has(cookie.name))
        .map(({ name, value }) => `${name}=${value}`)
        .join("; ");
    },
  };
}

function parseCookie(line: string, { url, now }: { url: URL; now: number }) {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  const equals = pair.indexOf("=");
  if (equals < 1 || !COOKIE.test(pair)) return null;
  const named = new Map(
    attributes.map((text): [string, string] => {
      const [name = "", ...value] = text.split("=");
      return [name.toLowerCase(), value.join("=")];
    }),
  );
  const path = named.get("path");
  const cookie = {
    name: pair.slice(0, equals),
    value: pair.slice(equals + 1),
    host: url.host,
    path: path?.startsWith("/") ? path : url.pathname.replace(/\/[^/]*$/, "") || "/",
    isSecure: named.has("secure"),
  };
  const expiresAt = Date.parse(named.get("expires") ?? "");
  return { cookie, isGone: Number(named.get("max-age") ?? 1) <= 0 || expiresAt <= now };
}

function isFor({ host, path, isSecure }: Cookie, url: URL): boolean {
  if (host !== url.host || (isSecure && url.protocol !== "https:")) return false;
  return url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}

export async function readBody(
  { signal }: Pick<Probe, "signal">,
  response: Response,
  maxBytes: number,
): Promise<BoundedBody> {
  try {
    return await readBounded(response, { maxBytes, signal });
  } catch (cause) {
    throw new CheckFault("closed", "The connection was lost during the response.", { cause });
  }
}

const SHORT_BODY = 16_384;

/** The target has sent such a body whole, and discarding it costs a twentieth of a check. */
export function isShort({ headers }: Response): boolean {
  const length = headers.get("Content-Length");
  return length !== null && Number(length) <= SHORT_BODY;
}

export function discardBody({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}

export function decodeBody(bytes: Uint8Array, headers: Headers): string {
  const charset = /charset="?([\w-]+)/i.exec(headers.get("Content-Type") ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

export function formatBasic(username: string, password: string): string {
  return `Basic ${toBase64(utf8(`${username}:${password}`))}`;
}

export function findUrlAuthorization(url: string): string | null {
  const { username, password } = new URL(url);
  return username === "" && password === ""
    ? null
    : formatBasic(decodePercent(username), decodePercent(password));
}
