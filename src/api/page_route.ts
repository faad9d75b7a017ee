import { DEFAULT_PAGE_ID, DEFAULT_PAGE_KEY, type KnownPage, siteOf } from "../domain/page/site.ts";
import { type Env, variablesOf } from "../env.ts";
import { AppError, NOTHING_HERE } from "../lib/errors.ts";
import { isOwnHost } from "../lib/own_host.ts";
import { splitUrl } from "../lib/raw_url.ts";
import { nextRequestId } from "../lib/request_id.ts";
import { requestTo } from "../page/find.ts";
import { noteArrival } from "../service/announce/page.ts";
import { listPagesKnown } from "../service/page/known_pages.ts";
import { refusalResponse } from "./fault.ts";
import { ENDPOINTS } from "./routes.ts";
import { secure } from "./secure.ts";

type Serve = (request: Request) => Response | Promise<Response>;
type Execution = Pick<ExecutionContext, "waitUntil">;

const PREFIX = /^\/p\/([a-z0-9][a-z0-9_-]{0,63})(?=\/|$)/;
const ANY_PREFIX = /^\/p\/[^/]*/;
const OF_PAGE = /^\/(?:api\/v1\/public\/|api\/v2\/|(?:history\.(?:rss|atom)|rss\.xml|embed|embed\.js)$)/;
/** At its own hostname it needs its files too, people sign in there, and a failover checks it. */
const AT_HOST = /^\/(?:api\/v1\/auth\/|assets\/|uploads\/|health$)/;
const OWN_ROOTS: ReadonlySet<string | undefined> = new Set([
  "admin",
  "assets",
  ...ENDPOINTS.map(({ path }) => rootOf(path)),
]);
const WORKERS_DEV = ".workers.dev";

const lastDefault = new WeakMap<Env, string>();

export function routeToPage(
  request: Request,
  env: Env,
  { execution, serve }: { execution: Execution; serve: Serve },
): Promise<Response> | null {
  const { origin, path } = splitUrl(request.url);
  const isPrefixed = path.startsWith("/p/");
  if (!isPrefixed && lastDefault.get(env) === origin) return null;
  const url = new URL(request.url);
  const { publicUrl } = variablesOf(env);
  const isDefaultHost = isDefaultAddress(url.hostname, publicUrl);
  if (isDefaultHost && !isPrefixed) {
    lastDefault.set(env, origin);
    return null;
  }
  return route(request, env, { url, isDefaultHost, execution, serve });
}

function isDefaultAddress(hostname: string, publicUrl: string | null): boolean {
  const name = hostname.toLowerCase();
  if (publicUrl !== null && new URL(publicUrl).hostname === name) return true;
  if (name.endsWith(WORKERS_DEV)) return true;
  return isOwnHost(name, publicUrl) && !name.endsWith(".localhost");
}

interface Route {
  url: URL;
  isDefaultHost: boolean;
  execution: Execution;
  serve: Serve;
}

async function route(
  request: Request,
  env: Env,
  { url, isDefaultHost, execution, serve }: Route,
): Promise<Response> {
  const requestId = nextRequestId();
  try {
    const pages = await listPagesKnown(env, (work) => execution.waitUntil(work));
    const { publicUrl } = variablesOf(env);
    const atHost = isDefaultHost
      ? undefined
      : pages.find(({ hostnames }) => hostnames.includes(url.hostname));
    if (atHost) {
      if (!atHost.arrivals?.[url.hostname]) execution.waitUntil(noteArrival(env, url.hostname));
      const site = siteOf(atHost, { publicUrl, isAtHost: true });
      if (site.id === DEFAULT_PAGE_ID) return await serve(request);
      return await servePart(requestTo(site, request, url), { serve, allowed: [OF_PAGE, AT_HOST] });
    }
    if (!isDefaultHost) refuseHost(env, url, pages);
    const key = PREFIX.exec(url.pathname)?.[1];
    if (key === DEFAULT_PAGE_KEY) return secure(toDefault(url), { url, requestId });
    const known = key === undefined ? undefined : pages.find((page) => page.key === key);
    if (!known) {
      // API clients get JSON, not the page for people.
      const path = decode(url.pathname);
      if (ANY_PREFIX.test(path) && OWN_ROOTS.has(rootOf(path.replace(ANY_PREFIX, "")))) throw notFoundHere();
      return await serve(request);
    }
    const site = siteOf(known, { publicUrl });
    return await servePart(requestTo(site, request, url), { serve, allowed: [OF_PAGE] });
  } catch (error) {
    const refusal =
      error instanceof AppError
        ? error
        : new AppError("unavailable", "The status page can't be shown right now. Try again in a moment.", {
            cause: error,
          });
    return secure(refusalResponse(refusal), { url, requestId });
  }
}

/** The panel, its API and everything else of the service are at PUBLIC_URL alone. */
async function servePart(
  request: Request,
  { serve, allowed }: { serve: Serve; allowed: readonly RegExp[] },
): Promise<Response> {
  const plain = decode(new URL(request.url).pathname);
  const isRefused = OWN_ROOTS.has(rootOf(plain)) && !allowed.some((pattern) => pattern.test(plain));
  if (isRefused) throw notFoundHere();
  return await serve(request);
}

function notFoundHere(): AppError {
  return new AppError("not_found", NOTHING_HERE);
}

function rootOf(path: string): string | undefined {
  return path.split("/")[1];
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function toDefault(url: URL): Response {
  const path = url.pathname.slice(`/p/${DEFAULT_PAGE_KEY}`.length) || "/";
  // A path of two slashes would name another host.
  const location = path.replace(/^\/+/, "/") + url.search;
  return new Response(null, { status: 308, headers: { Location: location } });
}

function refuseHost(env: Env, url: URL, pages: readonly KnownPage[]): void {
  const { trustedProxies, publicUrl } = variablesOf(env);
  const isOwn = isOwnHost(url.hostname, publicUrl) || url.hostname.endsWith(WORKERS_DEV);
  const isStrict = trustedProxies !== null || pages.length > 1;
  if (isOwn || !isStrict || (publicUrl === null && trustedProxies === null)) return;
  throw new AppError(
    "misdirected",
    `Unknown host ${url.host}. If it is this service's address, start it with PUBLIC_URL=${url.origin}.`,
  );
}
