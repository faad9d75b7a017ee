import { endAcknowledgement } from "../../data/acknowledgement.ts";
import { isGuardBreach, openDb, type Statement, save } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { findEpoch, guardEpoch } from "../../data/restore_epoch.ts";
import {
  deleteOldResponseDays,
  guardTurn,
  listResponseDays,
  raiseTurn,
  saveEvent,
  saveResponseDay,
  saveStatus,
  writeHistory,
} from "../../data/watch.ts";
import type { OutboxItem, StatusRow } from "../../domain/monitor/watch_item.ts";
import {
  decodeResponseDay,
  encodeResponseDay,
  type ResponseDay,
} from "../../domain/uptime/response_times.ts";
import type { Env } from "../../env.ts";
import { fromBase64 } from "../../lib/bytes.ts";
import { orLog } from "../../lib/log.ts";
import { offerEvents } from "../alert/offer.ts";
import { foldDays } from "../uptime/fold.ts";
import { RESPONSE_DAYS_KEPT } from "../uptime/retention.ts";
import { recordTimers } from "./timers.ts";

type Responses = Extract<OutboxItem, { kind: "responses" }>;

export interface WatchSender {
  watch: number;
  turn: number;
  epoch: number;
}

export async function takeWatchTurn(env: Env, watch: number): Promise<number> {
  // An alarm may fire before the first request of a new version.
  await ensureMigrated(env.DB);
  const [response] = await save(openDb(env.DB), [raiseTurn(watch)]);
  const [row] = (response?.results ?? []) as { turn: number }[];
  if (row === undefined) throw new Error("The turn of a watch was not stored.");
  return row.turn;
}

/**
 * One transaction, in order. Returns the rows written, or null if the database was restored since the watch
 * read it.
 */
export async function recordWatch(
  env: Env,
  items: readonly OutboxItem[],
  { watch, turn, epoch }: WatchSender,
): Promise<number | null> {
  const db = openDb(env.DB);
  const newest = new Map<number, StatusRow>();
  const statements: Statement[] = [guardEpoch(epoch), guardTurn(watch, turn)];
  for (const item of items) {
    if (item.kind === "status") newest.set(item.monitorId, item.status);
    else if (item.kind === "history") statements.push(...writeHistory(db, item.monitorId, item.write));
    else if (item.kind === "event" || item.kind === "certificate") statements.push(saveEvent(item));
    if (item.kind === "event") statements.push(...endAcknowledgement(db, item.event));
  }
  for (const [monitorId, status] of newest) statements.push(saveStatus(monitorId, status));
  const responses = items.filter((item) => item.kind === "responses");
  for (const { monitorId, day, hours } of await mergeDays(env, responses)) {
    const packed = orLog("failed to store response times", { monitorId, day }, () =>
      encodeResponseDay(hours),
    );
    if (packed) statements.push(saveResponseDay(monitorId, { day, hours: packed }));
    if (hours.size === 1) statements.push(deleteOldResponseDays(db, monitorId, day - RESPONSE_DAYS_KEPT));
  }
  try {
    const results = await save(db, statements);
    results.push(...(await foldOldDays(env, responses)));
    return results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
  } catch (error) {
    if (isGuardBreach(error) && (await findEpoch(db)) !== epoch) return null;
    throw error;
  }
}

/** After the hours are saved: items may hold the last ones of a finished day and the first of the next. */
async function foldOldDays(env: Env, responses: readonly Responses[]): Promise<D1Result[]> {
  if (responses.length === 0) return [];
  const today = Math.max(...responses.map(({ day }) => day));
  const ids = new Set(responses.flatMap(({ hours }) => hours.map(({ monitorId }) => monitorId)));
  const kept = { before: today, firstDay: today - RESPONSE_DAYS_KEPT };
  return await save(openDb(env.DB), await foldDays(env, [...ids], kept));
}

async function mergeDays(env: Env, items: readonly Responses[]) {
  const reported = items.flatMap(({ day, hours }) => hours.map((hour) => ({ ...hour, day })));
  const days = new Map<string, { monitorId: number; day: number; hours: ResponseDay }>();
  for (const { monitorId, day, hours } of await listResponseDays(openDb(env.DB), reported)) {
    // An unreadable day starts over: it must not block other monitors.
    const known = orLog("failed to read response times", { monitorId, day }, () => decodeResponseDay(hours));
    days.set(`${monitorId}/${day}`, { monitorId, day, hours: known ?? new Map() });
  }
  for (const { monitorId, day, packed } of reported) {
    const key = `${monitorId}/${day}`;
    const known = days.get(key) ?? { monitorId, day, hours: new Map() };
    const own = orLog("failed to read an hour", { monitorId, day }, () =>
      decodeResponseDay(fromBase64(packed) ?? new Uint8Array()),
    );
    for (const [hour, times] of own ?? []) known.hours.set(hour, times);
    days.set(key, known);
  }
  return days.values();
}

export async function announceRecorded(env: Env, items: readonly OutboxItem[], epoch: number): Promise<void> {
  const events = items.filter((item) => item.kind === "event" || item.kind === "certificate");
  if (events.length > 0) await offerEvents(env, events, epoch);
  const timers = items.filter((item) => item.kind === "timer_set" || item.kind === "timer_end");
  if (timers.length > 0) await recordTimers(env, timers, epoch);
}
