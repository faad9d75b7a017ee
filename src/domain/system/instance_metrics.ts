import { PRODUCT_VERSION } from "../../lib/product_version.ts";
import { parseBackupStatus } from "../../schema/backup.ts";
import type { MirrorState, MirrorStatus } from "../../schema/mirror.ts";
import { ownTrouble } from "../../schema/self_test.ts";
import { pageLabel, single } from "./delivery_metrics.ts";
import { type Family, formatLabels, type Sample, stateSet } from "./exposition.ts";
import { toSeconds } from "./monitor_metrics.ts";
import { findNewer, parseReleaseState } from "./release.ts";

const MIRROR_STATES: readonly MirrorState[] = ["off", "waiting", "up_to_date", "stale", "failing"];

/** Null if it did not respond. */
interface WatchMetrics {
  watch: number;
  figures: { monitors: number; outbox: number; lastTickAt: number | null; latenessMs: number } | null;
}

export function watchFamilies(watches: readonly WatchMetrics[]): Family[] {
  const each = (find: (figures: NonNullable<WatchMetrics["figures"]>) => number | null): Sample[] =>
    watches.flatMap(({ watch, figures }) => {
      const value = figures && find(figures);
      return value === null ? [] : [{ labels: formatLabels({ watch }), value }];
    });
  return [
    {
      name: "uptide_watch_up",
      type: "gauge",
      help: "1 for a watch that answers. Of one that does not, what it looks after has no samples.",
      samples: watches.map(({ watch, figures }) => ({
        labels: formatLabels({ watch }),
        value: figures ? 1 : 0,
      })),
    },
    {
      name: "uptide_watch_monitors",
      type: "gauge",
      help: "Monitors that a watch looks after.",
      samples: each(({ monitors }) => monitors),
    },
    {
      name: "uptide_watch_outbox_items",
      type: "gauge",
      help: "What a watch has found that the database has not taken yet.",
      samples: each(({ outbox }) => outbox),
    },
    {
      name: "uptide_watch_tick_lateness_seconds",
      type: "gauge",
      help: "How much later than planned the last checks were begun, or how long some are waited for by now.",
      samples: each(({ latenessMs }) => toSeconds(latenessMs)),
    },
    {
      name: "uptide_watch_last_tick_timestamp_seconds",
      type: "gauge",
      help: "When a watch last stored results.",
      samples: each(({ lastTickAt }) => toSeconds(lastTickAt)),
    },
  ];
}

interface InstanceMetrics {
  version: string;
  /** `count` is null if its object did not respond. */
  pageStreams: readonly { page: string; count: number | null }[];
  panelStreams: number | null;
  /** Each page's; `status` is null if its object did not respond. */
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
    help: "When housekeeping last ran, which it does each minute.",
    find: (value) => (typeof value === "number" ? toSeconds(value) : null),
  },
  {
    setting: "own_trouble",
    name: "uptide_own_trouble_since_timestamp_seconds",
    help: "Since when failures are not counted, as they are this service's own; absent while there is no such trouble.",
    find(value) {
      const trouble = ownTrouble.safeParse(value).data;
      return trouble && trouble.overAt === null ? toSeconds(trouble.since) : null;
    },
  },
  {
    setting: "backup_status",
    name: "uptide_backup_last_success_timestamp_seconds",
    help: "When a backup was last finished.",
    find: (value) => toSeconds(parseBackupStatus(value).lastSuccessAt),
  },
  {
    setting: "update",
    name: "uptide_update_last_check_timestamp_seconds",
    help: "When newer releases were last looked for.",
    find: (value) => toSeconds(parseReleaseState(value)?.checkedAt ?? null),
  },
  {
    setting: "update",
    name: "uptide_update_available",
    help: "1 when a newer release is known, 0 when this is the newest.",
    find(value) {
      const state = parseReleaseState(value);
      return state && Number(findNewer(state.latest, PRODUCT_VERSION) !== null);
    },
  },
];

export const GAUGE_SETTINGS: readonly string[] = [...new Set(SETTING_GAUGES.map(({ setting }) => setting))];

export function instanceFamilies(told: InstanceMetrics): Family[] {
  const { version, pageStreams, panelStreams, mirrors, settings } = told;
  return [
    {
      name: "uptide_page_streams",
      type: "gauge",
      help: "Open pages that are kept up to date.",
      samples: pageStreams.flatMap(({ page, count }) =>
        count === null ? [] : [{ labels: formatLabels(pageLabel(pageStreams, page)), value: count }],
      ),
    },
    single("uptide_panel_streams", "Open panels that are kept up to date.", panelStreams),
    {
      name: "uptide_mirror_state",
      type: "gauge",
      help: "State of the static copy: 1 for the one that holds.",
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
      help: "When the static copy was last pushed whole.",
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
      help: "Always 1, with the version that runs.",
      samples: [{ labels: formatLabels({ version }), value: 1 }],
    },
  ];
}
