import type { PublicChart, PublicIncident, PublicMonitor } from "../../schema/public_page.ts";
import type { MonitorDays } from "./address.ts";

/** What a monitor's page shows beyond its card. */
export interface MonitorStory {
  id: number;
  uptime: PublicMonitor["uptime"];
  /** Of the last `days`; null for types without a response time. */
  chart: PublicChart | null;
  days: MonitorDays;
  incidents: readonly PublicIncident[];
}
