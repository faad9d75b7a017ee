import { z } from "zod";
import { id, timestamp } from "./common.ts";
import { DELIVERY_STATUSES } from "./delivery.ts";
import { healthPart } from "./health_part.ts";
import { IMPACTS, INCIDENT_STATUSES } from "./incident_status.ts";
import { SHOWN_STATUSES, type ShownStatus } from "./shown_status.ts";
import { updateStatus } from "./system_health.ts";

const count = z.int().min(0);

const boardMonitor = z.object({
  id,
  name: z.string(),
  status: z.enum(SHOWN_STATUSES),
  statusSince: timestamp.nullable(),
  message: z.string(),
});
export type BoardMonitor = z.output<typeof boardMonitor>;

const boardAlert = z.object({
  monitorId: id,
  channelId: id,
  channelName: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  reason: z.string().nullable().meta({ description: "Why the delivery was suppressed." }),
  at: timestamp,
});
export type BoardAlert = z.output<typeof boardAlert>;

const awayAgent = z.object({
  key: z.string(),
  name: z.string(),
  since: timestamp.nullable().meta({ description: "Null if it has never connected." }),
  monitors: z.int(),
  message: z.string(),
});
export type AwayAgent = z.output<typeof awayAgent>;

const window = z.object({ id, name: z.string(), startsAt: timestamp, endsAt: timestamp });

const share = z.number().min(0).max(1).nullable();

export const dashboardTrends = z
  .object({
    readAt: timestamp,
    uptime: share.meta({
      description: "Uptime of all monitors over the last 30 days, 0 to 1. Null without data.",
    }),
    days: z
      .array(z.object({ date: z.string(), uptime: share }))
      .meta({ description: "Uptime of each of the last 30 days, in UTC." }),
    hours: z
      .array(
        z.object({
          at: timestamp,
          responses: count,
          avg: z.number().nullable(),
          p95: z.number().nullable(),
        }),
      )
      .meta({ description: "Responses of all monitors in the last 24 hours, with response times in ms." }),
    subscribers: count
      .nullable()
      .meta({ description: "Confirmed subscribers of all pages. Null without read permission." }),
  })
  .meta({ id: "DashboardTrends" });
export type DashboardTrends = z.output<typeof dashboardTrends>;

export const dashboard = z
  .object({
    readAt: timestamp,
    counts: z
      .object(
        Object.fromEntries(SHOWN_STATUSES.map((status) => [status, count])) as Record<
          ShownStatus,
          typeof count
        >,
      )
      .meta({ description: "Monitors by status. Paused monitors count as paused." }),
    failing: z.array(boardMonitor).meta({ description: "Up to 8, worst first, then newest." }),
    changes: z.array(boardMonitor).meta({
      description: "The 8 most recent status changes. The first up of a new monitor is not included.",
    }),
    silent: z
      .object({ total: count, monitors: z.array(z.object({ id, name: z.string() })) })
      .meta({ description: "Monitors without an enabled channel. Up to 5 are listed." }),
    awayAgents: z.array(awayAgent).meta({ description: "Agents with pending monitors." }),
    alerts: z.array(boardAlert).nullable().meta({
      description: "The latest alert per channel for ongoing outages, up to 100.",
    }),
    firstSteps: z.object({ monitor: z.boolean(), channel: z.boolean(), page: z.boolean() }).meta({
      description:
        "Setup progress: a monitor exists, a failure would notify someone, and a monitor is on the page.",
    }),
    hasChannel: z.boolean().meta({ description: "Whether a channel exists, even one that notifies no one." }),
    hasSeveralPages: z
      .boolean()
      .meta({ description: "Whether there are other status pages than the default one." }),
    maintenance: z
      .object({ running: z.array(window), upcoming: z.array(window) })
      .nullable()
      .meta({ description: "Null without read permission, like the fields that follow." }),
    incidents: z
      .array(
        z.object({
          id,
          title: z.string(),
          status: z.enum(INCIDENT_STATUSES),
          impact: z.enum(IMPACTS),
          draft: z.boolean(),
          pageWide: z.boolean(),
          monitorIds: z.array(id),
          startedAt: timestamp,
          overdueAt: timestamp
            .nullable()
            .meta({ description: "When its authors are reminded. Null if reminders are off." }),
        }),
      )
      .nullable()
      .meta({ description: "Unresolved incidents and drafts, up to 10, latest first." }),
    update: updateStatus.pick({ newer: true, command: true }),
    warnings: z.array(healthPart).nullable().meta({
      description: "Unhealthy parts of the service, for administrators. For all parts, see system health.",
    }),
  })
  .meta({ id: "Dashboard" });
export type Dashboard = z.output<typeof dashboard>;
