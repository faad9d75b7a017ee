import type { StatusView } from "../../web/status/view.ts";
import { DEFAULT_PAGE_ID, defaultSite, type PageAddress, type PageSite } from "../domain/page/site.ts";
import { chooseLocale, localisePage, type PageSnapshot, shellOf } from "../domain/page/view.ts";
import { type Env, variablesOf } from "../env.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import type { BuiltHtml, DrawnPage } from "../objects/page.ts";
import type { SubscriptionOptions } from "../schema/subscription_settings.ts";
import { getSetUpStatus } from "../service/access/set_up.ts";
import { getSignInPolicy } from "../service/access/sign_in_policy.ts";
import { pageOf } from "../service/announce/page.ts";
import type { Context } from "../service/context.ts";
import { getPagePart } from "../service/page/part.ts";
import { getSnapshot, isSignedIn, openPage, type PageVisitor, peekSnapshot } from "../service/page/view.ts";
import { cached, cachedFor, recall, renew, renewTogether } from "../service/record/page_memory.ts";
import { getSubscriptionOptions } from "../service/subscriber/options.ts";
import { drawPage, drawSubscribe, reloadForSignIn } from "./draw.ts";

const NOTHING: StatusView = { kind: "not_found" };

interface PageRequest extends PageVisitor {
  locale: string | null;
}

interface FoundPage {
  drawn: DrawnPage;
  isPrivate: boolean;
  isMissing: boolean;
}

/** Nobody can sign in without the database; the form says so when tried. */
const PASSWORD_ONLY = {
  passwordLogin: true,
  sso: { enabled: false, buttonLabel: "" },
  private: true,
  passwordReset: false,
};

export async function findPage(
  context: Context,
  address: PageAddress | null,
  asked: PageRequest,
): Promise<FoundPage | null> {
  const snapshot = await openPage(context, asked);
  const { isPrivate, page } = snapshot;
  const { prefix, id } = context.page;
  // An empty layout may mean that setup is not done: only then ask.
  if (
    id === DEFAULT_PAGE_ID &&
    address?.kind === "home" &&
    page.layout.children.length === 0 &&
    !(await isSetUp(context))
  )
    return null;
  const { code } = chooseLocale(snapshot.locales, asked.locale);
  if (address?.kind === "home")
    return { drawn: await findHome(context, { snapshot, code, asked }), isPrivate, isMissing: false };
  if (address?.kind === "subscribe") {
    const options = await getSubscriptionOptions(context, asked);
    if (options.enabled)
      return {
        drawn: await findSubscribe(snapshot, { prefix, code, options }),
        isPrivate,
        isMissing: false,
      };
  }
  const view = address?.kind === "subscribe" ? NOTHING : await findView(context, address, asked);
  const drawn = await cachedFor(snapshot, {
    kind: "html",
    // Views that don't come from the snapshot may be newer than a cached rendering.
    key: `${prefix} ${code} ${JSON.stringify(view)}`,
    make: () => drawPage(localisePage(snapshot, code), view, { isPrivate, prefix }),
  });
  return { drawn, isPrivate, isMissing: view.kind === "not_found" };
}

async function isSetUp(context: Context): Promise<boolean> {
  return await getSetUpStatus(context).then(
    ({ required }) => !required,
    () => true,
  );
}

async function findSubscribe(
  snapshot: PageSnapshot,
  { prefix, code, options }: { prefix: string; code: string; options: SubscriptionOptions },
): Promise<DrawnPage> {
  return await cachedFor(snapshot, {
    kind: "html",
    key: `subscribe ${prefix} ${code} ${JSON.stringify(options)}`,
    make: () => drawSubscribe(shellOf(snapshot, code), { kind: "offer", options }, prefix),
  });
}

export async function findSignIn(
  context: Context,
  { locale, returnTo, isWrong }: { locale: string | null; returnTo: string; isWrong: boolean },
): Promise<DrawnPage> {
  const { page } = context;
  const snapshot = await getSnapshot(context);
  const load = () => getSignInPolicy(context).catch(() => PASSWORD_ONLY);
  const policy = await cached("sign-in policy", { ...context, load });
  // An identity provider sends people back to PUBLIC_URL, where this page's cookie would not be set.
  const isAtHost = page.id !== DEFAULT_PAGE_ID && page.prefix === "";
  const own = isAtHost
    ? { ...policy, sso: { enabled: false, buttonLabel: "" }, passwordReset: false }
    : policy;
  const hasPassword = snapshot.unlockStamp !== undefined;
  const shell = shellOf(snapshot, locale);
  return await cachedFor(snapshot, {
    kind: "sign-in",
    key: JSON.stringify([shell.locale, policy, returnTo, hasPassword, isWrong, page.prefix]),
    make: () => reloadForSignIn(shell, { policy: own, returnTo, page, hasPassword, isWrong }),
  });
}

export function peekHome(page: PageSite, locale: string | null, now: number): DrawnPage | null {
  const snapshot = peekSnapshot(page, now);
  if (!snapshot || snapshot.isPrivate) return null;
  return recall<BuiltHtml>(homeKey(page, chooseLocale(snapshot.locales, locale).code), now);
}

async function findHome(
  context: Context,
  { snapshot, code, asked }: { snapshot: PageSnapshot; code: string; asked: PageVisitor },
): Promise<DrawnPage> {
  const { env, page } = context;
  const { prefix } = page;
  const { isPrivate } = snapshot;
  const key = homeKey(page, code);
  const load = async (known: BuiltHtml | null): Promise<BuiltHtml> => {
    try {
      return (await pageOf(env, page.id).html({ locale: code, prefix }, known?.stamp ?? null)) ?? known!;
    } catch (error) {
      log("warn", "the page object did not respond", { error });
      const drawn = await drawPage(localisePage(snapshot, code), { kind: "home" }, { isPrivate, prefix });
      return { stamp: "", at: 0, ...drawn };
    }
  };
  if (await isSignedIn(context, asked)) return await renew(key, load);
  const built = await cached(key, { ...context, load });
  const isNewEnough = built.at >= (asked.after ?? 0);
  return isNewEnough ? built : await renewTogether(key, { ...context, load });
}

function homeKey({ id, prefix }: PageSite, code: string): string {
  return id === DEFAULT_PAGE_ID ? `html ${code}` : `html ${code} ${id} ${prefix}`;
}

async function findView(
  context: Context,
  address: Exclude<PageAddress, { kind: "home" | "subscribe" }> | null,
  asked: PageRequest,
): Promise<StatusView> {
  if (!address) return NOTHING;
  try {
    return await getPagePart(context, address, asked);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return NOTHING;
    throw error;
  }
}

const sites = new WeakMap<Request, PageSite>();
const defaults = new WeakMap<Env, PageSite>();

export function siteOfRequest(request: Request, env: Env): PageSite {
  return sites.get(request) ?? defaultOf(env);
}

export function isOfOtherPage(request: Request): boolean {
  return sites.has(request);
}

function defaultOf(env: Env): PageSite {
  let site = defaults.get(env);
  if (!site) {
    site = defaultSite(variablesOf(env).publicUrl);
    defaults.set(env, site);
  }
  return site;
}

export function requestTo(site: PageSite, request: Request, url: URL): Request {
  const address = new URL(url);
  // In a link, a path that begins with two slashes names another host.
  address.pathname = url.pathname.slice(site.prefix.length).replace(/^\/+/, "/");
  const own = new Request(address, request);
  sites.set(own, site);
  return own;
}
