import { chooseLocale, localisePage, type PageSnapshot } from "../../domain/page/view.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { BuiltPage } from "../../objects/page.ts";
import type { PublicMonitor, PublicPage } from "../../schema/public_page.ts";
import { authenticateSession } from "../access/session.ts";
import { pageOf } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { cached, cachedFor, recall, renew, renewTogether } from "../record/page_memory.ts";
import { readCopyNow } from "./copy.ts";
import { privatePage } from "./private.ts";

export interface PageVisitor {
  sessionToken: string | null;
  /** The last stream message the visitor knows: older pages won't do. */
  after?: number | undefined;
}

/**
 * Does not check access: for callers that handle private pages themselves (feeds, status API) and public
 * parts. At most five seconds old.
 */
export async function getSnapshot(
  context: Context,
  { sessionToken, after = 0 }: PageVisitor = { sessionToken: null },
): Promise<PageSnapshot> {
  const load = (known: BuiltPage | null) => loadPage(context, known);
  if (await isSignedIn(context, { sessionToken })) return (await renew("page", load)).snapshot;
  const built = await cached("page", { ...context, load });
  if (built.at >= after) return built.snapshot;
  return (await renewTogether("page", { ...context, load })).snapshot;
}

/** A cookie without a valid session gets the visitor's page: it must not bypass the cache. */
export async function isSignedIn(context: Context, { sessionToken }: PageVisitor): Promise<boolean> {
  if (sessionToken === null) return false;
  try {
    return (await authenticateSession(context, sessionToken)) !== null;
  } catch (error) {
    log("warn", "a session could not be looked up", { error });
    return false;
  }
}

export async function openPage(context: Context, looker: PageVisitor): Promise<PageSnapshot> {
  const snapshot = await getSnapshot(context, looker);
  if (snapshot.isPrivate) await requireReader(context, looker);
  return snapshot;
}

interface WrittenPage {
  locale: string;
  json: string;
}

export async function getPublicPage(
  context: Context,
  { locale, ...looker }: PageVisitor & { locale: string | null },
): Promise<WrittenPage> {
  const snapshot = await openPage(context, looker);
  const { code } = chooseLocale(snapshot.locales, locale);
  const make = () => {
    const page: PublicPage = localisePage(snapshot, code);
    return { locale: page.locale, json: JSON.stringify(page) };
  };
  return await cachedFor(snapshot, { kind: "json", key: code, make });
}

/** Throws 404 unless placed: visitors must not learn it exists. */
export function findPlaced({ page }: PageSnapshot, id: number): PublicMonitor {
  const monitor = page.monitors.find((one) => one.id === id);
  if (!monitor) throw notFound("monitor");
  return monitor;
}

export function peekSnapshot(now: number): PageSnapshot | null {
  return recall<BuiltPage>("page", now)?.snapshot ?? null;
}

export async function requireReader(context: Context, { sessionToken }: PageVisitor): Promise<number> {
  const actor = sessionToken === null ? null : await authenticateSession(context, sessionToken);
  if (!actor) throw privatePage();
  if (actor.user.mustChangePassword) throw new AppError("forbidden", "Change the temporary password first");
  if (actor.mustSetUpTwoFactor) {
    const extra = { mustSetUpTwoFactor: true };
    throw new AppError("forbidden", "Set up two-factor authentication first", { extra });
  }
  return actor.session.id;
}

async function loadPage({ env, now }: Context, known: BuiltPage | null): Promise<BuiltPage> {
  try {
    return (await pageOf(env).view(known?.stamp ?? null)) ?? known!;
  } catch (error) {
    log("warn", "the page's object does not answer", { error });
  }
  const snapshot = await readCopyNow(env, { known: known?.snapshot ?? null, now }).catch(() => null);
  if (!snapshot)
    throw new AppError("unavailable", "The status page can't be shown right now: try again soon.");
  return { stamp: "", at: 0, snapshot };
}
