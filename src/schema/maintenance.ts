import { z } from "zod";
import { id, line, monitorIds, timestamp } from "./common.ts";
import { languages } from "./language_words.ts";
import { versioned, versionRead } from "./version.ts";

const description = z.string().trim().max(10_000, "Use at most 10,000 characters.");

const fields = {
  name: line(200),
  description,
  startsAt: timestamp,
  endsAt: timestamp,
  allMonitors: z.boolean(),
  monitorIds,
  notifySubscribers: z.boolean(),
  locales: languages(
    z.object({
      name: line(200).optional(),
      description: description.min(1, "Write something here.").optional(),
    }),
  ).meta({ description: "Name and description in other languages of the page, by code." }),
};

export const newMaintenance = z.object({
  ...fields,
  description: description.default(""),
  allMonitors: fields.allMonitors.default(false),
  monitorIds: monitorIds.default([]),
  notifySubscribers: fields.notifySubscribers.default(true),
  locales: fields.locales.default({}),
});
export type NewMaintenance = z.output<typeof newMaintenance>;

export const maintenanceChange = z.object(fields).partial().extend(versionRead);
export type MaintenanceChange = z.output<typeof maintenanceChange>;

export const maintenance = z
  .object({
    id,
    ...versioned,
    ...fields,
    monitorIds: z.array(id),
    status: z.enum(["not_started", "in_progress", "completed"]),
  })
  .meta({ id: "Maintenance" });
export type Maintenance = z.output<typeof maintenance>;
