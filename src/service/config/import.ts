import { insertNotice } from "../../data/alert_notice.ts";
import { isGuardBreach, isUniqueBreach, type Statement, save } from "../../data/db.ts";
import { listMonitorIds } from "../../data/document.ts";
import {
  guardConfiguration,
  insertActions,
  insertChannels,
  insertMonitors,
  setHeartbeats,
  setMadeTemplates,
  updateActionLinkRows,
  updateActionRows,
  updateChannelLinkRows,
  updateChannelRows,
  updateDependencyRows,
  updateFailureChannelRows,
  updateMonitorRows,
} from "../../data/document_write.ts";
import { raiseVersionsByKey } from "../../data/version.ts";
import { markKeysStale } from "../../data/watch.ts";
import type { ChannelNotice } from "../../domain/alert/notice.ts";
import { compareDocuments, withDependents } from "../../domain/config/document.ts";
import { AppError, type Problem } from "../../lib/errors.ts";
import type { ImportResponse } from "../../schema/document.ts";
import { type AnyKind, DOCUMENT_KINDS, type DocumentKind } from "../../schema/document_kind.ts";
import { offerNotice } from "../alert/notice.ts";
import { endStreams, publish } from "../announce/live.ts";
import { pageChanged, pagesChanged } from "../announce/page.ts";
import { announceToWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { announceMaintenance } from "../incident/maintenance.ts";
import { lastChangeBy, recordAudit, recordAudits } from "../record/audit.ts";
import { checkMayChange, checkMayImport } from "./access.ts";
import { type PagePlan, planPage } from "./page_plan.ts";
import { type PageView, viewPage } from "./page_view.ts";
import { type Plan, planImport } from "./plan.ts";
import { parseDocuments, refuseProblems, type Shaped, shapeDocuments } from "./shape.ts";
import { defaultsFirst, type MadeHere, madeHere } from "./temporary_ids.ts";
import { viewConfiguration, withStoredAddresses } from "./view.ts";
import { withMadePages } from "./viewed_pages.ts";

const TRIES = 20;
const NO_PAGE: PagePlan = { changes: [], statements: [], hasWindows: false, hasPages: false };
const ENTITY: Readonly<Record<DocumentKind, "monitor" | "notification_channel" | "action">> = {
  Monitor: "monitor",
  NotificationChannel: "notification_channel",
  Action: "action",
};

export async function validateDocuments(
  context: Context,
  text: string,
  kinds?: readonly AnyKind[],
): Promise<ImportResponse> {
  const prepared = await prepare(context, readShaped(context, text, kinds));
  return responseOf(prepared, { dryRun: true });
}

export async function applyDocuments(
  context: Context,
  text: string,
  kinds?: readonly AnyKind[],
  { notifies = true }: { notifies?: boolean } = {},
): Promise<ImportResponse> {
  const shaped = readShaped(context, text, kinds);
  for (let tries = 1; ; tries++) {
    const prepared = await prepare(context, shaped, { notifies });
    const response = responseOf(prepared, { dryRun: false });
    if (response.summary.create + response.summary.update === 0) return response;
    try {
      await save(context.db, [guardConfiguration(prepared.version), ...write(context, prepared, response)]);
    } catch (error) {
      const isOutdated = isGuardBreach(error) || isUniqueBreach(error);
      if (isOutdated && tries < TRIES) continue;
      if (isOutdated)
        throw new AppError("conflict", "Someone else is changing the configuration: try again.");
      throw error;
    }
    await announce(context, prepared);
    return response;
  }
}

function readShaped(context: Context, text: string, kinds: readonly AnyKind[] = DOCUMENT_KINDS): Shaped {
  const { documents, problems } = parseDocuments(text, kinds);
  for (const document of documents) checkMayImport(context, document);
  const shaped = shapeDocuments(documents, { kinds, problems });
  refuseProblems(problems);
  return shaped;
}

interface Prepared {
  plan: Plan;
  page: PagePlan;
  made: MadeHere;
  channelNotice: ChannelNotice | null;
  version: number;
}

async function prepare(
  context: Context,
  { documents: sent, page: pageDocuments }: Shaped,
  { notifies }: { notifies: boolean } = { notifies: true },
): Promise<Prepared> {
  const keysOf = (kind: DocumentKind) =>
    sent.filter(({ body }) => body.kind === kind).map(({ body }) => body.key);
  const stored = await viewConfiguration(context, {
    channels: keysOf("NotificationChannel"),
    monitors: keysOf("Monitor"),
    actions: keysOf("Action"),
    sent: sent.map(({ body }) => body),
    nextDefault: pageDocuments.flatMap(({ body }) =>
      body.kind === "IncidentTemplate" && body.isDefault ? [body.name] : [],
    )[0],
    scheduleKeys: pageDocuments.flatMap(({ body }) => (body.kind === "Schedule" ? [body.key] : [])),
  });
  const made = madeHere({ documents: sent, page: pageDocuments }, stored);
  const view = { ...stored, templates: [...stored.templates, ...made.templates] };
  const documents = sent.map(({ place, body }) => ({ place, body: withStoredAddresses(view, body) }));
  checkMayChange(context, documents, view);
  const problems: Problem[] = [];
  const plan = await planImport(context, documents, { view, problems });
  const page =
    pageDocuments.length === 0
      ? NO_PAGE
      : await planPage(
          {
            context,
            view: await viewWithMade(context, { documents: sent, page: pageDocuments }),
            made: made.monitors,
            documents: defaultsFirst(pageDocuments),
            notifies,
          },
          problems,
        );
  refuseProblems(problems);
  const channelNotice = noticeOf(context, plan);
  return { plan, page, made, channelNotice, version: view.version };
}

function noticeOf({ now }: Context, { channels }: Plan): ChannelNotice | null {
  const channelKeys = channels.update.map(({ key }) => key);
  return channelKeys.length > 0 ? { id: crypto.randomUUID(), at: now, channelKeys } : null;
}

async function viewWithMade(context: Context, { documents, page }: Shaped): Promise<PageView> {
  const types = documents.flatMap(({ body }) =>
    body.kind === "Monitor" ? [[body.key, body.type] as const] : [],
  );
  const view = await viewPage(context, new Map(types));
  return { ...view, pages: await withMadePages(context, view.pages, page) };
}

function write(
  context: Context,
  { plan, page, made, channelNotice }: Prepared,
  { summary }: ImportResponse,
): Statement[] {
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
    ...(channelNotice ? [insertNotice(context.db, channelNotice)] : []),
    ...page.statements,
    ...setMadeTemplates(made.templates),
    recordAudit(context, {
      action: "Import",
      entityType: "config",
      entityName: "Configuration",
      details: { ...summary },
    }),
    ...(monitorKeys.length > 0 ? [markKeysStale([...withDependents(plan.graph, monitorKeys)])] : []),
  ];
}

async function announce(
  context: Context,
  { plan: { changes }, page, channelNotice }: Prepared,
): Promise<void> {
  if (page.hasPages) {
    await pagesChanged(context.env);
    endStreams(context);
  }
  if (page.hasWindows) await announceMaintenance(context);
  else if (page.statements.length > 0) await pageChanged(context.env);
  const keysOf = (kind: DocumentKind, action: "create" | "update") =>
    changes.filter((change) => change.kind === kind && change.action === action).map(({ key }) => key);
  if (channelNotice) await offerNotice(context.env, channelNotice);
  const [created, updated] = [keysOf("Monitor", "create"), keysOf("Monitor", "update")];
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

function responseOf({ plan, page }: Prepared, { dryRun }: { dryRun: boolean }): ImportResponse {
  const changes: ImportResponse["changes"] = [...plan.changes, ...page.changes.toSorted(compareDocuments)];
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
