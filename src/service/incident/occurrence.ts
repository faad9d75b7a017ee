import { isGuardBreach, openDb, type Statement, save } from "../../data/db.ts";
import { findMaintenance, type MaintenanceRow, type StoredMaintenance } from "../../data/maintenance.ts";
import { takeTurns } from "../../data/maintenance_turn.ts";
import {
  copyMonitors,
  deleteOccurrences,
  guardTurn,
  insertOccurrences,
  listDueSeries,
  listOccurrences,
  setTurn,
  updateOccurrenceRow,
} from "../../data/occurrence.ts";
import { insertMaintenanceNews } from "../../data/public_event.ts";
import { guardVersion } from "../../data/version.ts";
import {
  type DecidedOccurrence,
  decideOccurrences,
  decideSeriesTurn,
  newOccurrence,
} from "../../domain/incident/occurrence_plan.ts";
import { planOccurrences, type SeriesWindow } from "../../domain/incident/series.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { pageChanged } from "../announce/page.ts";
import { announceToWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { objectOf } from "../record/version.ts";
import { markTouched } from "./touched.ts";

export function firstOccurrences(window: SeriesWindow, now: number): Statement[] {
  const planned = planOccurrences(window, now);
  return [
    insertOccurrences("inserted", planned.map(newOccurrence)),
    ...copyMonitors("inserted", now),
    ...takeTurns(now),
  ];
}

type SeriesRow = MaintenanceRow & SeriesWindow;

export function isSeries(row: MaintenanceRow): row is SeriesRow {
  return row.series !== null;
}

export async function followSeries(
  { db, now }: Pick<Context, "db" | "now">,
  before: MaintenanceRow,
  after: SeriesRow,
): Promise<Statement[]> {
  const { id, series } = after;
  const planned = planOccurrences(after, now);
  const known = await listOccurrences(db, id, { now, at: planned.map(({ at }) => at) });
  const isReplanned = isSeries(before) && hasOtherRule(before, after);
  const plan = decideOccurrences(known, { planned, exceptions: series.exceptions, isReplanned, now });
  const added = isSeries(before) ? plan.added : plan.added.map((one) => markAnnounced(one, before));
  const moved = plan.changed.filter(({ isMoved }) => isMoved);
  return [
    ...plan.removed.map((one) => insertMaintenanceNews(one.id, { news: "cancelled", at: now })),
    deleteOccurrences(
      db,
      plan.removed.map((one) => one.id),
    ),
    ...plan.changed.map((one) => updateOccurrenceRow(one.id, one)),
    insertOccurrences(id, added),
    ...copyMonitors(id, now),
    ...moved.map((one) => insertMaintenanceNews(one.id, { news: "rescheduled", at: now })),
    ...takeTurns(now),
  ];
}

/** Notifications written here are sent later in the same cron run. */
export async function turnMaintenance(env: Env, now: number): Promise<void> {
  const db = openDb(env.DB);
  await save(db, takeTurns(now));
  for (const id of await listDueSeries(db, now)) {
    const row = await findMaintenance(db, id);
    if (row && isSeries(row)) await planNext({ db, now }, row);
  }
  await announceToWatches(env);
  await pageChanged(env);
}

async function planNext(
  { db, now }: Pick<Context, "db" | "now">,
  row: StoredMaintenance & SeriesRow,
): Promise<void> {
  const statements = [
    guardVersion(objectOf("maintenance", row.id), row.version),
    guardTurn(row.id, row.turnAt),
    ...(await followSeries({ db, now }, row, row)),
    setTurn(db, row.id, decideSeriesTurn(planOccurrences(row, now))),
    ...(await markTouched(db, [row])),
  ];
  try {
    await save(db, statements);
  } catch (error) {
    // A concurrent edit plans the occurrences itself.
    if (!isGuardBreach(error)) log("error", "failed to plan occurrences", { maintenance: row.id, error });
  }
}

function markAnnounced(one: DecidedOccurrence, before: MaintenanceRow): DecidedOccurrence {
  const isSame = one.at === before.startsAt && one.endsAt === before.endsAt;
  return isSame ? { ...one, progress: "announced", turnAt: one.startsAt } : one;
}

function hasOtherRule(before: SeriesRow, after: SeriesRow): boolean {
  const ruleOf = ({ startsAt, endsAt, series }: SeriesRow) =>
    JSON.stringify([startsAt, endsAt, series.timezone, series.recurrence]);
  return ruleOf(before) !== ruleOf(after);
}
