import { renderDocument, renderSignIn, renderSubscribe } from "../../dist/status/render.js";
import type { RenderOptions, StatusView, SubscribePart } from "../../web/status/view.ts";
import type { PageShell } from "../domain/page/view.ts";
import { etagOf } from "../lib/etag.ts";
import { gzip } from "../lib/gzip.ts";
import { pagePolicy } from "../lib/security_headers.ts";
import type { DrawnPage } from "../objects/page.ts";
import type { PublicPage } from "../schema/public_page.ts";
import type { SignInPolicy } from "../service/access/sign_in_policy.ts";

/** The page is read at least once a minute, so an older one means that refreshing fails. */
const STALE_MS = 180_000;
const OIDC_LOGIN = "/api/v1/auth/oidc/login";
const MISSING_PATH = "/404";

export async function drawPage(page: PublicPage, view: StatusView, isPrivate: boolean): Promise<DrawnPage> {
  return await finish(renderDocument(page, view, { ...optionsFor(page, pathOf(view)), isPrivate }), page);
}

export async function drawSignIn(
  shell: PageShell,
  { policy, returnTo }: { policy: SignInPolicy; returnTo: string },
): Promise<DrawnPage> {
  const query = new URLSearchParams({ returnTo });
  const [path = "/"] = returnTo.split("?");
  const offer = {
    passwordLogin: policy.passwordLogin,
    forgottenUrl: policy.passwordReset ? "/admin/forgot" : null,
    sso: policy.sso.enabled ? { label: policy.sso.buttonLabel, url: `${OIDC_LOGIN}?${query}` } : null,
  };
  return await finish(renderSignIn(shell, offer, { path, origin: shell.site.url ?? "" }), shell);
}

export async function drawSubscribe(shell: PageShell, part: SubscribePart): Promise<DrawnPage> {
  const options = { path: "/subscribe", origin: shell.site.url ?? "" };
  return await finish(renderSubscribe(shell, part, options), shell);
}

function pathOf(view: StatusView): string {
  switch (view.kind) {
    case "home":
      return "/";
    case "incident":
      return `/incidents/${view.incident.id}${view.isPostMortem ? "/post-mortem" : ""}`;
    case "maintenance":
      return `/maintenance/${view.maintenance.id}`;
    case "history":
      return "/history";
    case "not_found":
      return MISSING_PATH;
  }
}

function optionsFor(page: PublicPage, path: string): RenderOptions {
  // With a known fault the statuses are current or marked as outdated.
  const isStale = !page.fault && Date.now() - Date.parse(page.takenAt) > STALE_MS;
  return { path, origin: page.site.url ?? "", isStale };
}

async function finish(html: string, { locale }: Pick<PageShell, "locale">): Promise<DrawnPage> {
  return { locale, html, gzip: await gzip(html), policy: pagePolicy(html), etag: await etagOf(html) };
}
