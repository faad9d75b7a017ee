import { save } from "../../data/db.ts";
import { MANUAL_TYPE } from "../../domain/monitor/rule.ts";
import { AppError } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { ManualStatus, Monitor } from "../../schema/monitor.ts";
import { watchFor } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { entityOf, recordAudit } from "../record/audit.ts";
import { getMonitor } from "./monitor.ts";
import { announceMonitor } from "./monitor_edit.ts";

/** The audit log is written first: no status is ever set without an entry. */
export async function updateManualStatus(
  context: Context,
  id: number,
  { status, message }: ManualStatus,
): Promise<Monitor> {
  const before = await getMonitor(context, id);
  if (before.type !== MANUAL_TYPE)
    throw new AppError("conflict", "Only manual monitors can be set to a status.");
  if (before.paused) throw new AppError("conflict", "The monitor is paused: resume it first.");
  const changes = { status: [before.currentStatus, status], message: [before.message, message] };
  const entry = { ...entityOf("monitor", before), action: "status_set", details: { changes } } as const;
  await save(context.db, [recordAudit(context, entry)]);
  const later = "The status couldn't be set: try again.";
  const isTaken = await watchFor(context.env, id)
    .setStatus(id, { status, message })
    .catch((error: unknown) => {
      log("warn", "a watch did not accept a status", { monitorId: id, error });
      throw new AppError("unavailable", later, { retryAfterSecs: 5, cause: error });
    });
  if (!isTaken) throw new AppError("unavailable", later, { retryAfterSecs: 5 });
  announceMonitor(context, "monitor.updated", id);
  return await getMonitor(context, id);
}
