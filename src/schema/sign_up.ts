import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { id, monitorIds, timestamp } from "./common.ts";
import { PUBLIC_EVENT_TYPES } from "./incident_status.ts";
import { listUpTo, text, trimmedText } from "./limits.ts";
import { isWebUrl } from "./monitor_config.ts";
import { limitedText, refusal, type SignUpProblem } from "./sign_up_problem.ts";
import { SUBSCRIBER_STATUSES, SUBSCRIBER_TYPES, WEBHOOK_METHODS } from "./subscriber.ts";
import { subscriberHeaders } from "./subscriber_headers.ts";
import { eventType } from "./subscription_settings.ts";
import { email } from "./user.ts";

const MOST_URL = 2000;
const MOST_TAGS = 200;

const method = z.enum(WEBHOOK_METHODS, { error: `Use ${joinOr(WEBHOOK_METHODS)}.` });

const events = z
  .array(eventType)
  .min(1, "Choose at least one.")
  .max(50, "List each event once.")
  .transform((types) => PUBLIC_EVENT_TYPES.filter((type) => types.includes(type)));

const tags = listUpTo(MOST_TAGS, trimmedText(100).min(1, "Fill in this field."), "tags").transform(
  (labels) => [...new Set(labels)],
);

const webhookUrl = limitedText(MOST_URL, "Enter the address to call.")
  .refine(isWebUrl, refusal("badUrl", "Use an https address, such as https://example.com/hook."))
  .refine(
    (text) => {
      const url = URL.parse(text);
      return !url?.username && !url?.password;
    },
    refusal("urlLogin", "Remove the user and password from the URL: send them in a header."),
  )
  .transform((text) => {
    const url = new URL(text);
    url.hash = "";
    return url.href;
  });

const scope = { monitorIds: monitorIds.optional(), tags: tags.optional() };

export const signUp = z
  .object({
    type: z.enum(SUBSCRIBER_TYPES, { error: `Use ${joinOr(SUBSCRIBER_TYPES)}.` }),
    email: email.meta({
      description: "The email address to notify. For a webhook, the email address that confirms it.",
    }),
    webhookUrl: webhookUrl.optional(),
    webhookMethod: method.default("POST"),
    webhookHeaders: subscriberHeaders
      .refine(hasAllValues, refusal("headerEmpty", "Enter a value for each header."))
      .default({}),
    notifyOnFailure: z
      .boolean()
      .default(true)
      .meta({ description: "Email the contact when the webhook stops responding." }),
    events: events.optional().meta({ description: "Default: all that are offered." }),
    ...scope,
    website: z.string().optional().meta({ description: "Leave empty. Hidden from people, to catch bots." }),
  })
  .superRefine(({ type, webhookUrl }, context) => {
    if (type === "webhook" && webhookUrl === undefined)
      context.addIssue({
        code: "custom",
        path: ["webhookUrl"],
        message: "Enter the address to call.",
        params: { code: "badUrl" satisfies SignUpProblem },
      });
  })
  .meta({ id: "SignUp" });
export type SignUp = z.output<typeof signUp>;

export const signUpForm = z
  .object({
    type: z.string(),
    email: z.string(),
    webhookUrl: z.string().optional(),
    webhookMethod: z.string().optional(),
    notifyOnFailure: z.string().optional(),
    events: z.array(z.string()).optional(),
    monitorIds: z.array(z.string()).optional(),
    tags: z.array(z.string()).optional(),
    scope: z.string().optional().meta({ description: "With `all`, omit `monitorIds` and `tags`." }),
    website: z.string().optional(),
  })
  .meta({ id: "SignUpForm" });

export const subscriptionToken = z.object({
  token: text(200, "Send the token of the link."),
});

export const preferencesChange = subscriptionToken.extend({
  events,
  ...scope,
  webhookMethod: method.optional(),
  webhookHeaders: subscriberHeaders.optional(),
  notifyOnFailure: z.boolean().optional(),
  resubscribe: z.boolean().optional().meta({ description: "Resumes a paused or ended subscription." }),
});
export type PreferencesChange = z.output<typeof preferencesChange>;

export const preferences = z
  .object({
    purpose: z
      .enum(["manage", "confirm"])
      .meta({ description: "The token's purpose. `confirm`: the subscription still has to be confirmed." }),
    status: z.enum(SUBSCRIBER_STATUSES),
    type: z.enum(SUBSCRIBER_TYPES),
    destination: z.string(),
    email: z.string(),
    events: z.array(eventType),
    monitorIds: z.array(id),
    tags: z.array(z.string()),
    webhookMethod: method,
    webhookHeaders: z
      .record(z.string(), z.literal(""))
      .meta({ description: "Header names. Values are never returned." }),
    notifyOnFailure: z.boolean(),
    lastError: z.string().nullable(),
    expiresAt: timestamp.nullable().meta({ description: "Only for a confirmation link." }),
  })
  .meta({ id: "SubscriptionPreferences" });
export type Preferences = z.output<typeof preferences>;

export const confirmation = z
  .object({
    ok: z.literal(true),
    status: z.enum(SUBSCRIBER_STATUSES),
    type: z.enum(SUBSCRIBER_TYPES),
    signingSecret: z
      .string()
      .nullable()
      .meta({ description: "Verifies the webhook's signatures. Returned only once." }),
  })
  .meta({ id: "SubscriptionConfirmation" });
export type Confirmation = z.output<typeof confirmation>;

function hasAllValues(headers: Readonly<Record<string, string>>): boolean {
  return Object.values(headers).every((value) => value !== "");
}
