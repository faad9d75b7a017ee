import { COLUMNS } from "../../../../src/domain/page/layout.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/lib/units.ts";
import { BLOCK_DEFAULTS } from "../../../../src/schema/block_defaults.ts";
import type { LayoutNode, MonitorNode } from "../../../../src/schema/layout.ts";
import type {
  PublicChart,
  PublicMonitor,
  PublicPage,
  PublicUptimeDay,
} from "../../../../src/schema/public_page.ts";
import { text } from "../../text/branding.ts";

const DAYS = 30;
const POINTS = 30;
const CHART = "example-chart";

const { exampleNames: names } = text;
const MONITORS = [
  { id: 1, name: names.website, status: "up", bad: {} },
  { id: 2, name: names.api, status: "degraded", bad: { 12: "down", 29: "degraded" } },
  { id: 3, name: names.checkout, status: "down", bad: { 20: "partial", 29: "down" } },
  { id: 4, name: names.mail, status: "up", bad: { 5: "maintenance" } },
] as const;

export function withExamples(page: PublicPage): PublicPage {
  const now = Date.parse(page.takenAt);
  const card = (id: number): MonitorNode => ({
    id: `example-${id}`,
    type: "monitor",
    monitorId: id,
    ...BLOCK_DEFAULTS.monitor,
  });
  const children: LayoutNode[] = [
    {
      id: "example-group",
      type: "group",
      label: names.group,
      ...BLOCK_DEFAULTS.group,
      children: [card(1), card(2), card(3)],
      grid: { x: 0, y: 0, w: COLUMNS, h: 5 },
    },
    { ...card(4), grid: { x: 0, y: 5, w: 1, h: 3 } },
    {
      id: CHART,
      type: "chart",
      monitorId: 2,
      ...BLOCK_DEFAULTS.chart,
      chartH: 3,
      grid: { x: 1, y: 5, w: 2, h: 3 },
    },
  ];
  return {
    ...page,
    layout: { id: "root", type: "page", children },
    overall: { status: "partial_outage", incidents: 0 },
    monitors: MONITORS.map((monitor) => exampleMonitor(monitor, now)),
    charts: { [CHART]: exampleChart(now) },
  };
}

function exampleMonitor({ id, name, status, bad }: (typeof MONITORS)[number], now: number): PublicMonitor {
  const since = new Date(now - HOUR_MS).toISOString();
  const days = Array.from({ length: DAYS }, (_, at): PublicUptimeDay => {
    const date = new Date(now - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    const state = (bad as Record<number, PublicUptimeDay["status"]>)[at] ?? "operational";
    const isWhole = state === "operational";
    return {
      date,
      uptime: state === "maintenance" ? null : isWhole ? 1 : 0.97,
      status: state,
      incidents: [],
    };
  });
  return {
    id,
    name,
    description: null,
    type: "https",
    typeLabel: "HTTPS",
    status,
    since,
    checkedAt: new Date(now).toISOString(),
    responseMs: status === "down" ? null : 84,
    underMaintenance: false,
    affectedBy: [],
    uptime: { percent: 99.8, days },
  };
}

function exampleChart(now: number): PublicChart {
  const buckets = Array.from({ length: POINTS }, (_, at) => {
    const value = Math.round(90 + 18 * Math.sin(at / 2.4) + (at > 19 && at < 24 ? 70 : 0));
    const time = new Date(now - ((POINTS - 1 - at) * 24 * HOUR_MS) / POINTS).toISOString();
    return { at: time, avg: value, p95: value, max: value, status: "up" as const };
  });
  return { buckets, uptime: 0.998 };
}
