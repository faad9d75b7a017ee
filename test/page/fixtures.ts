import type { MonitorStory } from "../../src/domain/page/monitor_story.ts";
import { fillText } from "../../src/domain/page/text.ts";
import { PAGE_TEXTS } from "../../src/domain/page/texts.ts";
import { type LayoutNode, layoutTree } from "../../src/schema/layout.ts";
import {
  type PublicIncident,
  type PublicMaintenance,
  type PublicMonitor,
  type PublicPage,
  type PublicUptimeDay,
  publicPage,
} from "../../src/schema/public_page.ts";

/** When every fixture was taken: a Saturday. */
export const NOW = Date.parse("2026-11-21T14:05:00Z");
const DAY_MS = 86_400_000;

const COLORS: PublicPage["site"]["colors"] = {
  "--svc-bg": "#0b1f1a",
  "--svc-card-bg": "#11302a",
  "--svc-elevated-bg": "#1c443b",
  "--svc-chart-bg": "#11302a",
  "--svc-card-border": "#3c6a5f",
  "--svc-chart-grid": "#3c6a5f",
  "--svc-text": "#f2fbf8",
  "--svc-text-muted": "#a9cdc3",
  "--svc-up": "#4ade80",
  "--svc-down": "#ff8a80",
  "--svc-degraded": "#facc15",
  "--svc-partial": "#fb923c",
  "--svc-primary": "#ffe08a",
  "--svc-accent": "#7dd3fc",
};

function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function textsIn(locale: string): Record<string, string> {
  const isPolish = locale.startsWith("pl");
  return Object.fromEntries(PAGE_TEXTS.map(({ key, en, pl }) => [key, isPolish ? pl : en]));
}

function makeDays(seed: number, trouble = 0.05, count = 30): PublicUptimeDay[] {
  const random = makeRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const date = iso(NOW - (count - 1 - index) * DAY_MS).slice(0, 10);
    if (random() >= trouble) return { date, uptime: 1, status: "operational", incidents: [] };
    const kinds = [
      { uptime: 0.9934, status: "degraded", incidents: [] },
      { uptime: 0.9712, status: "partial", incidents: [{ id: 7, title: "Slow sign-in" }] },
      { uptime: 0.8105, status: "down", incidents: [{ id: 8, title: "Payments were refused" }] },
      { uptime: null, status: "maintenance", incidents: [] },
      { uptime: null, status: "none", incidents: [] },
    ] as const;
    const kind = kinds[Math.floor(random() * kinds.length)] ?? kinds[0];
    return { date, ...kind, incidents: [...kind.incidents] };
  });
}

function makeMonitor(id: number, name: string, more: Partial<PublicMonitor> = {}): PublicMonitor {
  const days = makeDays(id * 7919, id % 3 === 0 ? 0.12 : 0.02);
  const known = days.flatMap(({ uptime }) => uptime ?? []);
  const typeLabel = ["HTTPS", "PostgreSQL", "Redis", "TCP", "DNS"][id % 5] ?? "HTTPS";
  return {
    id,
    name,
    description: null,
    type: typeLabel.toLowerCase(),
    typeLabel,
    status: "up",
    since: iso(NOW - 9 * DAY_MS),
    checkedAt: iso(NOW - 20_000),
    responseMs: 40 + ((id * 37) % 320),
    underMaintenance: false,
    affectedBy: [],
    uptime: { percent: (100 * known.reduce((sum, share) => sum + share, 0)) / known.length, days },
    ...more,
  };
}

export function makeIncident(id: number, more: Partial<PublicIncident> = {}): PublicIncident {
  const startedAt = NOW - id * 4.3 * DAY_MS - 3_600_000;
  const resolvedAt = startedAt + 5_520_000;
  return {
    id,
    title: "Slow answers from the API",
    status: "resolved",
    impact: "minor",
    startedAt: iso(startedAt),
    resolvedAt: iso(resolvedAt),
    createdAt: iso(startedAt),
    updatedAt: iso(resolvedAt),
    url: `https://status.example.com/incidents/${id}`,
    components: [{ id: 1, name: "Website" }],
    updates: [
      {
        id: id * 10 + 3,
        body: "Answers are as fast as usual again. A full queue was **drained** and its limit raised.",
        status: "resolved",
        postedAt: iso(resolvedAt),
      },
      {
        id: id * 10 + 2,
        body: "A queue had filled up after this morning's release. We have gone back to the one before.",
        status: "identified",
        postedAt: iso(startedAt + 1_800_000),
      },
      {
        id: id * 10 + 1,
        body: "Some requests take several seconds. We are looking for the cause.",
        status: "investigating",
        postedAt: iso(startedAt),
      },
    ],
    ...more,
  };
}

export const OPEN_INCIDENT = makeIncident(101, {
  title: "Payments are refused for some cards",
  status: "identified",
  impact: "major",
  startedAt: iso(NOW - 47 * 60_000),
  resolvedAt: null,
  createdAt: iso(NOW - 47 * 60_000),
  updatedAt: iso(NOW - 12 * 60_000),
  components: [
    { id: 2, name: "Payments" },
    { id: 3, name: "Checkout" },
  ],
  updates: [
    {
      id: 1012,
      body: "The card network turns away our requests in **two regions**. We send them another way; see [the guide](https://docs.example.com/cards) for cards that still fail.\n\n- Europe: back to normal\n- North America: in progress",
      status: "identified",
      postedAt: iso(NOW - 12 * 60_000),
    },
    {
      id: 1011,
      body: "About one in ten card payments is refused. We are looking into it.",
      status: "investigating",
      postedAt: iso(NOW - 47 * 60_000),
    },
  ],
});

const RUNNING_MAINTENANCE: PublicMaintenance = {
  id: 5,
  name: "Database upgrade",
  description:
    "The database gets a **new version**. Reading works all the time; writing may wait for some seconds.",
  status: "in_progress",
  startsAt: iso(NOW - 1_800_000),
  endsAt: iso(NOW + 5_400_000),
  updatedAt: iso(NOW - 86_400_000),
  url: "https://status.example.com/maintenance/5",
  components: [{ id: 5, name: "Main database" }],
  recurrence: {
    every: "week",
    interval: 2,
    weekdays: ["tue", "thu"],
    timezone: "America/Argentina/Buenos_Aires",
    nextAt: iso(NOW + 2 * DAY_MS),
  },
};

const PLANNED_MAINTENANCE: PublicMaintenance = {
  ...RUNNING_MAINTENANCE,
  id: 6,
  name: "Network work in the second data centre",
  status: "not_started",
  startsAt: iso(NOW + 3 * DAY_MS),
  endsAt: iso(NOW + 3 * DAY_MS + 7_200_000),
  updatedAt: iso(NOW - 86_400_000),
  url: "https://status.example.com/maintenance/6",
  components: [],
  recurrence: {
    every: "month",
    interval: 1,
    nthWeekday: { nth: -1, weekday: "fri" },
    timezone: "UTC",
    nextAt: null,
  },
};

function makeChart(seed: number, buckets = 30, hours = 24): PublicPage["charts"][string] {
  const random = makeRandom(seed);
  const step = (hours * 3_600_000) / buckets;
  return {
    uptime: 0.9987,
    buckets: Array.from({ length: buckets }, (_, index) => {
      const at = iso(NOW - (buckets - index) * step);
      const isGap = index === 11;
      const avg = 120 + 45 * Math.sin(index / 3.3 + seed) + random() * 40 + (index === 22 ? 190 : 0);
      if (isGap) return { at, avg: null, p95: null, max: null, status: "down" as const };
      return {
        at,
        avg: Math.round(avg),
        p95: Math.round(avg * 1.7),
        max: Math.round(avg * 2.4),
        status: "up" as const,
      };
    }),
  };
}

export function makePage(children: readonly unknown[], more: Partial<PublicPage> = {}): PublicPage {
  const locale = more.locale ?? "en";
  const page: PublicPage = {
    version: "v1",
    takenAt: iso(NOW),
    site: {
      name: "Northwind",
      url: "https://status.example.com",
      enabled: 0,
      logoType: "text",
      logoText: "Northwind",
      logoUrl: null,
      logoLightUrl: null,
      logoDarkUrl: null,
      faviconUrl: null,
      colors: {},
      showHero: 1,
      showFooter: 1,
      showProjectLink: 1,
      footerLinks: [],
      barDays: 30,
      uptimeThresholdUp: 99.9,
      uptimeThresholdDegraded: 99,
      uptimeThresholdPartial: 95,
      customCss: "",
    },
    locale,
    locales: [
      { code: "en", name: "English" },
      { code: "pl", name: "Polski" },
    ],
    overall: { status: "operational", incidents: 0 },
    layout: layoutTree.parse({ id: "root", type: "page", children }),
    monitors: [],
    incidents: [],
    maintenances: [],
    charts: {},
    texts: textsIn(locale),
    subscriptions: { enabled: true, rss: true, api: true },
    ...more,
  };
  return publicPage.parse(page);
}

const SERVICES = ["Website", "Payments", "Checkout", "Search", "Main database", "Sign-in", "Mail", "Files"];
const WIDE = (y: number, h = 2) => ({ x: 0, y, w: 3, h });

export function smallPage(more: Partial<PublicPage> = {}): PublicPage {
  const described: Record<number, string> = {
    2: "Cards and bank transfers, in every shop.",
    5: "Where files are kept that people upload, and what is made of them for the shops and their customers.",
  };
  const monitors = SERVICES.map((name, index) =>
    makeMonitor(index + 1, name, { description: described[index + 1] ?? null }),
  );
  const children: Partial<LayoutNode>[] = [
    {
      id: "intro",
      type: "text",
      grid: WIDE(0),
      markdown:
        "What we run, and how it is doing. Something wrong that is not here? [Write to us](mailto:help@example.com).",
    },
    {
      id: "site",
      type: "group",
      grid: WIDE(2, 6),
      label: "For customers",
      children: [1, 2, 3, 4].map((id) => ({
        id: `m${id}`,
        type: "monitor",
        monitorId: id,
        uptimeBarPosition: "right",
      })),
    } as Partial<LayoutNode>,
    { id: "m5", type: "monitor", monitorId: 5, grid: { x: 0, y: 8, w: 1, h: 4 } },
    { id: "m6", type: "monitor", monitorId: 6, grid: { x: 1, y: 8, w: 1, h: 4 } },
    { id: "m7", type: "monitor", monitorId: 7, grid: { x: 2, y: 8, w: 1, h: 2 }, cardVariant: "compact" },
    {
      id: "m8",
      type: "monitor",
      monitorId: 8,
      grid: { x: 2, y: 10, w: 1, h: 2 },
      cardVariant: "compact",
      showUptimeBar: false,
    },
    { id: "c1", type: "chart", monitorId: 1, grid: { x: 0, y: 12, w: 2, h: 5 }, title: "Website, from here" },
    {
      id: "c2",
      type: "chart",
      monitorId: 5,
      grid: { x: 2, y: 12, w: 1, h: 5 },
      aggregation: "p95",
      showArea: false,
    },
    { id: "line", type: "divider", grid: WIDE(17, 1) },
    { id: "inc", type: "incidents", grid: WIDE(18, 4), limit: 5 },
  ];
  return makePage(children, {
    monitors,
    incidents: [makeIncident(1), makeIncident(3, { title: "Mail was late", impact: "major" })],
    charts: { c1: makeChart(1), c2: makeChart(4) },
    ...more,
  });
}

export function troubledPage(more: Partial<PublicPage> = {}): PublicPage {
  const page = smallPage();
  const states: Record<number, Partial<PublicMonitor>> = {
    2: { status: "down", responseMs: null, since: iso(NOW - 47 * 60_000) },
    3: { status: "affected", affectedBy: ["Payments"] },
    4: { status: "degraded", responseMs: 2840 },
    5: { underMaintenance: true },
    7: {
      status: "pending",
      responseMs: null,
      uptime: {
        percent: null,
        days: makeDays(1).map((day) => ({ ...day, uptime: null, status: "none" as const })),
      },
    },
    8: { status: "paused", responseMs: null },
  };
  return smallPage({
    overall: { status: "partial_outage", incidents: 1 },
    monitors: page.monitors.map((monitor) => ({ ...monitor, ...states[monitor.id] })),
    incidents: [OPEN_INCIDENT, ...page.incidents],
    maintenances: [RUNNING_MAINTENANCE, PLANNED_MAINTENANCE],
    ...more,
  });
}

export function longPage(barDays: number): PublicPage {
  const page = troubledPage();
  const monitors = page.monitors.map((monitor) => {
    const days = makeDays(monitor.id * 7919, 0.15, barDays);
    return { ...monitor, uptime: { ...monitor.uptime, days } };
  });
  const footerLinks = [
    { label: "Support", url: "mailto:help@example.com" },
    { label: "Imprint", url: "https://example.com/imprint" },
    { label: "How we treat what you tell us", url: "https://example.com/privacy" },
  ];
  return { ...page, monitors, site: { ...page.site, barDays, footerLinks } };
}

export function monitorStory(page: PublicPage, id: number): MonitorStory {
  return {
    id,
    uptime: { percent: 99.87, days: makeDays(id * 7919, 0.15, 90) },
    chart: makeChart(id, 50),
    days: 1,
    incidents: page.incidents,
  };
}

export function largePage(more: Partial<PublicPage> = {}): PublicPage {
  const regions = ["Europe", "North America", "South America", "Asia", "Africa", "Oceania"];
  const parts = ["API", "Website", "Checkout", "Search", "Queue", "Database", "Storage", "Sign-in", "Mail"];
  const monitors = Array.from({ length: 50 }, (_, index) =>
    makeMonitor(index + 1, `${parts[Math.floor(index / 6)] ?? "Edge"} ${regions[index % 6]}`),
  );
  const groups = regions.map((label, group) => ({
    id: `g${group}`,
    type: "group",
    label,
    grid: WIDE(group * 10, 10),
    children: monitors
      .filter((_, index) => index % 6 === group)
      .map(({ id }) => ({ id: `m${id}`, type: "monitor", monitorId: id, uptimeBarPosition: "right" })),
  }));
  const charts = [0, 1, 2, 3].map((index) => ({
    id: `c${index}`,
    type: "chart",
    monitorId: index + 1,
    grid: { x: index % 3, y: 60 + Math.floor(index / 3) * 5, w: 1, h: 5 },
  }));
  return makePage([...groups, ...charts, { id: "inc", type: "incidents", limit: 10, grid: WIDE(80, 8) }], {
    monitors,
    incidents: Array.from({ length: 10 }, (_, index) =>
      makeIncident(index + 1, {
        title: fillText("Slow answers in {region}", { region: regions[index % 6] ?? "" }),
      }),
    ),
    charts: Object.fromEntries(charts.map(({ id }, index) => [id, makeChart(index)])),
    ...more,
  });
}

/** Includes tricks that such CSS might try. */
export function brandedPage(): PublicPage {
  const page = troubledPage();
  const customCss = `.svc-monitor-card { border-radius: 0 }\n.svc-page::after { content: "</style><script>window.broken = true</script>" }`;
  return { ...page, site: { ...page.site, enabled: 1, colors: COLORS, logoText: "Evergreen", customCss } };
}

export function polishPage(): PublicPage {
  return troubledPage({ locale: "pl", texts: textsIn("pl") });
}

export function fullPage(count: number, more: Partial<PublicPage> = {}): PublicPage {
  const page = largePage();
  const monitors = Array.from({ length: count }, (_, index) =>
    makeMonitor(index + 1, `Service ${index + 1}`),
  );
  const groups = Array.from({ length: 6 }, (_, group) => ({
    id: `g${group}`,
    type: "group",
    label: `Group ${group}`,
    children: monitors
      .filter((_monitor, index) => index % 6 === group)
      .map(({ id }) => ({ id: `m${id}`, type: "monitor", monitorId: id })),
  }));
  const others = page.layout.children.filter(({ type }) => type !== "group");
  return makePage([...groups, ...others], {
    monitors,
    incidents: page.incidents,
    charts: page.charts,
    ...more,
  });
}
