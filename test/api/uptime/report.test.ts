import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addResponse,
  emptyResponseTimes,
  encodeResponseDay,
} from "../../../src/domain/uptime/response_times.ts";
import { toBase64 } from "../../../src/lib/bytes.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/units.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { UptimeReport } from "../../../src/schema/report.ts";
import { recordWatch } from "../../../src/service/watch/record.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import { asWatch } from "./as_watch.ts";

const PATH = "/api/v1/admin/reports/uptime";
const FROM = Date.parse("2026-03-01T00:00Z");
let admin: Visitor;
let id: number;

beforeAll(async () => {
  admin = await setUp();
});

beforeEach(async () => {
  id = await addPaused("Shop");
});

/** Paused, so only the test writes its history. */
async function addPaused(name: string): Promise<number> {
  const config = { url: "https://shop.example/" };
  const made = await admin.post<Monitor>("/api/v1/admin/monitors", {
    name,
    type: "webhook",
    config: {},
    intervalSecs: 86_400,
  });
  if (made.status !== 201) throw new Error(JSON.stringify({ config, body: made.body }));
  await admin.post(`/api/v1/admin/monitors/${made.body.id}/pause`);
  return made.body.id;
}

async function addRow(monitorId: number, state: string, from: number, to: number | null) {
  await bindings.DB.prepare("INSERT INTO monitor_history VALUES (?, ?, ?, ?, '')")
    .bind(monitorId, from, to, state)
    .run();
}

async function read(query: Record<string, unknown>): Promise<UptimeReport> {
  const found = await admin.get<UptimeReport>(
    `${PATH}?${new URLSearchParams(query as Record<string, string>)}`,
  );
  expect(found.status).toBe(200);
  return found.body;
}

function hourOf(...durations: number[]) {
  const times = emptyResponseTimes();
  for (const ms of durations) addResponse(times, ms);
  return times;
}

async function recordHour(day: number, hour: number, ...durations: number[]): Promise<void> {
  const packed = toBase64(encodeResponseDay(new Map([[hour, hourOf(...durations)]])));
  await recordWatch(
    bindings,
    [{ kind: "responses", day, hours: [{ monitorId: id, packed }] }],
    await asWatch(id),
  );
}

describe("GET reports/uptime", () => {
  it("reports a monitor's uptime and outages, as documented", async () => {
    await addRow(id, "up", FROM, FROM + 10 * HOUR_MS);
    await addRow(id, "down", FROM + 10 * HOUR_MS, FROM + 11 * HOUR_MS);
    await addRow(id, "degraded", FROM + 11 * HOUR_MS, FROM + 12 * HOUR_MS);
    await addRow(id, "affected", FROM + 12 * HOUR_MS, FROM + 13 * HOUR_MS);
    expect(await read({ from: FROM, to: FROM + DAY_MS, monitorIds: id })).toEqual({
      from: FROM,
      to: FROM + DAY_MS,
      granularity: "total",
      monitors: [
        {
          id,
          name: "Shop",
          uptime: 11 / 13,
          seconds: { up: 36_000, degraded: 3600, down: 3600, affected: 3600, maintenance: 0, noData: 39_600 },
          outages: 1,
          mttrSeconds: 3600,
          response: { avg: null, p95: null },
        },
      ],
    });
  });

  it("excludes maintenance", async () => {
    await addRow(id, "down", FROM, FROM + 4 * HOUR_MS);
    const window = { name: "Move", startsAt: FROM, endsAt: FROM + 3 * HOUR_MS, monitorIds: [id] };
    expect((await admin.post("/api/v1/admin/maintenance", window)).status).toBe(201);
    const { monitors } = await read({ from: FROM, to: FROM + DAY_MS, monitorIds: id });
    expect(monitors[0]?.seconds).toMatchObject({ down: 3600, maintenance: 3 * 3600 });
  });

  it("counts an outage in full in the range and on the day that it ended in", async () => {
    const midnight = FROM + DAY_MS;
    await addRow(id, "up", FROM - 3 * DAY_MS, FROM + 20 * HOUR_MS);
    await addRow(id, "down", FROM + 20 * HOUR_MS, FROM + 21 * HOUR_MS);
    await addRow(id, "down", FROM + 22 * HOUR_MS, midnight + 2 * HOUR_MS);
    await addRow(id, "up", midnight + 2 * HOUR_MS, midnight + DAY_MS);
    const window = {
      name: "Move",
      startsAt: midnight - HOUR_MS,
      endsAt: midnight - HOUR_MS / 2,
      monitorIds: [id],
    };
    expect((await admin.post("/api/v1/admin/maintenance", window)).status).toBe(201);
    const outage = (1 + 4 - 0.5) * 3600;
    const whole = await read({ from: FROM, to: midnight + DAY_MS, monitorIds: id, granularity: "day" });
    expect(whole.monitors[0]?.mttrSeconds).toBe(outage);
    expect(whole.monitors[0]?.days?.map(({ mttrSeconds }) => mttrSeconds)).toEqual([null, outage]);
    for (const [from, mttrSeconds] of [
      [midnight, outage],
      [midnight + 2 * HOUR_MS, outage],
      [midnight + 3 * HOUR_MS, null],
    ]) {
      const { monitors } = await read({ from, to: midnight + DAY_MS, monitorIds: id });
      expect([from, monitors[0]?.mttrSeconds]).toEqual([from, mttrSeconds]);
    }
  });

  it("splits days at local midnight, including a 23-hour day", async () => {
    const range = { from: Date.parse("2026-03-27T23:00Z"), to: Date.parse("2026-03-30T22:00Z") };
    await addRow(id, "up", range.from, range.to);
    const daily = { ...range, monitorIds: id, granularity: "day", timezone: "Europe/Warsaw" };
    const { monitors } = await read(daily);
    expect(monitors[0]?.days?.map(({ date, seconds }) => [date, seconds.up / 3600])).toEqual([
      ["2026-03-28", 24],
      ["2026-03-29", 23],
      ["2026-03-30", 24],
    ]);
  });

  it("lists every monitor by name, even without data", async () => {
    const other = await addPaused("Archive");
    const { monitors } = await read({ from: FROM, to: FROM + DAY_MS });
    expect(monitors.map(({ name }) => name)).toEqual([...monitors.map(({ name }) => name)].sort());
    expect(monitors.find((one) => one.id === other)).toMatchObject({
      uptime: null,
      seconds: { noData: 86_400 },
    });
  });

  it("can be limited to one page's monitors, and rejects an unknown page", async () => {
    const own = await addPaused("Ledger");
    const page = { key: "customers", name: "Customers" };
    expect((await admin.post("/api/v1/admin/pages", page)).status).toBe(201);
    const span = { from: FROM, to: FROM + DAY_MS, pageKey: "customers" };
    expect((await read(span)).monitors).toEqual([]);
    const card = { id: "m", type: "monitor", monitorId: own };
    const tree = { id: "root", type: "page", children: [card] };
    await admin.put("/api/v1/admin/pages/customers/layout", { tree });
    expect((await read(span)).monitors.map(({ id }) => id)).toEqual([own]);
    const missing = await admin.get(`${PATH}?pageKey=nowhere`);
    expect([missing.status, missing.body]).toMatchObject([400, { problems: [{ path: "pageKey" }] }]);
  });

  it("combines response times of old days, recent days and partial days", async () => {
    const first = Math.floor(FROM / DAY_MS);
    for (let day = first; day < first + 40; day++) await recordHour(day, 5, 100, 200, 300);
    await recordHour(first + 40, 5, 9000);
    const blocks = await bindings.DB.prepare(
      "SELECT max(through) AS through FROM response_blocks WHERE monitor_id = ?",
    )
      .bind(id)
      .first<{ through: number }>();
    expect(blocks?.through).toBe(first + 39);
    const within = { monitorIds: id, from: FROM + 6 * HOUR_MS, to: FROM + 40 * DAY_MS };
    expect((await read(within)).monitors[0]?.response).toEqual({ avg: 200, p95: expect.closeTo(300, -1) });
    const half = await read({ monitorIds: id, from: FROM, to: FROM + 12 * HOUR_MS });
    expect(half.monitors[0]?.response.avg).toBe(200);
    const withLast = await read({ ...within, to: within.to + 6 * HOUR_MS });
    expect(withLast.monitors[0]?.response.avg).toBeCloseTo((39 * 600 + 9000) / (39 * 3 + 1));
    await bindings.DB.prepare("DELETE FROM response_days WHERE monitor_id = ? AND day < ?")
      .bind(id, first + 40)
      .run();
    expect((await read(within)).monitors[0]?.response).toEqual({ avg: 200, p95: expect.closeTo(300, -1) });
  });

  it("has the nearest rank as p95, even with three checks", async () => {
    await recordHour(Math.floor(FROM / DAY_MS), 5, 100, 100, 1000);
    const { monitors } = await read({ monitorIds: id, from: FROM, to: FROM + DAY_MS });
    expect(monitors[0]?.response).toEqual({ avg: 400, p95: 1000 });
  });

  it("counts an hour once even if it is sent twice", async () => {
    const day = Math.floor(FROM / DAY_MS);
    for (let again = 0; again < 2; again++) {
      await recordHour(day, 5, 100);
      await recordHour(day + 1, 5, 300);
    }
    const { monitors } = await read({ monitorIds: id, from: FROM - DAY_MS, to: FROM + 3 * DAY_MS });
    expect(monitors[0]?.response.avg).toBe(200);
  });

  it("includes response times of the current hour", async () => {
    const made = await admin.post<Monitor>("/api/v1/admin/monitors", {
      name: "Job",
      type: "webhook",
      config: {},
    });
    const beat = new URL(made.body.heartbeatUrl ?? "").pathname;
    expect((await admin.post(`${beat}?ms=120`)).status).toBe(200);
    const { monitors } = await read({ monitorIds: made.body.id });
    expect(monitors[0]?.response).toEqual({ avg: 120, p95: 120 });
  });

  it("ends at the current time at the latest", async () => {
    const { to } = await read({ monitorIds: id, from: Date.now() - HOUR_MS, to: Date.now() + 30 * DAY_MS });
    expect(to).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ["from", { from: "yesterday" }],
    ["to", { from: FROM, to: FROM }],
    ["from", { from: FROM - 366 * DAY_MS - 1, to: FROM }],
    ["from", { from: Date.now() + DAY_MS, to: Date.now() + 2 * DAY_MS }],
    ["granularity", { granularity: "week" }],
    ["timezone", { timezone: "Mars/Olympus" }],
    ["timezone", { timezone: "+02:00" }],
    ["monitorIds", { monitorIds: "1,x" }],
    ["monitorIds", { monitorIds: "999999" }],
  ])("rejects an invalid %s with a message: %j", async (path, query) => {
    for (const suffix of ["", "/export"]) {
      const answer = await admin.get<{ error: string; problems: { path: string; message: string }[] }>(
        `${PATH}${suffix}?${new URLSearchParams(query as Record<string, string>)}`,
      );
      expect(answer.status).toBe(400);
      expect(answer.body.problems[0]).toMatchObject({ path, message: expect.stringMatching(/^[A-Z].*\.$/) });
    }
  });

  it("covers up to 366 days, even when clocks are set back", async () => {
    await read({ monitorIds: id, from: FROM - 366 * DAY_MS, to: FROM });
    const summer = Date.parse("2025-06-30T22:00Z");
    const longest = { monitorIds: id, from: summer - 366 * DAY_MS, to: summer, timezone: "Europe/Warsaw" };
    await read(longest);
    const winter = Date.parse("2025-12-01T23:00Z");
    await read({ ...longest, from: winter - 366 * DAY_MS, to: winter });
  });
});

describe("GET reports/uptime/export", () => {
  it("returns CSV with escaped formulas and empty cells for missing values", async () => {
    const hostile = await addPaused('=HYPERLINK("http://evil.example","x")');
    await addRow(hostile, "up", FROM, FROM + 86_399_000);
    await addRow(hostile, "down", FROM + 86_399_000, FROM + DAY_MS);
    const range = `from=${FROM}&to=${FROM + DAY_MS}&monitorIds=${hostile},${id}`;
    const { headers, body } = await admin.get<string>(`${PATH}/export?${range}`);
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toBe(
      'attachment; filename="uptime-2026-03-01-to-2026-03-01.csv"',
    );
    expect(body.split("\r\n")).toEqual([
      "id,name,uptime_percent,up_seconds,degraded_seconds,down_seconds,affected_seconds,maintenance_seconds,no_data_seconds,outages,mttr_seconds,avg_response_ms,p95_response_ms",
      `${hostile},"'=HYPERLINK(""http://evil.example"",""x"")",99.99884,86399,0,1,0,0,0,1,,,`,
      `${id},Shop,,0,0,0,0,0,86400,0,,,`,
      "",
    ]);
  });

  it("has a row for each day", async () => {
    const range = `from=${FROM}&to=${FROM + 2 * DAY_MS}&monitorIds=${id}&granularity=day`;
    const { body } = await admin.get<string>(`${PATH}/export?${range}`);
    expect(body.split("\r\n").map((line) => line.split(",").slice(0, 3).join(","))).toEqual([
      "id,name,date",
      `${id},Shop,2026-03-01`,
      `${id},Shop,2026-03-02`,
      "",
    ]);
  });
});
