import { findMonitorByHeartbeat } from "../../data/monitor.ts";
import { secretBoxOf } from "../../env.ts";
import { randomBytes, sha256Hex, toHex } from "../../lib/bytes.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { HeartbeatFields } from "../../schema/heartbeat.ts";
import type { Context } from "../context.ts";
import { heartbeatName } from "./view.ts";
import { watchFor } from "./watch.ts";

/** After that long a watch that could not take its plan may well have. */
const RETRY_SECS = 5;

export interface HeartbeatToken {
  heartbeatHash: string | null;
  heartbeatToken: string | null;
}

export const NO_HEARTBEAT: HeartbeatToken = { heartbeatHash: null, heartbeatToken: null };

/** The monitor whose token it is. */
export async function findHeartbeat(
  context: Context,
  token: string,
): Promise<{ id: number; isPaused: boolean }> {
  const found = /^[0-9a-f]{48}$/.test(token)
    ? await findMonitorByHeartbeat(context.db, await sha256Hex(token))
    : null;
  if (!found) throw notFound("heartbeat address");
  const { success } = await context.env.HOOK_LIMIT.limit({ key: `hook:${found.id}` });
  if (!success) {
    throw new AppError("too_many", "More than 60 heartbeats in a minute: send fewer.", {
      retryAfterSecs: 60,
    });
  }
  return found;
}

/** One to a paused monitor counts as nothing. One that the watch can't take now is to be sent again. */
export async function takeHeartbeat(
  { env }: Context,
  { id, isPaused }: { id: number; isPaused: boolean },
  { status = "up", message = "", ms }: HeartbeatFields,
): Promise<void> {
  if (isPaused) return;
  const beat = { status, message, responseMs: ms ?? null };
  const later = (cause?: unknown) =>
    new AppError("unavailable", "The heartbeat could not be taken now: send it again.", {
      retryAfterSecs: RETRY_SECS,
      cause,
    });
  const isTaken = await watchFor(env, id)
    .heartbeat(id, beat)
    .catch((error: unknown) => {
      log("warn", "a watch did not take a heartbeat", { monitorId: id, error });
      throw later(error);
    });
  if (!isTaken) throw later();
}

export async function makeHeartbeat(context: Context, key: string): Promise<HeartbeatToken> {
  const token = toHex(randomBytes(24));
  const box = await secretBoxOf(context.env);
  return { heartbeatHash: await sha256Hex(token), heartbeatToken: await box.seal(token, heartbeatName(key)) };
}

/** What is to be stored for a monitor of this type: another type has no address, and what had none gets a new one. */
export async function decideHeartbeat(
  context: Context,
  { key, hasToken, isTold }: { key: string; hasToken: boolean; isTold: boolean },
): Promise<HeartbeatToken | null> {
  if (isTold === hasToken) return null;
  return isTold ? await makeHeartbeat(context, key) : NO_HEARTBEAT;
}
