import { z } from "zod";
import { id, listSort, paged, pageQuery, queryInteger, queryTime, timestamp } from "./common.ts";

export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "suppressed", "cancelled"] as const;
const EVENT_TYPES = [
  "alert",
  "recovery",
  "reminder",
  "acknowledged",
  "certificate",
  "action_failed",
  "own_trouble",
  "agent_away",
  "agent_back",
  "test",
] as const;

const fields = {
  id,
  channelId: id,
  channelName: z.string(),
  channelType: z.string(),
  monitorId: id.nullable(),
  monitorName: z.string(),
  eventType: z.enum(EVENT_TYPES),
  status: z.enum(DELIVERY_STATUSES),
  reason: z.string().nullable().meta({ description: "Why the delivery was suppressed." }),
  heldUntil: timestamp
    .nullable()
    .meta({ description: "When quiet hours, a grouping window or an escalation delay release it." }),
  attemptCount: z.int(),
  maxAttempts: z.int(),
  nextAttemptAt: timestamp.nullable(),
  lastError: z.string().nullable(),
  createdAt: timestamp,
  deliveredAt: timestamp.nullable(),
  recipient: z
    .string()
    .nullable()
    .meta({ description: "The user or channel that this step of an on-call channel notifies." }),
};

const delivery = z.object(fields).meta({ id: "Delivery" });
export type Delivery = z.output<typeof delivery>;

export const deliveryPage = paged(delivery);

export const deliveryDetail = z
  .object({
    ...fields,
    attempts: z.array(
      z.object({ at: timestamp, ok: z.boolean(), error: z.string().nullable(), ms: z.number() }),
    ),
    sent: z.string().meta({
      description:
        "The message without secrets, rendered for the channel's current settings. Plain text if the channel was deleted.",
    }),
    isChannelNewer: z.boolean().meta({
      description: "The channel changed after the message was sent, so it may have looked different.",
    }),
  })
  .meta({ id: "DeliveryDetail" });
export type DeliveryDetail = z.output<typeof deliveryDetail>;

const queryId = queryInteger.pipe(id);

export const deliveryQuery = z.object({
  status: z.enum(DELIVERY_STATUSES, "Use pending, delivered, failed, suppressed or cancelled.").optional(),
  channelId: queryId.optional(),
  monitorId: queryId.optional(),
  eventType: z
    .enum(
      EVENT_TYPES,
      "Use alert, recovery, reminder, acknowledged, certificate, action_failed, own_trouble, agent_away, agent_back or test.",
    )
    .optional(),
  from: queryTime.optional(),
  to: queryTime.optional(),
  sort: listSort("failures of the last seven days, then pending, then the rest"),
  ...pageQuery,
});
export type DeliveryQuery = z.output<typeof deliveryQuery>;
