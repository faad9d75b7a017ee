import type { PageShell } from "../domain/page_view.ts";
import { sha256Hex } from "../lib/bytes.ts";
import { pagePolicy } from "../lib/security_headers.ts";
import type { PublicPage } from "../schema/public_page.ts";
import { renderEmptyPage } from "./empty_page.ts";
import { type RenderOptions, renderPage } from "./render.ts";

/** The page is read each minute at least: what is older could not be renewed. */
const STALE_MS = 180_000;

export interface RenderedPage {
  html: string;
  /** The Content-Security-Policy it needs. It is kept and given to many, so by hashes and never by a nonce. */
  policy: string;
  /** Changes with the content. */
  etag: string;
}

/** The whole page at `/`. Runs once for each version and language. */
export async function drawPage(page: PublicPage): Promise<RenderedPage> {
  return await finish(renderPage(page, optionsFor(page, "/")));
}

/** What stands in place of a private page for those who are not signed in. */
export async function drawPrivatePage(shell: PageShell): Promise<RenderedPage> {
  return await renderEmptyPage(shell, { isPrivate: true });
}

export function optionsFor(page: PublicPage, path: string): RenderOptions {
  const isStale = Date.now() - Date.parse(page.takenAt) > STALE_MS;
  return { path, origin: page.site.url ?? "", isStale };
}

export async function finish(html: string): Promise<RenderedPage> {
  return { html, policy: pagePolicy(html), etag: `"${(await sha256Hex(html)).slice(0, 24)}"` };
}
