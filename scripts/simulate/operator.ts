import {
  acknowledge as acknowledgeMonitor,
  snooze,
  unacknowledge,
  unsnooze,
} from "../../src/service/alert/acknowledgement.ts";
import { getChannel, removeChannel, updateChannel } from "../../src/service/alert/channel.ts";
import type { Context } from "../../src/service/context.ts";
import { removeMonitor, updateMonitor, updateMonitorPaused } from "../../src/service/monitor/monitor.ts";

export async function acknowledge(
  context: Context,
  key: string,
  { untilMs }: { untilMs: number | null },
): Promise<void> {
  await acknowledgeMonitor(context, await idOf(context, key), { note: "", untilMs });
}

export async function withdraw(context: Context, key: string): Promise<void> {
  await unacknowledge(context, await idOf(context, key));
}

export async function updateQuietHours(context: Context, key: string, end: string | null): Promise<void> {
  const channel = await getChannel(context, await idOf(context, key, "channels"));
  const change = end === null ? { enabled: false } : { end };
  const quietHours = { ...channel.alertPolicy.quietHours, ...change };
  await updateChannel(context, channel.id, {
    version: undefined,
    alertPolicy: { ...channel.alertPolicy, quietHours },
  });
}

export async function updatePaused(context: Context, key: string, paused: boolean): Promise<void> {
  const id = await idOf(context, key);
  if (id > 0) await updateMonitorPaused(context, id, paused);
}

export async function snoozeUntil(context: Context, key: string, untilMs: number): Promise<void> {
  const id = await idOf(context, key);
  if (id > 0 && untilMs > Date.now()) await snooze(context, id, { untilMs });
}

export async function endSnooze(context: Context, key: string): Promise<void> {
  const id = await idOf(context, key);
  if (id > 0) await unsnooze(context, id);
}

interface Rules {
  intervalSecs: number;
  retries: number;
  failureThreshold: number;
  recoveryThreshold: number;
}

export async function updateRules(context: Context, key: string, rules: Rules): Promise<void> {
  const id = await idOf(context, key);
  if (id > 0) await updateMonitor(context, id, { version: undefined, ...rules });
}

export async function deleteMonitor(context: Context, key: string): Promise<void> {
  const id = await idOf(context, key);
  if (id > 0) await removeMonitor(context, id);
}

export async function updateEnabled(context: Context, key: string, enabled: boolean): Promise<void> {
  const id = await idOf(context, key, "channels");
  if (id > 0) await updateChannel(context, id, { version: undefined, enabled });
}

export async function deleteChannel(context: Context, key: string): Promise<void> {
  const id = await idOf(context, key, "channels");
  if (id > 0) await removeChannel(context, id);
}

async function idOf(
  { env }: Context,
  key: string,
  table: "monitors" | "channels" = "monitors",
): Promise<number> {
  const row = await env.DB.prepare(`SELECT id FROM ${table} WHERE key = ?`).bind(key).first<{ id: number }>();
  return row?.id ?? 0;
}
