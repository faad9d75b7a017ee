import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { id, listSort, paged, pageQuery, queryIds, timestamp } from "./common.ts";
import { PUBLIC_EVENT_TYPES } from "./incident_status.ts";
import { listUpTo } from "./limits.ts";
import { SUBSCRIBER_STATUSES, SUBSCRIBER_TYPES, WEBHOOK_METHODS } from "./subscriber.ts";

const MOST_IDS = 1000;

const subscriber = z
  .object({
    id,
    type: z.enum(SUBSCRIBER_TYPES),
    destination: z.string(),
    email: z.string().meta({ description: "The address for emails about the subscription itself." }),
    status: z.enum(SUBSCRIBER_STATUSES).meta({ description: "`disabled`: paused after failures." }),
    locale: z.string(),
    events: z.array(z.enum(PUBLIC_EVENT_TYPES)),
    monitorIds: z.array(id),
    tags: z.array(z.string()),
    webhookMethod: z.enum(WEBHOOK_METHODS).nullable(),
    webhookHeaders: z.array(z.string()).meta({ description: "Header names. Values are never returned." }),
    notifyOnFailure: z.boolean(),
    failures: z.int().meta({ description: "Failed deliveries in a row." }),
    lastNotifiedAt: timestamp.nullable(),
    lastError: z.string().nullable(),
    createdAt: timestamp,
    confirmedAt: timestamp.nullable(),
  })
  .meta({ id: "Subscriber" });
export type Subscriber = z.output<typeof subscriber>;

export const subscriberPage = paged(subscriber);

const filter = {
  status: z.enum(SUBSCRIBER_STATUSES, `Use ${joinOr(SUBSCRIBER_STATUSES)}.`).optional(),
  type: z.enum(SUBSCRIBER_TYPES, `Use ${joinOr(SUBSCRIBER_TYPES)}.`).optional(),
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: "Part of the destination or of the contact address." }),
};

export const subscriberQuery = z.object({
  ...filter,
  sort: listSort("paused subscribers, then active ones with a failed last delivery, then the rest"),
  ...pageQuery,
});
export type SubscriberQuery = z.output<typeof subscriberQuery>;

export const subscriberExportQuery = z.object({
  ...filter,
  pages: z
    .enum(["all"], "Use all.")
    .optional()
    .meta({ description: "`all`: subscribers of every page, with a column for the page." }),
  ids: queryIds.pipe(listUpTo(MOST_IDS, id, "subscribers, or use the other filters")).optional(),
});
export type SubscriberExportQuery = z.output<typeof subscriberExportQuery>;

export const audienceQuery = z.object({
  type: z.enum(PUBLIC_EVENT_TYPES, `Use ${joinOr(PUBLIC_EVENT_TYPES)}.`),
  monitorIds: queryIds
    .optional()
    .meta({ description: "The affected monitors. Omitted: the event affects the whole page." }),
  pageKeys: z
    .string()
    .max(4000)
    .transform((text) => text.split(",").filter(Boolean))
    .optional()
    .meta({
      description:
        "For an event that affects the whole page, the keys of the pages that show it, separated by commas.",
    }),
});
export type AudienceQuery = z.output<typeof audienceQuery>;

export const audienceResponse = z
  .object({
    count: z.int(),
    pages: z
      .array(z.object({ key: z.string(), name: z.string(), count: z.int() }))
      .meta({ description: "The pages that show it, each with its own subscribers." }),
  })
  .meta({ id: "SubscriberAudience" });
export type AudienceResponse = z.output<typeof audienceResponse>;
