import { addressOfMonitor } from "../../check/registry.ts";
import { findOpenAlert } from "../../data/acknowledgement.ts";
import {
  cancelRunRow,
  findRun,
  insertRun,
  isWaiting,
  listRuns as listRows,
  type NewRun,
  type RunRow,
} from "../../data/action_run.ts";
import { guard, insertedId, isGuardBreach, save } from "../../data/db.ts";
import { readMonitors } from "../../data/monitor_view.ts";
import type { RunFacts } from "../../domain/action/run.ts";
import { AppError, invalidField, noneWithId, notFound } from "../../lib/errors.ts";
import type { ActionRun, ActionRunQuery } from "../../schema/action.ts";
import type { CheckStatus } from "../../schema/check_status.ts";
import { pagingOf } from "../../schema/common.ts";
import type { Context } from "../context.ts";
import { enqueue } from "../outgoing/job.ts";
import { entityOf, recordAudit } from "../record/audit.ts";
import { getActionRow } from "./action.ts";

export async function listRuns(context: Context, query: ActionRunQuery) {
  const paging = pagingOf(query);
  const { items, total } = await listRows(context.db, { ...query, now: context.now }, paging);
  return { items: items.map(toRun), total, ...paging };
}

export async function getRun(context: Context, id: number): Promise<ActionRun> {
  return toRun(await getRow(context, id));
}

export async function runAction(
  context: Context,
  id: number,
  { monitorId }: { monitorId?: number | undefined },
): Promise<ActionRun> {
  const action = await getActionRow(context, id);
  const facts = await readFacts(context, monitorId);
  return await begin(context, {
    actionId: id,
    actionName: action.name,
    monitorId: monitorId ?? null,
    monitorName: facts.monitor?.name ?? "",
    trigger: "manual",
    facts,
    isDisabled: !action.enabled,
  });
}

export async function retryRun(context: Context, id: number): Promise<ActionRun> {
  const failed = await getRow(context, id);
  if (failed.status !== "failed") throw new AppError("conflict", "Only a failed run can be tried again.");
  const action = await getActionRow(context, failed.actionId);
  const { actionId, monitorId, monitorName, facts } = failed;
  const run = { actionId, monitorId, monitorName, facts, trigger: "retry" } as const;
  return await begin(context, { ...run, actionName: action.name, isDisabled: !action.enabled });
}

export async function cancelRun(context: Context, id: number): Promise<ActionRun> {
  const run = await getRow(context, id);
  try {
    await save(context.db, [
      guard(isWaiting(id)),
      ...cancelRunRow(id, context.now),
      recordAudit(context, {
        ...entityOf("action", { id: run.actionId, name: run.actionName }),
        action: "Update",
        details: { cancelledRun: id },
      }),
    ]);
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    throw new AppError("conflict", "Only a waiting run can be cancelled.");
  }
  return await getRun(context, id);
}

async function begin(context: Context, run: NewRun): Promise<ActionRun> {
  const { actionId, actionName, monitorId, trigger } = run;
  const results = await save(context.db, [
    ...insertRun(context.db, run, context.now),
    recordAudit(context, {
      ...entityOf("action", { id: actionId, name: actionName }),
      action: "Update",
      details: { run: trigger, monitorId },
    }),
  ]);
  const id = insertedId(results);
  const begun = await getRun(context, id);
  if (!run.isDisabled) await enqueue(context.env, "action_runs", { ids: [id] });
  return begun;
}

async function readFacts(context: Context, monitorId: number | undefined): Promise<RunFacts> {
  const { now } = context;
  const none = { kind: "manual", at: now, error: "", downSince: null, monitor: null } as const;
  if (monitorId === undefined) return { ...none, checkedAt: now, status: "up", previousStatus: "up" };
  const [view] = await readMonitors(context.db, { now, id: monitorId });
  if (!view) {
    throw invalidField("monitorId", noneWithId("monitor", monitorId));
  }
  const { id, key, name, type } = view.monitor;
  const alert = await findOpenAlert(context.db, id);
  const confirmed = view.status?.confirmed ?? "pending";
  const status: CheckStatus = confirmed === "pending" ? "up" : confirmed;
  const error = status === "up" ? "" : (view.status?.message ?? "");
  return {
    ...none,
    checkedAt: view.status?.checkedAt ?? now,
    status,
    previousStatus: status,
    error,
    downSince: status === "up" ? null : (alert?.downSince ?? view.status?.confirmedSince ?? null),
    monitor: { id, key, name, type, status, error, url: addressOfMonitor(view.monitor) },
  };
}

async function getRow(context: Context, id: number): Promise<RunRow> {
  const row = await findRun(context.db, id);
  if (!row) throw notFound("run");
  return row;
}

function toRun(row: RunRow): ActionRun {
  const { id, actionId, actionName, monitorId, monitorName, trigger, status, reason, dueAt } = row;
  const { attempts, createdAt, finishedAt } = row;
  return {
    id,
    actionId,
    actionName,
    monitorId,
    monitorName,
    trigger,
    status,
    reason,
    dueAt,
    attempts,
    createdAt,
    finishedAt,
  };
}
