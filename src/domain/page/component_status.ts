import type { PublicIncident, PublicMonitor, PublicPage } from "../../schema/public_page.ts";
import { effectOn } from "../incident/incident.ts";
import { foldOutages, worstOf } from "./status.ts";

const SEVERITY = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
type ComponentStatus = (typeof SEVERITY)[number];

export function componentStatus(
  { id, status, underMaintenance }: Pick<PublicMonitor, "id" | "status" | "underMaintenance">,
  incidents: readonly Pick<PublicIncident, "status" | "impact" | "components">[],
): ComponentStatus {
  if (underMaintenance) return "under_maintenance";
  const reported = incidents
    .filter((incident) => incident.status !== "resolved")
    .flatMap((incident) => effectOn(incident, id) ?? []);
  return worstOf(SEVERITY, [monitorStatus(status), ...reported]);
}

export function groupStatus(children: readonly ComponentStatus[]): ComponentStatus {
  return foldOutages(SEVERITY, children);
}

export function pageStatus({
  components,
  incidents,
  maintenances,
}: {
  components: readonly ComponentStatus[];
  incidents: readonly Pick<PublicIncident, "status">[];
  maintenances: readonly Pick<PublicPage["maintenances"][number], "status">[];
}): "operational" | "has_issues" | "under_maintenance" {
  const isTrouble = (status: ComponentStatus) => status !== "operational" && status !== "under_maintenance";
  if (incidents.some(({ status }) => status !== "resolved") || components.some(isTrouble))
    return "has_issues";
  const isRunning =
    maintenances.some(({ status }) => status === "in_progress") || components.includes("under_maintenance");
  return isRunning ? "under_maintenance" : "operational";
}

function monitorStatus(status: PublicMonitor["status"]): ComponentStatus {
  if (status === "down" || status === "affected") return "major_outage";
  return status === "degraded" ? "degraded_performance" : "operational";
}
