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
import { takeTurns } from "../../data/maintenance_turn.ts";
import { guardTurn } from "../../data/occurrence.ts";
import { cancelOccurrences, insertMaintenanceEvent, insertMaintenanceNews } from "../../data/public_event.ts";
import { findWindowProblem, maintenanceStatus } from "../../domain/incident/maintenance.ts";
import { decideSeriesTurn } from "../../domain/incident/occurrence_plan.ts";
import { findRecurrenceProblem } from "../../domain/incident/recurrence.ts";
import { keepExceptions, planOccurrences, withException } from "../../domain/incident/series.ts";
import { decideTurn, initialProgress, progressAfterMove } from "../../domain/incident/turn.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { AppError, invalid, notFound, type Problem } from "../../lib/errors.ts";
import { givenOf } from "../../lib/pick.ts";
import type { Maintenance, MaintenanceChange, NewMaintenance } from "../../schema/maintenance.ts";
import { pageChanged } from "../announce/page.ts";
import { announceToWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { checkExist } from "../record/objects_exist.ts";
import { findPageIds, listPlacements, namePages, type Placements } from "../record/shown_on.ts";
import { edit, objectOf } from "../record/version.ts";
import { fanOutEvents } from "../subscriber/announce.ts";
import {
  type MaintenancePlan,
  type PlannedMaintenance,
  planOf,
  rowOf,
  toMaintenance,
} from "./maintenance_view.ts";
import { firstOccurrences, followSeries, isSeries } from "./occurrence.ts";
import { markTouched } from "./touched.ts";

export async function listMaintenance(context: Context, { isActive = false } = {}): Promise<Maintenance[]> {
  const rows = await listRows(context.db, isActive ? context.now : undefined);
  const placements = await listPlacements(context);
  return rows.map((row) => response(row, placements, context.now));
}

export async function getMaintenance(context: Context, id: number): Promise<Maintenance> {
  return response(await getRow(context, id), await listPlacements(context), context.now);
}

function response(row: StoredMaintenance, placements: Placements, now: number): Maintenance {
  const { allMonitors, pageIds, monitorIds } = row;
  const shown = namePages(placements, { isEverything: allMonitors, pageIds, monitorIds });
  return { ...toMaintenance(row, now), ...shown };
}

async function pageIdsFor(context: Context, pageKeys: readonly string[]): Promise<number[] | null> {
  return pageKeys.length === 0 ? null : await findPageIds(context, pageKeys);
}

export async function createMaintenance(context: Context, wanted: NewMaintenance): Promise<Maintenance> {
  await check(context, wanted);
  const { pageKeys, ...rest } = wanted;
  const pageIds = await pageIdsFor(context, pageKeys);
  const { row, statements } = await makeMaintenance(context, { ...rest, pageIds });
  const results = await save(context.db, statements);
  await announceMaintenance(context);
  const stored = { ...row, id: insertedId(results), version: 1 };
  return response(stored, await listPlacements(context), context.now);
}

/** The row's own statement is first. `more` runs while it is the last inserted row. */
export async function makeMaintenance(
  context: Context,
  wanted: PlannedMaintenance,
  more: readonly Statement[] = [],
): Promise<{ row: Omit<MaintenanceRow, "id">; statements: Statement[] }> {
  const { now } = context;
  const fields = rowOf({ ...wanted, exceptions: [] });
  const progress = progressOf(fields, null, now);
  const row = {
    ...fields,
    ...NO_OCCURRENCE,
    ...progress,
    importedFrom: null,
    createdAt: now,
    updatedAt: now,
  };
  const { series } = row;
  const statements = [
    ...insertMaintenance(context.db, row),
    ...more,
    recordAudit(context, {
      action: "Create",
      entityType: "maintenance",
      entityId: "inserted",
      entityName: row.name,
      details: { fields: listSettings({ ...wanted }) },
    }),
    insertMaintenanceEvent("inserted", now),
    ...(series ? firstOccurrences({ ...row, series }, now) : turnsOf(row, now)),
    ...(await markTouched(context.db, [row])),
  ];
  return { row, statements };
}

export async function updateMaintenance(
  context: Context,
  id: number,
  { version, pageKeys, ...change }: MaintenanceChange,
): Promise<Maintenance> {
  const defined = {
    ...givenOf(change),
    ...(pageKeys && { pageIds: await pageIdsFor(context, pageKeys) }),
  };
  return await updateWith(context, id, { version, change: () => defined });
}

interface Change {
  version: number | undefined;
  change: (before: MaintenanceRow) => Partial<MaintenancePlan>;
}

export async function updateWith(
  context: Context,
  id: number,
  { version, change }: Change,
): Promise<Maintenance> {
  const isChanged = await edit(context, {
    object: objectOf("maintenance", id),
    version,
    load: async () => await getRow(context, id),
    decide: async (before) => {
      const given = change(before);
      await check(context, { ...planOf(before), ...given });
      return await decideMaintenance(context, before, { given });
    },
  });
  if (isChanged) await announceMaintenance(context);
  return await getMaintenance(context, id);
}

export async function decideMaintenance(
  context: Context,
  before: MaintenanceRow,
  { given, more = [] }: { given: Partial<MaintenancePlan>; more?: readonly Statement[] },
): Promise<Statement[]> {
  const { db, now } = context;
  const wanted = { ...planOf(before), ...given };
  const problem = findTurnBack(before, wanted, now);
  if (problem) throw new AppError("conflict", problem.message);
  const fields = rowOf(wanted);
  const { series } = fields;
  if (series) series.exceptions = keepExceptions({ ...fields, series }, now);
  const after = { ...before, ...fields, ...progressOf(fields, before, now), updatedAt: now };
  const changes = decideChanges({ ...planOf(before) }, { ...planOf(after) });
  if (Object.keys(changes).length === 0) return [];
  return [
    guardTurn(before.id, before.turnAt),
    ...updateMaintenanceRow(db, after),
    ...more,
    ...(isSeries(after) ? await followSeries(context, before, after) : followWindow(before, after, now)),
    ...recordUpdate(context, { ...entityOf("maintenance", after), changes }),
    ...(await markTouched(db, [before, after])),
  ];
}

export async function endMaintenance(context: Context, id: number): Promise<Maintenance> {
  const { now } = context;
  const change = (before: MaintenanceRow): Partial<MaintenancePlan> => {
    const running = isSeries(before) ? planOccurrences(before, now)[0] : before;
    if (!running || maintenanceStatus(running, now) !== "in_progress") {
      throw new AppError("conflict", "This maintenance isn't running.");
    }
    const endsAt = Math.max(now, running.startsAt + 1);
    if (!isSeries(before) || !("at" in running)) return { endsAt };
    const { at, startsAt } = running;
    const ended = { at, moved: { startsAt, endsAt } };
    return { exceptions: withException(before.series.exceptions, at, ended) };
  };
  return await updateWith(context, id, { version: undefined, change });
}

export async function removeMaintenance(context: Context, id: number): Promise<void> {
  const { db, now } = context;
  await edit(context, {
    object: objectOf("maintenance", id),
    version: undefined,
    load: async () => await getRow(context, id),
    decide: async (before) => [
      cancelOccurrences(id, now),
      ...(!isSeries(before) && now < before.startsAt
        ? [insertMaintenanceNews(id, { news: "cancelled", at: now })]
        : []),
      deleteMaintenance(db, id),
      ...recordRemoval(context, entityOf("maintenance", before)),
      ...(await markTouched(db, [before])),
    ],
  });
  await announceMaintenance(context);
}

const NO_OCCURRENCE = { seriesId: null, occurrenceAt: null, announceAt: null };

function progressOf(
  after: Pick<MaintenanceRow, "startsAt" | "endsAt" | "series">,
  before: MaintenanceRow | null,
  now: number,
): Pick<MaintenanceRow, "progress" | "turnAt"> {
  const { series } = after;
  if (series)
    return { progress: "series", turnAt: decideSeriesTurn(planOccurrences({ ...after, series }, now)) };
  const progress = before ? progressAfterMove(before, after, now) : initialProgress(after, now);
  return { progress, turnAt: decideTurn({ ...after, progress, announceAt: null }) };
}

function followWindow(before: MaintenanceRow, after: MaintenanceRow, now: number): Statement[] {
  const isMoved = before.startsAt !== after.startsAt || before.endsAt !== after.endsAt;
  // Before it begins, people rely on the announced times; afterwards a new start is news.
  const isNews = isMoved && (before.startsAt > now || after.startsAt > now);
  return [
    ...(isNews ? [insertMaintenanceNews(after.id, { news: "rescheduled", at: now })] : []),
    // Windows created after their end were never announced.
    ...(before.endsAt <= now ? [insertMaintenanceEvent(after.id, now)] : []),
    ...turnsOf(after, now),
  ];
}

function turnsOf({ turnAt }: Pick<MaintenanceRow, "turnAt">, now: number): Statement[] {
  return turnAt !== null && turnAt <= now ? takeTurns(now) : [];
}

export async function announceMaintenance(context: Context): Promise<void> {
  await announceToWatches(context.env);
  await pageChanged(context.env);
  context.waitUntil(fanOutEvents(context.env));
}

async function getRow(context: Context, id: number): Promise<StoredMaintenance> {
  const row = await findMaintenance(context.db, id);
  if (!row) throw notFound("maintenance window");
  return row;
}

async function check(context: Context, wanted: Omit<NewMaintenance, "pageKeys">): Promise<void> {
  const problem = findMaintenanceProblem(wanted);
  if (problem) throw invalid(problem.message, [problem]);
  await checkExist(context, "monitor", { monitorIds: wanted.monitorIds });
}

export function findMaintenanceProblem(wanted: Omit<NewMaintenance, "pageKeys">): Problem | null {
  const { recurrence } = wanted;
  return findWindowProblem(wanted) ?? (recurrence ? findRecurrenceProblem({ ...wanted, recurrence }) : null);
}

export function findTurnBack(
  before: MaintenanceRow,
  { recurrence }: Pick<NewMaintenance, "recurrence">,
  now: number,
): Problem | null {
  const path = "recurrence";
  if (before.series && !recurrence)
    return { path, message: "Recurring maintenance can't become one-off: set until, or delete it." };
  if (!before.series && recurrence && before.startsAt <= now)
    return { path, message: "This maintenance has started: schedule another recurring one." };
  return null;
}
