import type { LiveStatus } from "../../domain/monitor/watch_item.ts";
import { DEFAULT_PAGE_ID, DEFAULT_PAGE_KEY, type PageSite, pageObjectName } from "../../domain/page/site.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { PageObject } from "../../objects/page.ts";
import { forgetPage } from "../record/page_memory.ts";
import { notifyMirror } from "./mirror.ts";

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
      notify("a change", () => pageOf(env, site.id).changed()),
      pagesChanged(env),
      notifyMirror(env, site.id),
    ]);
    return;
  }
  const isOnlyDefault = site !== undefined;
  await Promise.all([notify("a change", () => pageOf(env).changed({ isOnlyDefault })), notifyMirror(env)]);
}

export async function shownPagesChanged(env: Env, keys: readonly string[]): Promise<void> {
  forgetPage();
  await Promise.all([
    notify("a change", () => pageOf(env).changed({ isOnlyDefault: false, keys })),
    ...(keys.includes(DEFAULT_PAGE_KEY) ? [notifyMirror(env)] : []),
  ]);
}

export async function pagesChanged(env: Env): Promise<void> {
  forgetPage();
  await notify("other pages", () => pageOf(env).pagesChanged());
}

export async function publishStatuses(env: Env, statuses: readonly LiveStatus[]): Promise<void> {
  await notify("a status", () => pageOf(env).takeStatuses(statuses));
}

const noted = new Set<string>();

export async function noteArrival(env: Env, hostname: string): Promise<void> {
  if (noted.has(hostname)) return;
  noted.add(hostname);
  await notify("a hostname", () => pageOf(env).noteArrival(hostname));
}

async function notify(what: string, call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    log("warn", "the page was not notified", { what, error });
  }
}
