import type { PageShell } from "../domain/page/view.ts";
import { etagOf } from "../lib/etag.ts";
import { gzip } from "../lib/gzip.ts";
import { pagePolicy } from "../lib/security_headers.ts";
import type { PublicPage } from "../schema/public_page.ts";
import type { SignInPolicy } from "../service/access/sign_in_policy.ts";
import type { PagePart } from "../service/page/part.ts";
import {
  type RenderOptions,
  renderHistoryPage,
  renderIncidentPage,
  renderMaintenancePage,
  renderMissingPage,
  renderPage,
  renderSignIn,
} from "./render.ts";

/** The page is read each minute at least: what is older could not be renewed. */
const STALE_MS = 180_000;
const OIDC_LOGIN = "/api/v1/auth/oidc/login";
/** One for all addresses that have nothing, so that one drawing does for them. */
const MISSING_PATH = "/404";

export interface RenderedPage {
  html: string;
  /** The same, compressed: once for everybody who gets it. */
  gzip: Uint8Array<ArrayBuffer>;
  /** The Content-Security-Policy it needs. It is kept and given to many, so by hashes and never by a nonce. */
  policy: string;
  /** Changes with the content. */
  etag: string;
}

/** The whole page at `/`. Runs once for each version and language. */
export async function drawPage(page: PublicPage, isPrivate: boolean): Promise<RenderedPage> {
  return await finish(renderPage(page, { ...optionsFor(page, "/"), isPrivate }));
}

/** What stands at another of the page's addresses; null for one that has nothing. */
export async function drawPart(
  page: PublicPage,
  part: PagePart | null,
  isPrivate: boolean,
): Promise<RenderedPage> {
  return await finish(renderPart(page, part, isPrivate));
}

function renderPart(page: PublicPage, part: PagePart | null, isPrivate: boolean): string {
  const optionsAt = (path: string) => ({ ...optionsFor(page, path), isPrivate });
  switch (part?.kind) {
    case "incident":
      return renderIncidentPage(page, part.incident, optionsAt(`/incidents/${part.incident.id}`));
    case "maintenance": {
      const { maintenance } = part;
      return renderMaintenancePage(page, maintenance, optionsAt(`/maintenance/${maintenance.id}`));
    }
    case "history":
      return renderHistoryPage(page, part, optionsAt("/history"));
    default:
      return renderMissingPage(page, optionsAt(MISSING_PATH));
  }
}

/** What stands in place of a private page for those who are not signed in, at whatever address. */
export async function drawSignIn(
  shell: PageShell,
  { policy, returnTo }: { policy: SignInPolicy; returnTo: string },
): Promise<RenderedPage> {
  const query = new URLSearchParams({ returnTo });
  const [path = "/"] = returnTo.split("?");
  const offer = {
    passwordLogin: policy.passwordLogin,
    sso: policy.sso.enabled ? { label: policy.sso.buttonLabel, url: `${OIDC_LOGIN}?${query}` } : null,
  };
  return await finish(renderSignIn(shell, offer, { path, origin: shell.site.url ?? "" }));
}

function optionsFor(page: PublicPage, path: string): RenderOptions {
  const isStale = Date.now() - Date.parse(page.takenAt) > STALE_MS;
  return { path, origin: page.site.url ?? "", isStale };
}

async function finish(html: string): Promise<RenderedPage> {
  return { html, gzip: await gzip(html), policy: pagePolicy(html), etag: await etagOf(html) };
}
