import type { PublicChart, PublicIncident, PublicMonitor } from "../../schema/public_page.ts";
import type { MonitorDays } from "./site.ts";

export interface MonitorStory {
  id: number;
  uptime: PublicMonitor["uptime"];
  chart: PublicChart | null;
  days: MonitorDays;
  incidents: readonly PublicIncident[];
}
