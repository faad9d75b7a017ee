import { HOUR_MS } from "../../../../src/lib/units.ts";
import { DEFAULT_ANNOUNCE_HOURS, type Maintenance } from "../../../../src/schema/maintenance.ts";
import type { Problem } from "../../../lib/api.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { nextHour, parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import { zone } from "../../../lib/zone.ts";
import type { NumberText } from "../../../ui/number_text.ts";
import { getMaintenance } from "../../api/maintenance.ts";
import { nameMonitors } from "../../live/monitor_names.ts";
import { text as languageText } from "../../text/language_words.ts";
import { text } from "../../text/maintenance.ts";
import { text as words } from "../../text/recurrence.ts";
import {
  describeRecurrence,
  fieldsOf,
  firstDayOf,
  type RecurrenceFields,
  recurrenceOf,
} from "./recurrence_values.ts";

export interface MaintenanceValues {
  name: string;
  description: string;
  startsAt: string;
  endsAt: string;
  allMonitors: boolean;
  monitorIds: readonly number[];
  pageKeys: readonly string[];
  notifySubscribers: boolean;
  recurrence: RecurrenceFields;
  timezone: string;
  announceHours: NumberText;
  locales: Maintenance["locales"];
}

export function newValues(): MaintenanceValues {
  const next = nextHour(Date.now());
  return {
    name: "",
    description: "",
    startsAt: toLocalInput(next),
    endsAt: toLocalInput(next + HOUR_MS),
    allMonitors: false,
    monitorIds: [],
    pageKeys: [],
    notifySubscribers: true,
    recurrence: fieldsOf(null),
    timezone: zone(),
    announceHours: DEFAULT_ANNOUNCE_HOURS,
    locales: {},
  };
}

export function valuesOf(stored: Maintenance): MaintenanceValues {
  const { name, description, locales, startsAt, endsAt, allMonitors, monitorIds, notifySubscribers } = stored;
  return {
    name,
    description,
    startsAt: toLocalInput(startsAt),
    endsAt: toLocalInput(endsAt),
    allMonitors,
    monitorIds,
    pageKeys: stored.pageKeys,
    notifySubscribers,
    recurrence: fieldsOf(stored.recurrence),
    timezone: stored.recurrence ? stored.timezone : zone(),
    announceHours: stored.announceHours,
    locales,
  };
}

export function planIn(values: MaintenanceValues) {
  const { timezone } = values;
  const [startsAt, endsAt] = [values.startsAt, values.endsAt].map(
    (time) => parseLocalInput(time) ?? Number.NaN,
  );
  const times = { startsAt: startsAt ?? Number.NaN, endsAt: endsAt ?? Number.NaN };
  const first = firstDayOf(Number.isNaN(times.startsAt) ? Date.now() : times.startsAt, timezone);
  return { ...times, timezone, recurrence: recurrenceOf(values.recurrence, first) };
}

export function editOf(stored: Maintenance): Edited<MaintenanceValues, Maintenance> {
  const { name, description, startsAt, endsAt } = text;
  return {
    stored,
    read: async () => await getMaintenance(readTimeout(), stored.id),
    toValues: valuesOf,
    labels: {
      name,
      description,
      startsAt,
      endsAt,
      allMonitors: text.all,
      monitorIds: text.chosen,
      notifySubscribers: text.notify,
      recurrence: words.repeats,
      timezone: words.timezone,
      announceHours: words.announce,
      locales: languageText.title,
    },
    describe: { monitorIds: nameMonitors, recurrence: describeRecurrence },
    ties: [["startsAt", "recurrence", "timezone"]],
  };
}

export function timesOf(values: MaintenanceValues, stored: Maintenance | null) {
  const problems: Problem[] = [];
  const timeOf = (name: "startsAt" | "endsAt"): number => {
    if (stored && toLocalInput(stored[name]) === values[name]) return stored[name];
    const at = parseLocalInput(values[name]);
    if (at === null) problems.push({ path: name, message: text.timeMissing });
    return at as number;
  };
  return { times: { startsAt: timeOf("startsAt"), endsAt: timeOf("endsAt") }, problems };
}

export function canRecur(stored: Maintenance | null): boolean {
  return !stored || stored.recurrence !== null || stored.status === "not_started";
}

export function recursOf(values: MaintenanceValues) {
  const { recurrence, timezone } = planIn(values);
  return { recurrence, ...(recurrence ? { timezone, announceHours: values.announceHours as number } : ONCE) };
}

const ONCE = { timezone: "UTC", announceHours: DEFAULT_ANNOUNCE_HOURS };
