import { z } from "zod";
import { actionLink, newAction } from "./action.ts";
import { documentAlertPolicy } from "./alert_policy.ts";
import { newChannel } from "./channel.ts";
import { line } from "./common.ts";
import { ALL_KINDS, type AnyKind, DOCUMENT_KINDS } from "./document_kind.ts";
import { listUpTo, wholeNumber } from "./limits.ts";
import { key, newMonitor } from "./monitor.ts";
import { strict } from "./strict.ts";

const threshold = wholeNumber(1, 20).default(1);
const keys = listUpTo(2000, key, "keys").default([]);

const autoIncident = z.discriminatedUnion(
  "enabled",
  [
    z.object({
      enabled: z
        .literal(true)
        .optional()
        .meta({ description: "Default: true. `false` turns it off regardless of the other settings." }),
      afterMinutes: newMonitor.shape.autoIncidentMinutes.unwrap().unwrap(),
      mode: newMonitor.shape.autoIncidentMode,
      template: line(200).optional().meta({ description: "Default: the default incident template." }),
    }),
    z.looseObject({ enabled: z.literal(false) }).transform(() => undefined),
  ],
  { error: ({ code }) => (code === "invalid_union" ? "This must be true or false." : undefined) },
);

const links = listUpTo(
  200,
  actionLink.omit({ actionId: true }).extend({ action: key }),
  "actions",
).superRefine((list, context) => {
  const seen = new Set<string>();
  for (const [i, { action, onStatus }] of list.entries()) {
    const message = `Link an action once per status: ${action} is already linked on ${onStatus}.`;
    if (seen.has(`${action}/${onStatus}`)) context.addIssue({ code: "custom", path: [i], message });
    seen.add(`${action}/${onStatus}`);
  }
});

export const monitorDocument = strict(
  z.object({
    kind: z.literal("Monitor"),
    key,
    name: newMonitor.shape.name,
    publicName: newMonitor.shape.publicName.unwrap().unwrap().optional().meta({
      description: "The name visitors see. Omitted: the monitor's name.",
    }),
    publicDescription: newMonitor.shape.publicDescription.unwrap().unwrap().optional().meta({
      description: "Shown below the name on the status page, in plain text.",
    }),
    type: newMonitor.shape.type,
    intervalSecs: newMonitor.shape.intervalSecs,
    timeoutMs: newMonitor.shape.timeoutMs,
    retries: newMonitor.shape.retries,
    failureThreshold: threshold,
    recoveryThreshold: threshold,
    config: newMonitor.shape.config,
    tags: newMonitor.shape.tags,
    notifications: keys.meta({ description: "Keys of the channels it alerts." }),
    dependsOn: keys.meta({ description: "Keys of the monitors it depends on." }),
    agent: newMonitor.shape.agent.unwrap().unwrap().optional().meta({
      description: "Key of the agent that checks it. Omitted: Uptide checks it.",
    }),
    locations: newMonitor.shape.locations.unwrap().optional(),
    confirmFrom: newMonitor.shape.confirmFrom.unwrap().unwrap().optional().meta({
      description: "How many of the regions must see the failure, including home. Omitted: more than half.",
    }),
    everyPlaceEvery: newMonitor.shape.everyPlaceEvery.unwrap().unwrap().optional().meta({
      description:
        "Minutes between checks from all regions, for response times. Omitted: only when a check fails.",
    }),
    autoIncident: autoIncident.optional(),
    actions: links.optional().meta({ description: "Omitted: the links stay unchanged." }),
  }),
);
export type MonitorDocument = z.output<typeof monitorDocument>;

export const channelDocument = strict(
  z.object({
    kind: z.literal("NotificationChannel"),
    key,
    name: newChannel.shape.name,
    type: newChannel.shape.type,
    enabled: newChannel.shape.enabled,
    notifyOnRecovery: newChannel.shape.notifyOnRecovery,
    config: newChannel.shape.config,
    alertPolicy: documentAlertPolicy.prefault({}),
    isDefault: newChannel.shape.isDefault,
    allMonitors: newChannel.shape.allMonitors,
  }),
);
export type ChannelDocument = z.output<typeof channelDocument>;

export const actionDocument = strict(
  z.object({
    kind: z.literal("Action"),
    key,
    name: newAction.shape.name,
    enabled: newAction.shape.enabled,
    config: newAction.shape.config,
    failureNotifications: keys.meta({ description: "Keys of the channels to notify when a run fails." }),
  }),
);
export type ActionDocument = z.output<typeof actionDocument>;

export type AnyDocument = MonitorDocument | ChannelDocument | ActionDocument;

const kinds = z
  .string()
  .max(300)
  .transform((text, context): AnyKind[] => {
    const asked = text.split(",").map((name) => name.trim());
    const known = ALL_KINDS.filter((kind) => asked.includes(kind));
    if (text === "all") return [...ALL_KINDS];
    if (known.length === new Set(asked).size) return known;
    context.addIssue(`Use ${ALL_KINDS.join(", ")}, several with commas between them, or all.`);
    return z.NEVER;
  })
  .meta({
    description: `One of ${ALL_KINDS.join(", ")}, or several separated by commas or repeated, or \`all\`. Default: ${DOCUMENT_KINDS.join(", ")}.`,
  });

export const documentQuery = z.object({ kind: kinds.optional(), key: z.string().max(200).optional() });
export const importQuery = documentQuery.pick({ kind: true });

export const importResponse = z.object({
  dryRun: z.boolean(),
  summary: z.object({ create: z.int(), update: z.int(), unchanged: z.int() }),
  changes: z.array(
    z.object({
      kind: z.enum(ALL_KINDS),
      key: z.string(),
      action: z.enum(["create", "update", "unchanged"]),
      fields: z
        .array(z.string())
        .optional()
        .meta({ description: "Names of changed settings, never values." }),
    }),
  ),
});
export type ImportResponse = z.output<typeof importResponse>;
