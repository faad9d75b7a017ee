import { addressOfMonitor, findCheckType } from "../../check/registry.ts";
import type { Db } from "../../data/db.ts";
import type { MonitorRow } from "../../data/monitor.ts";
import {
  type ListedView,
  type MonitorView,
  readLastStatuses,
  type StoredStatus,
} from "../../data/monitor_view.ts";
import { isFailing } from "../../domain/monitor/check_result.ts";
import { shorten } from "../../domain/monitor/listed.ts";
import { toPingUuid } from "../../domain/monitor/ping_uuid.ts";
import { HEARTBEAT_TYPE } from "../../domain/monitor/rule.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import type { MonitorState } from "../../domain/monitor/state.ts";
import { type OwnedConfig, showReferences, type VaultNames } from "../../domain/vault/reference.ts";
import { secretBoxOf, variablesOf } from "../../env.ts";
import type { Config } from "../../lib/config.ts";
import type { WatchedState } from "../../objects/watch.ts";
import type { ShortMonitor } from "../../schema/listed_monitor.ts";
import type { Monitor } from "../../schema/monitor.ts";
import { askWatches } from "../announce/watch.ts";
import { type Context, mayReach } from "../context.ts";
import { maskCredentials, maskSecrets } from "../record/sealing.ts";
import { loadVaultNames } from "../vault/reference.ts";
import { ownerOf } from "./config.ts";

type Live = Pick<WatchedState, "state" | "certificateExpiresAt" | "ownFault">;

export function heartbeatName(key: string): string {
  return `monitor/${key}/heartbeat`;
}

export async function toMonitors(context: Context, views: readonly MonitorView[]): Promise<Monitor[]> {
  const live = await readLive(context, watchesOf(views));
  const names = await loadVaultNames(
    context.db,
    views.map(({ monitor }) => ({ owner: ownerOf(monitor), config: monitor.config })),
  );
  const monitors = views.map((view) => {
    const config = toShownConfig(names, view.monitor);
    return toMonitor(context, { view, config }, live.get(view.monitor.id) ?? storedLive(view.status));
  });
  // Anyone who knows these URLs can report the monitor up or down.
  if (mayReach(context, "monitors", "write"))
    await Promise.all(views.map((view, i) => addHeartbeat(context, view.monitor, monitors[i])));
  return monitors;
}

export async function toShortMonitors(
  context: Context,
  views: readonly ListedView[],
): Promise<ShortMonitor[]> {
  const live = await readLive(context, watchesOf(views));
  const silent = views.map(({ monitor }) => monitor.id).filter((id) => !live.has(id));
  const stored = silent.length > 0 ? await readLastStatuses(context.db, silent) : null;
  return views.map((view) => {
    const { config, ...row } = view.monitor;
    const type = findCheckType(row.type);
    const address = type ? type.addressOf(maskSecrets(type, config)) : "";
    const state = live.get(row.id) ?? storedLive(stored?.get(row.id));
    return shorten({ ...row, address, ...liveFieldsOf(context, view, state) });
  });
}

function watchesOf(views: readonly ListedView[]): Set<number> {
  return new Set(views.map(({ monitor }) => watchOf(monitor.id)));
}

export async function shownConfig(db: Db, { type, config }: MonitorRow): Promise<OwnedConfig> {
  const owned = { owner: ownerOf({ type }), config };
  return { ...owned, config: toShownConfig(await loadVaultNames(db, [owned]), { type, config }) };
}

function toShownConfig(
  names: VaultNames,
  { type: name, config }: Pick<MonitorRow, "type" | "config">,
): Config {
  const type = findCheckType(name);
  const shown = showReferences(names, { owner: ownerOf({ type: name }), config });
  return type ? maskCredentials(type, shown) : shown;
}

export async function readLive(context: Context, watches: ReadonlySet<number>): Promise<Map<number, Live>> {
  const responses = await askWatches(context.env, watches, async (watch) => await watch.states());
  const live = new Map<number, Live>();
  for (const states of responses.values())
    for (const watched of states) live.set(watched.id, toLive(watched));
  return live;
}

function toLive({ id: _, state, hasNoData, ...rest }: WatchedState): Live {
  return { ...rest, state: hasNoData ? { ...state, current: "pending", responseMs: null } : state };
}

function storedLive(status: StoredStatus | null | undefined): Live {
  const { certificateExpiresAt = null, ...state } = status ?? {};
  const empty = {
    current: "pending",
    currentSince: null,
    confirmed: "pending",
    message: "",
    checkedAt: null,
    responseMs: null,
  } as const;
  return { state: { ...empty, ...state }, certificateExpiresAt, ownFault: null };
}

function toMonitor(
  context: Context,
  { view, config }: { view: MonitorView; config: Config },
  live: Live,
): Monitor {
  const { heartbeatHash: _hash, heartbeatToken: _token, ...row } = view.monitor;
  return {
    ...row,
    version: view.version,
    address: addressOfMonitor({ type: row.type, config }),
    config,
    channelIds: view.channelIds,
    actions: mayReach(context, "actions", "read") ? view.actions : [],
    certExpiresAt: live.certificateExpiresAt,
    ...liveFieldsOf(context, view, live),
  };
}

function liveFieldsOf(context: Context, view: ListedView, { state, ownFault }: Live) {
  return {
    alertsNobody: !view.isAlerting,
    dependsOnIds: view.dependsOnIds,
    currentStatus: state.current,
    confirmedStatus: state.confirmed,
    statusSince: state.currentSince,
    lastCheckedAt: state.checkedAt,
    responseMs: state.responseMs,
    message: ownFault ?? state.message,
    underMaintenance: view.isUnderMaintenance || state.isMaintained === true,
    acknowledgement: toAcknowledgement(context, view, state.confirmed),
    snoozedUntilMs: isAhead(context, view.snoozedUntil) ? view.snoozedUntil : null,
  };
}

async function addHeartbeat(context: Context, row: MonitorRow, monitor: Monitor | undefined): Promise<void> {
  if (!monitor || row.heartbeatToken === null || row.type !== HEARTBEAT_TYPE) return;
  Object.assign(monitor, await heartbeatUrls(context, row, row.heartbeatToken));
}

function toAcknowledgement(
  context: Context,
  { acknowledgement: row }: ListedView,
  confirmed: MonitorState["confirmed"],
): Monitor["acknowledgement"] {
  if (!row || !isFailing(confirmed) || (row.untilAt !== null && !isAhead(context, row.untilAt))) return null;
  return { by: row.byName, at: row.at, note: row.note, untilMs: row.untilAt };
}

function isAhead({ now }: Context, at: number | null): boolean {
  return at !== null && at > now;
}

async function heartbeatUrls(
  context: Context,
  { id, key }: Pick<MonitorRow, "id" | "key">,
  sealed: string,
): Promise<Pick<Monitor, "heartbeatUrl" | "pingUrl">> {
  const token = await (await secretBoxOf(context.env)).open(sealed, heartbeatName(key));
  const base = variablesOf(context.env).publicUrl ?? context.origin;
  if (token === null) return { heartbeatUrl: `${base}/api/v1/hook/the-key-does-not-open-it` };
  return {
    heartbeatUrl: `${base}/api/v1/hook/${token}`,
    pingUrl: `${base}/ping/${await toPingUuid(id, token)}`,
  };
}
