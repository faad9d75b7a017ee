import { cancelUnlinkedRuns } from "../../data/action_run.ts";
import type { Statement } from "../../data/db.ts";
import {
  deleteMonitors,
  insertMonitor,
  listDependents,
  type MonitorRow,
  updateMonitorRow,
} from "../../data/monitor.ts";
import { updateChosenRows } from "../../data/monitor_bulk.ts";
import { copyLinks } from "../../data/monitor_links.ts";
import { readListedMonitors, readMonitors } from "../../data/monitor_view.ts";
import { markInsertedStale, markMonitorsStale } from "../../data/watch.ts";
import {
  defaultIntervalSecs,
  findIntervalProblem,
  findLocationProblem,
  followLocations,
  HEARTBEAT_TYPE,
} from "../../domain/monitor/rule.ts";
import { isFoundBy } from "../../domain/monitor/search.ts";
import { changedSecret, decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import { mapAtOnce } from "../../lib/map_at_once.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import { toBody } from "../../lib/text_body.ts";
import type { Monitor, MonitorChange, MonitorQuery, NewMonitor } from "../../schema/monitor.ts";
import { announceToWatches } from "../announce/watch.ts";
import { type Context, mayReach } from "../context.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { checkTypeChange, createKeyed } from "../record/keyed.ts";
import { sealSecrets } from "../record/sealing.ts";
import { edit, objectOf } from "../record/version.ts";
import { checkVaultPlace, checkVaultUse } from "../vault/reference.ts";
import { checkAgent, checkAgentVaults } from "./agent_rule.ts";
import { checkMayAutoIncident, checkTemplateExists } from "./automatic_incident_rule.ts";
import { ownerOf, typeOf } from "./config.ts";
import { decideHeartbeat, makeHeartbeat, NO_HEARTBEAT } from "./heartbeat.ts";
import { announceMonitor, announceMonitors, editMonitor, getRow, saveAndAnnounce } from "./monitor_edit.ts";
import { decideConfig, readConfig, reseal } from "./stored_config.ts";
import { toMonitors, toShortMonitors } from "./view.ts";

const MOST_WHOLE = 100_000;

export async function listMonitors(context: Context, query: MonitorQuery): Promise<Monitor[]> {
  const views = await readMonitors(context.db, { now: context.now });
  const monitors = await toMonitors(context, views);
  return monitors.filter(
    (monitor) =>
      isFoundBy(query.search?.trim() ?? "", monitor) &&
      (query.type === undefined || query.type === monitor.type) &&
      (query.tag === undefined || monitor.tags.some(({ label }) => label === query.tag)) &&
      (query.status === undefined || query.status === monitor.currentStatus),
  );
}

/** One line per slice: the panel handles a slice while the next ones are read. */
export async function writeShortMonitors(context: Context): Promise<BodyInit> {
  return await toBody(linesOf(context), MOST_WHOLE);
}

async function* linesOf(context: Context): AsyncGenerator<string> {
  // All at once: a hanging watch in each slice would add up.
  const slices = mapAtOnce(readListedMonitors(context.db, context.now), async (views) =>
    JSON.stringify(await toShortMonitors(context, views)).slice(1, -1),
  );
  let before = "[";
  for await (const slice of slices) {
    if (slice === "") continue;
    yield `${before}${slice}\n`;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

export async function getMonitor(context: Context, id: number): Promise<Monitor> {
  const [monitor] = await toMonitors(context, await readMonitors(context.db, { now: context.now, id }));
  if (!monitor) throw notFound("monitor");
  return monitor;
}

export async function createMonitor(
  context: Context,
  given: NewMonitor,
  origin: MonitorRow | null = null,
): Promise<Monitor> {
  const wanted = { ...given, intervalSecs: given.intervalSecs ?? defaultIntervalSecs(given.type) };
  checkMayAutoIncident(context, null, wanted);
  const type = typeOf(wanted.type);
  checkRules(wanted);
  await checkAgent(context, wanted);
  const owner = ownerOf(type);
  checkVaultUse(context, null, { owner, config: wanted.config });
  const kept = origin?.type === type.type ? origin : null;
  const resolved = await readConfig(context, type, { config: wanted.config, stored: kept });
  await checkAgentVaults(context, { ...wanted, config: resolved });
  await checkTemplateExists(context, wanted.autoIncidentTemplateId);
  const { name } = wanted;
  const id = await createKeyed(context, { kind: "monitor", key: wanted.key, name }, async (key) => {
    const name = `monitor/${key}`;
    const stored = kept && { config: await reseal(context, type, { row: kept, name }) };
    const config = await sealSecrets(context.env, type, { config: resolved, stored, name });
    const heartbeat = type.type === HEARTBEAT_TYPE ? await makeHeartbeat(context, key) : NO_HEARTBEAT;
    const times = { createdAt: context.now, updatedAt: context.now };
    const row = { ...wanted, ...heartbeat, ...times, key, config, paused: false };
    return [...insertStatements(context, row), ...(origin ? linksOf(context, origin) : [])];
  });
  await announceToWatches(context.env);
  announceMonitor(context, "monitor.created", id);
  return await getMonitor(context, id);
}

function checkRules(monitor: Parameters<typeof findLocationProblem>[0] & { intervalSecs: number }): void {
  const problem = findLocationProblem(monitor) ?? findIntervalProblem(monitor);
  if (problem) throw invalid(problem.message, [problem]);
}

/** Copies only links that the user may create. */
function linksOf(context: Context, { id }: MonitorRow): Statement[] {
  const may = (part: "channels" | "actions") => mayReach(context, part, "write");
  return copyLinks(id, { channels: may("channels"), actions: may("actions") });
}

export async function updateMonitor(
  context: Context,
  id: number,
  { version, ...change }: MonitorChange,
): Promise<Monitor> {
  await editMonitor(context, id, {
    version,
    decide: async (before) => await decideChange(context, before, change),
  });
  return await getMonitor(context, id);
}

const AGENT_FIELDS = ["agent", "type", "config", "locations"] as const;

async function decideChange(
  context: Context,
  before: MonitorRow,
  change: Omit<MonitorChange, "version">,
): Promise<Statement[]> {
  const { id } = before;
  const given = followLocations(before, givenOf<MonitorRow>(change));
  checkMayAutoIncident(context, before, { ...before, ...given });
  checkTypeChange(before, given);
  const type = typeOf(given.type ?? before.type);
  checkRules({ ...before, ...given });
  const owned = { owner: ownerOf(type), config: given.config ?? before.config };
  checkVaultPlace(context, owned, { before, after: { ...before, ...given } });
  if (given.config) given.config = await decideConfig(context, type, { before, config: given.config });
  if (AGENT_FIELDS.some((name) => given[name] !== undefined)) {
    await checkAgent(context, { ...before, ...given });
    await checkAgentVaults(context, { ...before, ...given });
  }
  await checkTemplateExists(context, given.autoIncidentTemplateId);
  const changes = decideChanges(pick(before, given), given);
  const hasToken = before.heartbeatHash !== null;
  const heartbeat = await decideHeartbeat(context, {
    key: before.key,
    hasToken,
    isHeartbeat: type.type === HEARTBEAT_TYPE,
  });
  if (heartbeat) Object.assign(given, heartbeat);
  else if (Object.keys(changes).length === 0) return [];
  return [
    updateMonitorRow(context.db, id, { ...given, updatedAt: context.now }),
    ...recordUpdate(context, {
      ...entityOf("monitor", { id, name: given.name ?? before.name }),
      changes,
    }),
    markMonitorsStale([id]),
  ];
}

export async function removeMonitor(context: Context, id: number): Promise<void> {
  await edit(context, {
    object: objectOf("monitor", id),
    version: undefined,
    load: async () => await getRow(context, id),
    decide: async (row) => [
      ...deleteMonitors(context.db, [id]),
      ...cancelUnlinkedRuns(id, context.now),
      ...recordRemoval(context, entityOf("monitor", row)),
      markMonitorsStale([id, ...(await listDependents(context.db, id))]),
    ],
  });
  await announceMonitors(context);
  announceMonitor(context, "monitor.deleted", id);
}

export async function updateMonitorPaused(context: Context, id: number, paused: boolean): Promise<Monitor> {
  const row = await getRow(context, id);
  if (row.paused !== paused) {
    await saveAndAnnounce(
      context,
      [id],
      [
        ...updateChosenRows([{ id, paused }], context.now),
        ...recordUpdate(context, { ...entityOf("monitor", row), changes: { paused: [row.paused, paused] } }),
      ],
    );
    announceMonitor(context, "monitor.updated", id);
  }
  return await getMonitor(context, id);
}

export async function resetHeartbeat(context: Context, id: number): Promise<{ heartbeatUrl: string }> {
  const load = async () => await getRow(context, id);
  await edit(context, {
    object: objectOf("monitor", id),
    version: undefined,
    load,
    decide: async (row) => {
      if (row.heartbeatHash === null)
        throw new AppError("conflict", "Only webhook monitors have a heartbeat address.");
      const heartbeat = await makeHeartbeat(context, row.key);
      return [
        updateMonitorRow(context.db, id, { ...heartbeat, updatedAt: context.now }),
        recordAudit(context, {
          action: "heartbeat_token_reset",
          entityType: "monitor",
          entityId: id,
          entityName: row.name,
          details: { changes: changedSecret("heartbeatToken") },
        }),
      ];
    },
  });
  const { heartbeatUrl = "" } = await getMonitor(context, id);
  return { heartbeatUrl };
}

function insertStatements(context: Context, row: Omit<MonitorRow, "id">): Statement[] {
  return [
    insertMonitor(context.db, row),
    markInsertedStale(),
    recordAudit(context, {
      ...entityOf("monitor", { id: "inserted", name: row.name }),
      action: "Create",
      details: { type: row.type, fields: listSettings(settingsOf(row)) },
    }),
  ];
}

function settingsOf(row: Omit<MonitorRow, "id">): Config {
  const { heartbeatHash: _hash, heartbeatToken: _token, createdAt: _at, updatedAt: _then, ...settings } = row;
  return settings;
}
