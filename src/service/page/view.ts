import { type PageSite, pageObjectName, settingOf } from "../../domain/page/site.ts";
import { chooseLocale, localisePage, type PageSnapshot } from "../../domain/page/view.ts";
import { AppError, NOTHING_HERE, notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { BuiltPage } from "../../objects/page.ts";
import type { PublicMonitor, PublicPage } from "../../schema/public_page.ts";
import { authenticateSession } from "../access/session.ts";
import { pageOf } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { cached, cachedFor, recall, renew, renewTogether } from "../record/page_memory.ts";
import { privatePage } from "./private.ts";
import { readCopyNow } from "./source.ts";
import { isUnlocked } from "./unlock.ts";

export interface PageVisitor {
  sessionToken: string | null;
  /** The last stream message that the visitor has: an older page won't do. */
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
  if (await isSignedIn(context, { sessionToken })) return (await renew(memoryKey(context), load)).snapshot;
  const built = await cached(memoryKey(context), { ...context, load });
  if (built.at >= after) return built.snapshot;
  return (await renewTogether(memoryKey(context), { ...context, load })).snapshot;
}

/** A cookie without a valid session gets the visitor's page: it must not bypass the cache. */
export async function isSignedIn(context: Context, { sessionToken }: PageVisitor): Promise<boolean> {
  if (sessionToken === null) return false;
  try {
    return (await authenticateSession(context, sessionToken)) !== null;
  } catch (error) {
    log("warn", "failed to look up a session", { error });
    return false;
  }
}

/** Signed-in users bypass the cache. Missing entries are cached too. */
export async function keep<T>(
  context: Context,
  looker: PageVisitor,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  if (await isSignedIn(context, looker)) return await load();
  return await cached(settingOf(key, context.page.id), { ...context, load, room: "parts" });
}

export async function openPage(context: Context, looker: PageVisitor): Promise<PageSnapshot> {
  const snapshot = await getSnapshot(context, looker);
  if (snapshot.isPrivate) await requireReader(context, snapshot, looker);
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

function memoryKey({ page }: Pick<Context, "page">): string {
  return pageObjectName(page.id);
}

export function peekSnapshot(page: PageSite, now: number): PageSnapshot | null {
  return recall<BuiltPage>(memoryKey({ page }), now)?.snapshot ?? null;
}

type Reader = { sessionId: number } | { sessionId: null; unlocked: string };

export async function requireReader(
  context: Context,
  { unlockStamp }: PageSnapshot,
  { sessionToken }: PageVisitor,
): Promise<Reader> {
  if (unlockStamp !== undefined && (await isUnlocked(context, unlockStamp)))
    return { sessionId: null, unlocked: unlockStamp };
  const actor = sessionToken === null ? null : await authenticateSession(context, sessionToken);
  if (!actor) throw privatePage(unlockStamp !== undefined);
  if (actor.user.mustChangePassword) throw new AppError("forbidden", "Change the temporary password first");
  if (actor.mustSetUpTwoFactor) {
    const extra = { mustSetUpTwoFactor: true };
    throw new AppError("forbidden", "Set up two-factor authentication first", { extra });
  }
  const { role, pageKeys } = actor.user;
  if (role === "viewer" && pageKeys && !pageKeys.includes(context.page.key))
    throw new AppError("not_found", NOTHING_HERE);
  return { sessionId: actor.session.id };
}

async function loadPage({ env, now, page }: Context, known: BuiltPage | null): Promise<BuiltPage> {
  try {
    return (await pageOf(env, page.id).view(known?.stamp ?? null)) ?? known!;
  } catch (error) {
    log("warn", "the page object did not respond", { error });
  }
  const snapshot = await readCopyNow(env, { pageId: page.id, known: known?.snapshot ?? null, now }).catch(
    () => null,
  );
  if (!snapshot)
    throw new AppError("unavailable", "The status page can't be shown right now: try again shortly.");
  return { stamp: "", at: 0, snapshot };
}
