import { findCheckType } from "../check/registry.ts";
import type { MonitorView } from "../data/monitor.ts";
import type { MonitorState } from "../domain/monitor_state.ts";
import { watchOf } from "../domain/schedule.ts";
import { secretBoxOf, settingsOf } from "../env.ts";
import { log } from "../lib/log.ts";
import type { Monitor } from "../schema/monitor.ts";
import type { Context } from "./context.ts";
import { maskSecrets } from "./secrets.ts";
import { watchNumbered } from "./watch.ts";

interface Live {
  state: Pick<
    MonitorState,
    "current" | "currentSince" | "confirmed" | "message" | "checkedAt" | "responseMs"
  >;
  certificateExpiresAt: number | null;
}

/** The name the heartbeat token is sealed under. */
export function heartbeatName(key: string): string {
  return `monitor/${key}/heartbeat`;
}

/** As answered. Status and last check come from the watches; where one does not answer, from what it wrote last. */
export async function toMonitors(context: Context, views: readonly MonitorView[]): Promise<Monitor[]> {
  const live = await readLive(context, new Set(views.map(({ monitor }) => watchOf(monitor.id))));
  return await Promise.all(
    views.map((view) => toMonitor(context, view, live.get(view.monitor.id) ?? storedLive(view))),
  );
}

async function readLive(context: Context, watches: ReadonlySet<number>): Promise<Map<number, Live>> {
  const answers = await Promise.allSettled(
    [...watches].map((watch) => watchNumbered(context.env, watch).states()),
  );
  const live = new Map<number, Live>();
  for (const answer of answers) {
    if (answer.status === "rejected") log("warn", "a watch did not answer", { error: answer.reason });
    else for (const { id, ...rest } of answer.value) live.set(id, rest);
  }
  return live;
}

function storedLive({ status }: MonitorView): Live {
  const { certificateExpiresAt = null, ...state } = status ?? {};
  const empty = {
    current: "pending",
    currentSince: null,
    confirmed: "pending",
    message: "",
    checkedAt: null,
    responseMs: null,
  } as const;
  return { state: { ...empty, ...state }, certificateExpiresAt };
}

async function toMonitor(
  context: Context,
  view: MonitorView,
  { state, certificateExpiresAt }: Live,
): Promise<Monitor> {
  const { heartbeatHash: _, heartbeatToken, config, ...row } = view.monitor;
  const type = findCheckType(row.type);
  return {
    ...row,
    config: type ? maskSecrets(type, config) : config,
    channelIds: view.channelIds,
    dependsOnIds: view.dependsOnIds,
    actions: [],
    currentStatus: state.current,
    confirmedStatus: state.confirmed,
    statusSince: state.currentSince,
    lastCheckedAt: state.checkedAt,
    responseMs: state.responseMs,
    message: state.message,
    certExpiresAt: certificateExpiresAt,
    underMaintenance: view.isUnderMaintenance,
    ...(heartbeatToken === null
      ? {}
      : { heartbeatUrl: await heartbeatUrl(context, row.key, heartbeatToken) }),
  };
}

async function heartbeatUrl(context: Context, key: string, sealed: string): Promise<string> {
  const token = await (await secretBoxOf(context.env)).open(sealed, heartbeatName(key));
  const base = settingsOf(context.env).publicUrl ?? context.origin;
  return `${base}/api/v1/hook/${token ?? "the-key-does-not-open-it"}`;
}
