import type { ComponentStatus } from "../../src/schema/incident_status.ts";
import type { PublicMonitor, PublicPage } from "../../src/schema/public_page.ts";

export const TONES = [
  "up",
  "degraded",
  "partial",
  "down",
  "affected",
  "maintenance",
  "pending",
  "paused",
] as const;
export type Tone = (typeof TONES)[number];

const TONE_OF_OVERALL: Record<PublicPage["overall"]["status"], Tone> = {
  operational: "up",
  degraded: "degraded",
  partial_outage: "partial",
  major_outage: "down",
  under_maintenance: "maintenance",
  pending: "pending",
};

export function toneOfOverall(status: PublicPage["overall"]["status"]): Tone {
  return TONE_OF_OVERALL[status];
}

const TONE_OF_COMPONENT: Record<ComponentStatus, Tone> = {
  operational: "up",
  degraded_performance: "degraded",
  partial_outage: "partial",
  major_outage: "down",
};

export function toneOfComponent(status: ComponentStatus): Tone {
  return TONE_OF_COMPONENT[status];
}

export function toneOfMonitor(monitor: Pick<PublicMonitor, "status" | "underMaintenance">): Tone {
  return monitor.underMaintenance ? "maintenance" : monitor.status;
}

/** Without a current result, a monitor that was checked before is "unknown", not "not checked yet". */
export function wordOfTone(tone: Tone, monitors: readonly Pick<PublicMonitor, "checkedAt">[]): string {
  const isOld = tone === "pending" && monitors.some(({ checkedAt }) => checkedAt !== null);
  return isOld ? "status.unknown" : `status.${tone}`;
}

const BY_SEVERITY: readonly Tone[] = [
  "down",
  "partial",
  "degraded",
  "affected",
  "maintenance",
  "pending",
  "up",
  "paused",
];

function worstTone(tones: readonly Tone[]): Tone | null {
  return BY_SEVERITY.find((tone) => tones.includes(tone)) ?? null;
}

export function toneOfGroup(tones: readonly Tone[]): Tone | null {
  const watched = tones.filter((tone) => tone !== "paused");
  const worst = worstTone(tones);
  return worst === "down" && watched.some((tone) => tone !== "down") ? "partial" : worst;
}

const TROUBLE: readonly Tone[] = ["down", "partial", "degraded", "affected"];

export function countProblems(tones: readonly Tone[], incidents: number): number {
  return Math.max(tones.filter((tone) => TROUBLE.includes(tone)).length, incidents);
}

type Overall = PublicPage["overall"]["status"];
const ISSUES: readonly Overall[] = ["degraded", "partial_outage", "major_outage"];

export function guessOverall(
  all: readonly Tone[],
  { before, incidents }: { before: Overall; incidents: number },
): Overall {
  const tones = all.filter((tone) => tone !== "paused" && tone !== "maintenance");
  const down = tones.filter((tone) => tone === "down").length;
  if (down > 0) return down === tones.length ? "major_outage" : "partial_outage";
  if (tones.some((tone) => TROUBLE.includes(tone)) || incidents > 0)
    return incidents > 0 && ISSUES.includes(before) ? before : "degraded";
  if (all.length === 0) return before;
  if (all.includes("maintenance")) return "under_maintenance";
  return tones.length === 0 || tones.includes("pending") ? "pending" : "operational";
}
