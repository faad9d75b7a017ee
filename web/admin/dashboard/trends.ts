import type { DashboardTrends } from "../../../src/schema/dashboard.ts";

export function averageOf(hours: DashboardTrends["hours"]): number | null {
  const responses = hours.reduce((sum, hour) => sum + hour.responses, 0);
  const total = hours.reduce((sum, { responses, avg }) => sum + responses * (avg ?? 0), 0);
  return responses === 0 ? null : total / responses;
}
