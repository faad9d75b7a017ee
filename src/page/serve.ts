import { parseOwnPath } from "../domain/access/own_path.ts";
import { languageCookie, readLanguage } from "../domain/page/language.ts";
import { type PageAddress, type PageSite, parsePageAddress } from "../domain/page/site.ts";
import { type Env, variablesOf } from "../env.ts";
import { readSessionToken, readUnlockToken } from "../lib/cookies.ts";
import { AppError } from "../lib/errors.ts";
import { isFresh } from "../lib/etag.ts";
import { takesGzip } from "../lib/gzip.ts";
import { log } from "../lib/log.ts";
import { splitUrl } from "../lib/raw_url.ts";
import { nextRequestId } from "../lib/request_id.ts";
import { securityHeaders } from "../lib/security_headers.ts";
import type { DrawnPage } from "../objects/page.ts";
import { limitReads } from "../service/access/public_limit.ts";
import { type Context, clientIpOf, createContext } from "../service/context.ts";
import { findTokenRefusal } from "../service/page/private.ts";
import { findPage, findSignIn, peekHome, siteOfRequest } from "./find.ts";
import { bodyOf, type HeaderEntry, headersOf, toInit } from "./prepared.ts";

const SET_UP_PATH = "/admin/setup";

type Execution = Pick<ExecutionContext, "waitUntil">;

interface PageVisit extends PageRequest {
  request: Request;
  url: URL;
  address: PageAddress | null;
  wanted: string | null;
  sessionToken: string | null;
  requestId: string;
}

type Served = PageRequest & Pick<PageVisit, "request">;

/**
 * Runs before everything else: most requests are page views, and a cached page is served without further work
 * or a log line.
 */
export function servePage(
  request: Request,
  env: Env,
  execution: Execution,
): Response | Promise<Response> | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const page = siteOfRequest(request, env);
  const atHand = cachedResponse(request, page);
  if (atHand) return atHand;
  const url = new URL(request.url);
  const address = parsePageAddress(url);
  if (!address) return null;
  const isPacked = takesGzip(request.headers.get("Accept-Encoding"));
  const visit = toVisit(request, { url, address, isPacked, page });
  const isAtHand = address.kind === "home" && visit.sessionToken === null && visit.after === undefined;
  const recalled = isAtHand ? peekHome(page, visit.wanted, Date.now()) : null;
  return recalled ? pageResponse(visit, recalled, 200) : respondToVisit(visit, env, execution);
}

function cachedResponse(request: Request, site: PageSite): Response | null {
  const { origin, path } = splitUrl(request.url);
  const { headers } = request;
  if (path !== "/" || headers.has("Cookie")) return null;
  const page = peekHome(site, null, Date.now());
  if (!page) return null;
  const own: HeaderEntry[] = [["X-Request-Id", nextRequestId()]];
  const isPacked = takesGzip(headers.get("Accept-Encoding"));
  const visit = {
    request,
    asked: null,
    page: site,
    after: undefined,
    headers: own,
    isPacked,
    isSecure: origin.startsWith("https:"),
  };
  return pageResponse(visit, page, 200);
}

export async function serveMissing(request: Request, env: Env, execution: Execution): Promise<Response> {
  const visit = toVisit(request, {
    url: new URL(request.url),
    address: null,
    isPacked: false,
    page: siteOfRequest(request, env),
  });
  return await respondToVisit(visit, env, execution);
}

function toVisit(
  request: Request,
  { url, ...given }: Pick<PageVisit, "url" | "address" | "isPacked" | "page">,
): PageVisit {
  const requestId = nextRequestId();
  const { wanted, isNew } = readLanguage(request, url);
  const headers: HeaderEntry[] = [["X-Request-Id", requestId]];
  const sessionToken = readSessionToken(request, url);
  const after = readAfter(url);
  const isSecure = url.protocol === "https:";
  return {
    request,
    url,
    ...given,
    wanted,
    asked: isNew ? wanted : null,
    sessionToken,
    after,
    headers,
    requestId,
    isSecure,
  };
}

function readAfter({ searchParams }: URL): number | undefined {
  const after = searchParams.get("after");
  return after !== null && /^\d{1,15}$/.test(after) ? Number(after) : undefined;
}

async function respondToVisit(visit: PageVisit, env: Env, execution: Execution): Promise<Response> {
  const { request, url, address, wanted: locale, sessionToken, after } = visit;
  const context = createContext(env, {
    client: { ip: clientIpOf(request, variablesOf(env)), userAgent: "" },
    origin: url.origin,
    page: visit.page,
    unlockToken: readUnlockToken(request, url, visit.page),
    waitUntil: (work) => execution.waitUntil(work),
  });
  try {
    if (address && address.kind !== "home") await limitReads(context);
    const found = await findPage(context, address, { locale, sessionToken, after });
    if (!found) return leadToSetUp(visit);
    const { drawn, isPrivate, isMissing } = found;
    const status = isMissing ? 404 : 200;
    return isPrivate ? uncachedResponse(visit, drawn, status) : pageResponse(visit, drawn, status);
  } catch (error) {
    return await refusalResponse(visit, context, error).catch((fault) => faultResponse(visit, fault));
  }
}

async function refusalResponse(visit: PageVisit, context: Context, error: unknown): Promise<Response> {
  const isRefused =
    error instanceof AppError && (error.code === "unauthorized" || error.code === "forbidden");
  if (error instanceof AppError && error.code === "not_found") {
    if (visit.page.prefix === "") return notFoundResponse(visit, error);
    return await serveMissing(new Request(context.origin, visit.request), context.env, context);
  }
  if (!isRefused) throw error;
  const refusal = await findTokenRefusal(error, context, visit.request);
  return refusal ? forbiddenResponse(visit, refusal) : await signInPageResponse(visit, context);
}

function notFoundResponse({ url, headers }: PageVisit, { message }: AppError): Response {
  const own: HeaderEntry[] = [
    ["Content-Type", "text/plain; charset=utf-8"],
    ["Cache-Control", "private, no-store"],
  ];
  const all = toInit([...headers, ...securityHeaders(url.protocol), ...own]);
  return new Response(`${message}\n`, { status: 404, headers: all });
}

function forbiddenResponse({ url, headers }: PageVisit, { message }: AppError): Response {
  const own: HeaderEntry[] = [["Cache-Control", "private, no-store"]];
  return Response.json(
    { error: message },
    { status: 403, headers: toInit([...headers, ...securityHeaders(url.protocol), ...own]) },
  );
}

async function signInPageResponse(visit: PageVisit, context: Context): Promise<Response> {
  const { pathname, search, searchParams } = visit.url;
  const returnTo = parseOwnPath(visit.page.prefix + pathname + search) ?? "/";
  const isWrong = searchParams.has("wrong");
  return uncachedResponse(visit, await findSignIn(context, { locale: visit.wanted, returnTo, isWrong }), 401);
}

function leadToSetUp({ headers, url }: PageVisit): Response {
  const own: HeaderEntry[] = [
    ["Location", SET_UP_PATH],
    ["Cache-Control", "no-store"],
  ];
  return new Response(null, {
    status: 302,
    headers: toInit([...headers, ...securityHeaders(url.protocol), ...own]),
  });
}

function faultResponse({ headers, requestId, url }: PageVisit, error: unknown): Response {
  const refusal = error instanceof AppError && error.code === "too_many" ? error : null;
  if (!refusal) log("error", "failed to serve the page", { requestId, error });
  const own: HeaderEntry[] = [
    ["Content-Type", "text/plain; charset=utf-8"],
    ["Cache-Control", "no-store"],
    ["Retry-After", String(refusal?.detail.retryAfterSecs ?? 5)],
  ];
  const sentence = refusal?.message ?? "The status page can't be shown right now. Try again in a moment.";
  return new Response(`${sentence}\n`, {
    status: refusal ? 429 : 503,
    headers: toInit([...headers, ...securityHeaders(url.protocol), ...own]),
  });
}

function pageResponse(visit: Served, page: DrawnPage, status: 200 | 404): Response {
  const isSame = status === 200 && isFresh(visit.request.headers.get("If-None-Match"), page.etag);
  if (!isSame) return htmlResponse(visit, page, { status, cacheControl: "no-cache" });
  const headers = headersOf({ ...visit, isPacked: false }, page, "no-cache");
  return addOwnHeaders(visit, page, new Response(null, { status: 304, headers }));
}

function uncachedResponse(visit: Served, page: DrawnPage, status: 200 | 401 | 404): Response {
  return htmlResponse(visit, page, { status, cacheControl: "private, no-store" });
}

function htmlResponse(
  visit: Served,
  page: DrawnPage,
  { status, cacheControl }: { status: number; cacheControl: string },
): Response {
  const headers = headersOf(visit, page, cacheControl);
  const encodeBody = visit.isPacked ? "manual" : "automatic";
  return addOwnHeaders(visit, page, new Response(bodyOf(page, visit), { status, headers, encodeBody }));
}

/** Added last: a copy of the shared headers would cost a twentieth of the request. */
function addOwnHeaders(
  { headers, asked, page: site }: Served,
  page: DrawnPage,
  response: Response,
): Response {
  for (const [name, value] of headers) response.headers.append(name, value);
  if (asked !== null && asked === page.locale)
    response.headers.append("Set-Cookie", languageCookie(asked, site.prefix));
  return response;
}

interface PageRequest {
  page: PageSite;
  asked: string | null;
  after: number | undefined;
  isPacked: boolean;
  isSecure: boolean;
  headers: readonly HeaderEntry[];
}
