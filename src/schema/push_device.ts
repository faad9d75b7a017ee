import { z } from "zod";
import { id, line, timestamp } from "./common.ts";

const pushSubscription = z
  .object({
    endpoint: z
      .url({ protocol: /^https?$/, error: "Use the endpoint from the browser's subscription." })
      .max(2000),
    expirationTime: z.number().nullable().optional(),
    keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  })
  .meta({ description: "The browser's PushSubscription, as JSON." });

export const newPushDevice = z.object({ name: line(100), subscription: pushSubscription });
export type NewPushDevice = z.output<typeof newPushDevice>;

export const pushRenewal = z.object({ old: pushSubscription, subscription: pushSubscription });
export type PushRenewal = z.output<typeof pushRenewal>;

export const pushDevice = z
  .object({
    id,
    name: z.string(),
    service: z.string().meta({ description: "The host of the browser's push service." }),
    createdAt: timestamp,
    lastSentAt: timestamp.nullable(),
    lastError: z.string().nullable().meta({ description: "Why the push service rejected the last message." }),
  })
  .meta({ id: "PushDevice" });
export type PushDevice = z.output<typeof pushDevice>;

export const pushKey = z.object({
  publicKey: z.string().meta({ description: "The applicationServerKey to subscribe with." }),
});
