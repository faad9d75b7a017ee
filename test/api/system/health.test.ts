import { runInDurableObject } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { HealthPartId } from "../../../src/schema/health_part.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { type SystemHealth, systemHealth } from "../../../src/schema/system_health.ts";
import { createContext } from "../../../src/service/context.ts";
import { getSystemHealth } from "../../../src/service/system/health.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import { rowsReadDuring, statementsDuring } from "../d1_reads.ts";

const HEALTH = "/api/v1/admin/system-health";
const MINUTE = 60_000;
let admin: Visitor;

const run = async (text: string, ...values: unknown[]) =>
  await bindings.DB.prepare(text)
    .bind(...values)
    .run();

async function read(): Promise<SystemHealth> {
  const { status, body } = await admin.get<SystemHealth>(HEALTH);
  expect(status).toBe(200);
  return body;
}

function partOf({ parts }: SystemHealth, id: HealthPartId) {
  return parts.find((part) => part.id === id);
}

async function readPart(id: HealthPartId) {
  return partOf(await read(), id);
}

async function addMonitor(name: string): Promise<Monitor> {
  return (await admin.post<Monitor>("/api/v1/admin/monitors", { name, type: "webhook", config: {} })).body;
}

async function addChannel(name: string, type = "webhook"): Promise<number> {
  const config = type === "email" ? { to: "a@example.com" } : { url: "https://hook.example/" };
  const made = await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", {
    name,
    type,
    config,
  });
  expect(made.status).toBe(201);
  return made.body.id;
}

async function addDelivery(
  channelId: number,
  { status, error = null, dueAt = 0 }: { status: string; error?: string | null; dueAt?: number },
): Promise<void> {
  await run(
    `INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
      due_at, max_attempts, message, created_at, last_error) VALUES (?, ?, '', 'webhook', '', 'alert', ?, ?, 3, '{}', ?, ?)`,
    ...[channelId, crypto.randomUUID(), status, dueAt, Date.now(), error],
  );
}

async function setSetting(name: string, value: unknown): Promise<void> {
  await run(
    "INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES (?, ?, 0)",
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  );
}

beforeAll(async () => {
  admin = await setUp();
});

beforeEach(async () => {
  for (const table of ["deliveries", "channels", "subscriber_notices", "monitor_events", "action_runs"])
    await run(`DELETE FROM ${table}`);
  await run(
    "DELETE FROM settings WHERE name IN ('cron', 'backup_status', 'backup', 'update', 'smtp', 'day')",
  );
  for (const { id } of (await admin.get<Monitor[]>("/api/v1/admin/monitors")).body)
    await admin.delete(`/api/v1/admin/monitors/${id}`);
});

describe("system health", () => {
  it("matches its schema, with advice for every part, the worst first", async () => {
    const health = await read();
    expect(systemHealth.parse(health)).toEqual(health);
    expect(health.parts.map(({ id }) => id).sort()).toEqual(
      [
        ...["alarms", "backup", "channels", "cron", "database", "mail", "mirror", "monitors", "outboxes"],
        ...["agents", "queues", "selfTest", "storage", "update", "usage", "watches"],
      ].sort(),
    );
    for (const { summary, advice } of health.parts) {
      expect(summary).toMatch(/^[A-Z].*[.]$/s);
      expect(advice).not.toBe("");
    }
    const order = ["failing", "warning", "unknown", "ok", "off"];
    const states = health.parts.map(({ state }) => order.indexOf(state));
    expect(states).toEqual(states.toSorted((a, b) => a - b));
    expect(health.storage.bytes).toBeGreaterThan(10_000);
  });

  it("reports when housekeeping last ran", async () => {
    await run("UPDATE audit SET at = ?", Date.now());
    expect(await readPart("cron")).toMatchObject({ state: "unknown" });
    await run("UPDATE audit SET at = ?", Date.now() - 4 * MINUTE);
    expect(await readPart("cron")).toMatchObject({
      state: "failing",
      summary: "Housekeeping has never run.",
    });
    await runHousekeeping(bindings, Date.now());
    const health = await read();
    expect(partOf(health, "cron")?.state).toBe("ok");
    expect(health.cron.lastRunAt).toBeGreaterThan(Date.now() - MINUTE);
    await setSetting("cron", Date.now() - 4 * MINUTE);
    expect((await readPart("cron"))?.state).toBe("warning");
  });

  it("shows monitors as overdue after twice their interval without a check, or if never checked", async () => {
    const { id, heartbeatUrl = "" } = await addMonitor("Beat");
    await admin.get(new URL(heartbeatUrl).pathname);
    expect((await read()).monitors).toEqual({ total: 1, paused: 0, overdue: [] });
    const now = vi.spyOn(Date, "now");
    const checkedAt = (await admin.get<Monitor>(`/api/v1/admin/monitors/${id}`)).body.lastCheckedAt ?? 0;
    now.mockReturnValue(checkedAt + 2 * MINUTE);
    expect((await read()).monitors.overdue).toEqual([]);
    now.mockReturnValue(checkedAt + 2 * MINUTE + 1);
    const late = await read();
    now.mockRestore();
    expect(late.monitors.overdue).toEqual([{ id, name: "Beat", lastCheckedAt: checkedAt }]);
    expect(partOf(late, "monitors")?.state).toBe("warning");
    const fresh = await addMonitor("Never");
    expect((await read()).monitors.overdue).toMatchObject([{ id: fresh.id, lastCheckedAt: null }]);
    await admin.post(`/api/v1/admin/monitors/${fresh.id}/pause`);
    expect((await read()).monitors).toMatchObject({ paused: 1, overdue: [] });
  });

  it("shows neither manual monitors nor jobs that aren't due as overdue", async () => {
    const add = async (config: object, type: string) =>
      (await admin.post<Monitor>("/api/v1/admin/monitors", { name: type, type, config })).body;
    const manual = await add({}, "manual");
    const job = await add({ schedule: "0 */2 * * *" }, "webhook");
    await admin.put(`/api/v1/admin/monitors/${manual.id}/status`, { status: "up" });
    const now = vi.spyOn(Date, "now");
    const hour = 60 * MINUTE;
    now.mockReturnValue(job.createdAt + 4 * hour);
    const early = await read();
    now.mockReturnValue(job.createdAt + 11 * hour);
    const late = await read();
    now.mockRestore();
    expect(early.monitors.overdue).toEqual([]);
    expect(late.monitors.overdue).toMatchObject([{ id: job.id, lastCheckedAt: null }]);
  });

  it("reports all other parts when a watch doesn't respond", async () => {
    const { id } = await addMonitor("Hangs");
    const stub = bindings.WATCH.getByName(`watch-${Math.floor(id / 32)}`);
    let release = () => {};
    const hangs = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = runInDurableObject(stub, (_watch, state) => state.blockConcurrencyWhile(() => hangs));
    await setSetting("cron", Date.now());
    const health = await read();
    release();
    await holding;
    expect(health.watches).toMatchObject([{ ok: false, cost: null }]);
    expect(partOf(health, "watches")).toMatchObject({
      state: "failing",
      summary: expect.stringMatching(/^0 of 1/),
    });
    expect(partOf(health, "cron")?.state).toBe("ok");
    expect(health.monitors.total).toBe(1);
    expect((await readPart("watches"))?.state).toBe("ok");
  });

  it("reports all other parts when the database doesn't respond", async () => {
    const context = createContext(bindings, {
      client: { ip: "", userAgent: "" },
      origin: "http://uptide.test",
      waitUntil: () => {},
    });
    const batch = vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "batch");
    batch.mockRejectedValue(new Error("D1_ERROR: overloaded"));
    const health = await getSystemHealth(context);
    batch.mockRestore();
    expect(systemHealth.parse(health)).toEqual(health);
    expect(health.parts[0]).toMatchObject({ id: "database", state: "failing" });
    expect(partOf(health, "queues")?.state).toBe("unknown");
    expect(partOf(health, "mirror")?.state).toBe("off");
    expect(partOf(health, "update")?.state).toBe("off");
  });

  it("lists channels whose last delivery failed, until one succeeds", async () => {
    const [bad, good] = [await addChannel("Pager"), await addChannel("Chat")];
    await addDelivery(bad, { status: "delivered" });
    await addDelivery(bad, { status: "failed", error: "It returned 500." });
    await addDelivery(bad, { status: "suppressed" });
    await addDelivery(good, { status: "failed" });
    await addDelivery(good, { status: "delivered" });
    const health = await read();
    expect(health.failingChannels).toEqual([
      {
        id: bad,
        name: "Pager",
        type: "webhook",
        lastError: "It returned 500.",
        failedAt: expect.any(Number),
      },
    ]);
    expect(partOf(health, "channels")).toMatchObject({
      state: "warning",
      summary: expect.stringMatching(/: Pager\.$/),
    });
    await addDelivery(bad, { status: "delivered" });
    expect((await readPart("channels"))?.state).toBe("ok");
  });

  it("counts pending deliveries, and how long they have been due", async () => {
    const id = await addChannel("Pager");
    const now = Date.now();
    await addDelivery(id, { status: "pending", dueAt: now - 6 * MINUTE });
    await addDelivery(id, { status: "pending", dueAt: now - MINUTE });
    await addDelivery(id, { status: "pending", dueAt: now + 60 * MINUTE });
    const health = await read();
    expect(health.queues[0]).toEqual({ name: "deliveries", waiting: 2, oldestDueAt: now - 6 * MINUTE });
    expect(partOf(health, "queues")?.state).toBe("warning");
  });

  it("reports events that a channel hasn't accepted", async () => {
    const at = Date.now() - 31 * MINUTE;
    await run(
      "INSERT INTO monitor_events (id, monitor_id, kind, at, body, offered) VALUES ('1:1', 1, 'alert', ?, '{}', 0)",
      at,
    );
    const health = await read();
    expect(health.outboxes).toMatchObject({ untakenEvents: 1, oldestUntakenAt: at });
    expect(partOf(health, "outboxes")?.state).toBe("failing");
  });

  it("reports a mail server that is missing or failing", async () => {
    expect((await readPart("mail"))?.state).toBe("off");
    const id = await addChannel("Mail", "email");
    expect(await readPart("mail")).toMatchObject({
      state: "failing",
      summary: expect.stringMatching(/email channels/),
    });
    await setSetting("smtp", { host: "mail.example", fromAddress: "a@example.com", savedByAdmin: true });
    expect((await readPart("mail"))?.state).toBe("ok");
    await addDelivery(id, { status: "failed", error: "Login refused." });
    expect(await readPart("mail")).toMatchObject({
      state: "failing",
      summary: expect.stringMatching(/Login refused/),
    });
  });

  it("shows the backup status, and ignores unreadable records", async () => {
    const nothing = { schedule: "off", lastSuccessAt: null, lastError: null };
    expect(await readPart("backup")).toMatchObject({ state: "off" });
    for (const value of ["nonsense", { schedule: "hourly", lastSuccessAt: "now" }, []]) {
      await setSetting("backup_status", value);
      await setSetting("backup", value);
      expect(await read()).toMatchObject({ backup: nothing });
    }
    await setSetting("backup", { schedule: "daily" });
    await setSetting("backup_status", { lastSuccessAt: Date.now(), lastError: null });
    expect((await readPart("backup"))?.state).toBe("ok");
    await setSetting("backup_status", { lastSuccessAt: Date.now() - 3 * 86_400_000, lastError: null });
    expect((await readPart("backup"))?.state).toBe("warning");
  });

  it("estimates the day's usage, including messages sent since the last count", async () => {
    const id = await addChannel("Pager");
    await addDelivery(id, { status: "delivered" });
    await runHousekeeping(bindings, Date.now());
    for (let i = 0; i < 5; i++) await addDelivery(id, { status: "delivered" });
    const { usage } = await read();
    const queue = usage?.figures.find((figure) => figure.id === "queueOperations");
    expect(queue).toMatchObject({ used: 15, freeLimit: 10_000 });
    expect(queue?.byMidnight).toBeGreaterThanOrEqual(15);
  });

  it("includes regional checks in the day's usage, with more while a monitor fails", async () => {
    const { id } = await addMonitor("Placed");
    const asked = async () => {
      const { usage } = await read();
      return usage?.figures.find((figure) => figure.id === "objectRequests")?.byMidnight ?? 0;
    };
    await run("UPDATE monitors SET interval_secs = 600 WHERE id = ?", id);
    const before = await asked();
    // Nothing probes a heartbeat, so no check interferes.
    await run(
      `UPDATE monitors SET locations = '["weur","me","oc"]', every_place_every = 60 WHERE id = ?`,
      id,
    );
    expect(await asked()).toBe(before + 24 * 3);
    await run(
      `INSERT OR REPLACE INTO monitor_status (monitor_id, current, confirmed, message, max_gap_ms)
        VALUES (?, 'affected', 'up', '', 0)`,
      id,
    );
    expect(await asked()).toBe(before + 144 * 3);
  });

  it("needs the same few database reads for any amount of data", async () => {
    await addChannel("Pager");
    await run(`
      INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
        due_at, max_attempts, message, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      SELECT (SELECT max(id) FROM channels), 'd' || i, '', 'webhook', '', 'alert', 'delivered', 1, 3, '{}', 1 FROM n`);
    await run(`
      INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      SELECT 1, 0, 'system', 'Update', 'config', '', '{}' FROM n`);
    expect(await rowsReadDuring(() => admin.get(HEALTH))).toBeLessThan(60);
    expect(await statementsDuring(() => admin.get(HEALTH))).toBeLessThan(18);
    const { rows } = (await read()).storage;
    expect(rows.find(({ table }) => table === "deliveries")).toEqual({ table: "deliveries", about: 3000 });
  });
});
