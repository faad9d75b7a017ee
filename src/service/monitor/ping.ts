import { save } from "../../data/db.ts";
import type { HeartbeatTarget } from "../../data/monitor.ts";
import { findPing, insertPing, listPings } from "../../data/ping.ts";
import { type PingBody, readPingBody } from "../../domain/monitor/ping_body.ts";
import { describeFailure, type PingSignal } from "../../domain/monitor/ping_signal.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { HeartbeatFields } from "../../schema/heartbeat.ts";
import type { Ping, PingWithBody } from "../../schema/ping.ts";
import type { Context } from "../context.ts";
import { beginRun, takeHeartbeat } from "./heartbeat.ts";
import { getRow } from "./monitor_edit.ts";

interface SentPing extends PingSignal {
  runId: string;
  message: string;
  bytes: Uint8Array;
}

const NO_BODY: PingBody = { body: "", isCut: false };

export async function takePing(
  context: Context,
  monitor: HeartbeatTarget,
  { kind, exitCode, runId, message, bytes }: SentPing,
): Promise<void> {
  if (monitor.isPaused) return;
  const said = { kind, exitCode, runId, ...readPingBody(bytes) };
  if (kind === "log") {
    if (!(await keep(context, monitor, { ...said, runMs: null })))
      throw new AppError("unavailable", "It couldn't be saved: send it again.", { retryAfterSecs: 5 });
    return;
  }
  const failure = kind === "fail" ? message || describeFailure({ kind, exitCode }) : message;
  const beat = {
    status: kind === "fail" ? "down" : "up",
    message: failure,
    responseMs: null,
    runId,
  } as const;
  const runMs = kind === "start" ? null : await takeHeartbeat(context, monitor, beat);
  if (kind === "start") await beginRun(context, monitor, runId);
  await keep(context, monitor, { ...said, runMs });
}

/** Without a run id, and ending no run, it is not stored: that saves a write. */
export async function takeBeat(
  context: Context,
  monitor: HeartbeatTarget,
  { status = "up", message = "", ms, rid: runId = "" }: HeartbeatFields,
): Promise<void> {
  const beat = { status, message, responseMs: ms ?? null, runId };
  const runMs = await takeHeartbeat(context, monitor, beat);
  if (runMs === null && runId === "") return;
  const kind = status === "up" ? "success" : "fail";
  await keep(context, monitor, { kind, exitCode: null, runId, runMs, ...NO_BODY });
}

/** The result has counted already: a failure here must not make the job retry. */
async function keep(
  context: Context,
  { id: monitorId }: HeartbeatTarget,
  said: PingSignal & PingBody & { runId: string; runMs: number | null },
): Promise<boolean> {
  try {
    await save(context.db, insertPing(context.db, { ...said, monitorId, at: context.now }));
    return true;
  } catch (error) {
    log("error", "failed to store a ping", { monitorId, error });
    return false;
  }
}

export async function getPings(context: Context, monitorId: number): Promise<Ping[]> {
  await getRow(context, monitorId);
  return await listPings(context.db, monitorId);
}

export async function getPing(
  context: Context,
  wanted: { monitorId: number; pingId: number },
): Promise<PingWithBody> {
  const found = await findPing(context.db, wanted);
  if (!found) throw notFound("ping");
  return found;
}
