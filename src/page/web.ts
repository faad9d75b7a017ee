import type { Context } from "hono";
import type { Env } from "../env.ts";
import { takesGzip } from "../lib/gzip.ts";
import { PANEL_POLICY } from "../lib/security_headers.ts";
import { serveMissing } from "./serve.ts";

/** Missing files get a data response; other addresses were probably typed, so they get a page. */
const FILES = /^\/(?:assets|uploads)(?:\/|$)/;

const PANEL_FILES = new Set([
  "/admin/manifest.json",
  "/admin/push-worker.js",
  "/admin/icon.png",
  "/admin/icon.svg",
]);
const PANEL_FILE_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const PACKABLE = /javascript|css|svg|json/;

export async function serveWeb(c: Context<{ Bindings: Env }>): Promise<Response> {
  const { pathname } = new URL(c.req.url);
  if (PANEL_FILES.has(pathname)) return await servePanelFile(c);
  if (pathname === "/admin" || pathname.startsWith("/admin/")) return await servePanel(c);
  if (pathname.startsWith("/assets/")) return await serveAsset(c);
  if (FILES.test(pathname)) return c.notFound();
  return await serveMissing(c.req.raw, c.env, c.executionCtx);
}

async function servePanel(c: Context<{ Bindings: Env }>): Promise<Response> {
  const page = await c.env.ASSETS.fetch(new URL("/admin.html", c.req.url));
  const headers = new Headers(page.headers);
  headers.set("Content-Security-Policy", PANEL_POLICY);
  headers.set("Cache-Control", "no-cache");
  return new Response(page.body, { status: page.status, headers });
}

async function servePanelFile(c: Context<{ Bindings: Env }>): Promise<Response> {
  const file = await c.env.ASSETS.fetch(c.req.raw);
  const headers = new Headers(file.headers);
  headers.set("Content-Security-Policy", PANEL_FILE_POLICY);
  headers.set("Cache-Control", "no-cache");
  return new Response(file.body, { status: file.status, headers });
}

/** Only with `npm start`: on Cloudflare the edge serves and compresses files. */
async function serveAsset(c: Context<{ Bindings: Env }>): Promise<Response> {
  const file = await c.env.ASSETS.fetch(c.req.raw);
  if (file.status === 404) return c.notFound();
  const type = file.headers.get("Content-Type") ?? "";
  if (file.status !== 200 || !PACKABLE.test(type) || !takesGzip(c.req.header("Accept-Encoding") ?? null))
    return file;
  const headers = new Headers(file.headers);
  headers.delete("Content-Length");
  headers.set("Content-Encoding", "gzip");
  headers.set("Vary", "Accept-Encoding");
  // The runtime compresses the body because of Content-Encoding.
  return new Response(file.body, { headers });
}
