import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { id, listSort, paged, pageQuery, queryInteger, timestamp } from "./common.ts";
import { NOTIFIED_EVENT_TYPES } from "./incident_status.ts";
import { SUBSCRIBER_DELIVERY_STATUSES, SUBSCRIBER_TYPES } from "./subscriber.ts";

export const MOST_COUNTED = 10_000;

const fields = {
  id,
  subscriberId: id,
  destination: z.string(),
  type: z.enum(SUBSCRIBER_TYPES),
  eventType: z.enum(NOTIFIED_EVENT_TYPES),
  title: z.string(),
  status: z.enum(SUBSCRIBER_DELIVERY_STATUSES),
  attemptCount: z.int(),
  maxAttempts: z.int(),
  nextAttemptAt: timestamp.nullable(),
  lastError: z.string().nullable(),
  responseStatus: z.int().nullable(),
  createdAt: timestamp,
  deliveredAt: timestamp.nullable(),
};

const subscriberDelivery = z.object(fields).meta({ id: "SubscriberDelivery" });
export type SubscriberDelivery = z.output<typeof subscriberDelivery>;

export const subscriberDeliveryPage = paged(subscriberDelivery).extend({
  total: z.int().meta({ description: `Counted up to ${MOST_COUNTED}.` }),
});

export const subscriberDeliveryDetail = z
  .object({
    ...fields,
    attempts: z.array(
      z.object({
        at: timestamp,
        ok: z.boolean(),
        error: z.string().nullable(),
        responseStatus: z.int().nullable(),
        ms: z.number(),
      }),
    ),
  })
  .meta({ id: "SubscriberDeliveryDetail" });
export type SubscriberDeliveryDetail = z.output<typeof subscriberDeliveryDetail>;

export const subscriberDeliveryQuery = z.object({
  status: z.enum(SUBSCRIBER_DELIVERY_STATUSES, `Use ${joinOr(SUBSCRIBER_DELIVERY_STATUSES)}.`).optional(),
  eventType: z.enum(NOTIFIED_EVENT_TYPES, `Use ${joinOr(NOTIFIED_EVENT_TYPES)}.`).optional(),
  subscriberId: queryInteger.pipe(id.max(999_999_999, "No subscriber has this ID.")).optional(),
  sort: listSort("failures of the last seven days, then pending, then the rest"),
  ...pageQuery,
});
export type SubscriberDeliveryQuery = z.output<typeof subscriberDeliveryQuery>;
