import { z } from "zod";
import { KEY_PATTERN, line, timestamp } from "./common.ts";
import { bodyOrNothing, impact, incidentBody } from "./incident.ts";
import { INCIDENT_STATUSES } from "./incident_status.ts";
import { listUpTo, trimmedText } from "./limits.ts";

/** One batch of the database: each incident is four statements. */
const MOST_INCIDENTS = 100;
const MOST_WINDOWS = 50;
const MOST_SUBSCRIBERS = 200;

const externalId = line(200).meta({ description: "Its ID in the other service. Each ID is imported once." });
const monitorKeys = listUpTo(
  1000,
  z.string().regex(KEY_PATTERN, "Use the key of a monitor."),
  "monitors",
).default([]);
const status = z.enum(INCIDENT_STATUSES, {
  error: "Use investigating, identified, monitoring or resolved.",
});

const importedIncident = z.object({
  externalId,
  title: line(200),
  impact,
  monitorKeys: monitorKeys.meta({ description: "Omitted or empty: the incident affects the whole page." }),
  startedAt: timestamp,
  resolvedAt: timestamp.nullable().default(null),
  updates: listUpTo(200, z.object({ at: timestamp, status, body: incidentBody }), "updates").min(
    1,
    "Add an update.",
  ),
});
export type ImportedIncident = z.output<typeof importedIncident>;

const importedWindow = z.object({
  externalId,
  name: line(200),
  description: bodyOrNothing.default(""),
  startsAt: timestamp,
  endsAt: timestamp,
  monitorKeys: monitorKeys.meta({ description: "Omitted or empty: the whole page." }),
});
export type ImportedWindow = z.output<typeof importedWindow>;

const importedSubscriber = z.object({
  email: z.email("Use an email address.").max(254).toLowerCase(),
  monitorKeys: monitorKeys.meta({ description: "Omitted or empty: the whole page." }),
});
export type ImportedSubscriber = z.output<typeof importedSubscriber>;

export const historyImport = z.object({
  source: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "Use a short name, such as better-stack.")
    .meta({ description: "The service it comes from." }),
  dryRun: z.boolean().default(false).meta({ description: "Return what would be added, without adding it." }),
  incidents: listUpTo(MOST_INCIDENTS, importedIncident, "incidents").default([]),
  maintenance: listUpTo(MOST_WINDOWS, importedWindow, "maintenance windows").default([]),
  subscribers: listUpTo(MOST_SUBSCRIBERS, importedSubscriber, "subscribers").default([]),
  ground: trimmedText(500).default("").meta({
    description:
      "The consent to email these people without a new confirmation, for the audit log. Required with subscribers.",
  }),
});
export type HistoryImport = z.output<typeof historyImport>;

const counts = z.object({ added: z.int(), unchanged: z.int() });

export const historyImported = z.object({
  dryRun: z.boolean(),
  incidents: counts,
  maintenance: counts,
  subscribers: counts,
});
export type HistoryImported = z.output<typeof historyImported>;
