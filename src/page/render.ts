import type { PageShell } from "../domain/page_view.ts";
import type { PublicPage } from "../schema/public_page.ts";
import { renderEmptyPage } from "./empty_page.ts";

export interface RenderedPage {
  html: string;
  /** The Content-Security-Policy it needs. It is kept and given to many, so by hashes and never by a nonce. */
  policy: string;
  /** Changes with the content. */
  etag: string;
}

/** The whole page. Runs once for each version and language. */
export async function renderPage(page: PublicPage): Promise<RenderedPage> {
  return await renderEmptyPage(page);
}

/** What stands in place of a private page for those who are not signed in. */
export async function renderPrivatePage(shell: PageShell): Promise<RenderedPage> {
  return await renderEmptyPage(shell, { isPrivate: true });
}
