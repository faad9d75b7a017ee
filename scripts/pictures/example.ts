import {
  addResponse,
  emptyResponseTimes,
  encodeResponseDay,
  type ResponseTimes,
} from "../../src/domain/uptime/response_times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/lib/units.ts";
import type { LocalDatabase } from "../../test/local_database.ts";
import type { PanelClient } from "../../test/system/panel_client.ts";

interface Example {
  name: string;
  host: string;
  ms: number;
  tags: readonly { label: string; color: string }[];
  outages: readonly (readonly [number, number])[];
}

const WEB = { label: "web", color: "#497cff" };
const CORE = { label: "core", color: "#22c55e" };

const EXAMPLES: readonly Example[] = [
  { name: "Website", host: "www.example.com", ms: 120, tags: [WEB], outages: [] },
  {
    name: "Checkout",
    host: "shop.example.com/checkout",
    ms: 240,
    tags: [WEB, CORE],
    outages: [
      [19, 42],
      [6, 9],
    ],
  },
  { name: "Search", host: "search.example.com", ms: 900, tags: [WEB], outages: [[11, 180]] },
  { name: "API", host: "api.example.com/v1", ms: 90, tags: [CORE], outages: [[25, 12]] },
  { name: "Payments", host: "pay.example.com", ms: 160, tags: [CORE], outages: [] },
  { name: "Documentation", host: "docs.example.com", ms: 70, tags: [WEB], outages: [] },
];
const PICTURED = "Checkout";
const DAYS = 40;
const SLOW_MS = 800;

interface WatchHost {
  database: LocalDatabase;
  target: string;
  now: number;
}

export async function fill(panel: PanelClient, { database, target, now }: WatchHost): Promise<void> {
  const { id: channelId } = await panel.post<{ id: number }>("/api/v1/admin/notifications/channels", CHANNEL);
  for (const example of EXAMPLES) {
    const { id } = await panel.post<{ id: number }>("/api/v1/admin/monitors", {
      name: example.name,
      type: "https",
      intervalSecs: 60,
      config: { url: `${target}/${example.name.toLowerCase()}/${example.ms}`, degradedAboveMs: SLOW_MS },
      tags: example.tags,
    });
    await panel.send("PUT", `/api/v1/admin/notifications/monitor/${id}/channels`, {
      channelIds: [channelId],
    });
    const checks = example.name === PICTURED ? 50 : 1;
    for (let i = 0; i < checks; i++) await panel.post(`/api/v1/admin/monitors/${id}/check-now`);
    await database.batch(pastOf(database, { ...example, id }, now));
  }
  await panel.send("PATCH", "/api/v1/admin/branding", BRANDING);
  await addStory(panel, database, now);
  await panel.send("PUT", "/api/v1/admin/layout", { tree: layout() });
  await database.batch(renameTargets(database, now));
}

function renameTargets(database: LocalDatabase, now: number) {
  return EXAMPLES.map(({ name, host }) =>
    database
      .prepare("UPDATE monitors SET config = json_set(config, '$.url', ?), created_at = ? WHERE name = ?")
      .bind(`https://${host}`, now - DAYS * DAY_MS, name),
  );
}

function pastOf(database: LocalDatabase, { id, ms, outages }: Example & { id: number }, now: number) {
  const history =
    "INSERT INTO monitor_history (monitor_id, from_at, to_at, state, message) VALUES (?, ?, ?, ?, '')";
  const segments: [number, number, string][] = [];
  let from = now - DAYS * DAY_MS;
  for (const [daysAgo, minutes] of outages) {
    const at = now - daysAgo * DAY_MS;
    segments.push([from, at, "up"], [at, at + minutes * MINUTE_MS, "down"]);
    from = at + minutes * MINUTE_MS;
  }
  segments.push([from, now - 5 * MINUTE_MS, "up"]);
  const today = Math.floor(now / DAY_MS);
  const days = Array.from({ length: DAYS }, (_, i) => today - i);
  return [
    ...segments.map(([start, end, state]) => database.prepare(history).bind(id, start, end, state)),
    ...days.map((day) =>
      database
        .prepare("INSERT OR REPLACE INTO response_days (monitor_id, day, hours) VALUES (?, ?, ?)")
        .bind(id, day, hoursOf(day, { ms, now })),
    ),
  ];
}

function hoursOf(day: number, { ms, now }: { ms: number; now: number }): Uint8Array {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter(
    (hour) => day * DAY_MS + hour * HOUR_MS < now,
  );
  return encodeResponseDay(
    new Map(
      hours.map((hour) => [
        hour,
        timesAround(ms * (1 + 0.35 * Math.sin(((hour - 8) / 24) * 2 * Math.PI)), day + hour),
      ]),
    ),
  );
}

function timesAround(ms: number, seed: number): ResponseTimes {
  const times = emptyResponseTimes();
  for (let i = 0; i < 60; i++)
    addResponse(times, Math.round(ms * (0.85 + 0.3 * Math.abs(Math.sin(seed * 7 + i)))));
  return times;
}

async function addStory(panel: PanelClient, database: LocalDatabase, now: number): Promise<void> {
  const incident = { title: "Search is slow", status: "identified", impact: "minor", monitorIds: [3] };
  await panel.post("/api/v1/admin/incidents", {
    ...incident,
    body: "Results take longer than usual. **The cause is found**, and more servers are on their way.",
  });
  const past = await panel.post<{ id: number }>("/api/v1/admin/incidents", {
    title: "Checkout failed",
    status: "resolved",
    impact: "major",
    monitorIds: [2],
    body: "A change of the payment provider was taken back. Orders go through again.",
    notifySubscribers: false,
  });
  const at = now - 6 * DAY_MS;
  await panel.send("PATCH", `/api/v1/admin/incidents/${past.id}`, {
    startedAt: at,
    resolvedAt: at + 9 * MINUTE_MS,
  });
  await database
    .prepare("UPDATE incident_updates SET posted_at = ? WHERE incident_id = ?")
    .bind(at + 9 * MINUTE_MS, past.id)
    .run();
  await panel.post("/api/v1/admin/maintenance", {
    name: "New database for payments",
    description: "Payments may take a minute longer.",
    startsAt: now + 2 * DAY_MS,
    endsAt: now + 2 * DAY_MS + HOUR_MS,
    monitorIds: [5],
  });
}

function layout() {
  const card = (monitorId: number) => ({
    id: `m${monitorId}`,
    type: "monitor",
    monitorId,
    uptimeBarPosition: "right",
  });
  const wide = (y: number) => ({ x: 0, y, w: 3, h: 1 });
  const half = { id: "chart", type: "chart", monitorId: 2, hours: 168, title: "Checkout" };
  return {
    id: "root",
    type: "page",
    children: [
      { id: "shop", type: "group", label: "Shop", children: [1, 2, 3].map(card), grid: wide(0) },
      { id: "platform", type: "group", label: "Platform", children: [4, 5, 6].map(card), grid: wide(1) },
      { ...half, grid: { x: 0, y: 2, w: 2, h: 1 } },
      { id: "latest", type: "incidents", limit: 2, filter: "all", grid: { x: 2, y: 2, w: 1, h: 1 } },
    ],
  };
}

const BRANDING = { siteName: "Example", logoType: "text", logoText: "Example" };

const CHANNEL = {
  name: "On call",
  type: "ntfy",
  config: { topic: "uptide-9f3kq2" },
  alertPolicy: {
    quietHours: { enabled: true, timezone: "Europe/Warsaw" },
    throttle: { enabled: true },
    grouping: { enabled: true },
  },
};
