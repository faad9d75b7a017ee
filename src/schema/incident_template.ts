import { z } from "zod";
import { id, line, lineOrNothing, queryIds, queryTime, timestamp, warnings } from "./common.ts";
import { bodyOrNothing, impact, incidentBody } from "./incident.ts";
import { LONGEST_TITLE } from "./incident_status.ts";
import { languages } from "./language_words.ts";
import { versioned, versionRead } from "./version.ts";

const locales = languages(
  z.object({
    title: lineOrNothing(LONGEST_TITLE).exactOptional(),
    body: bodyOrNothing.exactOptional(),
    resolvedBody: bodyOrNothing.exactOptional(),
  }),
);

const fields = {
  name: line(200),
  title: line(LONGEST_TITLE).meta({
    description: "Placeholders: {{monitor}}, {{since}}, {{duration}}, {{error}}, {{status}}.",
  }),
  body: incidentBody,
  resolvedBody: incidentBody,
  impact,
  isDefault: z.boolean(),
  locales,
};

export const newIncidentTemplate = z.object({
  ...fields,
  impact: impact.default("major"),
  isDefault: fields.isDefault.default(false),
  locales: locales.default({}),
});
export type NewIncidentTemplate = z.output<typeof newIncidentTemplate>;

export const incidentTemplateChange = z.object(fields).partial().extend(versionRead);
export type IncidentTemplateChange = z.output<typeof incidentTemplateChange>;

export const incidentTemplate = z
  .object({
    id,
    ...versioned,
    name: z.string(),
    title: z.string(),
    body: z.string(),
    resolvedBody: z.string(),
    impact,
    builtIn: z.boolean(),
    isDefault: z.boolean(),
    locales: z.record(
      z.string(),
      z.object({
        title: z.string().exactOptional(),
        body: z.string().exactOptional(),
        resolvedBody: z.string().exactOptional(),
      }),
    ),
    warnings,
  })
  .meta({ id: "IncidentTemplate" });
export type IncidentTemplate = z.output<typeof incidentTemplate>;

export const filledTemplateQuery = z.object({
  monitorIds: queryIds.optional().meta({ description: "Omitted or empty: it affects the whole page." }),
  since: queryTime
    .optional()
    .meta({ description: "When it started. Default: when the first monitor failed." }),
  status: z.enum(["down", "up"], "Use down or up.").default("down"),
});
export type FilledTemplateQuery = z.output<typeof filledTemplateQuery>;

export const filledTemplate = incidentTemplate
  .pick({ title: true, body: true, resolvedBody: true, impact: true, locales: true })
  .extend({
    startedAt: timestamp.meta({ description: "When it started: `since`, or when the first monitor failed." }),
  })
  .meta({ id: "FilledIncidentTemplate" });
export type FilledTemplate = z.output<typeof filledTemplate>;
