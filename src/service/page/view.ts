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

/** Who looks: without a session a visitor, who may be answered from memory. */
export interface PageVisitor {
  sessionToken: string | null;
  /** The last message of the stream that the visitor knows: nothing older will do. */
  after?: number | undefined;
}

/**
 * The page in no language, without asking who may see it: for those who answer themselves what a private page is
 * (feeds and the status API: 404) and for what is public anyway. At most five seconds old, and quite fresh for a
 * signed-in user.
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

/** A cookie alone is worth nothing: who sends one that stands for no session is answered as any visitor. */
export async function isSignedIn(context: Context, { sessionToken }: PageVisitor): Promise<boolean> {
  if (sessionToken === null) return false;
  try {
    return (await authenticateSession(context, sessionToken)) !== null;
  } catch (error) {
    log("warn", "a session could not be looked up", { error });
    return false;
  }
}

/** Throws 401 when the page is private and nobody is signed in. */
export async function openPage(context: Context, looker: PageVisitor): Promise<PageSnapshot> {
  const snapshot = await getSnapshot(context, looker);
  if (snapshot.isPrivate) await requireReader(context, looker);
  return snapshot;
}

interface WrittenPage {
  locale: string;
  json: string;
}

/** The whole page in a language, written out once for everybody; null takes the default one. */
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

/** Throws 404 for one that does not stand on the page: visitors must not learn that it is there. */
export function findPlaced({ page }: PageSnapshot, id: number): PublicMonitor {
  const monitor = page.monitors.find((one) => one.id === id);
  if (!monitor) throw notFound("monitor");
  return monitor;
}

/** What visitors are shown when it is at hand, and nothing else has to be asked. */
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
  const snapshot = await readCopyNow(env, now).catch(() => null);
  if (!snapshot)
    throw new AppError("unavailable", "The status page can't be shown right now: try again soon.");
  return { stamp: "", at: 0, snapshot };
}
