import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { renderDocument } from "../../dist/status/render.js";
import { formatMessage, type LiveMessage } from "../../src/domain/page/live_message.ts";
import { etagOf, isFresh } from "../../src/lib/etag.ts";
import { pagePolicy } from "../../src/lib/security_headers.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import type { RenderOptions } from "../../web/status/view.ts";
import { monitorStory, NOW, textsIn } from "../page/fixtures.ts";

const WEB = join(import.meta.dirname, "../../dist/web");
const TYPES: Record<string, string> = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

export interface StatusServer {
  address: string;
  page: PublicPage;
  isStale: boolean;
  /** The page computes a response's age with the server's clock. */
  now: number;
  asked: string[];
  askedAfter: string[];
  streamStatus: 200 | 429 | 503;
  state: "here" | "gone" | "private";
  streams: () => number;
  lastId: () => number;
  send: (message: LiveMessage) => void;
  dropStreams: () => void;
  stop: () => Promise<void>;
}

export async function startStatusServer(page: PublicPage): Promise<StatusServer> {
  const streams = new Set<ServerResponse>();
  let lastId = 0;
  const http = createServer((request, response) => answer(request, response));
  const server: StatusServer = {
    address: "",
    page,
    isStale: false,
    now: NOW,
    asked: [],
    askedAfter: [],
    streamStatus: 200,
    state: "here",
    streams: () => streams.size,
    lastId: () => lastId,
    send: (message) => {
      lastId += 1;
      for (const stream of streams) stream.write(formatMessage(message, lastId));
    },
    dropStreams: () => {
      for (const stream of streams) stream.destroy();
    },
    stop: () => stop(http),
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", "http://localhost");
    server.asked.push(url.pathname);
    if (server.state === "gone") return void request.socket.destroy();
    // Opening the page signs the visitor in.
    if (server.state === "private" && url.pathname === "/") server.state = "here";
    if (server.state === "private") return void response.writeHead(401).end("{}");
    if (url.searchParams.has("after")) server.askedAfter.push(url.searchParams.get("after") ?? "");
    if (url.pathname === "/api/v1/public/events") openStream(response);
    else if (url.pathname.startsWith("/assets/")) sendAsset(url.pathname, response);
    else void sendPage(inLanguage(url), request, response);
  }

  async function sendPage(
    shown: PublicPage,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const html = render(shown, { path: pathname, origin: server.address, isStale: server.isStale });
    const etag = await etagOf(html);
    const hasIt = isFresh(request.headers["if-none-match"], etag);
    const isPacked = /gzip/.test(String(request.headers["accept-encoding"]));
    response.writeHead(hasIt ? 304 : 200, {
      ...(isPacked && { "Content-Encoding": "gzip" }),
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": pagePolicy(html),
      ETag: etag,
      Date: new Date(server.now).toUTCString(),
    });
    response.end(hasIt ? undefined : isPacked ? gzipSync(html) : html);
  }

  function inLanguage(url: URL): PublicPage {
    const locale = url.searchParams.get("lang") ?? server.page.locale;
    return locale === server.page.locale ? server.page : { ...server.page, locale, texts: textsIn(locale) };
  }

  function openStream(response: ServerResponse): void {
    if (server.streamStatus !== 200) return void response.writeHead(server.streamStatus).end("{}");
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(
      `retry: 2000\n\n${formatMessage({ event: "hello", data: { version: server.page.version } }, lastId)}`,
    );
    streams.add(response);
    response.on("close", () => streams.delete(response));
  }

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  server.address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return server;
}

function render(page: PublicPage, options: RenderOptions): string {
  const [, room, id] = options.path.split("/");
  const incident = page.incidents.find((known) => String(known.id) === id);
  const maintenance = page.maintenances.find((known) => String(known.id) === id);
  if (options.path === "/") return renderDocument(page, { kind: "home" }, options);
  if (room === "incidents" && incident) return renderDocument(page, { kind: "incident", incident }, options);
  if (room === "maintenance" && maintenance)
    return renderDocument(page, { kind: "maintenance", maintenance }, options);
  if (room === "monitor" && page.monitors.some((known) => String(known.id) === id))
    return renderDocument(page, { kind: "monitor", ...monitorStory(page, Number(id)) }, options);
  if (room === "history")
    return renderDocument(page, { kind: "history", incidents: page.incidents, page: 1, pages: 3 }, options);
  return renderDocument(page, { kind: "not_found" }, options);
}

function sendAsset(path: string, response: ServerResponse): void {
  const file = join(WEB, normalize(path));
  const isThere = file.startsWith(WEB) && existsSync(file);
  const type = TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  response.writeHead(isThere ? 200 : 404, { "Content-Type": type, "Content-Encoding": "gzip" });
  response.end(isThere ? gzipSync(readFileSync(file)) : undefined);
}

async function stop(http: Server): Promise<void> {
  http.closeAllConnections();
  await new Promise<void>((resolve) => http.close(() => resolve()));
}
