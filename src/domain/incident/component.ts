import type { ComponentStatus, Impact, IncidentStatus } from "../../schema/incident_status.ts";

export type Said = Readonly<Record<string, ComponentStatus>>;

export interface Named {
  id: number;
  name: string;
}

interface SaidComponent extends Named {
  status: ComponentStatus;
}

export interface AffectedComponent extends Named {
  status?: ComponentStatus | undefined;
}

interface ComponentWord {
  monitorId: number;
  status: ComponentStatus;
}

export function toSaid(components: readonly ComponentWord[]): Said {
  return Object.fromEntries(components.map(({ monitorId, status }) => [monitorId, status]));
}

export function listSaid(said: Said, monitorIds: readonly number[]): ComponentWord[] {
  return monitorIds
    .toSorted((a, b) => a - b)
    .flatMap((monitorId) => {
      const status = statusIn(said, monitorId);
      return status ? [{ monitorId, status }] : [];
    });
}

export function withStatuses(
  components: readonly Named[],
  said: Said,
  status: IncidentStatus,
): AffectedComponent[] {
  return components.map(({ id, name }) => {
    const word = statusIn(said, id);
    return word && status !== "resolved" ? { id, name, status: word } : { id, name };
  });
}

export function saidOf(components: readonly Named[], said: Said): SaidComponent[] {
  return components.flatMap(({ id, name }) => {
    const status = statusIn(said, id);
    return status ? [{ id, name, status }] : [];
  });
}

export function effectOn(
  { impact, components }: { impact: Impact; components: readonly AffectedComponent[] },
  id: number,
): ComponentStatus | null {
  const own = components.find((component) => component.id === id);
  if (!own) return null;
  return own.status ?? (impact === "minor" ? "degraded_performance" : "major_outage");
}

function statusIn(said: Said, id: number): ComponentStatus | undefined {
  return Object.hasOwn(said, String(id)) ? said[String(id)] : undefined;
}
