import { z } from "zod";
import { MINUTE_MS } from "../lib/units.ts";
import { id, line, queryTime, timestamp, timezone } from "./common.ts";
import { listUpTo, trimmedText, wholeNumber } from "./limits.ts";
import { key } from "./monitor.ts";
import { versioned, versionRead } from "./version.ts";

const clock = z
  .string('Enter a time as text, such as "09:00".')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00.");

const hours = z.object({
  days: listUpTo(7, wholeNumber(1, 7), "days")
    .min(1, "Choose at least one day.")
    .meta({ description: "1 is Monday." }),
  from: clock,
  to: clock.meta({ description: "On the next day if not later than `from`." }),
});

export const rotationFields = {
  name: line(100),
  shift: z.object({
    every: wholeNumber(1, 365),
    unit: z.enum(["hour", "day", "week"], "Use hour, day or week."),
  }),
  handoverAt: clock.meta({ description: "Local time in the schedule's time zone." }),
  hours: listUpTo(20, hours, "times").optional().meta({ description: "Omitted: at all hours." }),
};

const moment = timestamp.transform((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);

const rotation = z.object({
  ...rotationFields,
  startsAt: moment.meta({
    description: "When the rotation starts, with its first person. No one is on call before.",
  }),
  userIds: listUpTo(100, id, "people")
    .min(1, "Choose at least one person.")
    .meta({ description: "In shift order. A user listed twice has two shifts." }),
});

const fields = { name: line(200), timeZone: timezone, rotations: listUpTo(20, rotation, "rotations") };

const handoverNote = trimmedText(4000).meta({
  description: "What the next person should know. Empty to remove it. Stored with its author and time.",
});

const handover = z.object({
  text: z.string(),
  by: z.string().meta({ description: "The author: an email address or the name of a token." }),
  at: timestamp,
});
export type HandoverNote = z.output<typeof handover>;

const END = { error: "Use an end after the start.", path: ["to"] };
const overrideFields = { userId: z.int().positive("Choose a person."), from: moment, to: moment };
const turn = z.object(overrideFields).refine(({ from, to }) => to > from, END);
const turns = listUpTo(1000, turn, "overrides").optional();

export const newSchedule = z.object({
  ...fields,
  key: key.optional(),
  timeZone: timezone.default("UTC"),
  rotations: fields.rotations.default([]),
  overrides: turns,
});
export type NewSchedule = z.output<typeof newSchedule>;

export const scheduleChange = z.object({
  ...z.object(fields).partial().shape,
  handoverNote: handoverNote.optional(),
  overrides: turns.meta({ description: "Replaces all previous overrides." }),
  ...versionRead,
  key: z.undefined("The key can't be changed: leave it out.").optional(),
});
export type ScheduleChange = Omit<z.output<typeof scheduleChange>, "key">;

export const newOverride = z
  .object({
    ...overrideFields,
    inReturn: turn.optional().meta({ description: "The other half of a swap. Both are saved, or neither." }),
  })
  .refine(({ from, to }) => to > from, END);
export type NewOverride = z.output<typeof newOverride>;

export const override = z.object({ id, userId: id, from: timestamp, to: timestamp });
type Override = z.output<typeof override>;

export const madeOverride = override.extend({
  inReturn: override.optional().meta({ description: "The other half of a swap." }),
});
export type MadeOverride = Override & { inReturn?: Override };

const person = z
  .object({
    id,
    email: z.string(),
    name: z.string(),
    hasLeft: z.boolean().meta({ description: "The user was deleted." }),
  })
  .meta({ id: "OnCallPerson" });
export type OnCallPerson = z.output<typeof person>;

export const people = z.array(z.object({ id, email: z.string(), name: z.string() }));

export const schedule = z
  .object({
    id,
    ...versioned,
    key,
    ...fields,
    overrides: z.array(override),
    handover: handover.nullable(),
    people: z.array(person).meta({ description: "Everyone on the schedule." }),
    hasCalendar: z.boolean().meta({ description: "Whether a calendar feed exists." }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Schedule" });
export type Schedule = z.output<typeof schedule>;

export const shiftQuery = z.object({ from: queryTime, to: queryTime });

export const shift = z.object({
  user: person.nullable().meta({ description: "Null in a gap, when no one is on call." }),
  from: timestamp,
  to: timestamp,
  isOverride: z.boolean(),
});
export type ShiftResponse = z.output<typeof shift>;

export const schedulePreview = z.object({
  timeZone: timezone,
  rotations: fields.rotations,
  overrides: listUpTo(1000, z.object(overrideFields), "overrides").default([]),
  from: timestamp,
  to: timestamp,
});
export type SchedulePreview = z.output<typeof schedulePreview>;

export const onCall = z.object({
  now: z.array(
    z.object({
      scheduleKey: key,
      scheduleName: z.string(),
      user: person.nullable(),
      until: timestamp.nullable().meta({ description: "Null: for more than 92 days." }),
      handover: handover.nullable(),
    }),
  ),
  next: z.array(z.object({ scheduleKey: key, user: person, from: timestamp })),
});
export type OnCall = z.output<typeof onCall>;

export const alertReportQuery = shiftQuery.extend({ timezone: timezone.default("UTC") });
export type AlertReportQuery = z.output<typeof alertReportQuery>;

const personReport = z.object({
  user: person,
  alerts: z.int().meta({
    description:
      "Failures they were notified of, counted once each regardless of the number of notifications.",
  }),
  messages: z.int(),
  night: z.int().meta({ description: "Alerts between 22:00 and 07:00." }),
  hours: z.array(z.int()).meta({ description: "Alerts by hour of the day, from midnight." }),
  acknowledged: z.int().meta({ description: "Acknowledged alerts." }),
  medianAcknowledgeMs: z
    .int()
    .nullable()
    .meta({ description: "Time from the alert to the acknowledgement." }),
});
export const alertReport = z.array(personReport);
export type PersonReport = z.output<typeof personReport>;

export const ownShifts = z.array(
  z.object({
    scheduleKey: key,
    scheduleName: z.string(),
    from: timestamp.nullable().meta({ description: "Null: more than 92 days ago." }),
    to: timestamp.nullable().meta({ description: "Null: in more than 92 days." }),
  }),
);
export type OwnShifts = z.output<typeof ownShifts>;

export const calendarAddress = z.object({
  url: z.string().meta({ description: "Returned only once. A new address replaces the previous one." }),
});
