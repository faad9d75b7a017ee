import type { PublicChart, PublicIncident, PublicMonitor } from "../../schema/public_page.ts";
import type { MonitorDays } from "./address.ts";

/** What a monitor's page shows beyond its card. */
export interface MonitorStory {
  id: number;
  uptime: PublicMonitor["uptime"];
  /** Response times of the last `days`. Null if the type has none. */
  chart: PublicChart | null;
  days: MonitorDays;
  incidents: readonly PublicIncident[];
}
