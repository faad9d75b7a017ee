import { PRODUCT_VERSION } from "../../lib/product_version.ts";
import { parseBackupStatus } from "../../schema/backup.ts";
import type { MirrorState, MirrorStatus } from "../../schema/mirror.ts";
import { ownTrouble } from "../../schema/self_test.ts";
import { pageLabel, single } from "./delivery_metrics.ts";
import { type Family, formatLabels, type Sample, stateSet } from "./exposition.ts";
import { toSeconds } from "./monitor_metrics.ts";
import { findNewer, parseReleaseState } from "./release.ts";

const MIRROR_STATES: readonly MirrorState[] = ["off", "waiting", "up_to_date", "stale", "failing"];

interface WatchMetrics {
  watch: number;
  starts: number;
  figures: {
    monitors: number;
    outbox: number;
    outboxSince: number | null;
    lastTickAt: number | null;
    latenessMs: number;
  } | null;
}

export function watchFamilies(watches: readonly WatchMetrics[], now: number): Family[] {
  const each = (find: (figures: NonNullable<WatchMetrics["figures"]>) => number | null): Sample[] =>
    watches.flatMap(({ watch, figures }) => {
      const value = figures && find(figures);
      return value === null ? [] : [{ labels: formatLabels({ watch }), value }];
    });
  return [
    {
      name: "uptide_watch_up",
      type: "gauge",
      help: "1 if the watch responds, otherwise 0. At 0, its monitors have no samples.",
      samples: watches.map(({ watch, figures }) => ({
        labels: formatLabels({ watch }),
        value: figures ? 1 : 0,
      })),
    },
    {
      name: "uptide_watch_monitors",
      type: "gauge",
      help: "Number of monitors of the watch.",
      samples: each(({ monitors }) => monitors),
    },
    {
      name: "uptide_watch_outbox_items",
      type: "gauge",
      help: "Results that a watch hasn't written to the database yet.",
      samples: each(({ outbox }) => outbox),
    },
    {
      name: "uptide_watch_outbox_oldest_age_seconds",
      type: "gauge",
      help: "Age of the oldest result that a watch hasn't written to the database yet, 0 without one.",
      samples: each(({ outboxSince }) =>
        toSeconds(outboxSince === null ? 0 : Math.max(0, now - outboxSince)),
      ),
    },
    {
      name: "uptide_watch_starts_total",
      type: "counter",
      help: "Number of times a watch started and then wrote to the database. A watch restarts after each deployment and eviction.",
      samples: watches.map(({ watch, starts }) => ({ labels: formatLabels({ watch }), value: starts })),
    },
    {
      name: "uptide_watch_tick_lateness_seconds",
      type: "gauge",
      help: "How late the last checks started, or how long overdue checks have been waiting.",
      samples: each(({ latenessMs }) => toSeconds(latenessMs)),
    },
    {
      name: "uptide_watch_last_tick_timestamp_seconds",
      type: "gauge",
      help: "When the watch last stored results.",
      samples: each(({ lastTickAt }) => toSeconds(lastTickAt)),
    },
  ];
}

interface InstanceMetrics {
  version: string;
  pageStreams: readonly { page: string; count: number | null }[];
  panelStreams: number | null;
  mirrors: readonly { page: string; status: Pick<MirrorStatus, "state" | "lastSuccessAt"> | null }[];
  settings: ReadonlyMap<string, unknown>;
}

interface SettingGauge {
  setting: string;
  name: string;
  help: string;
  find(value: unknown): number | null;
}

const SETTING_GAUGES: readonly SettingGauge[] = [
  {
    setting: "cron",
    name: "uptide_cron_last_run_timestamp_seconds",
    help: "When housekeeping last ran. It runs every minute.",
    find: (value) => (typeof value === "number" ? toSeconds(value) : null),
  },
  {
    setting: "own_trouble",
    name: "uptide_own_trouble_since_timestamp_seconds",
    help: "Since when failures aren't counted because Uptide itself has a problem. No sample otherwise.",
    find(value) {
      const trouble = ownTrouble.safeParse(value).data;
      return trouble && trouble.overAt === null ? toSeconds(trouble.since) : null;
    },
  },
  {
    setting: "backup_status",
    name: "uptide_backup_last_success_timestamp_seconds",
    help: "When the last backup finished.",
    find: (value) => toSeconds(parseBackupStatus(value).lastSuccessAt),
  },
  {
    setting: "update",
    name: "uptide_update_last_check_timestamp_seconds",
    help: "When the last update check ran.",
    find: (value) => toSeconds(parseReleaseState(value)?.checkedAt ?? null),
  },
  {
    setting: "update",
    name: "uptide_update_available",
    help: "1 if a newer release is available, otherwise 0.",
    find(value) {
      const state = parseReleaseState(value);
      return state && Number(findNewer(state.latest, PRODUCT_VERSION) !== null);
    },
  },
];

export const GAUGE_SETTINGS: readonly string[] = [...new Set(SETTING_GAUGES.map(({ setting }) => setting))];

export function instanceFamilies(metrics: InstanceMetrics): Family[] {
  const { version, pageStreams, panelStreams, mirrors, settings } = metrics;
  return [
    {
      name: "uptide_page_streams",
      type: "gauge",
      help: "Open status pages with live updates.",
      samples: pageStreams.flatMap(({ page, count }) =>
        count === null ? [] : [{ labels: formatLabels(pageLabel(pageStreams, page)), value: count }],
      ),
    },
    single("uptide_panel_streams", "Open panels with live updates.", panelStreams),
    {
      name: "uptide_mirror_state",
      type: "gauge",
      help: "State of the static copy: 1 for the current state, 0 for the others.",
      samples: mirrors.flatMap(({ page, status }) =>
        status
          ? stateSet(
              { states: MIRROR_STATES, label: "state", labels: formatLabels(pageLabel(mirrors, page)) },
              status.state,
            )
          : [],
      ),
    },
    {
      name: "uptide_mirror_last_success_timestamp_seconds",
      type: "gauge",
      help: "When the static copy was last pushed successfully.",
      samples: mirrors.flatMap(({ page, status }) => {
        const value = toSeconds(status?.lastSuccessAt ?? null);
        return value === null ? [] : [{ labels: formatLabels(pageLabel(mirrors, page)), value }];
      }),
    },
    ...SETTING_GAUGES.map(({ setting, name, help, find }) =>
      single(name, help, find(settings.get(setting) ?? null)),
    ),
    {
      name: "uptide_build_info",
      type: "gauge",
      help: "Always 1, labeled with the running version.",
      samples: [{ labels: formatLabels({ version }), value: 1 }],
    },
  ];
}
