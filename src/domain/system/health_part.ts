import { HEALTH_PARTS, HEALTH_STATES, type HealthPart, type HealthPartId } from "../../schema/health_part.ts";

export type Finding = Omit<HealthPart, "id">;

const NOTHING_TO_DO = "Nothing to do.";

export function well(summary: string): Finding {
  return { state: "ok", summary, advice: NOTHING_TO_DO };
}

export function isOff(summary: string, advice = NOTHING_TO_DO): Finding {
  return { state: "off", summary, advice };
}

export function unknownFinding(summary: string, advice: string): Finding {
  return { state: "unknown", summary, advice };
}

export function warning(summary: string, advice: string): Finding {
  return { state: "warning", summary, advice };
}

export function failing(summary: string, advice: string): Finding {
  return { state: "failing", summary, advice };
}

export function listParts(findings: Readonly<Partial<Record<HealthPartId, Finding>>>): HealthPart[] {
  const parts = Object.entries(findings).map(([id, finding]) => ({ id: id as HealthPartId, ...finding }));
  const rank = ({ id, state }: HealthPart) =>
    HEALTH_STATES.indexOf(state) * HEALTH_PARTS.length + HEALTH_PARTS.indexOf(id);
  return parts.sort((a, b) => rank(a) - rank(b));
}
