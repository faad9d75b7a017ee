import { z } from "zod";
import { id, queryIds, queryTime, timestamp, timezone } from "./common.ts";

const GRANULARITIES = ["total", "day"] as const;

export const uptimeReportQuery = z.object({
  from: queryTime.optional().meta({ description: "Default: 30 days before `to`." }),
  to: queryTime.optional().meta({ description: "Default: now. Later times are treated as now." }),
  monitorIds: queryIds
    .optional()
    .meta({ description: "Monitor ids, separated by commas. Default: every monitor." }),
  pageKey: z.string().max(64).optional().meta({ description: "Only monitors on the page with this key." }),
  granularity: z.enum(GRANULARITIES, "Use total or day.").default("total"),
  timezone: timezone.default("UTC").meta({ description: "Days start at midnight in this time zone." }),
});
export type UptimeReportQuery = z.output<typeof uptimeReportQuery>;

const share = z
  .number()
  .nullable()
  .meta({ description: "Share of the time up or degraded, out of the time with a known state, 0 to 1." });

const figures = {
  uptime: share,
  seconds: z.object({
    up: z.number(),
    degraded: z.number(),
    down: z.number(),
    affected: z.number(),
    maintenance: z.number(),
    noData: z.number(),
  }),
  outages: z.int().meta({ description: "Outages during this time. One over midnight counts on both days." }),
  mttrSeconds: z.number().nullable().meta({
    description:
      "Average duration of the outages that ended in this time, without maintenance and gaps in the data. An outage that began earlier counts in full.",
  }),
};

export const uptimeReport = z
  .object({
    from: timestamp,
    to: timestamp,
    granularity: z.enum(GRANULARITIES),
    monitors: z.array(
      z.object({
        id,
        name: z.string(),
        ...figures,
        response: z.object({ avg: z.number().nullable(), p95: z.number().nullable() }),
        days: z
          .array(z.object({ date: z.string(), ...figures }))
          .optional()
          .meta({ description: "Only with granularity `day`." }),
      }),
    ),
  })
  .meta({ id: "UptimeReport" });
export type UptimeReport = z.output<typeof uptimeReport>;
export type MonitorReport = UptimeReport["monitors"][number];
