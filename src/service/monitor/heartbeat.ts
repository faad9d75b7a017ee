import { findHeartbeatTarget, type HeartbeatTarget } from "../../data/monitor.ts";
import { idOfPingUuid, toPingUuid } from "../../domain/monitor/ping_uuid.ts";
import { secretBoxOf } from "../../env.ts";
import { isSameText, randomBytes, sha256Hex, toHex } from "../../lib/bytes.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { Heartbeat } from "../../objects/watch.ts";
import { watchFor } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { heartbeatName } from "./view.ts";

/** By then a watch that failed to load its plan has probably recovered. */
const RETRY_SECS = 5;

export interface HeartbeatToken {
  heartbeatHash: string | null;
  heartbeatToken: string | null;
}

export const NO_HEARTBEAT: HeartbeatToken = { heartbeatHash: null, heartbeatToken: null };

export async function findHeartbeat(context: Context, token: string): Promise<HeartbeatTarget> {
  const found = /^[0-9a-f]{48}$/.test(token)
    ? await findHeartbeatTarget(context.db, { hash: await sha256Hex(token) })
    : await findByUuid(context, token);
  if (!found) throw notFound("heartbeat address");
  const { success } = await context.env.HOOK_LIMIT.limit({ key: `hook:${found.id}` });
  if (!success) {
    throw new AppError("too_many", "More than 60 heartbeats in a minute: slow down.", {
      retryAfterSecs: 60,
    });
  }
  return found;
}

async function findByUuid(context: Context, uuid: string): Promise<HeartbeatTarget | null> {
  const id = idOfPingUuid(uuid);
  const found = id === null ? null : await findHeartbeatTarget(context.db, { id });
  if (!found?.token) return null;
  const token = await (await secretBoxOf(context.env)).open(found.token, heartbeatName(found.key));
  return token !== null && isSameText(await toPingUuid(found.id, token), uuid) ? found : null;
}

export async function takeHeartbeat(
  { env }: Context,
  { id, isPaused }: HeartbeatTarget,
  beat: Heartbeat,
): Promise<number | null> {
  if (isPaused) return null;
  const { runMs } = await take(id, () => watchFor(env, id).heartbeat(id, beat));
  return runMs;
}

export async function beginRun(
  { env }: Context,
  { id, isPaused }: HeartbeatTarget,
  runId: string,
): Promise<void> {
  if (!isPaused) await take(id, () => watchFor(env, id).beginRun(id, runId));
}

async function take<T>(monitorId: number, ask: () => Promise<T>): Promise<NonNullable<T>> {
  const later = (cause?: unknown) =>
    new AppError("unavailable", "The heartbeat couldn't be saved: send it again.", {
      retryAfterSecs: RETRY_SECS,
      cause,
    });
  const taken = await ask().catch((error: unknown) => {
    log("warn", "a watch did not accept a heartbeat", { monitorId, error });
    throw later(error);
  });
  if (!taken) throw later();
  return taken;
}

export async function makeHeartbeat(context: Context, key: string): Promise<HeartbeatToken> {
  const token = toHex(randomBytes(24));
  const box = await secretBoxOf(context.env);
  return { heartbeatHash: await sha256Hex(token), heartbeatToken: await box.seal(token, heartbeatName(key)) };
}

export async function decideHeartbeat(
  context: Context,
  { key, hasToken, isHeartbeat }: { key: string; hasToken: boolean; isHeartbeat: boolean },
): Promise<HeartbeatToken | null> {
  if (isHeartbeat === hasToken) return null;
  return isHeartbeat ? await makeHeartbeat(context, key) : NO_HEARTBEAT;
}
