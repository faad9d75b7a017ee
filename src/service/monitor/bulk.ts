import { cancelUnlinkedRunsOfAll } from "../../data/action_run.ts";
import { isGuardBreach, type Statement, save } from "../../data/db.ts";
import { deleteMonitors, listDependencies } from "../../data/monitor.ts";
import { deleteMonitorChannels, insertMonitorChannels, updateChosenRows } from "../../data/monitor_bulk.ts";
import { guardVersions, raiseVersions } from "../../data/version.ts";
import { markMonitorsStale } from "../../data/watch.ts";
import { decideBulkChange, MOST_TAGS } from "../../domain/monitor/bulk.ts";
import { findIntervalProblem } from "../../domain/monitor/rule.ts";
import { changedFields, decideChanges } from "../../domain/system/audit_changes.ts";
import { AppError, invalidField, noneWithId } from "../../lib/errors.ts";
import { pick } from "../../lib/pick.ts";
import type { Monitor } from "../../schema/monitor.ts";
import type { MonitorBulk, MonitorBulkResponse, MonitorsChange } from "../../schema/monitor_bulk.ts";
import { publish } from "../announce/live.ts";
import { type Context, mayReach } from "../context.ts";
import { lastChangeBy, recordAudits } from "../record/audit.ts";
import { checkExist } from "../record/objects_exist.ts";
import { objectOf } from "../record/version.ts";
import { listMonitors } from "./monitor.ts";
import { announceMonitors } from "./monitor_edit.ts";

const TRIES = 5;
const MOST_NAMED = 5;

export async function updateMonitors(context: Context, body: MonitorBulk): Promise<MonitorBulkResponse> {
  await checkChannels(context, body.change);
  for (let tries = 1; ; tries++) {
    const chosen = await choose(context, body);
    const { statements, concerned } = body.change
      ? decideUpdate(context, chosen, body.change)
      : await decideRemoval(context, chosen);
    const response = { ids: chosen.map(({ id }) => id), changed: concerned.length };
    if (concerned.length === 0) return response;
    try {
      await save(context.db, [...guardVersions(concerned.map(versionOf)), ...statements]);
    } catch (error) {
      if (!isGuardBreach(error)) throw error;
      if (tries === TRIES) throw new AppError("conflict", "Someone else is changing these: try again.");
      continue;
    }
    await announceMonitors(context);
    const event = body.change ? "monitor.updated" : "monitor.deleted";
    context.waitUntil(
      publish(
        context.env,
        concerned.map(({ id }) => ({ event, data: { id } })),
      ),
    );
    return response;
  }
}

interface Decision {
  statements: Statement[];
  concerned: Monitor[];
}

async function choose(context: Context, { ids, filter = {} }: MonitorBulk): Promise<Monitor[]> {
  const found = await listMonitors(context, filter);
  if (!ids) return found;
  const byId = new Map(found.map((monitor) => [monitor.id, monitor]));
  const missing = ids.filter((id) => !byId.has(id));
  if (missing.length > 0) throw invalidField("ids", noneWithId("monitor", ...missing.slice(0, MOST_NAMED)));
  return ids.map((id) => byId.get(id)).filter((monitor) => monitor !== undefined);
}

async function checkChannels(context: Context, change: MonitorsChange | undefined): Promise<void> {
  const { addChannelIds, removeChannelIds } = change ?? {};
  if (!addChannelIds && !removeChannelIds) return;
  if (!mayReach(context, "channels", "write"))
    throw new AppError("forbidden", "This API token needs the channels:write permission.");
  await checkExist(context, "channel", { addChannelIds });
}

function decideUpdate(context: Context, chosen: readonly Monitor[], change: MonitorsChange): Decision {
  const decided = chosen
    .map((monitor) => ({ monitor, after: decideBulkChange(monitor, change) }))
    .filter(({ after }) => Object.keys(after).length > 0);
  const crowded = decided.filter(({ after }) => (after.tags?.length ?? 0) > MOST_TAGS);
  if (crowded.length > 0)
    throw invalidField(
      "addTags",
      `More than ${MOST_TAGS} tags: ${nameSome(crowded.map((one) => one.monitor))}.`,
    );
  const hurried = decided.flatMap(({ monitor, after }) => {
    const problem = findIntervalProblem({ ...monitor, ...after });
    return problem ? [{ monitor, problem }] : [];
  });
  if (hurried[0])
    throw invalidField(
      hurried[0].problem.path,
      `${hurried[0].problem.message} This concerns ${nameSome(hurried.map(({ monitor }) => monitor))}.`,
    );
  const rows = decided
    .map(({ monitor: { id }, after: { channelIds: _, ...row } }) => ({ id, ...row }))
    .filter((row) => Object.keys(row).length > 1);
  return {
    concerned: decided.map(({ monitor }) => monitor),
    statements: [
      ...updateChosenRows(rows, context.now),
      ...linkStatements(
        context,
        decided.filter(({ after }) => after.channelIds),
        change,
      ),
      ...recordAudits(
        context,
        decided.map(({ monitor, after }) => {
          const changes = decideChanges(pick(monitor, after), after);
          return {
            ...entryOf(monitor),
            action: "Update",
            details: { fields: changedFields(changes), changes },
          };
        }),
      ),
      ...(rows.length > 0 ? [markMonitorsStale(rows.map(({ id }) => id))] : []),
    ],
  };
}

function linkStatements(
  context: Context,
  linked: readonly { monitor: Monitor }[],
  { addChannelIds = [], removeChannelIds = [] }: MonitorsChange,
): Statement[] {
  if (linked.length === 0) return [];
  const ids = linked.map(({ monitor }) => monitor.id);
  return [
    insertMonitorChannels(ids, addChannelIds),
    deleteMonitorChannels(ids, removeChannelIds),
    // Channels list their monitors too: open edits of the old list must conflict.
    ...raiseVersions(
      [...new Set([...addChannelIds, ...removeChannelIds])].map((id) => objectOf("notification_channel", id)),
      lastChangeBy(context),
    ),
  ];
}

async function decideRemoval(context: Context, chosen: Monitor[]): Promise<Decision> {
  const ids = chosen.map(({ id }) => id);
  const gone = new Set(ids);
  const dependents = (await listDependencies(context.db))
    .filter(({ dependsOnId }) => gone.has(dependsOnId))
    .map(({ monitorId }) => monitorId);
  return {
    concerned: chosen,
    statements: [
      // Before the monitors are deleted: entries find them by key.
      ...recordAudits(
        context,
        chosen.map((monitor) => ({ ...entryOf(monitor), action: "Delete", details: {} })),
      ),
      ...raiseVersions(
        ids.map((id) => objectOf("monitor", id)),
        lastChangeBy(context),
      ),
      ...deleteMonitors(context.db, ids),
      ...cancelUnlinkedRunsOfAll(ids, context.now),
      markMonitorsStale([...ids, ...dependents]),
    ],
  };
}

const versionOf = ({ id, version }: Monitor) => ({ object: objectOf("monitor", id), version });

function entryOf({ key, name }: Monitor) {
  return { entityType: "monitor", key, entityName: name } as const;
}

function nameSome(monitors: readonly Monitor[]): string {
  const names = monitors.slice(0, MOST_NAMED).map(({ name }) => name);
  const others = monitors.length - names.length;
  return others > 0 ? `${names.join(", ")} and ${others} more` : names.join(", ");
}
