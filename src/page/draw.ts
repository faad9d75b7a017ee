import { inlineStyle, renderDocument, renderSignIn, renderSubscribe } from "../../dist/status/render.js";
import type { RenderOptions, StatusView, SubscribePart } from "../../web/status/view.ts";
import type { PageSite } from "../domain/page/site.ts";
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
const UNLOCK = "/api/v1/public/unlock";
const MISSING_PATH = "/404";

export async function drawPage(
  page: PublicPage,
  view: StatusView,
  { isPrivate, prefix }: { isPrivate: boolean; prefix: string },
): Promise<DrawnPage> {
  const options = { ...optionsFor(page, pathOf(view)), isPrivate, ...prefixIn(prefix) };
  return await finish(renderDocument(page, view, options), page);
}

interface SignInWanted {
  policy: SignInPolicy;
  returnTo: string;
  page: PageSite;
  hasPassword: boolean;
  isWrong: boolean;
}

function prefixIn(prefix: string): { prefix?: string } {
  return prefix === "" ? {} : { prefix };
}

export async function reloadForSignIn(
  shell: PageShell,
  { policy, returnTo, page, hasPassword, isWrong }: SignInWanted,
): Promise<DrawnPage> {
  const query = new URLSearchParams({ returnTo });
  const [path = "/"] = returnTo.split("?");
  const offer = {
    passwordLogin: policy.passwordLogin,
    forgottenUrl: policy.passwordReset ? "/admin/forgot" : null,
    ...(hasPassword && { unlock: { action: `${page.prefix}${UNLOCK}`, isWrong } }),
    sso: policy.sso.enabled ? { label: policy.sso.buttonLabel, url: `${OIDC_LOGIN}?${query}` } : null,
  };
  const options = { path, origin: shell.site.url ?? "", ...prefixIn(page.prefix) };
  return await finish(renderSignIn(shell, offer, options), shell);
}

export async function drawSubscribe(
  shell: PageShell,
  part: SubscribePart,
  prefix: string,
): Promise<DrawnPage> {
  const options = { path: "/subscribe", origin: shell.site.url ?? "", ...prefixIn(prefix) };
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
    case "monitor":
      return `/monitor/${view.id}`;
    case "not_found":
      return MISSING_PATH;
  }
}

function optionsFor(page: PublicPage, path: string): RenderOptions {
  const isStale = !page.fault && Date.now() - Date.parse(page.takenAt) > STALE_MS;
  return { path, origin: page.site.url ?? "", isStale };
}

async function finish(html: string, { locale }: Pick<PageShell, "locale">): Promise<DrawnPage> {
  const first = inlineStyle(html);
  return {
    locale,
    html,
    gzip: await gzip(html),
    firstGzip: await gzip(first),
    policy: pagePolicy(first),
    etag: await etagOf(html),
  };
}
