import { isGuardBreach, isUniqueBreach, type Statement, save } from "../../data/db.ts";
import { listMonitorIds } from "../../data/document.ts";
import {
  guardConfiguration,
  insertActions,
  insertChannels,
  insertMonitors,
  markKeysStale,
  setHeartbeats,
  updateActionLinkRows,
  updateActionRows,
  updateChannelLinkRows,
  updateChannelRows,
  updateDependencyRows,
  updateFailureChannelRows,
  updateMonitorRows,
} from "../../data/document_write.ts";
import { raiseVersionsByKey } from "../../data/version.ts";
import { withDependents } from "../../domain/config/document.ts";
import { AppError, type Problem } from "../../lib/errors.ts";
import type { DocumentKind, ImportAnswer } from "../../schema/document.ts";
import type { Context } from "../context.ts";
import { publish } from "../monitor/live.ts";
import { announceToWatches } from "../monitor/watch.ts";
import { pageChanged } from "../page/change.ts";
import { lastChangeBy, recordAudit, recordAudits } from "../system/audit.ts";
import { checkMayChange, checkMayImport } from "./access.ts";
import { type Plan, planImport } from "./plan.ts";
import { parseDocuments, refuseProblems, type ShapedDocument, shapeDocuments } from "./shape.ts";
import { viewConfiguration } from "./view.ts";

const TRIES = 5;
const ENTITY: Readonly<Record<DocumentKind, "monitor" | "notification_channel" | "action">> = {
  Monitor: "monitor",
  NotificationChannel: "notification_channel",
  Action: "action",
};

/** Everything but the writing. */
export async function validateDocuments(context: Context, text: string): Promise<ImportAnswer> {
  const { plan } = await prepare(context, readShaped(context, text));
  return answerOf(plan, { dryRun: true });
}

/** All of the documents or none, in one transaction. */
export async function applyDocuments(context: Context, text: string): Promise<ImportAnswer> {
  const documents = readShaped(context, text);
  for (let tries = 1; ; tries++) {
    const { plan, version } = await prepare(context, documents);
    const answer = answerOf(plan, { dryRun: false });
    if (answer.summary.create + answer.summary.update === 0) return answer;
    try {
      await save(context.db, [guardConfiguration(version), ...write(context, plan, answer)]);
    } catch (error) {
      const isOutdated = isGuardBreach(error) || isUniqueBreach(error);
      if (isOutdated && tries < TRIES) continue;
      if (isOutdated) throw new AppError("conflict", "Somebody else is changing the same things: try again.");
      throw error;
    }
    await announce(context, plan);
    return answer;
  }
}

function readShaped(context: Context, text: string): ShapedDocument[] {
  const { documents, problems } = parseDocuments(text);
  for (const document of documents) checkMayImport(context, document);
  const shaped = shapeDocuments(documents, problems);
  refuseProblems(problems);
  return shaped;
}

async function prepare(
  context: Context,
  documents: readonly ShapedDocument[],
): Promise<{ plan: Plan; version: number }> {
  const keysOf = (kind: DocumentKind) =>
    documents.filter(({ body }) => body.kind === kind).map(({ body }) => body.key);
  const view = await viewConfiguration(context, {
    channels: keysOf("NotificationChannel"),
    monitors: keysOf("Monitor"),
    actions: keysOf("Action"),
    sent: documents.map(({ body }) => body),
  });
  checkMayChange(context, documents, view);
  const problems: Problem[] = [];
  const plan = await planImport(context, documents, { view, problems });
  refuseProblems(problems);
  return { plan, version: view.version };
}

function write(context: Context, plan: Plan, { summary }: ImportAnswer): Statement[] {
  const changed = plan.changes.filter(({ action }) => action !== "unchanged");
  const monitorKeys = changed.filter(({ kind }) => kind === "Monitor").map(({ key }) => key);
  return [
    ...insertChannels(plan.channels.create),
    ...updateChannelRows(plan.channels.update),
    ...insertMonitors(plan.monitors.create),
    ...updateMonitorRows(plan.monitors.update),
    ...insertActions(plan.actions.create),
    ...updateActionRows(plan.actions.update),
    ...setHeartbeats(plan.heartbeats),
    ...updateChannelLinkRows(plan.notifications),
    ...updateDependencyRows(plan.dependencies),
    ...updateFailureChannelRows(plan.failureChannels),
    ...updateActionLinkRows(plan.actionLinks, context.now),
    // Channels tell their monitors too: who edits one has read another list.
    ...raiseVersionsByKey(
      "notification_channel",
      [...plan.notifications.add, ...plan.notifications.remove].map(([, channel]) => channel),
      lastChangeBy(context),
    ),
    ...recordAudits(
      context,
      changed.map(({ kind, key, name, action, details }) => ({
        action: action === "create" ? ("Create" as const) : ("Update" as const),
        entityType: ENTITY[kind],
        key,
        entityName: name,
        details,
      })),
    ),
    recordAudit(context, {
      action: "Import",
      entityType: "config",
      entityName: "Configuration",
      details: { ...summary },
    }),
    ...(monitorKeys.length > 0 ? [markKeysStale([...withDependents(plan.graph, monitorKeys)])] : []),
  ];
}

/** Watches take what was changed; open panels and the page hear of it. */
async function announce(context: Context, { changes }: Plan): Promise<void> {
  const keysOf = (action: "create" | "update") =>
    changes.filter((change) => change.kind === "Monitor" && change.action === action).map(({ key }) => key);
  const [created, updated] = [keysOf("create"), keysOf("update")];
  if (created.length + updated.length === 0) return;
  await announceToWatches(context.env);
  await pageChanged(context.env);
  const [createdIds, updatedIds] = await Promise.all([
    listMonitorIds(context.db, created),
    listMonitorIds(context.db, updated),
  ]);
  const events = [
    ...createdIds.map((id) => ({ event: "monitor.created" as const, data: { id } })),
    ...updatedIds.map((id) => ({ event: "monitor.updated" as const, data: { id } })),
  ];
  context.waitUntil(publish(context.env, events));
}

function answerOf({ changes }: Plan, { dryRun }: { dryRun: boolean }): ImportAnswer {
  const count = (wanted: string) => changes.filter(({ action }) => action === wanted).length;
  return {
    dryRun,
    summary: { create: count("create"), update: count("update"), unchanged: count("unchanged") },
    changes: changes.map(({ kind, key, action, fields }) => ({
      kind,
      key,
      action,
      ...(fields && { fields }),
    })),
  };
}
