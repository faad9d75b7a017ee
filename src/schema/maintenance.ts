import { z } from "zod";
import { id, line, lineOrNothing, monitorIds, timestamp, timezone } from "./common.ts";
import { languages } from "./language_words.ts";
import { trimmedText } from "./limits.ts";
import { pageKeys } from "./page_key.ts";
import { announceHours, recurrence } from "./recurrence.ts";
import { versioned, versionRead } from "./version.ts";

const description = trimmedText(10_000);

const fields = {
  name: line(200),
  description,
  startsAt: timestamp,
  endsAt: timestamp,
  recurrence: recurrence.nullable().meta({ description: "Null: no recurrence." }),
  timezone: timezone.meta({ description: "Later occurrences start at the same local time." }),
  announceHours: announceHours.meta({
    description: "How long before the start an occurrence appears on the page and subscribers are notified.",
  }),
  allMonitors: z.boolean(),
  monitorIds,
  pageKeys: pageKeys.meta({
    description: "The pages that show a window for all monitors. Omitted or empty: every page.",
  }),
  notifySubscribers: z.boolean(),
  locales: languages(
    z.object({
      name: lineOrNothing(200).optional(),
      description: description.optional(),
    }),
  ).meta({ description: "Name and description in the page's other languages, by language code." }),
};

export const DEFAULT_ANNOUNCE_HOURS = 24;

export const newMaintenance = z.object({
  ...fields,
  description: description.default(""),
  recurrence: fields.recurrence.default(null),
  timezone: fields.timezone.default("UTC"),
  announceHours: fields.announceHours.default(DEFAULT_ANNOUNCE_HOURS),
  allMonitors: fields.allMonitors.default(false),
  monitorIds: monitorIds.default([]),
  pageKeys: fields.pageKeys.default([]),
  notifySubscribers: fields.notifySubscribers.default(true),
  locales: fields.locales.default({}),
});
export type NewMaintenance = z.output<typeof newMaintenance>;

export const maintenanceChange = z.object(fields).partial().extend(versionRead);
export type MaintenanceChange = z.output<typeof maintenanceChange>;

const occurrenceAt = timestamp.meta({
  description:
    "The start by the recurrence rule, in milliseconds. Identifies the occurrence even after it was moved.",
});

export const occurrenceSkip = z.object({ occurrenceAt, ...versionRead });
export type OccurrenceSkip = z.output<typeof occurrenceSkip>;

export const occurrenceMove = occurrenceSkip.extend({ startsAt: timestamp, endsAt: timestamp });
export type OccurrenceMove = z.output<typeof occurrenceMove>;

const occurrence = z.object({
  occurrenceAt,
  startsAt: timestamp,
  endsAt: timestamp,
  moved: z.boolean(),
});
export type Occurrence = z.output<typeof occurrence>;

export const maintenance = z
  .object({
    id,
    ...versioned,
    ...fields,
    monitorIds: z.array(id),
    pageKeys: z.array(z.string()),
    pages: z.array(z.string()).meta({ description: "Keys of the pages that show it." }),
    status: z.enum(["not_started", "in_progress", "completed"]),
    occurrences: z.array(occurrence).meta({
      description: "For a recurring maintenance, the next ten occurrences, including one in progress.",
    }),
    skipped: z
      .array(timestamp)
      .meta({ description: "Future occurrences that were skipped, by `occurrenceAt`." }),
  })
  .meta({ id: "Maintenance" });
export type Maintenance = z.output<typeof maintenance>;
