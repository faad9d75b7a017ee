import { insertedId, type Statement, save } from "../../data/db.ts";
import {
  deleteMaintenance,
  findMaintenance,
  insertMaintenance,
  listMaintenance as listRows,
  type MaintenanceRow,
  type StoredMaintenance,
  updateMaintenanceRow,
} from "../../data/maintenance.ts";
import { insertMaintenanceEvent, insertMaintenanceNews } from "../../data/public_event.ts";
import { listWatches } from "../../data/watch_plan.ts";
import { findWindowProblem, maintenanceStatus } from "../../domain/incident/maintenance.ts";
import { MONITORS_PER_WATCH } from "../../domain/monitor/schedule.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import type { Maintenance, MaintenanceChange, NewMaintenance } from "../../schema/maintenance.ts";
import type { Context } from "../context.ts";
import { checkMonitorsExist } from "../monitor/known.ts";
import { announceToWatches, markMonitorsStale } from "../monitor/watch.ts";
import { pageChanged } from "../page/change.ts";
import { tellSubscribers } from "../subscriber/tell.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../system/audit.ts";
import { edit, objectOf } from "../system/version.ts";

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
    recordAudit(context, {
      ...{ action: "Create", entityType: "maintenance", entityId: "inserted", entityName: row.name },
      details: { fields: listSettings(wanted) },
    }),
    insertMaintenanceEvent(now),
    ...(await markTouched(context, [row])),
  ]);
  const made = { ...row, id: insertedId(results), version: 1 };
  await announce(context);
  return toMaintenance(made, now);
}

export async function updateMaintenance(
  context: Context,
  id: number,
  { version, ...change }: MaintenanceChange,
): Promise<Maintenance> {
  const defined = givenOf(change);
  return await apply(context, id, { version, change: () => defined });
}

/** Watches and page hear of what the window was and of what it is. */
async function apply(
  context: Context,
  id: number,
  {
    version,
    change,
  }: { version: number | undefined; change: (before: MaintenanceRow) => Partial<MaintenanceRow> },
): Promise<Maintenance> {
  const versions: MaintenanceRow[] = [];
  const isChanged = await edit(context, {
    object: objectOf("maintenance", id),
    version,
    load: async () => await getRow(context, id),
    decide: async (before) => {
      const given = change(before);
      const after = { ...before, ...given, updatedAt: context.now };
      await check(context, after);
      const changes = decideChanges(pick(before, given), given);
      versions.splice(0, versions.length, before, after);
      if (Object.keys(changes).length === 0) return [];
      return [
        ...updateMaintenanceRow(context.db, after),
        ...(isMoved(before, after, context.now)
          ? [insertMaintenanceNews(id, { news: "rescheduled", at: context.now })]
          : []),
        ...recordUpdate(context, {
          ...entityOf("maintenance", after),
          changes,
        }),
        ...(await markTouched(context, versions)),
      ];
    },
  });
  if (isChanged) await announce(context);
  return await getMaintenance(context, id);
}

/** Ends a running window now; one that has not begun goes away whole, by deletion. */
export async function endMaintenance(context: Context, id: number): Promise<Maintenance> {
  const change = (before: MaintenanceRow) => {
    if (maintenanceStatus(before, context.now) !== "in_progress") {
      throw new AppError("conflict", "This maintenance is not running: there is nothing to end.");
    }
    return { endsAt: Math.max(context.now, before.startsAt + 1) };
  };
  return await apply(context, id, { version: undefined, change });
}

export async function removeMaintenance(context: Context, id: number): Promise<void> {
  const before = await getRow(context, id);
  const { now } = context;
  await save(context.db, [
    ...(now < before.startsAt ? [insertMaintenanceNews(id, { news: "cancelled", at: now })] : []),
    deleteMaintenance(context.db, id),
    ...recordRemoval(context, entityOf("maintenance", before)),
    ...(await markTouched(context, [before])),
  ]);
  await announce(context);
}

/** Before it began: who was told of it counts on the old times. */
function isMoved(before: MaintenanceRow, after: MaintenanceRow, now: number): boolean {
  const isSame = before.startsAt === after.startsAt && before.endsAt === after.endsAt;
  return now < before.startsAt && !isSame;
}

async function announce(context: Context): Promise<void> {
  await announceToWatches(context.env);
  await pageChanged(context.env);
  context.waitUntil(tellSubscribers(context.env));
}

async function getRow(context: Context, id: number): Promise<StoredMaintenance> {
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
): Promise<Statement[]> {
  const named = rows.flatMap(({ monitorIds }) => monitorIds);
  if (!rows.some(({ allMonitors }) => allMonitors)) return [markMonitorsStale(named)];
  const watches = await listWatches(context.db);
  return [markMonitorsStale([...named, ...watches.map((watch) => watch * MONITORS_PER_WATCH)])];
}

function toMaintenance(row: StoredMaintenance, now: number): Maintenance {
  const { id, version, name, description, locales, startsAt, endsAt } = row;
  const { allMonitors, monitorIds, notifySubscribers } = row;
  const status = maintenanceStatus(row, now);
  const times = { startsAt, endsAt, status };
  return {
    ...{ id, version, name, description, locales, ...times },
    ...{ allMonitors, monitorIds, notifySubscribers },
  };
}
