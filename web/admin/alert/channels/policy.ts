import { formatDuration } from "../../../../src/lib/duration.ts";
import type { AlertPolicy } from "../../../../src/schema/alert_policy.ts";
import { zone } from "../../../lib/zone.ts";
import { text } from "../../text/channel.ts";

const NO_ZONE = "UTC";

export function newPolicy(): AlertPolicy {
  return {
    quietHours: { enabled: false, start: "22:00", end: "07:00", timezone: NO_ZONE, mode: "defer" },
    throttle: { enabled: false, maxAlerts: 3, windowMinutes: 60 },
    grouping: { enabled: false, minMonitors: 3, windowSeconds: 60 },
    reminder: { enabled: false, everyMinutes: 60, most: 10 },
    escalation: { afterMinutes: 0 },
  };
}

export function zoneToBegin(timezone: string): string {
  return timezone === NO_ZONE ? zone() : timezone;
}

export function describePolicy(policy: AlertPolicy): string[] {
  const { quietHours, throttle, grouping, reminder, escalation } = policy;
  const sentences: string[] = [];
  const minutes = (count: number) => formatDuration(count * 60_000);
  if (escalation.afterMinutes > 0) sentences.push(text.preview.escalation(minutes(escalation.afterMinutes)));
  if (quietHours.enabled) {
    const { start, end, timezone, mode } = quietHours;
    const when = start === end ? text.preview.allDay : text.preview.between(start, end);
    const what = mode === "defer" ? text.preview.waits(end) : text.preview.dropped;
    sentences.push(text.preview.quiet(when, timezone, what));
  }
  if (throttle.enabled) {
    const { maxAlerts, windowMinutes } = throttle;
    sentences.push(text.preview.throttle(maxAlerts, minutes(windowMinutes)));
  }
  if (grouping.enabled) {
    const { minMonitors, windowSeconds } = grouping;
    sentences.push(text.preview.grouping(minMonitors, formatDuration(windowSeconds * 1000)));
  }
  if (reminder.enabled) sentences.push(text.preview.reminder(minutes(reminder.everyMinutes), reminder.most));
  return sentences.length > 0 ? sentences : [text.preview.plain];
}

export function glanceAt(
  { quietHours, throttle, grouping, reminder, escalation }: AlertPolicy,
  notifyOnRecovery: boolean,
): string[] {
  const { glance } = text;
  return [
    ...(quietHours.enabled ? [glance.quiet(quietHours.start, quietHours.end)] : []),
    ...(throttle.enabled ? [glance.throttle(throttle.maxAlerts, throttle.windowMinutes)] : []),
    ...(grouping.enabled ? [glance.grouping(grouping.minMonitors)] : []),
    ...(reminder.enabled ? [glance.reminder(reminder.everyMinutes)] : []),
    ...(escalation.afterMinutes > 0 ? [glance.escalation(escalation.afterMinutes)] : []),
    ...(notifyOnRecovery ? [] : [glance.noRecovery]),
  ];
}
