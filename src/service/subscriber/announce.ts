import { type Db, openDb, save } from "../../data/db.ts";
import {
  insertFanout,
  listFanoutsOf,
  type NewFanout,
  readUnannounced,
  type Unannounced,
  type UnannouncedEvent,
} from "../../data/fanout.ts";
import { listTags } from "../../data/monitor.ts";
import { isMaintenanceType } from "../../domain/incident/public_fact.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { covers, decideScope } from "../../domain/subscriber/scope.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { FanoutScope } from "../../schema/subscriber.ts";
import { subscriptionSettings } from "../../schema/subscription_settings.ts";
import { enqueueFanouts } from "../outgoing/job.ts";

const NEWS_MS = DAY_MS;

/**
 * Call after publishing. Recipients are decided now, once. If it fails, cron repeats it: the caller doesn't
 * depend on it.
 */
export async function fanOutEvents(env: Env): Promise<void> {
  try {
    await startFanouts(env, Date.now());
  } catch (error) {
    log("warn", "subscribers couldn't be notified at once", { error });
  }
}

export async function startFanouts(env: Env, now: number): Promise<void> {
  const db = openDb(env.DB);
  const untold = await readUnannounced(db, now - NEWS_MS);
  if (untold.events.length === 0) return;
  const rows: NewFanout[] = [];
  for (const event of untold.events) rows.push({ ...(await decideFanout(db, event, untold)), now });
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
  { settings, placed }: Unannounced,
): Promise<Omit<NewFanout, "now">> {
  const { id: eventId, type: eventType, at, subject, former } = event;
  const { enabled, allowedEvents } = subscriptionSettings.parse(settings ?? {});
  const isEverything = isMaintenanceType(eventType) ? subject.allMonitors : subject.pageWide;
  const isPageWide = isEverything && (subject.pageIds ?? [DEFAULT_PAGE_ID]).includes(DEFAULT_PAGE_ID);
  const there = subject.components.map(({ id }) => id).filter((id) => placed.includes(id));
  const linked = [...there, ...former];
  const isPublic = isPageWide || linked.length > 0;
  const scope =
    (await findWarnedCertificate(db, event)) ??
    decideScope({ isPageWide, monitorIds: linked }, await listTags(db, linked));
  return {
    eventId,
    eventType,
    at,
    scope,
    title: subject.title ?? subject.name,
    isEmpty: !isPublic || !enabled || !covers(allowedEvents, eventType),
  };
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
