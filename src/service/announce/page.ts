import { openDb } from "../../data/db.ts";
import { isMirrorOn, listMirrors } from "../../data/mirror.ts";
import type { LiveStatus } from "../../domain/monitor/watch_item.ts";
import {
  DEFAULT_PAGE_ID,
  DEFAULT_PAGE_KEY,
  type PageSite,
  pageObjectName,
  settingOf,
} from "../../domain/page/site.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { MirrorObject, MirrorReport } from "../../objects/mirror.ts";
import type { PageObject } from "../../objects/page.ts";
import { mirrorSettings } from "../../schema/mirror.ts";
import { noteNewerStorage } from "../record/newer_storage.ts";
import { forgetPage } from "../record/page_memory.ts";

export function pageOf(env: Env, pageId = DEFAULT_PAGE_ID): DurableObjectStub<PageObject> {
  return env.PAGE.getByName(pageObjectName(pageId));
}

/**
 * Call after saving any change that pages show. If it is lost, they are a minute behind at most. The default page's
 * object passes changes of no particular page on to the others.
 */
export async function pageChanged(env: Env, site?: PageSite): Promise<void> {
  forgetPage();
  if (site && site.id !== DEFAULT_PAGE_ID) {
    await Promise.all([
      notify("the page", "a change", () => pageOf(env, site.id).changed()),
      pagesChanged(env),
      notifyMirror(env, site.id),
    ]);
    return;
  }
  const isOnlyDefault = site !== undefined;
  await Promise.all([
    notify("the page", "a change", () => pageOf(env).changed({ isOnlyDefault })),
    notifyMirror(env),
  ]);
}

export async function shownPagesChanged(env: Env, keys: readonly string[]): Promise<void> {
  forgetPage();
  await Promise.all([
    notify("the page", "a change", () => pageOf(env).changed({ isOnlyDefault: false, keys })),
    ...(keys.includes(DEFAULT_PAGE_KEY) ? [notifyMirror(env)] : []),
  ]);
}

export async function pagesChanged(env: Env): Promise<void> {
  forgetPage();
  await notify("the page", "other pages", () => pageOf(env).pagesChanged());
}

export async function publishStatuses(env: Env, statuses: readonly LiveStatus[]): Promise<void> {
  await notify("the page", "a status", () => pageOf(env).takeStatuses(statuses));
}

const noted = new Set<string>();

export async function noteArrival(env: Env, hostname: string): Promise<void> {
  if (noted.has(hostname)) return;
  noted.add(hostname);
  await notify("the page", "a hostname", () => pageOf(env).noteArrival(hostname));
}

export function mirrorOf(env: Env, pageId: number): DurableObjectStub<MirrorObject> {
  return env.MIRROR.getByName(settingOf("mirror", pageId));
}

/** If this call is lost, the copy is hours behind at most. */
export async function notifyMirror(env: Env, pageId = DEFAULT_PAGE_ID): Promise<void> {
  await notify("the mirror", "a change", async () => {
    if (pageId === DEFAULT_PAGE_ID || (await isMirrorOn(openDb(env.DB), pageId)))
      await mirrorOf(env, pageId).changed();
  });
}

/** If this call is lost, the next cron run or push catches up. */
export async function notifyMirrorOfSettings(env: Env, pageId: number): Promise<MirrorReport | null> {
  return await notify("the mirror", "its settings", () => mirrorOf(env, pageId).reload());
}

export async function notifyMirrorsOfSettings(env: Env): Promise<void> {
  const others = (await listMirrors(openDb(env.DB))).filter(({ pageId }) => pageId !== DEFAULT_PAGE_ID);
  const ids = [DEFAULT_PAGE_ID, ...others.map(({ pageId }) => pageId)];
  await Promise.all(ids.map((id) => notifyMirrorOfSettings(env, id)));
}

export async function reviveMirrors(env: Env): Promise<void> {
  const mirrors = await listMirrors(openDb(env.DB));
  const revived = await Promise.allSettled(
    mirrors.map(({ pageId, value }) => mirrorOf(env, pageId).revive(mirrorSettings.parse(value).enabled)),
  );
  const faults = revived.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (faults.length === 0) return;
  await noteNewerStorage(env, faults);
  throw faults[0];
}

async function notify<T>(object: string, what: string, call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    log("warn", `${object} was not notified`, { what, error });
    return null;
  }
}
