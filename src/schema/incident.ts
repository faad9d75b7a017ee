import { z } from "zod";
import { id, line, monitorIds, paged, pageQuery, queryInteger, timestamp } from "./common.ts";
import { IMPACTS, INCIDENT_STATUSES, LONGEST_BODY, LONGEST_TITLE } from "./incident_status.ts";
import { languages } from "./language_words.ts";
import { versioned, versionRead } from "./version.ts";

const incidentStatus = z.enum(INCIDENT_STATUSES, {
  error: "Use investigating, identified, monitoring or resolved.",
});
export const impact = z.enum(IMPACTS, { error: "Use minor, major or critical." });

/** Markdown. */
export const incidentBody = z
  .string()
  .trim()
  .min(1, "Write something here.")
  .max(LONGEST_BODY, "Use at most 20,000 characters.");

const titles = languages(z.object({ title: line(LONGEST_TITLE) })).meta({
  description: "The title in other languages of the page, by code; what is missing is read in the main one.",
});
const bodies = languages(z.object({ body: incidentBody })).meta({
  description: "The text in other languages of the page, by code; what is missing is read in the main one.",
});

const fields = {
  title: line(LONGEST_TITLE),
  impact,
  monitorIds,
  startedAt: timestamp,
};

export const newIncident = z.object({
  ...fields,
  status: incidentStatus,
  monitorIds: monitorIds.default([]).meta({ description: "None: the incident is one of the whole page." }),
  notifySubscribers: z.boolean().default(true),
  draft: z.boolean().default(false),
  startedAt: timestamp.optional().meta({ description: "Now, when left out." }),
  body: z
    .string()
    .trim()
    .max(LONGEST_BODY, "Use at most 20,000 characters.")
    .default("")
    .meta({ description: "Text of the first update, in Markdown." }),
  locales: languages(z.object({ title: line(LONGEST_TITLE).optional(), body: incidentBody.optional() }))
    .default({})
    .meta({ description: "Title and text in other languages of the page, by code." }),
});
export type NewIncident = z.output<typeof newIncident>;

export const incidentChange = z
  .object({ ...fields, resolvedAt: timestamp.nullable(), locales: titles })
  .partial()
  .extend(versionRead);
export type IncidentChange = z.output<typeof incidentChange>;

export const newIncidentUpdate = z.object({
  body: incidentBody,
  status: incidentStatus,
  locales: bodies.default({}),
});
export type NewIncidentUpdate = z.output<typeof newIncidentUpdate>;

export const incidentUpdateChange = z.object({
  body: incidentBody,
  locales: bodies.default({}),
  ...versionRead,
});

export const incident = z
  .object({
    id,
    ...versioned,
    title: z.string(),
    status: incidentStatus,
    impact,
    draft: z.boolean(),
    automatic: z.boolean().meta({ description: "Opened because a monitor stayed down." }),
    monitorIds: z.array(id),
    pageWide: z.boolean().meta({
      description:
        "Made without monitors, so that it is one of the whole page. An incident whose monitors were deleted is not: it is public nowhere.",
    }),
    notifySubscribers: z.boolean(),
    startedAt: timestamp,
    resolvedAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    locales: z.record(z.string(), z.object({ title: z.string().optional() })),
    updates: z.array(
      z.object({
        id,
        body: z.string(),
        status: incidentStatus,
        postedAt: timestamp,
        locales: z.record(z.string(), z.object({ body: z.string().optional() })),
      }),
    ),
  })
  .meta({ id: "Incident" });
export type Incident = z.output<typeof incident>;

export const incidentPage = paged(incident);

export const incidentQuery = z.object({
  state: z.enum(["open", "resolved", "draft"], { error: "Use open, resolved or draft." }).optional(),
  monitorId: queryInteger.pipe(z.int().positive()).optional(),
  search: z.string().max(200).optional(),
  ...pageQuery,
});
export type IncidentQuery = z.output<typeof incidentQuery>;
