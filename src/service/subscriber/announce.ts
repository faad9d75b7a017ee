import { type Db, openDb, save } from "../../data/db.ts";
import {
  type AudiencePage,
  insertFanout,
  listAudiencePages,
  listFanoutsOf,
  type NewFanout,
  readUnannounced,
  type UnannouncedEvent,
} from "../../data/fanout.ts";
import { listTags } from "../../data/monitor.ts";
import { formerOn } from "../../domain/incident/incident.ts";
import { isMaintenanceType } from "../../domain/incident/public_fact.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { covers, decideScope, scopeOfPages } from "../../domain/subscriber/scope.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { FanoutScope, PageScope } from "../../schema/subscriber.ts";
import { subscriptionSettings } from "../../schema/subscription_settings.ts";
import { enqueueFanouts } from "../outgoing/job.ts";

export const NEWS_MS = DAY_MS;

/**
 * Call after publishing. Recipients are decided now, once. If it fails, cron repeats it: the caller doesn't
 * depend on it.
 */
export async function fanOutEvents(env: Env): Promise<void> {
  try {
    await startFanouts(env, Date.now());
  } catch (error) {
    log("warn", "failed to notify subscribers at once", { error });
  }
}

export async function startFanouts(env: Env, now: number): Promise<void> {
  const db = openDb(env.DB);
  const unannounced = await readUnannounced(db, now - NEWS_MS);
  if (unannounced.length === 0) return;
  const pages = await listAudiencePages(db);
  const rows: NewFanout[] = [];
  for (const event of unannounced) rows.push({ ...(await decideFanout(db, event, pages)), now });
  const made = await save(
    db,
    rows.map((row) => insertFanout(db, row)),
  );
  const open = made.flatMap(({ results }) => results as { id: number; finished_at: number | null }[]);
  await enqueueFanouts(
    env,
    open.filter((row) => row.finished_at === null).map(({ id }) => ({ id, held: null })),
  );
}

async function decideFanout(
  db: Db,
  event: UnannouncedEvent,
  pages: readonly AudiencePage[],
): Promise<Omit<NewFanout, "now">> {
  const { id: eventId, type: eventType, at, subject } = event;
  const scopes = await decideScopes(db, event, pages);
  return {
    eventId,
    eventType,
    at,
    scope: (await findWarnedCertificate(db, event)) ?? scopeOfPages(scopes),
    title: subject.title ?? subject.name,
    isEmpty: scopes.size === 0,
  };
}

async function decideScopes(
  db: Db,
  { type, subject, former }: UnannouncedEvent,
  pages: readonly AudiencePage[],
): Promise<Map<number, PageScope>> {
  const isMaintenance = isMaintenanceType(type);
  const isEverything = isMaintenance ? subject.allMonitors : subject.pageWide;
  const named = subject.pageIds ?? (isMaintenance ? pages.map(({ id }) => id) : [DEFAULT_PAGE_ID]);
  const components = subject.components.map(({ id }) => id);
  const tags = await listTags(db, [...components, ...former.map(({ id }) => id)]);
  const scopes = new Map<number, PageScope>();
  for (const { id, monitorIds, settings } of pages) {
    const { enabled, allowedEvents } = subscriptionSettings.parse(settings);
    if (!enabled || !covers(allowedEvents, type)) continue;
    const there = components.filter((one) => monitorIds.includes(one));
    const linked = [...there, ...formerOn(id, former).map((one) => one.id)];
    const isPageWide = isEverything && named.includes(id);
    if (isPageWide || linked.length > 0)
      scopes.set(id, decideScope({ isPageWide, monitorIds: linked }, tags));
  }
  return scopes;
}

/**
 * News of a window go to those notified of it or, if none is on record, to the audience of a new window. A
 * post-mortem goes only to those notified of the incident.
 */
async function findWarnedCertificate(
  db: Db,
  { type, subject }: UnannouncedEvent,
): Promise<FanoutScope | null> {
  if (type === "incident.postmortem")
    return { toldBy: await listFanoutsOf(db, { noun: "incident", id: subject.id }) };
  if (type !== "maintenance.scheduled" || (subject.change ?? "scheduled") === "scheduled") return null;
  const toldBy = await listFanoutsOf(db, { noun: "maintenance", id: subject.id });
  return toldBy.length > 0 ? { toldBy } : null;
}
