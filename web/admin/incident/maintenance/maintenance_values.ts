import { HOUR_MS } from "../../../../src/lib/units.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import type { Problem } from "../../../lib/api.ts";
import { type Edited, soon } from "../../../lib/edit.ts";
import { parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import { getMaintenance } from "../../api/maintenance.ts";
import { tellMonitors } from "../../monitor/monitors/names.ts";
import { text as languageText } from "../../text/language_words.ts";
import { text } from "../../text/maintenance.ts";

export interface MaintenanceValues {
  name: string;
  description: string;
  /** As the fields hold them: in the operator's zone. */
  startsAt: string;
  endsAt: string;
  allMonitors: boolean;
  monitorIds: readonly number[];
  notifySubscribers: boolean;
  locales: Maintenance["locales"];
}

/** From the next full hour on, for an hour. */
export function newValues(): MaintenanceValues {
  const next = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return {
    name: "",
    description: "",
    startsAt: toLocalInput(next),
    endsAt: toLocalInput(next + HOUR_MS),
    allMonitors: false,
    monitorIds: [],
    notifySubscribers: true,
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
    notifySubscribers,
    locales,
  };
}

export function editOf(stored: Maintenance): Edited<MaintenanceValues, Maintenance> {
  const { name, description, startsAt, endsAt } = text;
  return {
    stored,
    read: async () => await getMaintenance(soon(), stored.id),
    toValues: valuesOf,
    labels: {
      name,
      description,
      startsAt,
      endsAt,
      allMonitors: text.all,
      monitorIds: text.chosen,
      notifySubscribers: text.notify,
      locales: languageText.title,
    },
    tell: { monitorIds: tellMonitors },
  };
}

/** A time nobody has touched keeps its seconds, which the fields don't show. */
export function timesOf(values: MaintenanceValues, stored: Maintenance | null) {
  const problems: Problem[] = [];
  const timeOf = (name: "startsAt" | "endsAt"): number => {
    if (stored && toLocalInput(stored[name]) === values[name]) return stored[name];
    const at = parseLocalInput(values[name]);
    if (at === null) problems.push({ path: name, message: text.timeMissing });
    // What is no time goes as nothing, for the server to refuse.
    return at as number;
  };
  return { times: { startsAt: timeOf("startsAt"), endsAt: timeOf("endsAt") }, problems };
}
