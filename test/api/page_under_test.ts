import { pageObjectName } from "../../src/domain/page/site.ts";
import type { PageMode } from "../../src/schema/page_mode.ts";
import { bindings } from "./bindings.ts";

export type PageUnderTest = "default" | "prefix" | "hostname";

const KEY = "second";
const PREFIX = `/p/${KEY}`;
const HOST = "uptide.test";
const PAGE_HOST = "page.test";
const ADMIN = "/api/v1/admin";
const OF_THE_SERVICE = /^\/(api\/v1\/(admin|auth|agent|hook)|admin|a|mcp|ping)(\/|$)/;
const OF_ALL_PAGES = /^\/(uploads|assets)\//;
const OF_A_PAGE: readonly [before: RegExp, after: string][] = [
  [/^\/(layout|branding)(?=\/|$)/, "$1"],
  [/^\/subscribers\/settings$/, "subscriptions/settings"],
  [/^\/subscribers(?=\/|$)/, "subscribers"],
  [/^\/status-page-access$/, "access"],
  [/^\/static-mirror(?=\/|$)/, "static-mirror"],
];

let pageUnderTest: PageUnderTest = "default";

const isDefault = () => pageUnderTest === "default";

export const pageIdUnderTest = () => (isDefault() ? 1 : 2);

export const readLastCopy = () => bindings.FILES.get(`${pageObjectName(pageIdUnderTest())}/snapshot.json`);

export const pageObjectUnderTest = () => bindings.PAGE.getByName(pageObjectName(pageIdUnderTest()));

const ADDRESSES: Record<PageUnderTest, string> = {
  default: `http://${HOST}`,
  prefix: `http://${HOST}${PREFIX}`,
  hostname: `http://${PAGE_HOST}`,
};

export const pageAddress = () => ADDRESSES[pageUnderTest];

/** Tests ask for the page at the root of HOST; `aimAtPage` and `asAtRoot` translate. */
export async function setPageUnderTest(db: D1Database, page: PageUnderTest): Promise<void> {
  pageUnderTest = page;
  if (isDefault()) return;
  await db
    .prepare(
      "INSERT INTO pages (key, name, hostnames, position, created_at, updated_at) VALUES (?, '', ?, 1, 0, 0)",
    )
    .bind(KEY, JSON.stringify(page === "hostname" ? [PAGE_HOST] : []))
    .run();
}

export async function aimAtPage(request: Request): Promise<Request> {
  if (isDefault()) return request;
  const url = new URL(request.url);
  if (url.host !== HOST) return request;
  if (OF_THE_SERVICE.test(url.pathname)) return await toService(request, url);
  if (pageUnderTest === "prefix" && OF_ALL_PAGES.test(url.pathname)) return request;
  const aimed = new Request(pageAddress() + pathOf(url), request);
  if (aimed.headers.get("Origin") === url.origin) aimed.headers.set("Origin", new URL(aimed.url).origin);
  return aimed;
}

async function toService(request: Request, url: URL): Promise<Request> {
  const path = url.pathname.startsWith(ADMIN) ? url.pathname.slice(ADMIN.length) : null;
  const own = path === null ? undefined : OF_A_PAGE.find(([before]) => before.test(path));
  if (path !== null && own) url.pathname = `${ADMIN}/pages/${KEY}/${path.replace(...own)}`;
  const aimed = new Request(url, request);
  if (!["POST", "PUT"].includes(request.method) || path === null) return aimed;
  const change = changeOf(path);
  return change ? await withBody(aimed, change) : aimed;
}

type Change = (body: Record<string, unknown>) => Record<string, unknown>;

const MODES = new Map<unknown, PageMode>([
  [true, "users"],
  [false, "public"],
]);

function changeOf(path: string): Change | null {
  if (path === "/status-page-access")
    return ({ private: isPrivate, version }) => ({ version, mode: MODES.get(isPrivate) });
  if (path !== "/incidents" && path !== "/maintenance") return null;
  return (body) =>
    Array.isArray(body["monitorIds"]) && body["monitorIds"].length > 0 ? body : { pageKeys: [KEY], ...body };
}

async function withBody(request: Request, change: Change): Promise<Request> {
  const text = await request.text();
  try {
    return new Request(request, { body: JSON.stringify(change(JSON.parse(text))) });
  } catch {
    return new Request(request, { body: text });
  }
}

const pathOf = ({ pathname, search }: URL) => pathname + search;

export function asAtRoot(response: Response): Response {
  if (isDefault()) return response;
  const headers = new Headers(response.headers);
  for (const name of ["Location", "Link", "Set-Cookie"]) {
    const value = headers.get(name);
    if (value) headers.set(name, withoutAddress(value.replace(`Path=${PREFIX};`, "Path=/;")));
  }
  const isText = /^(text\/|application\/(json|[a-z]+\+xml|xml|manifest))|svg/.test(
    headers.get("Content-Type") ?? "",
  );
  if (!isText || !response.body) return new Response(response.body, { status: response.status, headers });
  headers.delete("Content-Length");
  const body = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(
      new TransformStream<string, string>({ transform: (text, out) => out.enqueue(withoutAddress(text)) }),
    )
    .pipeThrough(new TextEncoderStream());
  return new Response(body, { status: response.status, headers });
}

function withoutAddress(text: string): string {
  return text
    .replaceAll(` data-prefix="${PREFIX}"`, "")
    .replaceAll(`${PREFIX}/`, "/")
    .replaceAll(PREFIX, "")
    .replaceAll(PAGE_HOST, HOST);
}
