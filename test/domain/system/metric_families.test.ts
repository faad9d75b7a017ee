import { describe, expect, it } from "vitest";
import type { MonitorFigures } from "../../../src/domain/monitor/figures.ts";
import { channelFamilies } from "../../../src/domain/system/delivery_metrics.ts";
import { type Family, formatExposition } from "../../../src/domain/system/exposition.ts";
import { instanceFamilies, watchFamilies } from "../../../src/domain/system/instance_metrics.ts";
import { monitorFamilies } from "../../../src/domain/system/monitor_metrics.ts";
import type { MirrorState } from "../../../src/schema/mirror.ts";

const monitor: MonitorFigures = {
  key: "shop",
  name: "Shop",
  type: "https",
  current: "up",
  confirmed: "up",
  isPaused: false,
  isUnderMaintenance: false,
  lastResponseMs: 250,
  checkedAt: 5000,
  certificateExpiresAt: 1_800_000_000_500,
  checks: 3,
  failures: 1,
  responses: 2,
  responseMs: 1500,
};
const instance = {
  version: "1.2.3",
  pageStreams: [{ page: "main", count: 2 }],
  panelStreams: null,
  settings: new Map<string, unknown>(),
};

function linesOf(families: readonly Family[], name: string): string[] {
  const lines = formatExposition(families.filter((family) => family.name === name)).split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replace(name, "").replace('key="shop",name="Shop",type="https"', ""));
}

describe("monitorFamilies", () => {
  it("reports times in seconds", () => {
    const families = monitorFamilies([monitor]);
    const line = (name: string) => linesOf(families, `uptide_monitor_${name}`);
    expect(line("certificate_expiry_timestamp_seconds")).toEqual(["{} 1800000000.5"]);
    expect(line("last_check_timestamp_seconds")).toEqual(["{} 5"]);
    expect(line("last_response_seconds")).toEqual(["{} 0.25"]);
    expect(line("response_seconds")).toEqual(["_sum{} 1.5", "_count{} 2"]);
  });

  it.each([
    ["up", ["{} 1"]],
    ["degraded", ["{} 1"]],
    ["down", ["{} 0"]],
    ["affected", ["{} 0"]],
    ["pending", []],
  ] as const)("reports up by the rules of uptime: %s", (current, lines) => {
    expect(linesOf(monitorFamilies([{ ...monitor, current }]), "uptide_monitor_up")).toEqual(lines);
  });
});

describe("watchFamilies", () => {
  it("reports only starts and up for a watch that doesn't respond", () => {
    const figures = { monitors: 2, outbox: 5, outboxSince: 4000, lastTickAt: null, latenessMs: 1500 };
    const families = watchFamilies(
      [
        { watch: 0, starts: 7, figures },
        { watch: 3, starts: 1, figures: null },
      ],
      10_000,
    );
    expect(linesOf(families, "uptide_watch_outbox_oldest_age_seconds")).toEqual(['{watch="0"} 6']);
    expect(linesOf(families, "uptide_watch_starts_total")).toEqual(['{watch="0"} 7', '{watch="3"} 1']);
    expect(linesOf(families, "uptide_watch_up")).toEqual(['{watch="0"} 1', '{watch="3"} 0']);
    expect(linesOf(families, "uptide_watch_tick_lateness_seconds")).toEqual(['{watch="0"} 1.5']);
    expect(linesOf(families, "uptide_watch_last_tick_timestamp_seconds")).toEqual([]);
  });
});

describe("channelFamilies", () => {
  it("never reports a negative age, whichever clock is ahead", () => {
    const channel = { id: 1, key: "k", name: "n", type: "t", held: 0, due: 1, oldestDueAt: 9000 };
    const hushed = { acknowledged: 0, snoozed: 0 };
    const families = (now: number) => channelFamilies({ channels: [channel], deliveries: [], hushed }, now);
    const name = "uptide_channel_queue_oldest_age_seconds";
    expect(linesOf(families(10_000), name)).toEqual(['{key="k",name="n",type="t"} 1']);
    expect(linesOf(families(8000), name)).toEqual(['{key="k",name="n",type="t"} 0']);
  });
});

describe("instanceFamilies", () => {
  it.each<MirrorState>(["off", "waiting", "up_to_date", "stale", "failing"])(
    "reports the state of the static copy: %s",
    (state) => {
      const families = instanceFamilies({
        ...instance,
        mirrors: [{ page: "main", status: { state, lastSuccessAt: 4000 } }],
      });
      const lines = linesOf(families, "uptide_mirror_state");
      expect(lines).toHaveLength(5);
      expect(lines.filter((line) => line.endsWith(" 1"))).toEqual([`{state="${state}"} 1`]);
      expect(linesOf(families, "uptide_mirror_last_success_timestamp_seconds")).toEqual([" 4"]);
    },
  );

  it("leaves out values that are missing", () => {
    const families = instanceFamilies({ ...instance, mirrors: [] });
    expect(linesOf(families, "uptide_mirror_state")).toEqual([]);
    expect(linesOf(families, "uptide_panel_streams")).toEqual([]);
    expect(linesOf(families, "uptide_page_streams")).toEqual([" 2"]);
    expect(linesOf(families, "uptide_cron_last_run_timestamp_seconds")).toEqual([]);
    const settings = new Map<string, unknown>([["cron", 60_000]]);
    expect(
      linesOf(
        instanceFamilies({ ...instance, settings, mirrors: [] }),
        "uptide_cron_last_run_timestamp_seconds",
      ),
    ).toEqual([" 60"]);
  });
});
