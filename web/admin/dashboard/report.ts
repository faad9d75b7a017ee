import type { BoardAlert, Dashboard } from "../../../src/schema/dashboard.ts";
import { text } from "../text/dashboard.ts";
import { text as deliveryText } from "../text/delivery.ts";

export function reportPath(monitorIds: readonly number[]): string {
  return `/admin/incidents/new?monitors=${monitorIds.join(",")}&template=default`;
}

export function incidentOf(incidents: Dashboard["incidents"] | undefined, monitorId: number) {
  return incidents?.find(({ monitorIds }) => monitorIds.includes(monitorId));
}

export function describeAlerts(alerts: readonly BoardAlert[]): string {
  if (alerts.length === 0) return text.notifiedNobody;
  return text.notified(alerts.map(describeAlert).join(", "));
}

function describeAlert({ channelName, status, reason }: BoardAlert): string {
  if (status === "delivered") return channelName;
  const isGrouped = reason === "merged into digest";
  return `${channelName} (${isGrouped ? text.notifiedTogether : deliveryText.statuses[status].toLowerCase()})`;
}
