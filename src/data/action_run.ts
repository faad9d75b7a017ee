import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RunFacts } from "../domain/action/run.ts";
import { SET_BACK_MS } from "../domain/monitor/set_back.ts";
import type { ActionTimer, SkipReason } from "../domain/monitor/timer.ts";
import type { ActionRunQuery } from "../schema/action.ts";
import type { Paging } from "../schema/common.ts";
import { type Db, listOf, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { isAsked, isWithin } from "./list_page.ts";
import { latelyFrom, listSorted } from "./list_sorted.ts";
import { actionRuns } from "./tables_action.ts";
import { countEnds, deleteTallies } from "./tally.ts";

export type RunRow = typeof actionRuns.$inferSelect;

export async function listRuns(
  db: Db,
  { now, sort, ...query }: ActionRunQuery & { now: number },
  paging: Paging,
): Promise<{ items: RunRow[]; total: number }> {
  const where = and(
    isAsked(actionRuns.actionId, query.actionId),
    isAsked(actionRuns.monitorId, query.monitorId),
    isAsked(actionRuns.status, query.status),
    isWithin(actionRuns.createdAt, query),
  );
  const failed = sql`${actionRuns.status} = 'failed' AND ${actionRuns.createdAt} >= ${latelyFrom(now)}`;
  const sorted = {
    table: actionRuns,
    where,
    sort,
    id: actionRuns.id,
    worst: [failed, sql`${actionRuns.status} IN ('waiting', 'running')`],
    rows: (fits: SQL | undefined, order: SQL[]) =>
      db
        .select()
        .from(actionRuns)
        .where(fits)
        .orderBy(...order),
  };
  return await listSorted(db, sorted, paging);
}

export async function findRun(db: Db, id: number): Promise<RunRow | null> {
  return (await db.select().from(actionRuns).where(eq(actionRuns.id, id)).get()) ?? null;
}

/** Repeating it changes nothing. Inserted as cancelled if the link is gone. */
export function insertTimedRun(
  monitorId: number,
  { id, actionId, trigger, dueAt }: ActionTimer,
  now: number,
): Statement[] {
  const isLinked = sql`EXISTS (
    SELECT 1 FROM action_links AS link
    WHERE link.monitor_id = ${monitorId} AND link.action_id = ${actionId} AND link.on_status = ${trigger})`;
  const ending = sql`
    SELECT actions.id AS object_id, 'cancelled' AS status
    FROM actions JOIN monitors ON monitors.id = ${monitorId}
    WHERE actions.id = ${actionId} AND NOT ${isLinked}
      AND NOT EXISTS (SELECT 1 FROM action_runs WHERE timer_id = ${id})`;
  const insert = sql`
    INSERT OR IGNORE INTO action_runs (timer_id, action_id, action_name, monitor_id, monitor_name, trigger, status,
      reason, due_at, created_at, finished_at)
    SELECT ${id}, actions.id, actions.name, monitors.id, monitors.name, ${trigger},
      CASE WHEN ${isLinked} THEN 'waiting' ELSE 'cancelled' END,
      CASE WHEN NOT ${isLinked} THEN 'link removed' END,
      ${dueAt}, ${now}, CASE WHEN NOT ${isLinked} THEN ${now} END
    FROM actions JOIN monitors ON monitors.id = ${monitorId}
    WHERE actions.id = ${actionId}`;
  return [countEnds("run", ending), insert];
}

type EndedStatus = "cancelled" | "skipped" | "failed";

function endRunsWhere(where: SQL, { status, set }: { status: EndedStatus; set: SQL }): Statement[] {
  return [
    countEnds("run", sql`SELECT action_id AS object_id, ${status} AS status FROM action_runs WHERE ${where}`),
    sql`UPDATE action_runs SET status = ${status}, ${set} WHERE ${where}`,
  ];
}

export function skipRun(
  { id }: Pick<ActionTimer, "id">,
  { reason, now }: { reason: SkipReason; now: number },
): Statement[] {
  return endRunsWhere(sql`timer_id = ${id} AND status = 'waiting' AND fired_at IS NULL`, {
    status: "skipped",
    set: sql`reason = ${reason}, finished_at = ${now}`,
  });
}

/**
 * Starts a run whose timer is due, unless its action is off or within its cooldown. Returns its id, also when repeated
 * before the first attempt.
 */
export function fireRun(
  monitorId: number,
  { id, actionId, trigger, dueAt, cooldownMinutes }: ActionTimer,
  { facts, now }: { facts: RunFacts; now: number },
): Statement[] {
  const isWaiting = sql`timer_id = ${id} AND status = 'waiting' AND fired_at IS NULL`;
  return [
    ...endRunsWhere(
      sql`${isWaiting} AND EXISTS (SELECT 1 FROM actions WHERE actions.id = ${actionId} AND enabled = 0)`,
      { status: "skipped", set: sql`reason = 'action disabled', finished_at = ${now}` },
    ),
    ...endRunsWhere(
      sql`${isWaiting} AND ${cooldownMinutes} > 0 AND EXISTS (
        SELECT 1 FROM action_runs AS other
        WHERE other.action_id = ${actionId} AND other.monitor_id = ${monitorId} AND other.trigger = ${trigger}
          AND other.fired_at > ${dueAt - cooldownMinutes * 60_000}
          AND other.fired_at <= ${dueAt + SET_BACK_MS}
          AND other.status IN ('waiting', 'running', 'succeeded', 'failed'))`,
      { status: "skipped", set: sql`reason = 'cooldown', finished_at = ${now}` },
    ),
    sql`
      UPDATE action_runs SET fired_at = ${dueAt}, due_at = ${dueAt}, facts = ${JSON.stringify(facts)}
      WHERE timer_id = ${id} AND status = 'waiting' AND coalesce(fired_at, ${dueAt}) = ${dueAt}
      RETURNING CASE WHEN due_at <= ${now} THEN id END AS id`,
  ];
}

export interface NewRun
  extends Pick<RunRow, "actionId" | "actionName" | "monitorId" | "monitorName" | "trigger" | "facts"> {
  isDisabled: boolean;
}

export function insertRun(db: Db, { isDisabled, ...run }: NewRun, now: number): Statement[] {
  const insert = db.insert(actionRuns).values({
    ...run,
    status: isDisabled ? "skipped" : "waiting",
    reason: isDisabled ? "action disabled" : null,
    dueAt: now,
    firedAt: isDisabled ? null : now,
    createdAt: now,
    finishedAt: isDisabled ? now : null,
  });
  if (!isDisabled) return [insert];
  return [insert, countEnds("run", sql`SELECT ${run.actionId} AS object_id, 'skipped' AS status`)];
}

export function isWaiting(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM action_runs WHERE id = ${id} AND status = 'waiting')`;
}

export function cancelRunRow(id: number, now: number): Statement[] {
  return endRunsWhere(sql`id = ${id} AND status = 'waiting'`, {
    status: "cancelled",
    set: sql`finished_at = ${now}`,
  });
}

/** Call after the links are written. */
export function cancelUnlinkedRuns(monitorId: number, now: number): Statement[] {
  return cancelUnlinked(sql`monitor_id = ${monitorId}`, now);
}

export function cancelUnlinkedRunsOfAll(monitorIds: readonly number[], now: number): Statement[] {
  return cancelUnlinked(sql`monitor_id IN ${listOf(monitorIds)}`, now);
}

export function cancelUnlinkedRunsOf(monitorKeys: string, now: number): Statement[] {
  const keys = sql`SELECT value FROM json_each(${monitorKeys})`;
  return cancelUnlinked(sql`monitor_id IN (SELECT id FROM monitors WHERE key IN (${keys}))`, now);
}

function cancelUnlinked(ofMonitors: SQL, now: number): Statement[] {
  const isUnlinked = sql`
    ${ofMonitors} AND status = 'waiting' AND timer_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM action_links AS link
      WHERE link.monitor_id = action_runs.monitor_id AND link.action_id = action_runs.action_id
        AND link.on_status = action_runs.trigger)`;
  return endRunsWhere(isUnlinked, { status: "cancelled", set: linkRemoved(now) });
}

function linkRemoved(now: number): SQL {
  return sql`reason = 'link removed', finished_at = ${now}`;
}

export function cancelRunsOf(db: Db, actionId: number, now: number): Statement[] {
  return [
    sql`
      UPDATE action_runs SET status = 'cancelled', ${linkRemoved(now)}
      WHERE action_id = ${actionId} AND status = 'waiting'`,
    deleteTallies(db, "run", actionId),
  ];
}

export function unannouncedFailures(before: number): DueRows {
  return { table: actionRuns, where: sql`failure_offered = 0 AND finished_at <= ${before}` };
}

export async function listUnannouncedFailures(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<RunRow[]> {
  return await db
    .select()
    .from(actionRuns)
    .where(unannouncedFailures(before).where)
    .orderBy(actionRuns.finishedAt)
    .limit(limit);
}

export async function listRunsInMaintenance(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const endedAt = sql`coalesce(r.finished_at, r.created_at)`;
  const rows = await db.all<{ id: number }>(sql`
    SELECT r.id FROM action_runs r WHERE r.id IN ${listOf(ids)} AND EXISTS (
      SELECT 1 FROM maintenance w
      WHERE w.series IS NULL AND w.starts_at <= ${endedAt} AND w.ends_at > ${endedAt}
        AND (w.all_monitors = 1 OR EXISTS (
          SELECT 1 FROM maintenance_monitors l WHERE l.maintenance_id = w.id AND l.monitor_id = r.monitor_id)))`);
  return new Set(rows.map(({ id }) => id));
}

export function markFailuresAnnounced(ids: readonly number[]): Statement {
  return sql`UPDATE action_runs SET failure_offered = 1 WHERE id IN ${listOf(ids)}`;
}

export async function listFailureChannels(
  db: Db,
  actionIds: readonly number[],
): Promise<{ actionId: number; channelId: number }[]> {
  return await db.all(sql`
    SELECT action_id AS actionId, channel_id AS channelId FROM action_channels
    WHERE action_id IN ${listOf(actionIds)} ORDER BY channel_id`);
}

export function oldRuns(before: number): DueRows {
  const ids = sql`
    SELECT id FROM action_runs WHERE created_at < ${before} AND status NOT IN ('waiting', 'running')
    ORDER BY created_at LIMIT 500`;
  return { table: actionRuns, where: sql`id IN (${ids})` };
}
