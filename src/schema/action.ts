import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { isBrokenSecret } from "../lib/signing_secret.ts";
import {
  id,
  line,
  listSort,
  paged,
  pageQuery,
  queryInteger,
  queryTime,
  timestamp,
  uniqueIds,
  warnings,
} from "./common.ts";
import { filledBody, filledUrl } from "./filled_request.ts";
import { listUpTo, wholeNumber } from "./limits.ts";
import { key } from "./monitor.ts";
import { headers, secretText, vaultReference } from "./monitor_config.ts";
import { RUN_REASONS, RUN_STATUSES, RUN_TRIGGERS } from "./run_status.ts";
import { versioned, versionRead } from "./version.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const MOST_MINUTES = 10_080;

const secret = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_]{1,64}$/, "Use 1 to 64 letters, digits and underscores.")
    .meta({ title: "Name", description: "Used as {{secret_<name>}} and {{secret_<name>_basic}}." }),
  vault: vaultReference,
});

const secrets = listUpTo(50, secret, "secrets")
  .superRefine((list, context) => {
    const names = new Set<string>();
    for (const [i, { name }] of list.entries()) {
      const refuse = (message: string) => context.addIssue({ code: "custom", path: [i, "name"], message });
      if (names.has(name)) refuse(`Another secret is already named ${name}: choose another name.`);
      names.add(name);
    }
    for (const [i, { name }] of list.entries()) {
      const base = name.endsWith("_basic") ? name.slice(0, -"_basic".length) : null;
      if (base === null || !names.has(base)) continue;
      const message = `{{secret_${name}}} is already used for the user and password of ${base}: choose another name.`;
      context.addIssue({ code: "custom", path: [i, "name"], message });
    }
  })
  .meta({
    title: "Secrets",
    description: "Secrets from vaults. Values are never stored in the action or its runs.",
  });

export const actionRequest = z.object({
  url: filledUrl,
  method: z
    .enum(METHODS, `Use ${joinOr(METHODS)}.`)
    .default("POST")
    .meta({ title: "Method" }),
  headers: headers.default({}),
  body: filledBody,
  signingSecret: secretText
    .trim()
    .refine((text) => !isBrokenSecret(text), "The part after whsec_ must be a base64 key.")
    .default("")
    .meta({
      title: "Signing secret",
      description:
        "Signs each request with Standard Webhooks. Use whsec_ followed by a base64 key, or any text.",
      format: "password",
      writeOnly: true,
    }),
});

export type ActionRequestConfig = z.output<typeof actionRequest>;

export const actionConfig = actionRequest
  .extend({ secrets: secrets.default([]) })
  .refine(({ method, body }) => method !== "GET" || body.trim() === "", {
    path: ["body"],
    message: "GET has no body: use another method, or leave the body empty.",
  });

const config = z.record(z.string(), z.unknown());
const channelIds = uniqueIds(2000, "channels");

const fields = {
  name: line(200),
  enabled: z.boolean(),
  config,
  failureNotifications: channelIds,
};

export const newAction = z.object({
  ...fields,
  key: key.optional(),
  enabled: fields.enabled.default(true),
  failureNotifications: channelIds.default([]),
});
export type NewAction = z.output<typeof newAction>;

export const actionChange = z.object({
  ...z.object(fields).partial().shape,
  ...versionRead,
  key: z.undefined("The key can't be changed: leave it out.").optional(),
});
export type ActionChange = Omit<z.output<typeof actionChange>, "key">;

function minutes(title: string) {
  return wholeNumber(0, MOST_MINUTES, "minutes").default(0).meta({ title });
}

export const actionLink = z.object({
  actionId: id,
  onStatus: z.enum(["down", "up"], "Use down or up."),
  delayMinutes: minutes("Delay in minutes"),
  cooldownMinutes: minutes("Cooldown in minutes"),
});
export type ActionLink = z.output<typeof actionLink>;

const links = { actions: listUpTo(200, actionLink, "actions") };
export const actionLinks = z.object({ ...links, ...versioned });
export const actionLinksChange = z.object({ ...links, ...versionRead });

export const action = z
  .object({
    id,
    ...versioned,
    key,
    name: z.string(),
    enabled: z.boolean(),
    config: config.meta({
      description: "url, method, headers, body, secrets and signingSecret. Secrets are masked.",
    }),
    failureNotifications: z
      .array(id)
      .meta({ description: "Channels to notify when a run fails after its last attempt." }),
    monitors: z
      .array(
        z.object({
          monitorId: id,
          name: z.string(),
          onStatus: z.enum(["down", "up"]),
          delayMinutes: z.int(),
          cooldownMinutes: z.int(),
        }),
      )
      .meta({ description: "The monitors that run it. Set on each monitor." }),
    createdAt: timestamp,
    updatedAt: timestamp,
    warnings,
  })
  .meta({ id: "Action" });
export type Action = z.output<typeof action>;

export const runRequest = z.object({ monitorId: id.optional() });

export const actionRun = z
  .object({
    id,
    actionId: id,
    actionName: z.string(),
    monitorId: id.nullable(),
    monitorName: z.string(),
    trigger: z.enum(RUN_TRIGGERS),
    status: z.enum(RUN_STATUSES),
    reason: z.enum(RUN_REASONS).nullable().meta({ description: "Why it was cancelled or skipped." }),
    dueAt: timestamp.meta({ description: "When the run is due or its next attempt is made." }),
    attempts: z.array(
      z.object({
        at: timestamp,
        httpStatus: z.int().nullable(),
        ms: z.number(),
        error: z.string().nullable(),
      }),
    ),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: "ActionRun" });
export type ActionRun = z.output<typeof actionRun>;

export const actionRunPage = paged(actionRun);

const queryId = queryInteger.pipe(id);

export const actionRunQuery = z.object({
  actionId: queryId.optional(),
  monitorId: queryId.optional(),
  status: z.enum(RUN_STATUSES, `Use ${joinOr(RUN_STATUSES)}.`).optional(),
  from: queryTime.optional(),
  to: queryTime.optional(),
  sort: listSort("failures of the last seven days, then pending and running, then the rest"),
  ...pageQuery,
});
export type ActionRunQuery = z.output<typeof actionRunQuery>;
