import type { Env } from "../env.ts";
import { utf8 } from "../lib/bytes.ts";
import { AppError } from "../lib/errors.ts";
import { languageCookie, readLanguage } from "../lib/language_cookie.ts";
import { log } from "../lib/log.ts";
import { securityHeaders } from "../lib/security_headers.ts";
import { readSessionToken } from "../lib/session_cookie.ts";
import { createContext } from "../service/context.ts";
import { getPageHtml, getPageShell, recallHtml } from "../service/page_view.ts";
import { drawPage, drawPrivatePage, type RenderedPage } from "./rendered_page.ts";

type Entry = readonly [string, string];

/** Everything about a request for the page that its answer depends on. */
interface Visit {
  request: Request;
  url: URL;
  wanted: string | null;
  sessionToken: string | null;
  /** Headers that go with whatever is answered. */
  headers: readonly Entry[];
  requestId: string;
}

/**
 * Answers `/`, and nothing else. It stands before everything, because most requests are for it: a visitor's page that
 * is at hand is handed out without another thought, and without a line in the log.
 */
export function servePage(
  request: Request,
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
): Response | Promise<Response> | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const url = new URL(request.url);
  if (url.pathname !== "/") return null;
  const requestId = crypto.randomUUID();
  const { wanted, isNew } = readLanguage(request, url);
  const headers: Entry[] = [["X-Request-Id", requestId], ...securityHeaders(url.protocol)];
  if (isNew && wanted) headers.push(["Set-Cookie", languageCookie(wanted)]);
  const visit = { request, url, wanted, sessionToken: readSessionToken(request, url), headers, requestId };
  const recalled = visit.sessionToken === null ? recallHtml(wanted, Date.now()) : null;
  return recalled ? answerPage(visit, recalled) : findPage(visit, env, execution);
}

async function findPage(
  visit: Visit,
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
): Promise<Response> {
  const { request, url, wanted: locale, sessionToken, requestId, headers } = visit;
  const context = createContext(env, {
    client: { ip: request.headers.get("CF-Connecting-IP") ?? "unknown", userAgent: "" },
    origin: url.origin,
    waitUntil: (work) => execution.waitUntil(work),
  });
  try {
    const { html, isPrivate } = await getPageHtml(context, { locale, sessionToken, render: drawPage });
    return isPrivate ? answerPrivately(visit, html, 200) : answerPage(visit, html);
  } catch (error) {
    if (error instanceof AppError && (error.code === "unauthorized" || error.code === "forbidden")) {
      return answerPrivately(visit, await drawPrivatePage(await getPageShell(context, locale)), 401);
    }
    log("error", "the page can't be shown", { requestId, error });
    const own: Entry[] = [
      ["Content-Type", "text/plain; charset=utf-8"],
      ["Cache-Control", "no-store"],
      ["Retry-After", "5"],
    ];
    return new Response("The status page can't be shown right now. Try again in a moment.\n", {
      status: 503,
      headers: toInit([...headers, ...own]),
    });
  }
}

function answerPage({ request, headers }: Visit, page: RenderedPage): Response {
  const { bytes, entries } = prepare(page);
  const init = toInit([...headers, ...entries, ["Cache-Control", "no-cache"]]);
  const isSame = request.headers.get("If-None-Match") === page.etag;
  return isSame
    ? new Response(null, { status: 304, headers: init })
    : new Response(bytes, { status: 200, headers: init });
}

function answerPrivately({ headers }: Visit, page: RenderedPage, status: 200 | 401): Response {
  const { bytes, entries } = prepare(page);
  const init = toInit([...headers, ...entries, ["Cache-Control", "private, no-store"]]);
  return new Response(bytes, { status, headers: init });
}

interface Prepared {
  bytes: Uint8Array<ArrayBuffer>;
  entries: readonly Entry[];
}

const prepared = new WeakMap<RenderedPage, Prepared>();

/** What is the same for everybody who gets this page. */
function prepare(page: RenderedPage): Prepared {
  let found = prepared.get(page);
  if (!found) {
    const entries: Entry[] = [
      ["Content-Type", "text/html; charset=utf-8"],
      ["Content-Security-Policy", page.policy],
      ["ETag", page.etag],
      ["Vary", "Cookie"],
    ];
    found = { bytes: utf8(page.html), entries };
    prepared.set(page, found);
  }
  return found;
}

function toInit(entries: readonly Entry[]): [string, string][] {
  return entries.map(([name, value]) => [name, value]);
}
