import { z } from "zod";
import { id } from "./common.ts";
import { COMPONENT_STATUSES } from "./incident_status.ts";
import { layoutTree } from "./layout.ts";
import { EVERY } from "./recurrence.ts";
import { WEEKDAYS } from "./weekday.ts";

const time = z.string().meta({ format: "date-time" });

const publicStatus = z.enum(["up", "degraded", "down", "affected", "pending", "paused"]);
export type PublicStatus = z.output<typeof publicStatus>;

const publicUptimeDay = z.object({
  date: z.string(),
  /** Share of known time that was up, 0 to 1; null without data. */
  uptime: z.number().nullable(),
  status: z.enum(["operational", "degraded", "partial", "down", "maintenance", "none"]),
  incidents: z.array(z.object({ id, title: z.string() })),
});
export type PublicUptimeDay = z.output<typeof publicUptimeDay>;

export const publicMonitor = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  type: z.string(),
  typeLabel: z.string(),
  status: publicStatus,
  since: time.nullable(),
  checkedAt: time.nullable(),
  responseMs: z.number().nullable(),
  underMaintenance: z.boolean(),
  affectedBy: z.array(z.string()),
  uptime: z.object({ percent: z.number().nullable(), days: z.array(publicUptimeDay) }),
});
export type PublicMonitor = z.output<typeof publicMonitor>;

const componentStatus = z.enum(COMPONENT_STATUSES);

export const publicIncident = z
  .object({
    id,
    title: z.string(),
    status: z.enum(["investigating", "identified", "monitoring", "resolved"]),
    impact: z.enum(["minor", "major", "critical"]),
    startedAt: time,
    resolvedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    url: z.string(),
    components: z.array(
      z.object({
        id,
        name: z.string(),
        status: componentStatus.optional().meta({
          description: "The status the incident sets; omitted if it sets none.",
        }),
      }),
    ),
    updates: z.array(
      z.object({
        id,
        body: z.string(),
        status: z.string(),
        postedAt: time,
        components: z
          .array(z.object({ id, name: z.string(), status: componentStatus }))
          .optional()
          .meta({ description: "The component statuses of this update. Omitted if there are none." }),
      }),
    ),
    postMortem: z
      .object({ body: z.string(), publishedAt: time, url: z.string() })
      .optional()
      .meta({ description: "Set once it is published." }),
  })
  .meta({ id: "PublicIncident" });
export type PublicIncident = z.output<typeof publicIncident>;

const publicRecurrence = z.object({
  every: z.enum(EVERY),
  interval: z.int(),
  weekdays: z.array(z.enum(WEEKDAYS)).optional(),
  monthDay: z.int().optional(),
  nthWeekday: z.object({ nth: z.int(), weekday: z.enum(WEEKDAYS) }).optional(),
  timezone: z.string(),
  nextAt: time.nullable(),
});
export type PublicRecurrence = z.output<typeof publicRecurrence>;

const publicMaintenance = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(["not_started", "in_progress", "completed"]),
  startsAt: time,
  endsAt: time,
  updatedAt: time,
  url: z.string(),
  components: z.array(z.object({ id, name: z.string() })),
  recurrence: publicRecurrence.optional(),
});
export type PublicMaintenance = z.output<typeof publicMaintenance>;

export const publicChart = z.object({
  buckets: z.array(
    z.object({
      at: time,
      avg: z.number().nullable(),
      p95: z.number().nullable(),
      max: z.number().nullable(),
      status: z.enum(["up", "degraded", "down", "affected"]).nullable(),
    }),
  ),
  uptime: z.number().nullable(),
});
export type PublicChart = z.output<typeof publicChart>;

const publicBranding = z.object({
  enabled: z.union([z.literal(0), z.literal(1)]),
  logoType: z.enum(["image", "text"]),
  logoText: z.string(),
  logoUrl: z.string().nullable(),
  logoLightUrl: z.string().nullable(),
  logoDarkUrl: z.string().nullable(),
  faviconUrl: z.string().nullable(),
  colors: z.record(z.string(), z.string()).meta({ description: "By CSS variable, such as --svc-bg." }),
  darkColors: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: "The same for dark mode. Omitted if there are none." }),
  brand: z
    .object({ light: z.string(), dark: z.string() })
    .optional()
    .meta({ description: "The brand colour in light and dark mode. Omitted if there is none." }),
  showHero: z.union([z.literal(0), z.literal(1)]),
  showFooter: z.union([z.literal(0), z.literal(1)]),
  showProjectLink: z.union([z.literal(0), z.literal(1)]),
  footerLinks: z.array(z.object({ label: z.string(), url: z.string() })),
  barDays: z.int(),
  uptimeThresholdUp: z.number(),
  uptimeThresholdDegraded: z.number(),
  uptimeThresholdPartial: z.number(),
  customCss: z.string(),
});
export type PublicBranding = z.output<typeof publicBranding>;

const publicFault = z.enum(["database_away", "disk_full", "other"]);
export type PublicFault = z.output<typeof publicFault>;

export const overallStatus = z.enum([
  "operational",
  "degraded",
  "partial_outage",
  "major_outage",
  "under_maintenance",
  "pending",
]);

export const publicPage = z
  .object({
    version: z.string(),
    takenAt: time,
    fault: publicFault.optional().meta({
      description:
        "Why the page couldn't be updated. Known statuses are current; the rest is as of `takenAt`. Omitted if the page is up to date.",
    }),
    site: publicBranding.extend({ name: z.string(), url: z.string().nullable() }),
    locale: z.string(),
    locales: z.array(z.object({ code: z.string(), name: z.string() })),
    overall: z.object({
      status: overallStatus,
      incidents: z.int(),
    }),
    layout: layoutTree,
    monitors: z.array(publicMonitor),
    incidents: z.array(publicIncident),
    maintenances: z.array(publicMaintenance),
    charts: z.record(z.string(), publicChart),
    texts: z.record(z.string(), z.string()),
    subscriptions: z.object({
      enabled: z.boolean(),
      rss: z.boolean(),
      api: z.boolean(),
    }),
  })
  .meta({ id: "PublicPage" });
export type PublicPage = z.output<typeof publicPage>;
