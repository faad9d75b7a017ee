import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  addResponse,
  emptyResponseTimes,
  encodeResponseDay,
} from "../../../src/domain/uptime/response_times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/units.ts";
import { type DashboardTrends, dashboardTrends } from "../../../src/schema/dashboard.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";

const PATH = "/api/v1/admin/dashboard/trends";
let admin: Visitor;
let trends: DashboardTrends;

/** What an earlier file of this runtime read has expired by then. */
const now = Date.now() + 10 * MINUTE_MS;
/** A past day, so the test's time of day doesn't matter. */
const today = Math.floor(now / DAY_MS) * DAY_MS;
const yesterday = today - DAY_MS;

async function addPaused(name: string): Promise<number> {
  const { body } = await admin.post<Monitor>("/api/v1/admin/monitors", { name, type: "webhook", config: {} });
  await admin.post(`/api/v1/admin/monitors/${body.id}/pause`);
  return body.id;
}

const addRow = async (monitorId: number, state: string, [from, to]: readonly [number, number]) =>
  await bindings.DB.prepare("INSERT INTO monitor_history VALUES (?, ?, ?, ?, '')")
    .bind(monitorId, from, to, state)
    .run();

async function addHour(monitorId: number, at: number, ...durations: number[]): Promise<void> {
  const times = emptyResponseTimes();
  for (const ms of durations) addResponse(times, ms);
  const day = Math.floor(at / DAY_MS);
  const hours = encodeResponseDay(new Map([[(at - day * DAY_MS) / HOUR_MS, times]]));
  await bindings.DB.prepare("INSERT INTO response_days (monitor_id, day, hours) VALUES (?, ?, ?)")
    .bind(monitorId, day, hours)
    .run();
}

async function addSubscriber(address: string, status: string): Promise<void> {
  await bindings.DB.prepare(
    `INSERT INTO subscribers (type, destination, email, status, locale, events, seal_name, manage_token,
       manage_hash, unsubscribe_hash, created_at)
     VALUES ('email', ?1, ?1, ?2, 'en', '[]', ?1, '', ?1, ?1, 1)`,
  )
    .bind(address, status)
    .run();
}

describe("trends across all monitors", () => {
  const lastHour = Math.floor(now / HOUR_MS) * HOUR_MS - HOUR_MS;

  beforeAll(async () => {
    vi.useFakeTimers({ now, toFake: ["Date"] });
    admin = await setUp();
    const [good, bad, never] = [await addPaused("Good"), await addPaused("Bad"), await addPaused("Never")];
    await addRow(good, "up", [yesterday, today]);
    await addRow(bad, "up", [yesterday, yesterday + DAY_MS / 2]);
    await addRow(bad, "down", [yesterday + DAY_MS / 2, today]);
    await addHour(good, lastHour, 100, 100);
    await addHour(bad, lastHour, 400);
    await addHour(never, lastHour - 30 * HOUR_MS, 9000);
    await addSubscriber("one@example.com", "active");
    await addSubscriber("two@example.com", "pending");
    const { status, body } = await admin.get<DashboardTrends>(PATH);
    expect(status).toBe(200);
    trends = dashboardTrends.parse(body);
  });

  it("weight each monitor by the time with a known status", () => {
    expect(trends.uptime).toBe(0.75);
    const known = trends.days.filter(({ uptime }) => uptime !== null);
    expect(known).toEqual([{ date: new Date(yesterday).toISOString().slice(0, 10), uptime: 0.75 }]);
    expect(trends.days).toHaveLength(30);
  });

  it("contain responses for each of the last 24 hours", () => {
    expect(trends.hours).toHaveLength(24);
    const answered = trends.hours.filter(({ responses }) => responses > 0);
    expect(answered).toEqual([{ at: lastHour, responses: 3, avg: 200, p95: 400 }]);
    expect(trends.hours.at(-1)?.at).toBe(lastHour + HOUR_MS);
  });

  it("include the number of active subscribers, if the caller may read it", async () => {
    expect(trends.subscribers).toBe(1);
    const token = await addToken(admin, ["monitors:read"]);
    const { body } = await token.get<DashboardTrends>(PATH);
    expect(body).toEqual({ ...trends, subscribers: null });
  });

  it("are cached for minutes", async () => {
    await addSubscriber("three@example.com", "active");
    expect((await admin.get<DashboardTrends>(PATH)).body).toEqual(trends);
  });

  it("require monitors:read", async () => {
    const token = await addToken(admin, ["incidents:read"]);
    expect((await token.get(PATH)).status).toBe(403);
  });
});
