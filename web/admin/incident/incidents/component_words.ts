import type { Incident } from "../../../../src/schema/incident.ts";
import type { ComponentStatus, Impact } from "../../../../src/schema/incident_status.ts";

type Words = Incident["components"];

/** What was chosen for each monitor, by its id; empty for what stays as it is. */
export type ComponentChoices = Readonly<Record<string, ComponentStatus | "">>;

export function choicesOf(words: Words): ComponentChoices {
  return Object.fromEntries(words.map(({ monitorId, status }) => [monitorId, status]));
}

/** Of these monitors, those of which something was chosen. */
export function wordsFrom(choices: ComponentChoices, monitorIds: readonly number[]): Words {
  return monitorIds.flatMap((monitorId) => {
    const status = choices[monitorId];
    return status ? [{ monitorId, status }] : [];
  });
}

/** What an impact means where nothing else is said. */
export function statusByImpact(impact: Impact): ComponentStatus {
  return impact === "minor" ? "degraded_performance" : "major_outage";
}
