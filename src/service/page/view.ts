import { agePage, chooseLocale, localisePage, type PageSnapshot } from "../../domain/page/view.ts";
import { AppError } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { BuiltHtml, BuiltPage } from "../../objects/page.ts";
import type { PublicMonitor, PublicPage } from "../../schema/public_page.ts";
import { authenticateSession } from "../access/session.ts";
import type { Context } from "../context.ts";
import { pageOf } from "./change.ts";
import { readCopy } from "./copy.ts";
import { recall, remembered, renew, renewTogether } from "./memory.ts";
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
  const built = await remembered("page", { ...context, load });
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

/** What was written out of a snapshot goes with it. */
const writtenOf = new WeakMap<PageSnapshot, Map<string, WrittenPage>>();

/** The whole page in a language, written out once for everybody; null takes the default one. */
export async function getPublicPage(
  context: Context,
  { locale, ...looker }: PageVisitor & { locale: string | null },
): Promise<WrittenPage> {
  const snapshot = await openPage(context, looker);
  const written = writtenOf.get(snapshot) ?? new Map<string, WrittenPage>();
  writtenOf.set(snapshot, written);
  const { code } = chooseLocale(snapshot.locales, locale);
  const known = written.get(code);
  if (known) return known;
  const page: PublicPage = localisePage(snapshot, code);
  const made = { locale: page.locale, json: JSON.stringify(page) };
  written.set(code, made);
  return made;
}

/** Throws 404 for one that does not stand on the page: visitors must not learn that it is there. */
export function findPlaced({ page }: PageSnapshot, id: number): PublicMonitor {
  const monitor = page.monitors.find((one) => one.id === id);
  if (!monitor) throw new AppError("not_found", "No such monitor.");
  return monitor;
}

/** The page as HTML, rendered once for each language by the object that has the page. */
export async function getPageHtml(
  context: Context,
  { locale, sessionToken, render }: PageVisitor & { locale: string | null; render: RenderPage },
): Promise<{ html: BuiltHtml; isPrivate: boolean }> {
  const snapshot = await openPage(context, { sessionToken });
  const { isPrivate } = snapshot;
  const { code } = chooseLocale(snapshot.locales, locale);
  const load = async (known: BuiltHtml | null): Promise<BuiltHtml> => {
    try {
      return (await pageOf(context.env).html(code, known?.stamp ?? null)) ?? known!;
    } catch (error) {
      log("warn", "the page's object does not answer", { error });
      return { stamp: "", ...(await render(localisePage(snapshot, code), isPrivate)) };
    }
  };
  const key = `html ${code}`;
  const isReader = await isSignedIn(context, { sessionToken });
  const html = isReader ? await renew(key, load) : await remembered(key, { ...context, load });
  return { html, isPrivate };
}

type RenderPage = (page: PublicPage, isPrivate: boolean) => Promise<Omit<BuiltHtml, "stamp">>;

/** A visitor's HTML when it is at hand, and nothing else has to be asked. */
export function recallHtml(locale: string | null, now: number): BuiltHtml | null {
  const built = recall<BuiltPage>("page", now);
  if (!built || built.snapshot.isPrivate) return null;
  return recall<BuiltHtml>(`html ${chooseLocale(built.snapshot.locales, locale).code}`, now);
}

export async function requireReader(context: Context, { sessionToken }: PageVisitor): Promise<number> {
  const actor = sessionToken === null ? null : await authenticateSession(context, sessionToken);
  if (!actor) throw privatePage();
  if (actor.user.mustChangePassword) throw new AppError("forbidden", "Change the temporary password first");
  return actor.session.id;
}

async function loadPage({ env, now }: Context, known: BuiltPage | null): Promise<BuiltPage> {
  try {
    return (await pageOf(env).view(known?.stamp ?? null)) ?? known!;
  } catch (error) {
    log("warn", "the page's object does not answer", { error });
  }
  const copy = await readCopy(env).catch(() => null);
  if (!copy) throw new AppError("unavailable", "The status page can't be shown right now: try again soon.");
  return { stamp: "", at: 0, snapshot: agePage(copy, now) };
}
