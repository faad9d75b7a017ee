import type { Incident } from "../../../../src/schema/incident.ts";
import type { ComponentStatus, Impact } from "../../../../src/schema/incident_status.ts";

type Words = Incident["components"];

/** By monitor id; empty leaves the status unchanged. */
export type ComponentChoices = Readonly<Record<string, ComponentStatus | "">>;

export function choicesOf(words: Words): ComponentChoices {
  return Object.fromEntries(words.map(({ monitorId, status }) => [monitorId, status]));
}

export function wordsFrom(choices: ComponentChoices, monitorIds: readonly number[]): Words {
  return monitorIds.flatMap((monitorId) => {
    const status = choices[monitorId];
    return status ? [{ monitorId, status }] : [];
  });
}

export function statusByImpact(impact: Impact): ComponentStatus {
  return impact === "minor" ? "degraded_performance" : "major_outage";
}
