import { z } from "zod";
import { type CheckStatus, LONGEST_RESPONSE_MS } from "./check_status.ts";
import { queryInteger } from "./common.ts";
import { wholeNumber } from "./limits.ts";
import { beatMessage, runId } from "./ping.ts";

export const HEARTBEAT_STATUSES = ["up", "degraded", "down"] as const satisfies readonly CheckStatus[];

const status = z
  .enum(HEARTBEAT_STATUSES, { error: "Use up, degraded or down." })
  .optional()
  .meta({ description: "Default: up." });
const duration = wholeNumber(0, LONGEST_RESPONSE_MS, "milliseconds");

const rid = runId.optional().meta({ description: "The run's ID, to tell simultaneous runs apart." });

export const heartbeat = z.object({ status, message: beatMessage, ms: duration.optional(), rid });
export type HeartbeatFields = z.output<typeof heartbeat>;

export const heartbeatText = z.object({
  status,
  message: beatMessage,
  ms: queryInteger.pipe(duration).optional(),
  rid,
});
