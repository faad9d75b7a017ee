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
      help: "Status by the last check: 1 for the one that holds. pending: paused, or checked too long ago; none before the first check.",
      samples: checked.flatMap(({ figures, labels }) =>
        stateSet({ states: CURRENT, label: "status", labels }, figures.current),
      ),
    },
    {
      name: "uptide_monitor_up",
      type: "gauge",
      help: "1 when the last check found it up or degraded, 0 when it found it down or affected; none while its status is pending.",
      samples: each(({ current }) =>
        current === "pending" ? null : current === "up" || current === "degraded",
      ),
    },
    {
      name: "uptide_monitor_confirmed_status",
      type: "gauge",
      help: "Status by the thresholds, which alerts follow: 1 for the one that holds; none before the first check.",
      samples: checked.flatMap(({ figures, labels }) =>
        stateSet({ states: CONFIRMED, label: "status", labels }, figures.confirmed),
      ),
    },
    {
      name: "uptide_monitor_paused",
      type: "gauge",
      help: "1 while it is paused.",
      samples: each(({ isPaused }) => isPaused),
    },
    {
      name: "uptide_monitor_maintenance",
      type: "gauge",
      help: "1 while it is in a maintenance window.",
      samples: each(({ isUnderMaintenance }) => isUnderMaintenance),
    },
    {
      name: "uptide_monitor_last_response_seconds",
      type: "gauge",
      help: "How long the last check took; none when it measured no time.",
      samples: each(({ lastResponseMs }) => toSeconds(lastResponseMs)),
    },
    {
      name: "uptide_monitor_response_seconds",
      type: "summary",
      help: "How long the checks took that measured a time, and how many these were. Restarts take nothing from it.",
      samples: labelled.flatMap(({ figures, labels }): Sample[] => [
        { labels, part: "sum", value: figures.responseMs / 1000 },
        { labels, part: "count", value: figures.responses },
      ]),
    },
    {
      name: "uptide_monitor_certificate_expiry_timestamp_seconds",
      type: "gauge",
      help: "When the certificate expires that its checks have read; none without one.",
      samples: each(({ certificateExpiresAt }) => toSeconds(certificateExpiresAt)),
    },
    {
      name: "uptide_monitor_last_check_timestamp_seconds",
      type: "gauge",
      help: "When the last check ended, or the last heartbeat came or was missed; none before the first.",
      samples: each(({ checkedAt }) => toSeconds(checkedAt)),
    },
    {
      name: "uptide_monitor_checks_total",
      type: "counter",
      help: "Checks, each with all of its attempts; of a heartbeat those that came and those that were missed. Restarts take nothing from it.",
      samples: each(({ checks }) => checks),
    },
    {
      name: "uptide_monitor_check_failures_total",
      type: "counter",
      help: "Checks that found it down or degraded, confirmed or not, also where something it depends on was down.",
      samples: each(({ failures }) => failures),
    },
  ];
}

export function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}
