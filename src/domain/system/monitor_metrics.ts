import type { MonitorFigures } from "../monitor/figures.ts";
import type { ConfirmedStatus, CurrentStatus } from "../monitor/state.ts";
import { type Family, formatLabels, type Sample, stateSet } from "./exposition.ts";

const CURRENT: readonly CurrentStatus[] = ["up", "degraded", "down", "affected", "pending"];
const CONFIRMED: readonly ConfirmedStatus[] = ["up", "degraded", "down", "pending"];

interface LabelledMonitor {
  labels: string;
  figures: MonitorFigures;
}

/** Unknown values have no sample: neither 0 nor 1 would be true. */
export function monitorFamilies(monitors: readonly MonitorFigures[]): Family[] {
  const labelled = monitors.map((figures): LabelledMonitor => {
    const { key, name, type } = figures;
    return { figures, labels: formatLabels({ key, name, type }) };
  });
  const checked = labelled.filter(({ figures }) => figures.checkedAt !== null);
  const each = (find: (figures: MonitorFigures) => number | boolean | null): Sample[] =>
    labelled.flatMap(({ figures, labels }) => {
      const value = find(figures);
      return value === null ? [] : [{ labels, value: Number(value) }];
    });
  return [
    {
      name: "uptide_monitor_status",
      type: "gauge",
      help: "Status of the last check: 1 for the current status, 0 for the others. pending: paused or not checked for too long. No samples before the first check.",
      samples: checked.flatMap(({ figures, labels }) =>
        stateSet({ states: CURRENT, label: "status", labels }, figures.current),
      ),
    },
    {
      name: "uptide_monitor_up",
      type: "gauge",
      help: "1 if the last check was up or degraded, 0 if it was down or affected. No sample while pending.",
      samples: each(({ current }) =>
        current === "pending" ? null : current === "up" || current === "degraded",
      ),
    },
    {
      name: "uptide_monitor_confirmed_status",
      type: "gauge",
      help: "Confirmed status, which triggers alerts: 1 for the current status, 0 for the others. No samples before the first check.",
      samples: checked.flatMap(({ figures, labels }) =>
        stateSet({ states: CONFIRMED, label: "status", labels }, figures.confirmed),
      ),
    },
    {
      name: "uptide_monitor_paused",
      type: "gauge",
      help: "1 if the monitor is paused.",
      samples: each(({ isPaused }) => isPaused),
    },
    {
      name: "uptide_monitor_maintenance",
      type: "gauge",
      help: "1 if the monitor is in maintenance.",
      samples: each(({ isUnderMaintenance }) => isUnderMaintenance),
    },
    {
      name: "uptide_monitor_last_response_seconds",
      type: "gauge",
      help: "Response time of the last check. No sample if none was measured.",
      samples: each(({ lastResponseMs }) => toSeconds(lastResponseMs)),
    },
    {
      name: "uptide_monitor_response_seconds",
      type: "summary",
      help: "Sum and number of measured response times. Restarts don't reset it.",
      samples: labelled.flatMap(({ figures, labels }): Sample[] => [
        { labels, part: "sum", value: figures.responseMs / 1000 },
        { labels, part: "count", value: figures.responses },
      ]),
    },
    {
      name: "uptide_monitor_certificate_expiry_timestamp_seconds",
      type: "gauge",
      help: "When the certificate expires. No sample without one.",
      samples: each(({ certificateExpiresAt }) => toSeconds(certificateExpiresAt)),
    },
    {
      name: "uptide_monitor_last_check_timestamp_seconds",
      type: "gauge",
      help: "When the last check finished, or the last heartbeat arrived or was missed. No sample before the first.",
      samples: each(({ checkedAt }) => toSeconds(checkedAt)),
    },
    {
      name: "uptide_monitor_checks_total",
      type: "counter",
      help: "Number of checks, each including its retries. For heartbeats, those received and missed. Restarts don't reset it.",
      samples: each(({ checks }) => checks),
    },
    {
      name: "uptide_monitor_check_failures_total",
      type: "counter",
      help: "Checks that were down or degraded, confirmed or not, including those caused by a dependency.",
      samples: each(({ failures }) => failures),
    },
  ];
}

export function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}
