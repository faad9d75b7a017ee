import { z } from "zod";
import { BLOCK_DEFAULTS, CHART_BUCKETS, CHART_HOURS, TALLEST } from "./block_defaults.ts";
import { id, line, lineOrNothing } from "./common.ts";
import { languages } from "./language_words.ts";
import { listUpTo, text, wholeNumber } from "./limits.ts";
import { pageKey } from "./page_key.ts";
import { versionRead } from "./version.ts";

const nodeId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, "Use 1 to 40 letters, digits, - and _.");

export const LAST_ROW = 10_000;

const grid = z.object({
  x: wholeNumber(0, 2),
  y: wholeNumber(0, LAST_ROW),
  w: wholeNumber(1, 3, "columns"),
  h: wholeNumber(1, TALLEST, "rows"),
});
export type Grid = z.output<typeof grid>;

const common = { id: nodeId, grid: grid.optional() };

export const monitorNode = z.object({
  ...common,
  type: z.literal("monitor"),
  monitorId: id,
  cardVariant: z.enum(["default", "compact"]).default(BLOCK_DEFAULTS.monitor.cardVariant),
  showUptimeBar: z.boolean().default(BLOCK_DEFAULTS.monitor.showUptimeBar),
  uptimeBarPosition: z.enum(["below", "right"]).default(BLOCK_DEFAULTS.monitor.uptimeBarPosition),
  showUptimePct: z.boolean().default(BLOCK_DEFAULTS.monitor.showUptimePct),
  showMonitorType: z.boolean().default(BLOCK_DEFAULTS.monitor.showMonitorType),
  showResponseTime: z.boolean().default(BLOCK_DEFAULTS.monitor.showResponseTime),
});
export type MonitorNode = z.output<typeof monitorNode>;

export const chartNode = z.object({
  ...common,
  type: z.literal("chart"),
  monitorId: id,
  title: lineOrNothing(200).default(BLOCK_DEFAULTS.chart.title),
  hours: z
    .literal(CHART_HOURS, "Use 1, 3, 6, 12, 24, 48, 168, 720 or 2160 hours.")
    .default(BLOCK_DEFAULTS.chart.hours),
  buckets: z.literal(CHART_BUCKETS, "Use 20, 30 or 50 points.").default(BLOCK_DEFAULTS.chart.buckets),
  aggregation: z.enum(["avg", "p95", "max"]).default(BLOCK_DEFAULTS.chart.aggregation),
  chartH: z.literal([3, 5, 7], "Use 3, 5 or 7.").default(BLOCK_DEFAULTS.chart.chartH),
  showArea: z.boolean().default(BLOCK_DEFAULTS.chart.showArea),
  showUptimePct: z.boolean().default(BLOCK_DEFAULTS.chart.showUptimePct),
  showMonitorType: z.boolean().default(BLOCK_DEFAULTS.chart.showMonitorType),
});
export type ChartNode = z.output<typeof chartNode>;

const markdown = text(20_000);

export const textNode = z.object({
  ...common,
  type: z.literal("text"),
  name: lineOrNothing(200).default(BLOCK_DEFAULTS.text.name),
  markdown: markdown.default(BLOCK_DEFAULTS.text.markdown),
  locales: languages(z.object({ markdown: markdown.optional() }))
    .optional()
    .meta({ description: "The text in the page's other languages, by language code." }),
});
export type TextNode = z.output<typeof textNode>;

export const dividerNode = z.object({ ...common, type: z.literal("divider") });

export const incidentsNode = z.object({
  ...common,
  type: z.literal("incidents"),
  limit: wholeNumber(1, 20).default(BLOCK_DEFAULTS.incidents.limit),
  filter: z.enum(["all", "active", "resolved"]).default(BLOCK_DEFAULTS.incidents.filter),
});
export type IncidentsNode = z.output<typeof incidentsNode>;

export const groupNode = z.object({
  ...common,
  type: z.literal("group"),
  label: line(200),
  locales: languages(z.object({ label: lineOrNothing(200).optional() }))
    .optional()
    .meta({ description: "The heading in the page's other languages, by language code." }),
  collapsible: z.boolean().default(BLOCK_DEFAULTS.group.collapsible),
  children: z.array(z.discriminatedUnion("type", [monitorNode, textNode])).default([]),
});
export type GroupNode = z.output<typeof groupNode>;

const layoutNode = z.discriminatedUnion("type", [
  groupNode,
  monitorNode,
  chartNode,
  textNode,
  dividerNode,
  incidentsNode,
]);
export type LayoutNode = z.output<typeof layoutNode>;

export const layoutTree = z
  .object({ id: z.literal("root"), type: z.literal("page"), children: z.array(layoutNode).max(500) })
  .meta({ id: "Layout" });
export type LayoutTree = z.output<typeof layoutTree>;

export const placeableMonitor = z.object({
  id,
  name: z.string(),
  publicName: z.string().nullable(),
  publicDescription: z.string().nullable(),
  type: z.string(),
  typeLabel: z.string(),
  hasResponseTime: z.boolean(),
});
export type PlaceableMonitor = z.output<typeof placeableMonitor>;

export const blockMove = z.object({
  blocks: listUpTo(500, nodeId, "blocks").min(1, "Choose at least one block."),
  to: pageKey.meta({ description: "The key of the page to move them to, below its existing blocks." }),
  ...versionRead,
});
export type BlockMove = z.output<typeof blockMove>;
