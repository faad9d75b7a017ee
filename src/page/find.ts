import type { StatusView } from "../../web/status/view.ts";
import type { PageAddress } from "../domain/page/address.ts";
import { chooseLocale, localisePage, type PageSnapshot, shellOf } from "../domain/page/view.ts";
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
import { drawPage, drawSignIn, drawSubscribe } from "./draw.ts";

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

/** Null before setup. Throws 401 for a private page without a session, whatever the address. */
export async function findPage(
  context: Context,
  address: PageAddress | null,
  asked: PageRequest,
): Promise<FoundPage | null> {
  const snapshot = await openPage(context, asked);
  const { isPrivate, page } = snapshot;
  // An empty layout may mean that setup is not done: only then ask.
  if (address?.kind === "home" && page.layout.children.length === 0 && !(await isSetUp(context))) return null;
  const { code } = chooseLocale(snapshot.locales, asked.locale);
  if (address?.kind === "home")
    return { drawn: await findHome(context, { snapshot, code, asked }), isPrivate, isMissing: false };
  if (address?.kind === "subscribe") {
    const options = await getSubscriptionOptions(context, asked);
    if (options.enabled)
      return {
        drawn: await findSubscribe(snapshot, { code, options }),
        isPrivate,
        isMissing: false,
      };
  }
  const view = address?.kind === "subscribe" ? NOTHING : await findView(context, address, asked);
  const drawn = await cachedFor(snapshot, {
    kind: "html",
    // Views that don't come from the snapshot may be newer than a cached rendering.
    key: `${code} ${JSON.stringify(view)}`,
    make: () => drawPage(localisePage(snapshot, code), view, isPrivate),
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
  { code, options }: { code: string; options: SubscriptionOptions },
): Promise<DrawnPage> {
  return await cachedFor(snapshot, {
    kind: "html",
    key: `subscribe ${code} ${JSON.stringify(options)}`,
    make: () => drawSubscribe(shellOf(snapshot, code), { kind: "offer", options }),
  });
}

export async function findSignIn(
  context: Context,
  { locale, returnTo }: { locale: string | null; returnTo: string },
): Promise<DrawnPage> {
  const snapshot = await getSnapshot(context);
  const load = () => getSignInPolicy(context).catch(() => PASSWORD_ONLY);
  const policy = await cached("sign-in policy", { ...context, load });
  const shell = shellOf(snapshot, locale);
  return await cachedFor(snapshot, {
    kind: "sign-in",
    key: JSON.stringify([shell.locale, policy, returnTo]),
    make: () => drawSignIn(shell, { policy, returnTo }),
  });
}

/** Null unless the home page is cached and needs no other lookup. */
export function peekHome(locale: string | null, now: number): DrawnPage | null {
  const snapshot = peekSnapshot(now);
  if (!snapshot || snapshot.isPrivate) return null;
  return recall<BuiltHtml>(homeKey(chooseLocale(snapshot.locales, locale).code), now);
}

async function findHome(
  context: Context,
  { snapshot, code, asked }: { snapshot: PageSnapshot; code: string; asked: PageVisitor },
): Promise<DrawnPage> {
  const load = async (known: BuiltHtml | null): Promise<BuiltHtml> => {
    try {
      return (await pageOf(context.env).html(code, known?.stamp ?? null)) ?? known!;
    } catch (error) {
      log("warn", "the page's object does not answer", { error });
      const drawn = await drawPage(localisePage(snapshot, code), { kind: "home" }, snapshot.isPrivate);
      return { stamp: "", at: 0, ...drawn };
    }
  };
  if (await isSignedIn(context, asked)) return await renew(homeKey(code), load);
  const built = await cached(homeKey(code), { ...context, load });
  const isNewEnough = built.at >= (asked.after ?? 0);
  return isNewEnough ? built : await renewTogether(homeKey(code), { ...context, load });
}

function homeKey(code: string): string {
  return `html ${code}`;
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
