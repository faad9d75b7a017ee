import { z } from "zod";
import {
  id,
  line,
  lineOrNothing,
  listSort,
  monitorIds,
  paged,
  pageQuery,
  queryInteger,
  timestamp,
} from "./common.ts";
import {
  COMPONENT_STATUSES,
  IMPACTS,
  INCIDENT_STATUSES,
  LONGEST_BODY,
  LONGEST_TITLE,
} from "./incident_status.ts";
import { languages } from "./language_words.ts";
import { listUpTo, trimmedText, wholeNumber } from "./limits.ts";
import { pageKeys } from "./page_key.ts";
import { versioned, versionRead } from "./version.ts";

const incidentStatus = z.enum(INCIDENT_STATUSES, {
  error: "Use investigating, identified, monitoring or resolved.",
});
export const impact = z.enum(IMPACTS, { error: "Use minor, major or critical." });

const componentWord = z.object({
  monitorId: id,
  status: z.enum(COMPONENT_STATUSES, {
    error: "Use operational, degraded_performance, partial_outage or major_outage.",
  }),
});
export type ComponentWord = z.output<typeof componentWord>;

const componentWords = listUpTo(10_000, componentWord, "monitors").refine(
  (words) => new Set(words.map(({ monitorId }) => monitorId)).size === words.length,
  "List each monitor once.",
);

export const bodyOrNothing = trimmedText(LONGEST_BODY);
export const incidentBody = bodyOrNothing.min(1, "Fill in this field.");

const titles = languages(z.object({ title: lineOrNothing(LONGEST_TITLE) })).meta({
  description:
    "The title in the page's other languages, by language code. Missing languages use the main text.",
});
const bodies = languages(z.object({ body: bodyOrNothing })).meta({
  description:
    "The text in the page's other languages, by language code. Missing languages use the main text.",
});

const nagHours = wholeNumber(1, 720, "hours").nullable();

const fields = {
  title: line(LONGEST_TITLE),
  impact,
  monitorIds,
  startedAt: timestamp,
};

export const newIncident = z.object({
  ...fields,
  status: incidentStatus,
  monitorIds: monitorIds
    .default([])
    .meta({ description: "Omitted or empty: the incident affects the whole page." }),
  pageKeys: pageKeys.optional().meta({
    description: "The pages that show it if it has no monitors. Omitted or empty: the default page.",
  }),
  components: componentWords.default([]).meta({
    description:
      "The status of each of these monitors, instead of the one set by the impact. Links the monitors to the incident.",
  }),
  notifySubscribers: z.boolean().default(true),
  nagHours: nagHours.default(null).meta({
    description:
      "Reminds the incident's authors after this many hours without an update while it is open. Null: no reminders.",
  }),
  draft: z.boolean().default(false),
  startedAt: timestamp.optional().meta({ description: "Default: now." }),
  body: bodyOrNothing.default("").meta({ description: "Text of the first update, in Markdown." }),
  locales: languages(
    z.object({ title: lineOrNothing(LONGEST_TITLE).optional(), body: bodyOrNothing.optional() }),
  )
    .default({})
    .meta({ description: "Title and text in the page's other languages, by language code." }),
});
export type NewIncident = z.output<typeof newIncident>;

export const incidentChange = z
  .object({
    ...fields,
    resolvedAt: timestamp.nullable(),
    locales: titles,
    pageKeys,
    nagHours,
    components: componentWords.meta({ description: "Replaces all previous component statuses." }),
  })
  .partial()
  .extend(versionRead);
export type IncidentChange = z.output<typeof incidentChange>;

export const newIncidentUpdate = z.object({
  body: incidentBody,
  status: incidentStatus,
  locales: bodies.default({}),
  components: componentWords.default([]).meta({
    description:
      "The status of each of these monitors from now on. Others keep their status. Monitors that aren't linked yet are linked.",
  }),
  publishAt: timestamp.nullable().default(null).meta({
    description: "A future time to post the update at. Hidden until then. Null: post it now.",
  }),
});
export type NewIncidentUpdate = z.output<typeof newIncidentUpdate>;

const whilePlanned = { description: "Only for scheduled updates. Default: unchanged." };

export const incidentUpdateChange = z.object({
  body: incidentBody,
  locales: bodies.default({}),
  status: incidentStatus.optional().meta(whilePlanned),
  components: componentWords.optional().meta(whilePlanned),
  publishAt: timestamp.optional().meta(whilePlanned),
  ...versionRead,
});
export type IncidentUpdateChange = z.output<typeof incidentUpdateChange>;

export const writtenPostMortem = z.object({
  body: incidentBody,
  locales: bodies.default({}),
  publishedAt: timestamp.nullable().default(null).meta({
    description: "Null for a draft, which only the team sees. Otherwise the time it was published.",
  }),
  ...versionRead,
});
export type WrittenPostMortem = z.output<typeof writtenPostMortem>;

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
    components: z.array(componentWord).meta({
      description: "The latest status set for each of these monitors. For others, the impact applies.",
    }),
    pageWide: z.boolean().meta({
      description:
        "Created without monitors, so it affects the whole page. False if its monitors were deleted.",
    }),
    pageKeys: z.array(z.string()).meta({ description: "The pages that show it if it has no monitors." }),
    pages: z.array(z.string()).meta({ description: "Keys of the pages that show it." }),
    formerComponents: z.array(z.object({ id, name: z.string() })).meta({
      description:
        "The last public names of deleted monitors that were on the page. The incident stays public with these names.",
    }),
    notifySubscribers: z.boolean(),
    nagHours: z.int().nullable(),
    overdueAt: timestamp.nullable().meta({
      description: "When its authors are first reminded if no update is posted. Null if reminders are off.",
    }),
    startedAt: timestamp,
    resolvedAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    locales: z.record(z.string(), z.object({ title: z.string().optional() })),
    postMortem: z
      .object({
        body: z.string(),
        publishedAt: timestamp.nullable(),
        locales: z.record(z.string(), z.object({ body: z.string().optional() })),
      })
      .nullable()
      .meta({ description: "Null until one is written. Only the team sees it until it is published." }),
    updates: z.array(
      z.object({
        id,
        body: z.string(),
        status: incidentStatus,
        postedAt: timestamp,
        components: z.array(componentWord).meta({ description: "The component statuses of this update." }),
        publishAt: timestamp
          .nullable()
          .meta({ description: "When it will be posted. Hidden until then. Null once posted." }),
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
  sort: listSort("open incidents by impact, then drafts, then resolved ones"),
  ...pageQuery,
});
export type IncidentQuery = z.output<typeof incidentQuery>;
