import { type Db, openDb } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { ACCESS, PASSWORD } from "../../data/mirror.ts";
import { findKnownPage } from "../../data/page.ts";
import { listStoredStatuses, readPageRows } from "../../data/public_page.ts";
import { SUBSCRIPTIONS } from "../../data/subscriber.ts";
import type { IncidentWords } from "../../domain/incident/wording.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import type { LiveStatus } from "../../domain/monitor/watch_item.ts";
import { withStatuses } from "../../domain/page/copied.ts";
import { offeredOf } from "../../domain/page/language.ts";
import { EMPTY_LAYOUT, fitLayout } from "../../domain/page/layout.ts";
import type { PageRows } from "../../domain/page/page_rows.ts";
import {
  DEFAULT_PAGE_ID,
  defaultSite,
  NEWEST_INCIDENTS,
  type PageSite,
  pageObjectName,
  siteOf,
} from "../../domain/page/site.ts";
import type { PageSettings } from "../../domain/page/snapshot.ts";
import type { BarIncident } from "../../domain/page/status.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import { barsFrom, type Span } from "../../domain/uptime/uptime.ts";
import { type Env, variablesOf } from "../../env.ts";
import { notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import { within } from "../../lib/within.ts";
import type { WatchView } from "../../objects/watch.ts";
import { branding } from "../../schema/branding.ts";
import { pageAccess, pagePassword } from "../../schema/page_access.ts";
import { pageLanguages } from "../../schema/page_languages.ts";
import type { PublicIncident } from "../../schema/public_page.ts";
import { subscriptionSettings } from "../../schema/subscription_settings.ts";
import { askWatches, type WatchStub } from "../announce/watch.ts";
import { checkDisk } from "../record/database_fault.ts";
import { listBarIncidents } from "./bar_incidents.ts";
import { BRANDING } from "./branding.ts";
import { listPublicIncidents, type PublicScope } from "./incident.ts";
import { LANGUAGES } from "./languages.ts";
import { chartable, LAYOUT, type StoredLayout } from "./layout.ts";

const TIMEOUT_MS = 3000;
const MIGRATION_MS = 20_000;

const PAGE_SETTINGS = [LAYOUT, BRANDING, ACCESS, SUBSCRIPTIONS, PASSWORD, LANGUAGES];

export async function readPage(
  env: Env,
  {
    pageId,
    now,
    daysFrom,
    layout,
  }: {
    pageId: number;
    now: number;
    daysFrom: ReadonlyMap<number, number>;
    layout: StoredLayout | null;
  },
): Promise<{
  rows: Omit<PageRows, "settings">;
  settings: PageSettings;
  incidents: PublicIncident[];
  barIncidents: readonly BarIncident[];
  words: IncidentWords;
  publicUrl: string | null;
}> {
  await within(MIGRATION_MS, () => ensureMigrated(env.DB));
  return await within(TIMEOUT_MS, async () => {
    const db = openDb(env.DB);
    const site = await findSite(env, pageId);
    const { settings: stored, ...rows } = await readPageRows(db, {
      pageId,
      names: PAGE_SETTINGS,
      now,
      daysFrom,
      layout,
    });
    const monitorIds = rows.monitors.map(({ id }) => id);
    const languages = pageLanguages.parse(stored.get(LANGUAGES) ?? {});
    const settings = parseSettings(stored);
    const tree = fitLayout(layout?.tree ?? settings.tree, chartable(rows.monitors));
    const scope = { pageId, monitorIds, baseUrl: site.url ?? "" };
    const bars = { from: barsFrom(now, settings.branding.barDays), to: barsFrom(now, 0) };
    return {
      rows: { ...rows, locales: offeredOf(rows.locales, languages) },
      settings: { ...settings, tree },
      ...(await readIncidents(db, scope, bars)),
      publicUrl: site.url,
    };
  });
}

export function parseSettings(stored: ReadonlyMap<string, unknown>): PageSettings {
  return {
    tree: (stored.get(LAYOUT) as StoredLayout | undefined)?.tree ?? EMPTY_LAYOUT,
    branding: branding.parse(stored.get(BRANDING) ?? {}),
    isPrivate: pageAccess.parse(stored.get(ACCESS) ?? {}).private,
    unlockStamp: pagePassword.nullable().parse(stored.get(PASSWORD) ?? null)?.stamp ?? null,
    subscriptions: subscriptionSettings.parse(stored.get(SUBSCRIPTIONS) ?? {}),
  };
}

export async function findSite(env: Env, pageId: number): Promise<PageSite> {
  const { publicUrl } = variablesOf(env);
  if (pageId === DEFAULT_PAGE_ID) return defaultSite(publicUrl);
  const known = await findKnownPage(openDb(env.DB), pageId);
  if (!known) throw notFound("page");
  return siteOf(known, { publicUrl });
}

async function readIncidents(
  db: Db,
  scope: PublicScope,
  bars: Span,
): Promise<{ incidents: PublicIncident[]; barIncidents: readonly BarIncident[]; words: IncidentWords }> {
  const most = { limit: NEWEST_INCIDENTS, isCounted: false };
  const { items, total, words } = await listPublicIncidents(db, scope, most);
  if (total < NEWEST_INCIDENTS) return { incidents: items, barIncidents: items, words };
  const [active, barIncidents] = await Promise.all([
    listPublicIncidents(db, scope, { ...most, filter: "active" }),
    listBarIncidents(db, scope, bars),
  ]);
  const known = new Set(items.map(({ id }) => id));
  return {
    incidents: [...items, ...active.items.filter(({ id }) => !known.has(id))],
    barIncidents,
    words: { ...active.words, ...words },
  };
}

export async function readWatches(
  env: Env,
  wanted: readonly { id: number; rawFrom: number | null }[],
): Promise<WatchView> {
  const own = Map.groupBy(wanted, ({ id }) => watchOf(id));
  const ask = async (watch: WatchStub, number: number): Promise<WatchView> =>
    await watch.view(own.get(number) ?? []);
  const views = (await askWatches(env, own.keys(), ask, TIMEOUT_MS)).values().toArray();
  return {
    statuses: views.flatMap(({ statuses }) => statuses),
    raw: views.flatMap(({ raw }) => raw),
  };
}

export async function readStoredStatuses(env: Env, ids: readonly number[]): Promise<LiveStatus[]> {
  return ids.length === 0 ? [] : await within(TIMEOUT_MS, () => listStoredStatuses(openDb(env.DB), ids));
}

const CACHE_MS = 5 * MINUTE_MS;

/** Kept here since the page's object is evicted soon after the last visitor. */
const kept = new Map<number, { at: number; isPrivate: boolean }>();

export function isCopyDue(pageId: number, { isPrivate }: PageSnapshot, now: number): boolean {
  const last = kept.get(pageId);
  return !last || now - last.at > CACHE_MS || now < last.at || last.isPrivate !== isPrivate;
}

export async function keepCopy(
  env: Env,
  snapshot: PageSnapshot,
  { pageId, now }: { pageId: number; now: number },
): Promise<void> {
  kept.set(pageId, { at: now, isPrivate: snapshot.isPrivate });
  await env.FILES.put(fileOf(pageId), JSON.stringify(snapshot), {
    httpMetadata: { contentType: "application/json" },
  });
}

function fileOf(pageId: number): string {
  return `${pageObjectName(pageId)}/snapshot.json`;
}

export async function removeCopy(env: Env, pageId: number): Promise<void> {
  kept.delete(pageId);
  await env.FILES.delete(fileOf(pageId));
}

export async function readCopy(env: Env, pageId: number): Promise<PageSnapshot | null> {
  const copy = await env.FILES.get(fileOf(pageId));
  return copy ? await copy.json<PageSnapshot>() : null;
}

export async function readCopyNow(
  env: Env,
  { pageId, known, now }: { pageId: number; known: PageSnapshot | null; now: number },
): Promise<PageSnapshot | null> {
  const kept = await within(TIMEOUT_MS, () => readCopy(env, pageId)).catch((error: unknown) => {
    log("warn", "failed to read the page's copy", { error });
    return null;
  });
  const copy = newerOf(kept, known);
  if (!copy) return null;
  const wanted = copy.page.monitors.map(({ id }) => ({ id, rawFrom: null }));
  const { statuses } = await readWatches(env, wanted);
  return withStatuses(copy, {
    statuses: new Map(statuses.map((status) => [status.id, status])),
    fault: (await checkDisk(env)) ? "disk_full" : "other",
    now,
  });
}

function newerOf(a: PageSnapshot | null, b: PageSnapshot | null): PageSnapshot | null {
  if (!a || !b) return a ?? b;
  return Date.parse(a.page.takenAt) > Date.parse(b.page.takenAt) ? a : b;
}
