import { insertedId, isGuardBreach, type Statement, save } from "../data/db.ts";
import {
  deleteMaintenance,
  findMaintenance,
  insertMaintenance,
  listMaintenance as listRows,
  type MaintenanceRow,
  updateMaintenance,
} from "../data/maintenance.ts";
import { insertMaintenanceEvent } from "../data/public_event.ts";
import { listWatches } from "../data/watch_plan.ts";
import { findWindowProblem, maintenanceStatus } from "../domain/maintenance.ts";
import { MONITORS_PER_WATCH } from "../domain/schedule.ts";
import { AppError, invalid, notFound } from "../lib/errors.ts";
import type { Maintenance, MaintenanceChange, NewMaintenance } from "../schema/maintenance.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";
import { checkMonitorsExist } from "./known_monitors.ts";
import { pageChanged } from "./page_change.ts";
import { announceToWatches, markMonitorsStale } from "./watch.ts";

export async function listMaintenance(context: Context, { isActive = false } = {}): Promise<Maintenance[]> {
  const rows = await listRows(context.db, isActive ? context.now : undefined);
  return rows.map((row) => toMaintenance(row, context.now));
}

export async function getMaintenance(context: Context, id: number): Promise<Maintenance> {
  return toMaintenance(await getRow(context, id), context.now);
}

export async function createMaintenance(context: Context, wanted: NewMaintenance): Promise<Maintenance> {
  await check(context, wanted);
  const { now } = context;
  const row = { ...wanted, createdAt: now, updatedAt: now };
  const results = await save(context.db, [
    ...insertMaintenance(context.db, row),
    record(context, "Create", { id: "inserted", name: row.name }),
    insertMaintenanceEvent(now),
    await markTouched(context, [row]),
  ]);
  const made = { ...row, id: insertedId(results) };
  await announce(context);
  return toMaintenance(made, now);
}

export async function changeMaintenance(
  context: Context,
  id: number,
  change: MaintenanceChange,
): Promise<Maintenance> {
  const before = await getRow(context, id);
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after: MaintenanceRow = { ...before, ...defined, updatedAt: context.now };
  await check(context, after);
  try {
    await save(context.db, [
      ...updateMaintenance(context.db, after),
      record(context, "Update", after, { fields: Object.keys(defined) }),
      await markTouched(context, [before, after]),
    ]);
  } catch (error) {
    throw isGuardBreach(error) ? notFound("maintenance window") : error;
  }
  await announce(context);
  return toMaintenance(after, context.now);
}

/** Ends a running window now; one that has not begun goes away whole, by deletion. */
export async function endMaintenance(context: Context, id: number): Promise<Maintenance> {
  const before = await getRow(context, id);
  if (maintenanceStatus(before, context.now) !== "in_progress") {
    throw new AppError("conflict", "This maintenance is not running: there is nothing to end.");
  }
  return await changeMaintenance(context, id, { endsAt: Math.max(context.now, before.startsAt + 1) });
}

export async function removeMaintenance(context: Context, id: number): Promise<void> {
  const before = await getRow(context, id);
  await save(context.db, [
    deleteMaintenance(context.db, id),
    record(context, "Delete", before),
    await markTouched(context, [before]),
  ]);
  await announce(context);
}

async function announce(context: Context): Promise<void> {
  await announceToWatches(context.env);
  await pageChanged(context.env);
}

async function getRow(context: Context, id: number): Promise<MaintenanceRow> {
  const row = await findMaintenance(context.db, id);
  if (!row) throw notFound("maintenance window");
  return row;
}

async function check(context: Context, wanted: Omit<NewMaintenance, "notifySubscribers">): Promise<void> {
  const problem = findWindowProblem(wanted);
  if (problem) throw invalid(problem.message, [problem]);
  await checkMonitorsExist(context, wanted.monitorIds);
}

/** The watches of every monitor that a window holds now or held before. */
async function markTouched(
  context: Context,
  rows: readonly Pick<MaintenanceRow, "allMonitors" | "monitorIds">[],
): Promise<Statement> {
  const named = rows.flatMap(({ monitorIds }) => monitorIds);
  if (!rows.some(({ allMonitors }) => allMonitors)) return markMonitorsStale(named);
  const watches = await listWatches(context.db);
  return markMonitorsStale([...named, ...watches.map((watch) => watch * MONITORS_PER_WATCH)]);
}

function record(
  context: Context,
  action: "Create" | "Update" | "Delete",
  { id, name }: { id: number | "inserted"; name: string },
  details: Record<string, unknown> = {},
): Statement {
  return recordAudit(context, { action, entityType: "maintenance", entityId: id, entityName: name, details });
}

function toMaintenance(row: MaintenanceRow, now: number): Maintenance {
  const { id, name, description, startsAt, endsAt, allMonitors, monitorIds, notifySubscribers } = row;
  const status = maintenanceStatus(row, now);
  return { id, name, description, startsAt, endsAt, allMonitors, monitorIds, notifySubscribers, status };
}
