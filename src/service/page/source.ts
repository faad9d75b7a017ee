import { openDb } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { ACCESS } from "../../data/mirror.ts";
import { listStoredStatuses, readPageRows } from "../../data/public_page.ts";
import { SUBSCRIPTIONS } from "../../data/subscriber.ts";
import type { IncidentWords } from "../../domain/incident/wording.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import type { LiveStatus } from "../../domain/monitor/watch_item.ts";
import { EMPTY_LAYOUT } from "../../domain/page/layout.ts";
import type { PageRows } from "../../domain/page/page_rows.ts";
import type { PageSettings } from "../../domain/page/snapshot.ts";
import { type Env, variablesOf } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { within } from "../../lib/within.ts";
import type { WatchView } from "../../objects/watch.ts";
import { branding } from "../../schema/branding.ts";
import { pageAccess } from "../../schema/page_access.ts";
import type { PublicIncident } from "../../schema/public_page.ts";
import { subscriptionSettings } from "../../schema/subscription_settings.ts";
import { watchNumbered } from "../announce/watch.ts";
import { BRANDING } from "./branding.ts";
import { listPublicIncidents } from "./incident.ts";
import { LAYOUT, type StoredLayout } from "./layout.ts";

/** How long visitors wait before they get the last copy. */
const PATIENCE_MS = 3000;
const INCIDENTS = 50;
const MIGRATION_MS = 20_000;

const PAGE_SETTINGS = [LAYOUT, BRANDING, ACCESS, SUBSCRIPTIONS];

export async function readPage(
  env: Env,
  {
    now,
    daysFrom,
    layout,
  }: { now: number; daysFrom: ReadonlyMap<number, number>; layout: StoredLayout | null },
): Promise<{
  rows: Omit<PageRows, "settings">;
  settings: PageSettings;
  incidents: PublicIncident[];
  words: IncidentWords;
  publicUrl: string | null;
}> {
  await within(MIGRATION_MS, () => ensureMigrated(env.DB));
  return await within(PATIENCE_MS, async () => {
    const { settings, ...rows } = await readPageRows(openDb(env.DB), {
      names: PAGE_SETTINGS,
      now,
      daysFrom,
      layout,
    });
    const monitorIds = rows.monitors.map(({ id }) => id);
    return {
      rows,
      settings: { ...parseSettings(settings), ...(layout && { tree: layout.tree }) },
      ...(await readIncidents(env, monitorIds)),
      publicUrl: variablesOf(env).publicUrl,
    };
  });
}

export function parseSettings(stored: ReadonlyMap<string, unknown>): PageSettings {
  return {
    tree: (stored.get(LAYOUT) as StoredLayout | undefined)?.tree ?? EMPTY_LAYOUT,
    branding: branding.parse(stored.get(BRANDING) ?? {}),
    isPrivate: pageAccess.parse(stored.get(ACCESS) ?? {}).private,
    subscriptions: subscriptionSettings.parse(stored.get(SUBSCRIPTIONS) ?? {}),
  };
}

async function readIncidents(
  env: Env,
  monitorIds: readonly number[],
): Promise<{ incidents: PublicIncident[]; words: IncidentWords }> {
  const db = openDb(env.DB);
  const scope = { monitorIds, baseUrl: variablesOf(env).publicUrl ?? "" };
  const newest = await listPublicIncidents(db, scope, { limit: INCIDENTS, isCounted: false });
  const older =
    newest.total === INCIDENTS
      ? await listPublicIncidents(db, scope, { filter: "active", limit: INCIDENTS, isCounted: false })
      : newest;
  const known = new Set(newest.items.map(({ id }) => id));
  return {
    incidents: [...newest.items, ...older.items.filter(({ id }) => !known.has(id))],
    words: { ...older.words, ...newest.words },
  };
}

export async function readWatches(
  env: Env,
  wanted: readonly { id: number; rawFrom: number | null }[],
): Promise<WatchView> {
  const watches = [...Map.groupBy(wanted, ({ id }) => watchOf(id))];
  const views = await Promise.allSettled(
    watches.map(([watch, own]) => within(PATIENCE_MS, () => watchNumbered(env, watch).view(own))),
  );
  const found: WatchView = { statuses: [], raw: [] };
  for (const [i, view] of views.entries()) {
    if (view.status === "fulfilled") {
      found.statuses.push(...view.value.statuses);
      found.raw.push(...view.value.raw);
    } else log("warn", "a watch did not tell the page", { watch: watches[i]?.[0], error: view.reason });
  }
  return found;
}

export async function readStoredStatuses(env: Env, ids: readonly number[]): Promise<LiveStatus[]> {
  return ids.length === 0 ? [] : await within(PATIENCE_MS, () => listStoredStatuses(openDb(env.DB), ids));
}
