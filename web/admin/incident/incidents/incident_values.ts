import type { Incident } from "../../../../src/schema/incident.ts";
import type { Problem } from "../../../lib/api.ts";
import { type Edited, soon } from "../../../lib/edit.ts";
import { parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import { getIncident } from "../../api/incident.ts";
import { tellMonitors } from "../../monitor/monitors/names.ts";
import { text } from "../../text/incident.ts";

export interface IncidentValues {
  title: string;
  impact: Incident["impact"];
  monitorIds: readonly number[];
  /** As the fields hold them: in the operator's zone. */
  startedAt: string;
  resolvedAt: string;
  status: Incident["status"];
  body: string;
  draft: boolean;
  notifySubscribers: boolean;
}

export function newValues(now: number): IncidentValues {
  return {
    title: "",
    impact: "minor",
    monitorIds: [],
    startedAt: toLocalInput(now),
    resolvedAt: "",
    status: "investigating",
    body: "",
    draft: false,
    notifySubscribers: true,
  };
}

export function valuesOf(stored: Incident): IncidentValues {
  const { title, impact, monitorIds, status, draft, notifySubscribers, startedAt, resolvedAt } = stored;
  return {
    title,
    impact,
    monitorIds,
    startedAt: toLocalInput(startedAt),
    resolvedAt: resolvedAt === null ? "" : toLocalInput(resolvedAt),
    status,
    body: "",
    draft,
    notifySubscribers,
  };
}

export function editOf(stored: Incident): Edited<IncidentValues, Incident> {
  const { impact, startedAt, resolvedAt } = text;
  return {
    stored,
    read: async () => await getIncident(soon(), stored.id),
    toValues: valuesOf,
    // What else an incident has is changed by its updates.
    ownFields: ["status", "body", "draft", "notifySubscribers"],
    labels: { title: text.name, impact, monitorIds: text.monitors, startedAt, resolvedAt },
    tell: { monitorIds: tellMonitors },
  };
}

/** A time nobody has touched keeps its seconds, which the field doesn't show. */
export function readTime(
  name: "startedAt" | "resolvedAt",
  { values, before }: { values: IncidentValues; before: number },
): { at: number; problem?: Problem } {
  if (toLocalInput(before) === values[name]) return { at: before };
  const at = parseLocalInput(values[name]);
  if (at !== null) return { at };
  // What is no time goes as nothing, for the server to refuse.
  return { at: null as unknown as number, problem: { path: name, message: text.timeMissing } };
}
