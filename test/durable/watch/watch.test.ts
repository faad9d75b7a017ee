import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";
import { isNextHour } from "./next_hour.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;
const hits = new Map<string, number>();
const answers = new Map<string, () => Response | Promise<Response>>();

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { hostname } = new URL(new Request(input, init).url);
    hits.set(hostname, (hits.get(hostname) ?? 0) + 1);
    return (await answers.get(hostname)?.()) ?? new Response("ok");
  });
});

beforeEach(() => {
  hits.clear();
  answers.clear();
});

afterEach(async () => {
  vi.useRealTimers();
  for (const { id } of (await admin.get<Monitor[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());
const bad = () => new Response("no", { status: 503 });

async function add(host: string, body: object = {}): Promise<Monitor> {
  const wanted = {
    name: host,
    type: "https",
    config: { url: `https://${host}/`, certExpiry: { enabled: false } },
    ...body,
  };
  const made = await admin.post<Monitor>(ROOT, wanted);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  await eventually(async () => expect((await read(made.body.id)).lastCheckedAt).not.toBeNull());
  return await read(made.body.id);
}

async function read(id: number): Promise<Monitor> {
  return (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
}

async function check(id: number): Promise<{ status: string; message: string }> {
  return (await admin.post<{ status: string; message: string }>(`${ROOT}/${id}/check-now`)).body;
}

async function events(id: number): Promise<{ kind: string; status: string; isSuppressed: boolean }[]> {
  await eventually(async () => expect((await watch().health()).outbox).toBe(0));
  const rows = await bindings.DB.prepare(
    "SELECT body FROM monitor_events WHERE monitor_id = ? ORDER BY at, id",
  )
    .bind(id)
    .all<{ body: string }>();
  return rows.results.map(({ body }) => JSON.parse(body));
}

function pass(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ["Date"] });
}

/** Only moves the clock. Tests call the alarm by hand. */
async function passToAlarm(): Promise<void> {
  const { alarmAt } = await watch().health();
  if (alarmAt === null) throw new Error("no alarm is set");
  vi.useFakeTimers({ now: alarmAt + 1, toFake: ["Date"] });
}

async function evict(): Promise<void> {
  await runInDurableObject(watch(), (_watch: Watch, state) => state.abort("evicted")).catch(() => {});
}

describe("a watch", () => {
  it("checks in its slots, once per slot even when the alarm rings twice", async () => {
    await add("slot.example", { intervalSecs: 60 });
    hits.clear();
    await passToAlarm();
    await runDurableObjectAlarm(watch());
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    await eventually(() => expect(hits.get("slot.example")).toBe(1));
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    expect(hits.get("slot.example")).toBe(1);
  });

  it("reports a failure and a recovery at their thresholds", async () => {
    const { id } = await add("flap.example", { failureThreshold: 2, recoveryThreshold: 2 });
    answers.set("flap.example", bad);
    expect(await check(id)).toMatchObject({ status: "down", message: expect.stringContaining("503") });
    expect(await events(id)).toEqual([]);
    await check(id);
    await check(id);
    expect(await events(id)).toMatchObject([{ kind: "alert", status: "down" }]);
    answers.delete("flap.example");
    await check(id);
    expect((await events(id)).length).toBe(1);
    await check(id);
    expect(await events(id)).toMatchObject([{ kind: "alert" }, { kind: "recovery", status: "up" }]);
  });

  it("retries a failed attempt at once, and stops at the first success", async () => {
    const { id } = await add("retry.example", { retries: 3 });
    hits.clear();
    answers.set("retry.example", () => (hits.get("retry.example") === 3 ? new Response("ok") : bad()));
    expect(await check(id)).toMatchObject({ status: "up" });
    expect(hits.get("retry.example")).toBe(3);
    answers.set("retry.example", bad);
    hits.clear();
    expect(await check(id)).toMatchObject({ status: "down" });
    expect(hits.get("retry.example")).toBe(3);
  });

  it("delays no other target when one hangs", async () => {
    const slow = await add("slow.example", { timeoutMs: 300_000 });
    const quick = await add("quick.example");
    const before = (await read(quick.id)).lastCheckedAt ?? 0;
    const released = Promise.withResolvers<void>();
    answers.set("slow.example", async () => {
      await released.promise;
      return new Response("ok");
    });
    await passToAlarm();
    const ringing = runDurableObjectAlarm(watch());
    await eventually(async () => expect((await read(quick.id)).lastCheckedAt).toBeGreaterThan(before));
    released.resolve();
    await ringing;
    await eventually(async () => expect((await read(slow.id)).lastCheckedAt).toBeGreaterThan(before));
  });

  it("restores its state after an eviction, without repeating alerts", async () => {
    const { id } = await add("evicted.example");
    answers.set("evicted.example", bad);
    await check(id);
    await evict();
    expect(await read(id)).toMatchObject({ currentStatus: "down", confirmedStatus: "down" });
    expect((await read(id)).lastCheckedAt).toBeGreaterThan(0);
    await check(id);
    expect(await events(id)).toMatchObject([{ kind: "alert" }]);
    answers.delete("evicted.example");
    await check(id);
    expect((await events(id)).map(({ kind }) => kind)).toEqual(["alert", "recovery"]);
  });

  it("opens an incident when an outage lasts, even across an eviction, and resolves it after recovery", async () => {
    const { id } = await add("outage.example", { autoIncidentMinutes: 5, autoIncidentMode: "published" });
    const incidents = async () =>
      (
        await admin.get<{ items: { status: string; automatic: boolean; monitorIds: number[] }[] }>(
          `/api/v1/admin/incidents?monitorId=${id}`,
        )
      ).body.items;
    answers.set("outage.example", bad);
    await check(id);
    pass(299);
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    await events(id);
    expect(await incidents()).toEqual([]);
    await evict();
    pass(2);
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    await eventually(async () =>
      expect(await incidents()).toMatchObject([
        { automatic: true, status: "investigating", monitorIds: [id] },
      ]),
    );
    answers.delete("outage.example");
    await eventually(async () => expect((await check(id)).status).toBe("up"));
    await eventually(async () => expect(await incidents()).toMatchObject([{ status: "resolved" }]));
  });

  it("opens an incident by the rule as it stands, also when that changes during the outage", async () => {
    const [late, never, later] = [
      await add("late.example"),
      await add("never.example", { autoIncidentMinutes: 5 }),
      await add("later.example", { autoIncidentMinutes: 5 }),
    ];
    for (const { name } of [late, never, later]) answers.set(name, bad);
    for (const { id } of [late, never, later]) await check(id);
    await admin.patch(`${ROOT}/${late.id}`, { autoIncidentMinutes: 10 });
    await admin.patch(`${ROOT}/${never.id}`, { autoIncidentMinutes: null });
    await admin.patch(`${ROOT}/${later.id}`, { autoIncidentMinutes: 15 });
    const opened = async () => {
      await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
      await eventually(async () => expect((await watch().health()).outbox).toBe(0));
      const { results } = await bindings.DB.prepare("SELECT auto_event_id AS id FROM incidents").all<{
        id: string;
      }>();
      const numbers = results.map(({ id }) => Number(id.split(":")[0]));
      return [late, never, later].filter(({ id }) => numbers.includes(id)).map(({ name }) => name);
    };
    pass(400);
    expect(await opened()).toEqual([]);
    pass(250);
    expect(await opened()).toEqual(["late.example"]);
    await admin.patch(`${ROOT}/${never.id}`, { autoIncidentMinutes: 5 });
    pass(300);
    expect(await opened()).toEqual(["late.example", "never.example", "later.example"]);
    await admin.patch(`${ROOT}/${late.id}`, { autoIncidentMinutes: null });
    await admin.patch(`${ROOT}/${late.id}`, { autoIncidentMinutes: 1 });
    expect(await opened()).toHaveLength(3);
    const { results } = await bindings.DB.prepare(
      "SELECT id FROM incidents WHERE auto_event_id IS NOT NULL",
    ).all();
    expect(new Set(results).size).toBe(results.length);
  });

  it("opens no incident for an outage shorter than configured", async () => {
    const { id } = await add("short.example", { autoIncidentMinutes: 5, autoIncidentMode: "published" });
    answers.set("short.example", bad);
    await check(id);
    answers.delete("short.example");
    await check(id);
    pass(400);
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    await events(id);
    const { body } = await admin.get<{ total: number }>(`/api/v1/admin/incidents?monitorId=${id}`);
    expect(body.total).toBe(0);
  });

  it("keeps results while the database is unavailable, and stores them once in order", async () => {
    const { id } = await add("away.example");
    await events(id);
    await bindings.DB.prepare("ALTER TABLE monitor_status RENAME TO monitor_status_away").run();
    for (let outage = 0; outage < 3; outage++) {
      answers.set("away.example", bad);
      await runInDurableObject(watch(), (instance: Watch) => instance.checkNow(id));
      pass(20);
      await runInDurableObject(watch(), (instance: Watch) => instance.revive());
      answers.delete("away.example");
      await runInDurableObject(watch(), (instance: Watch) => instance.checkNow(id));
      pass(20);
    }
    expect((await watch().health()).outbox).toBeGreaterThan(0);
    await evict();
    await bindings.DB.prepare("ALTER TABLE monitor_status_away RENAME TO monitor_status").run();
    await runHousekeeping(bindings, Date.now());
    expect((await events(id)).map(({ kind }) => kind)).toEqual(Array(3).fill(["alert", "recovery"]).flat());
    const timeline = await admin.get<{ state: string; to: number | null }[]>(`${ROOT}/${id}/timeline`);
    expect(timeline.body.map(({ state, to }) => [state, to === null])).toEqual([
      ["up", false],
      ...Array(2)
        .fill([
          ["down", false],
          ["up", false],
        ])
        .flat(),
      ["down", false],
      ["up", true],
    ]);
  });

  it("continues through cron when its alarm was lost", async () => {
    await add("lost.example");
    await runInDurableObject(watch(), (_watch: Watch, state) => state.storage.deleteAlarm());
    await runHousekeeping(bindings, Date.now());
    await eventually(async () => expect((await watch().health()).alarmAt).not.toBeNull());
  });

  it("suppresses alerts in a maintenance window, and alerts afterwards while the failure lasts", async () => {
    const { id } = await add("window.example");
    const now = Date.now();
    const made = await admin.post<{ id: number }>("/api/v1/admin/maintenance", {
      name: "Move",
      startsAt: now - 1000,
      endsAt: now + 3_600_000,
      monitorIds: [id],
    });
    expect(made.status).toBe(201);
    expect((await read(id)).underMaintenance).toBe(true);
    answers.set("window.example", bad);
    await check(id);
    expect(await events(id)).toMatchObject([{ kind: "alert", isSuppressed: true }]);
    await admin.post(`/api/v1/admin/maintenance/${made.body.id}/end`);
    await check(id);
    expect((await events(id)).map(({ kind, isSuppressed }) => [kind, isSuppressed])).toEqual([
      ["alert", true],
      ["alert", false],
    ]);
  });

  it("marks a monitor affected while its dependency is down, and alerts for the dependency alone", async () => {
    const base = await add("base.example");
    const leaf = await add("leaf.example");
    await admin.put(`${ROOT}/${leaf.id}/dependencies`, { dependsOnIds: [base.id] });
    answers.set("base.example", bad);
    answers.set("leaf.example", bad);
    await check(base.id);
    expect(await check(leaf.id)).toMatchObject({ status: "affected" });
    expect([(await events(base.id)).length, (await events(leaf.id)).length]).toEqual([1, 0]);
    answers.delete("base.example");
    await check(base.id);
    await check(leaf.id);
    expect(await events(leaf.id)).toMatchObject([{ kind: "alert", status: "down" }]);
  });

  it("grants heartbeats a full window after its own downtime", async () => {
    const made = await admin.post<Monitor>(ROOT, {
      name: "beat",
      type: "webhook",
      intervalSecs: 60,
      config: { graceSecs: 10 },
    });
    await admin.get(new URL(made.body.heartbeatUrl ?? "").pathname);
    pass(600);
    await evict();
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    expect((await read(made.body.id)).currentStatus).toBe("up");
    pass(71);
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    await eventually(async () => {
      expect(await read(made.body.id)).toMatchObject({
        currentStatus: "down",
        message: "No heartbeat within 70 s.",
      });
    });
  });

  it("stores hourly response times for charts", async () => {
    // Other tests moved the clock, so the watch has to see this hour first.
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    const { id } = await add("hour.example");
    pass(7200);
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    await eventually(async () => {
      const row = await bindings.DB.prepare("SELECT count(*) AS n FROM response_days WHERE monitor_id = ?")
        .bind(id)
        .first<{ n: number }>();
      expect(row?.n).toBe(1);
    });
    const history = await admin.get<{ buckets: { count: number }[]; uptime: number }>(
      `${ROOT}/${id}/history?hours=48&buckets=20`,
    );
    expect(history.body.buckets.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
  });

  it("stores response times of rarely checked monitors without waiting for the next check", async () => {
    await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    const { id } = await add("seldom.example", { intervalSecs: 86_400 });
    pass(7200);
    await watch().revive();
    await eventually(async () => {
      const path = `${ROOT}/${id}/history?hours=48&buckets=20`;
      const { body } = await admin.get<{ buckets: { avg: number | null }[] }>(path);
      // Two if the hour crosses the edge of a bucket.
      expect(body.buckets.some(({ avg }) => avg !== null)).toBe(true);
    });
  });

  it("writes at most two rows per tick while nothing changes, whatever the number of monitors", async () => {
    const begun = (await watch().health()).cost.checks;
    const settled = async () => {
      const { outbox, cost } = await watch().health();
      const asked = [...hits.values()].reduce((sum, count) => sum + count, 0);
      expect([outbox, cost.checks - begun]).toEqual([0, asked]);
      return { ...cost };
    };
    for (let i = 0; i < 4; i++) {
      await add(`steady${i}.example`, { intervalSecs: 60 });
      // The answers get slower, because a duration in a message must not count as a change.
      answers.set(`steady${i}.example`, async () => {
        await scheduler.wait(5 * (hits.get(`steady${i}.example`) ?? 0));
        return new Response("ok");
      });
    }
    const ring = async () => {
      await passToAlarm();
      await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
    };
    do await ring();
    while (await isNextHour(watch()));
    await eventually(() => expect(hits.get("steady3.example")).toBeGreaterThan(1));
    const before = await eventually(settled);
    await ring();
    await eventually(async () => expect((await watch().health()).cost.checks).toBe(before.checks + 4));
    const after = await eventually(settled);
    expect(after.rowsWritten - before.rowsWritten).toBeLessThanOrEqual(2);
    expect(after.databaseRowsWritten).toBe(before.databaseRowsWritten);
  });

  it("continues by its own alarm for hours without cron", async () => {
    const { id } = await add("alone.example", { intervalSecs: 3600 });
    for (let slots = 2; slots <= 6; slots++) {
      await passToAlarm();
      await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
      await eventually(() => expect(hits.get("alone.example")).toBe(slots));
    }
    expect((await read(id)).currentStatus).toBe("up");
  });
});
