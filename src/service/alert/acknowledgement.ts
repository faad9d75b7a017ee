import {
  type AcknowledgementRow,
  deleteAcknowledgement,
  deleteSnooze,
  findAcknowledgement,
  findOpenAlert,
  findSnooze,
  hasAcknowledgement,
  isOpenAlert,
  putAcknowledgement,
  putSnooze,
} from "../../data/acknowledgement.ts";
import { insertNotice } from "../../data/alert_notice.ts";
import { guard, isGuardBreach, type Statement, save } from "../../data/db.ts";
import type { MonitorRow } from "../../data/monitor.ts";
import type { MonitorNotice } from "../../domain/alert/notice.ts";
import { isFailing } from "../../domain/monitor/check_result.ts";
import type { MonitorEvent } from "../../domain/monitor/event.ts";
import { type Changes, changedFields, decideChanges } from "../../domain/system/audit_changes.ts";
import { AppError, invalidField } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { NewAcknowledgement, NewSnooze } from "../../schema/acknowledgement.ts";
import type { Monitor } from "../../schema/monitor.ts";
import type { Context } from "../context.ts";
import { getMonitor } from "../monitor/monitor.ts";
import { announceMonitor, getRow } from "../monitor/monitor_edit.ts";
import { entityOf, lastChangeBy, recordAudit } from "../record/audit.ts";
import { offerNotice } from "./notice.ts";

const LONGEST_MS = 366 * DAY_MS;

export async function acknowledge(
  context: Context,
  id: number,
  { note, untilMs }: NewAcknowledgement,
): Promise<Monitor> {
  if (untilMs !== null) checkAhead(context, untilMs);
  const monitor = await getRow(context, id);
  const alert = await findOpenAlert(context.db, id);
  if (!alert) throw nothingToAcknowledge();
  const before = await findAcknowledgement(context.db, id);
  try {
    await saveAcknowledgement(context, { monitor, alert, note, untilMs }, { before });
  } catch (error) {
    if (isGuardBreach(error)) throw nothingToAcknowledge();
    throw error;
  }
  return await getMonitor(context, id);
}

/** `by` is a user who follows the link of a notification without signing in. */
export async function saveAcknowledgement(
  context: Context,
  {
    monitor,
    alert,
    by: user,
    ...given
  }: {
    monitor: MonitorRow;
    alert: MonitorEvent;
    by?: { id: number; email: string };
  } & NewAcknowledgement,
  { before, more = [] }: { before: AcknowledgementRow | null; more?: readonly Statement[] },
): Promise<void> {
  const { note, untilMs } = given;
  const by = user?.email ?? lastChangeBy(context).changedBy;
  const row = {
    monitorId: monitor.id,
    byName: by,
    note,
    at: context.now,
    untilAt: untilMs,
    downSince: alert.downSince,
  };
  const notice = noticeOf(context, alert, { by, note, untilMs, isOver: false });
  const changes = decideChanges(auditedOf(before), auditedOf(row));
  await saveAndNotify(context, { monitor, notice, changes, by: user }, [
    guard(isOpenAlert(alert)),
    ...more,
    putAcknowledgement(row),
  ]);
}

export async function unacknowledge(context: Context, id: number): Promise<void> {
  const monitor = await getRow(context, id);
  const row = await findAcknowledgement(context.db, id);
  const alert = await findOpenAlert(context.db, id);
  if (!row || !alert) return;
  const notice = noticeOf(context, alert, { by: row.byName, note: "", untilMs: null, isOver: true });
  const changes = decideChanges(auditedOf(row), auditedOf(null));
  try {
    await saveAndNotify(context, { monitor, notice, changes }, [
      guard(hasAcknowledgement(id)),
      deleteAcknowledgement(context.db, id),
    ]);
  } catch (error) {
    // Already removed by the recovery or another user.
    if (!isGuardBreach(error)) throw error;
  }
}

export async function snooze(context: Context, id: number, { untilMs }: NewSnooze): Promise<Monitor> {
  checkAhead(context, untilMs);
  const monitor = await getRow(context, id);
  const notice = { id: noticeId(id), monitorId: id, at: context.now, acknowledged: null };
  const changes = decideChanges(
    { snoozedUntilMs: await findSnooze(context.db, id) },
    { snoozedUntilMs: untilMs },
  );
  if (Object.keys(changes).length > 0) {
    const write = putSnooze({ monitorId: id, untilAt: untilMs });
    await saveAndNotify(context, { monitor, notice, changes }, [write]);
  }
  return await getMonitor(context, id);
}

export async function unsnooze(context: Context, id: number): Promise<void> {
  const monitor = await getRow(context, id);
  const until = await findSnooze(context.db, id);
  if (until === null || until <= context.now) return;
  const notice = { id: noticeId(id), monitorId: id, at: context.now, acknowledged: null };
  const changes = decideChanges({ snoozedUntilMs: until }, { snoozedUntilMs: null });
  await saveAndNotify(context, { monitor, notice, changes }, [deleteSnooze(context.db, id)]);
}

async function saveAndNotify(
  context: Context,
  {
    monitor,
    notice,
    changes,
    by,
  }: {
    monitor: MonitorRow;
    notice: MonitorNotice;
    changes: Changes;
    by?: { id: number; email: string } | undefined;
  },
  writes: readonly Statement[],
): Promise<void> {
  await save(context.db, [
    ...writes,
    insertNotice(context.db, notice),
    recordAudit(context, {
      ...entityOf("monitor", monitor),
      action: "Update",
      details: { fields: changedFields(changes), changes },
      ...(by && { by: { id: by.id, email: by.email } }),
    }),
  ]);
  context.waitUntil(offerNotice(context.env, notice));
  announceMonitor(context, "monitor.updated", monitor.id);
}

function auditedOf(row: Pick<AcknowledgementRow, "byName" | "note" | "untilAt"> | null) {
  return { acknowledgement: row && { by: row.byName, note: row.note, untilMs: row.untilAt } };
}

function noticeOf(
  { now }: Context,
  { monitorId, status, message, downSince }: MonitorEvent,
  acknowledged: Pick<NonNullable<MonitorNotice["acknowledged"]>, "by" | "note" | "untilMs" | "isOver">,
): MonitorNotice {
  const failing = isFailing(status) ? status : "down";
  const withState = { ...acknowledged, status: failing, error: message, downSince };
  return { id: noticeId(monitorId), monitorId, at: now, acknowledged: withState };
}

function noticeId(monitorId: number): string {
  return `acknowledged:${monitorId}:${crypto.randomUUID()}`;
}

function checkAhead({ now }: Context, untilMs: number): void {
  if (untilMs > now && untilMs <= now + LONGEST_MS) return;
  throw invalidField("untilMs", "Use a future time within a year.");
}

function nothingToAcknowledge(): AppError {
  const message = "Nothing to acknowledge: it isn't failing, or not long enough to alert.";
  return new AppError("conflict", message);
}
