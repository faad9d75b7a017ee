import { isConstraintBreach, type Statement, save } from "../../data/db.ts";
import {
  insertImportedUpdates,
  listKnownEmails,
  listMonitorIds,
  listOrigins,
  markMaintenanceOrigin,
} from "../../data/history_import.ts";
import { insertIncident, linkMonitors } from "../../data/incident.ts";
import { findHistoryProblems, originOf, timesOf } from "../../domain/incident/imported.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { AppError, invalid } from "../../lib/errors.ts";
import type {
  HistoryImport,
  HistoryImported,
  ImportedIncident,
  ImportedWindow,
} from "../../schema/history_import.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record/audit.ts";
import { addImportedSubscribers } from "../subscriber/imported.ts";
import { announceMaintenance, makeMaintenance } from "./maintenance.ts";

type Keys = ReadonlyMap<string, number>;

export async function importHistory(context: Context, wanted: HistoryImport): Promise<HistoryImported> {
  const { db, now } = context;
  const { source, dryRun, incidents, maintenance, subscribers } = wanted;
  const keys = await listMonitorIds(db, [
    ...new Set([...incidents, ...maintenance, ...subscribers].flatMap(({ monitorKeys }) => monitorKeys)),
  ]);
  const problems = findHistoryProblems(wanted, { keys, now });
  if (problems.length > 0) throw invalid(problems[0]?.message ?? "", problems);

  const origins = [...incidents, ...maintenance].map((one) => originOf(source, one));
  const [known, emails] = await Promise.all([
    listOrigins(db, origins),
    listKnownEmails(
      db,
      subscribers.map(({ email }) => email),
    ),
  ]);
  const fresh = {
    incidents: unique(incidents, ({ externalId }) => externalId).filter(
      (one) => !known.has(originOf(source, one)),
    ),
    maintenance: unique(maintenance, ({ externalId }) => externalId).filter(
      (one) => !known.has(`maintenance ${originOf(source, one)}`),
    ),
    subscribers: unique(subscribers, ({ email }) => email).filter(({ email }) => !emails.has(email)),
  };
  const countOf = (name: keyof typeof fresh) => ({
    added: fresh[name].length,
    unchanged: wanted[name].length - fresh[name].length,
  });
  const summary = {
    incidents: countOf("incidents"),
    maintenance: countOf("maintenance"),
    subscribers: countOf("subscribers"),
  };
  if (!dryRun && Object.values(summary).some(({ added }) => added > 0))
    await write(context, { ...wanted, ...fresh }, { keys, summary });
  return { dryRun, ...summary };
}

async function write(
  context: Context,
  wanted: HistoryImport,
  { keys, summary }: { keys: Keys; summary: Record<string, { added: number }> },
): Promise<void> {
  const { source, ground } = wanted;
  const statements: Statement[] = [];
  for (const incident of wanted.incidents)
    statements.push(...addIncident(context, incident, { source, keys }));
  for (const window of wanted.maintenance)
    statements.push(...(await addWindow(context, window, { source, keys })));
  statements.push(...(await addImportedSubscribers(context, wanted.subscribers, keys)));
  const added = Object.fromEntries(Object.entries(summary).map(([name, counts]) => [name, counts.added]));
  const details = { ...added, ...(wanted.subscribers.length > 0 && { ground }) };
  statements.push(
    recordAudit(context, { action: "Import", entityType: "history", entityName: source, details }),
  );
  try {
    await save(context.db, statements);
  } catch (error) {
    if (!isConstraintBreach(error)) throw error;
    throw new AppError("conflict", "Another import of the same history is running: run this one again.", {
      cause: error,
    });
  }
  await announceMaintenance(context);
}

function addIncident(
  { db }: Context,
  incident: ImportedIncident,
  { source, keys }: { source: string; keys: Keys },
): Statement[] {
  const { updates, ...times } = timesOf(incident);
  const monitorIds = idsOf(incident, keys);
  const { title, impact } = incident;
  return [
    insertIncident(db, {
      title,
      impact,
      ...times,
      draft: false,
      pageWide: monitorIds.length === 0,
      notifySubscribers: false,
      publishedAt: times.startedAt,
      createdAt: times.startedAt,
      locales: {},
      importedFrom: originOf(source, incident),
    }),
    linkMonitors("newest", monitorIds),
    insertImportedUpdates(updates),
  ];
}

async function addWindow(
  context: Context,
  window: ImportedWindow,
  { source, keys }: { source: string; keys: Keys },
): Promise<Statement[]> {
  const { name, description, startsAt, endsAt } = window;
  const monitorIds = idsOf(window, keys);
  const { statements } = await makeMaintenance(
    context,
    {
      name,
      description,
      startsAt,
      endsAt,
      monitorIds,
      allMonitors: monitorIds.length === 0,
      pageIds: [DEFAULT_PAGE_ID],
      notifySubscribers: false,
      recurrence: null,
      timezone: "UTC",
      announceHours: 24,
      locales: {},
    },
    [markMaintenanceOrigin(originOf(source, window))],
  );
  return statements;
}

function idsOf({ monitorKeys }: { monitorKeys: readonly string[] }, keys: Keys): number[] {
  return monitorKeys.map((key) => keys.get(key) ?? 0);
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
