import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { id } from "./common.ts";
import { embedOrigin } from "./embed.ts";
import { PUBLIC_EVENT_TYPES, USUAL_EVENT_TYPES } from "./incident_status.ts";
import { versioned, versionRead } from "./version.ts";

export const eventType = z.enum(PUBLIC_EVENT_TYPES, {
  error: `Use ${joinOr(PUBLIC_EVENT_TYPES)}.`,
});

export const subscriptionFields = {
  enabled: z
    .boolean()
    .meta({ description: "Visitors can subscribe. While it is off, feeds and the status API are off too." }),
  allowEmail: z.boolean(),
  allowWebhook: z.boolean(),
  allowTeamChat: z.boolean(),
  rssEnabled: z.boolean(),
  apiEnabled: z.boolean(),
  allowedEvents: z
    .array(eventType)
    .max(50, "List each event once.")
    .transform((types) => PUBLIC_EVENT_TYPES.filter((type) => types.includes(type)))
    .meta({ description: "The events subscribers can choose." }),
  allowComponentScope: z.boolean().meta({ description: "Whether subscribers can choose components." }),
  embedOrigins: z
    .array(embedOrigin)
    .max(50, "Add up to 50 websites.")
    .transform((origins) => [...new Set(origins)])
    .meta({
      description:
        "Websites that can show `/embed` in a frame, such as `https://example.com` or `https://*.example.com`.",
    }),
};

export const subscriptionSettings = z.object({
  enabled: subscriptionFields.enabled.default(false),
  allowEmail: subscriptionFields.allowEmail.default(true),
  allowWebhook: subscriptionFields.allowWebhook.default(false),
  allowTeamChat: subscriptionFields.allowTeamChat.default(true),
  rssEnabled: subscriptionFields.rssEnabled.default(true),
  apiEnabled: subscriptionFields.apiEnabled.default(true),
  allowedEvents: subscriptionFields.allowedEvents.default([...USUAL_EVENT_TYPES]),
  allowComponentScope: subscriptionFields.allowComponentScope.default(true),
  embedOrigins: subscriptionFields.embedOrigins.default([]),
});
export type SubscriptionSettings = z.output<typeof subscriptionSettings>;

export const subscriptionSettingsChange = z.object(subscriptionFields).partial().extend(versionRead);
export type SubscriptionSettingsChange = z.output<typeof subscriptionSettingsChange>;

export const subscriptionSettingsResponse = z
  .object({
    ...subscriptionFields,
    ...versioned,
    allowedEvents: z.array(eventType),
    embedOrigins: z.array(z.string()),
    missing: z
      .array(z.enum(["smtp", "publicUrl"]))
      .meta({ description: "What email and webhook subscriptions still need." }),
  })
  .meta({ id: "SubscriptionSettings" });
export type SubscriptionSettingsResponse = z.output<typeof subscriptionSettingsResponse>;

export const subscriptionOptions = z.object({
  enabled: z.boolean(),
  methods: z.object({
    email: z.boolean(),
    webhook: z.boolean(),
    teamChat: z.boolean(),
    rss: z.boolean(),
    api: z.boolean(),
  }),
  events: z.array(eventType),
  components: z
    .array(z.object({ id, name: z.string(), group: z.string().nullable(), tags: z.array(z.string()) }))
    .meta({ description: "The components subscribers can choose. Empty if none." }),
  teamChatCommand: z.string().nullable(),
  urls: z
    .object({ rss: z.string(), atom: z.string(), summary: z.string(), components: z.string() })
    .meta({ description: "Addresses of the feeds and the status API; disabled ones respond with 404." }),
});
export type SubscriptionOptions = z.output<typeof subscriptionOptions>;
