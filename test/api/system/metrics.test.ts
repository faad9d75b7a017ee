import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import { PRODUCT_VERSION } from "../../../src/lib/product_version.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { addSubscriber } from "../../durable/subscriber/audience.ts";
import { eventually } from "../../eventually.ts";
import { type ReadFamily, readExposition } from "../../exposition_reader.ts";
import { addToken, addUser, bindings, setUp, Visitor } from "../client.ts";
import { rowsReadDuring } from "../d1_reads.ts";
import { addBeating, beat } from "../page/placed.ts";
import { addFanout } from "../subscriber/told.ts";

const METRICS = "/api/v1/admin/metrics";
const MONITORS = "/api/v1/admin/monitors";
const HOSTILE = 'Shop "A"\\B';
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

async function read(visitor = admin): Promise<Map<string, ReadFamily>> {
  const reply = await visitor.get<string>(METRICS);
  expect(reply.status).toBe(200);
  return readExposition(reply.body as unknown as string);
}

async function find(name: string, labels: Record<string, string> = {}): Promise<[string, number][]> {
  const family = (await read()).get(name.replace(/_(sum|count)$/, "")) ?? (await read()).get(name);
  const own = family?.samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return (own ?? []).map((sample) => {
    const rest = Object.entries(sample.labels).filter(([label]) => !(label in labels));
    return [rest.map(([, value]) => value).join(" "), sample.value];
  });
}

async function findValue(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  return (await find(name, labels))[0]?.[1];
}

async function stateOf(name: string, label: string, labels: Record<string, string> = {}): Promise<string[]> {
  const samples = (await read()).get(name)?.samples ?? [];
  const own = samples.filter((sample) =>
    Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return own.filter(({ value }) => value === 1).map((sample) => sample.labels[label] ?? "");
}

const watchFor = (monitor: Monitor) => bindings.WATCH.getByName(`watch-${watchOf(monitor.id)}`);

describe("GET metrics", () => {
  it("requires an administrator or a token with metrics:read", async () => {
    expect((await new Visitor().get(METRICS)).status).toBe(401);
    for (const role of ["operator", "branding", "viewer"] as const)
      expect((await (await addUser(role)).visitor.get(METRICS)).status).toBe(403);
    const other = await (await addToken(admin, ["system:read"])).get<{ error: string }>(METRICS);
    expect(other.status).toBe(403);
    expect(JSON.stringify(other.body)).toContain("metrics:read");
    expect((await (await addToken(admin, ["metrics:read"])).get(METRICS)).status).toBe(200);
  });

  it("is text in version 0.0.4, with help and type for each metric, and never cached", async () => {
    const { headers } = await admin.get(METRICS);
    expect(headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("no-store");
    for (const [name, { type, help }] of await read()) {
      expect(name).toMatch(/^uptide_[a-z_]+$/);
      expect(["gauge", "counter", "summary"]).toContain(type);
      expect(help).toMatch(/^[A-Z0-9].*\.$/);
    }
    expect(await find("uptide_build_info")).toEqual([[PRODUCT_VERSION, 1]]);
  });

  it("reports a monitor's last check, with any name", async () => {
    const monitor = await addBeating(admin, HOSTILE);
    const labels = { key: monitor.key, name: HOSTILE, type: "webhook" };
    expect(await stateOf("uptide_monitor_status", "status", labels)).toEqual(["up"]);
    expect(await find("uptide_monitor_status", labels)).toHaveLength(5);
    expect(await stateOf("uptide_monitor_confirmed_status", "status", labels)).toEqual(["up"]);
    expect(await findValue("uptide_monitor_up", labels)).toBe(1);
    expect(await findValue("uptide_monitor_paused", labels)).toBe(0);
    expect(await findValue("uptide_monitor_maintenance", labels)).toBe(0);
    expect(await findValue("uptide_monitor_last_response_seconds", labels)).toBe(0.025);
    const checkedAt = await findValue("uptide_monitor_last_check_timestamp_seconds", labels);
    expect(checkedAt).toBeGreaterThan(Date.now() / 1000 - 600);
    expect(await find("uptide_monitor_certificate_expiry_timestamp_seconds", labels)).toEqual([]);
  });

  it("reports failures at once, and confirms them after the threshold", async () => {
    const monitor = await addBeating(admin, "Failing");
    const labels = { key: monitor.key };
    await admin.patch(`${MONITORS}/${monitor.id}`, { failureThreshold: 2 });
    await beat(admin, monitor, "down");
    expect(await findValue("uptide_monitor_up", labels)).toBe(0);
    expect(await stateOf("uptide_monitor_status", "status", labels)).toEqual(["down"]);
    expect(await stateOf("uptide_monitor_confirmed_status", "status", labels)).toEqual(["up"]);
    await beat(admin, monitor, "down");
    expect(await stateOf("uptide_monitor_confirmed_status", "status", labels)).toEqual(["down"]);
    await beat(admin, monitor, "degraded");
    expect(await findValue("uptide_monitor_up", labels)).toBe(1);
  });

  it("reports neither up nor down for monitors that are unchecked, paused or outdated", async () => {
    const fresh = await addBeating(admin, "Fresh", null);
    for (const name of ["status", "confirmed_status", "up", "last_check_timestamp_seconds"])
      expect([name, await find(`uptide_monitor_${name}`, { key: fresh.key })]).toEqual([name, []]);
    expect(await findValue("uptide_monitor_paused", { key: fresh.key })).toBe(0);
    await beat(admin, fresh, "degraded");
    expect(await stateOf("uptide_monitor_status", "status", { key: fresh.key })).toEqual(["degraded"]);
    const paused = await addBeating(admin, "Paused");
    await admin.post(`${MONITORS}/${paused.id}/pause`);
    expect(await findValue("uptide_monitor_paused", { key: paused.key })).toBe(1);
    expect(await stateOf("uptide_monitor_status", "status", { key: paused.key })).toEqual(["pending"]);
    expect(await find("uptide_monitor_up", { key: paused.key })).toEqual([]);
    const old = await addBeating(admin, "Old");
    vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ["Date"] });
    try {
      expect(await stateOf("uptide_monitor_status", "status", { key: old.key })).toEqual(["pending"]);
      expect(await find("uptide_monitor_up", { key: old.key })).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("reports maintenance while it is active", async () => {
    const monitor = await addBeating(admin, "Maintained");
    const window = { name: "Night", startsAt: Date.now() - 1000, endsAt: Date.now() + 3_600_000 };
    await admin.post("/api/v1/admin/maintenance", { ...window, monitorIds: [monitor.id] });
    await eventually(async () =>
      expect(await findValue("uptide_monitor_maintenance", { key: monitor.key })).toBe(1),
    );
  });

  it("counts checks, failures and response times", async () => {
    const monitor = await addBeating(admin, "Counted");
    for (const status of ["down", "degraded", "up"]) await beat(admin, monitor, status);
    const labels = { key: monitor.key };
    expect(await findValue("uptide_monitor_checks_total", labels)).toBe(4);
    expect(await findValue("uptide_monitor_check_failures_total", labels)).toBe(2);
    expect(await findValue("uptide_monitor_response_seconds_sum", labels)).toBe(0.1);
    expect(await findValue("uptide_monitor_response_seconds_count", labels)).toBe(4);
  });

  it("omits the monitors of a watch that doesn't respond, and reports the watch as down", async () => {
    const monitor = await addBeating(admin, "Alone");
    const watch = String(watchOf(monitor.id));
    const starts = await findValue("uptide_watch_starts_total", { watch });
    await runInDurableObject(watchFor(monitor), (_watch: Watch, { storage }) => {
      storage.sql.exec("DROP TABLE outbox");
      storage.kv.delete("storage_version");
    });
    expect(await findValue("uptide_watch_up", { watch })).toBe(0);
    expect(await find("uptide_monitor_status", { key: monitor.key })).toEqual([]);
    expect(await find("uptide_watch_outbox_items", { watch })).toEqual([]);
    expect(await find("uptide_build_info")).toHaveLength(1);
    await runInDurableObject(watchFor(monitor), (_watch: Watch, state) => state.abort("evicted")).catch(
      () => {},
    );
    expect(await findValue("uptide_watch_up", { watch })).toBe(1);
    expect(await findValue("uptide_watch_outbox_items", { watch })).toBe(0);
    expect(await findValue("uptide_watch_outbox_oldest_age_seconds", { watch })).toBe(0);
    await beat(admin, monitor, "down");
    expect(await findValue("uptide_watch_starts_total", { watch })).toBe((starts ?? 0) + 1);
    expect(await findValue("uptide_watch_monitors", { watch })).toBeGreaterThan(0);
    expect(await findValue("uptide_watch_tick_lateness_seconds", { watch })).toBe(0);
  });

  it("counts sent and pending deliveries for each channel", async () => {
    const config = { url: "http://127.0.0.1:9/" };
    const channel = { name: HOSTILE, type: "webhook", config };
    const { body } = await admin.post<{ id: number; key: string }>(
      "/api/v1/admin/notifications/channels",
      channel,
    );
    const labels = { key: body.key, name: HOSTILE, type: "webhook" };
    expect(await find("uptide_channel_deliveries_total", labels)).toEqual([
      ["delivered", 0],
      ["failed", 0],
      ["suppressed", 0],
    ]);
    expect(await findValue("uptide_channel_queue_oldest_age_seconds", labels)).toBe(0);
    await admin.post(`/api/v1/admin/notifications/channels/${body.id}/test`);
    expect(await findValue("uptide_channel_deliveries_total", { ...labels, status: "failed" })).toBe(1);
    const insert = bindings.DB.prepare(
      `INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
         held_until, due_at, max_attempts, message, created_at)
       VALUES (?, ?, '', 'webhook', '', 'alert', 'pending', ?, ?, 3, '{}', ?)`,
    );
    const later = Date.now() + 86_400_000;
    await bindings.DB.batch([
      insert.bind(body.id, "held", later, later, Date.now() - 900_000),
      insert.bind(body.id, "due", null, later, Date.now() - 300_000),
    ]);
    expect(await find("uptide_channel_queue_deliveries", labels)).toEqual([
      ["held", 1],
      ["due", 1],
    ]);
    const age = await findValue("uptide_channel_queue_oldest_age_seconds", labels);
    expect(age).toBeGreaterThanOrEqual(300);
    expect(age).toBeLessThan(900);
    await admin.delete(`/api/v1/admin/notifications/channels/${body.id}`);
    expect(await find("uptide_channel_deliveries_total", labels)).toEqual([]);
  });

  it("counts action runs by result", async () => {
    const made = await admin.post<{ id: number; key: string }>("/api/v1/admin/actions", {
      name: "Restart",
      enabled: false,
      config: { method: "POST", url: "http://127.0.0.1:9/", headers: {}, body: "" },
    });
    expect(made.status).toBe(201);
    const labels = { key: made.body.key, name: "Restart" };
    await admin.post(`/api/v1/admin/actions/${made.body.id}/run`, {});
    expect(await find("uptide_action_runs_total", labels)).toEqual([
      ["succeeded", 0],
      ["failed", 0],
      ["skipped", 1],
      ["cancelled", 0],
    ]);
    expect(await find("uptide_action_queue_runs", labels)).toEqual([
      ["held", 0],
      ["due", 0],
    ]);
  });

  it("counts snoozed monitors and acknowledged failures", async () => {
    const wanted = { name: "Quiet", type: "webhook", intervalSecs: 86_400 };
    const { id } = (await admin.post<{ id: number }>("/api/v1/admin/monitors", wanted)).body;
    const put = (until: number) =>
      bindings.DB.prepare("INSERT OR REPLACE INTO snoozes (monitor_id, until_at) VALUES (?, ?)")
        .bind(id, until)
        .run();
    await put(Date.now() + 60_000);
    expect(await findValue("uptide_monitors_snoozed")).toBe(1);
    await put(Date.now() - 1);
    expect(await findValue("uptide_monitors_snoozed")).toBe(0);
    expect(await findValue("uptide_monitors_acknowledged")).toBe(0);
    await bindings.DB.prepare("INSERT INTO acknowledgements VALUES (?, 'me', '', 1, NULL, 1)").bind(id).run();
    expect(await findValue("uptide_monitors_acknowledged")).toBe(1);
  });

  it("counts subscribers by type and status, and their pending notifications", async () => {
    await addSubscriber({ type: "email" });
    await addSubscriber({ type: "webhook", status: "disabled" });
    expect(await findValue("uptide_subscribers", { type: "email", status: "active" })).toBe(1);
    expect(await findValue("uptide_subscribers", { type: "webhook", status: "disabled" })).toBe(1);
    expect(await find("uptide_subscribers")).toHaveLength(8);
    await addFanout({ isFinished: false });
    expect(await findValue("uptide_subscriber_events_open")).toBe(1);
    expect(await findValue("uptide_subscriber_events_oldest_age_seconds")).toBeGreaterThan(0);
    expect(await findValue("uptide_subscriber_deliveries_retrying")).toBe(0);
  });

  it("counts many subscribers only once every few minutes", async () => {
    const rowsOf = async () => await rowsReadDuring(read);
    const few = await rowsOf();
    await bindings.DB.prepare(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
       INSERT INTO subscribers (type, destination, email, status, locale, events, seal_name, manage_token, manage_hash,
         unsubscribe_hash, confirmed_at, created_at)
       SELECT 'email', n, n, 'active', 'en', '[]', n, n, n, n, 1, 1 FROM n`,
    ).run();
    expect(await rowsOf()).toBeGreaterThanOrEqual(few + 1000);
    expect(await rowsOf()).toBeLessThan(few + 10);
    vi.useFakeTimers({ now: Date.now() + 300_000, toFake: ["Date"] });
    try {
      expect(await rowsOf()).toBeGreaterThanOrEqual(few + 1000);
    } finally {
      vi.useRealTimers();
    }
  });

  it("queries the database at most twice, including the session, for any number of monitors and channels", async () => {
    const token = await addToken(admin, ["metrics:read"]);
    await token.get(METRICS);
    const asked = vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "batch");
    const statements = vi.spyOn(Object.getPrototypeOf(bindings.DB), "prepare");
    try {
      await token.get(METRICS);
      const [batch] = await Promise.all(
        asked.mock.results.map(async ({ value }) => (await value) as D1Result[]),
      );
      expect(asked).toHaveBeenCalledTimes(1);
      // The token's row is read outside the batch.
      expect(statements.mock.calls.length - (batch?.length ?? 0)).toBeLessThanOrEqual(1);
    } finally {
      asked.mockRestore();
      statements.mockRestore();
    }
  });

  it("reads a few rows per watch and channel, and none per monitor or sent message", async () => {
    const rowsOf = async () => await rowsReadDuring(read);
    const before = await rowsOf();
    const numbers = JSON.stringify(Array.from({ length: 640 }, (_, i) => i));
    await bindings.DB.batch([
      bindings.DB.prepare(
        `INSERT INTO monitors (id, key, name, type, paused, interval_secs, timeout_ms, retries, failure_threshold,
           recovery_threshold, config, tags, created_at, updated_at)
         SELECT 9600000 + value, 'm' || value, 'M', 'https', 1, 60, 1000, 1, 1, 1, '{}', '[]', 0, 0 FROM json_each(?)`,
      ).bind(numbers),
      bindings.DB.prepare(
        `INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
           due_at, max_attempts, message, created_at)
         SELECT 1, 'sent ' || value, '', 'webhook', '', 'alert', 'delivered', 0, 3, '{}', 0 FROM json_each(?)`,
      ).bind(numbers),
      bindings.DB.prepare(
        `INSERT INTO action_runs (action_id, action_name, monitor_name, trigger, status, due_at, created_at)
         SELECT 1, '', '', 'manual', 'succeeded', 0, 0 FROM json_each(?)`,
      ).bind(numbers),
    ]);
    expect((await rowsOf()) - before).toBeLessThanOrEqual(20 * 3);
    await bindings.DB.prepare("DELETE FROM monitors WHERE id >= 9600000").run();
  });

  it("reports open event streams of the page and the panel", async () => {
    expect(await findValue("uptide_page_streams")).toBe(0);
    expect(await findValue("uptide_panel_streams")).toBe(0);
  });

  it("labels streams and subscribers with their page once there are several, and reports copy and housekeeping", async () => {
    const pages = "/api/v1/admin/pages";
    await admin.post(pages, { key: "customers", name: "Customers" });
    expect(await findValue("uptide_page_streams", { page: "customers" })).toBe(0);
    expect(await findValue("uptide_page_streams", { page: "main" })).toBe(0);
    expect(await find("uptide_subscribers")).toHaveLength(16);
    const own = { page: "customers", type: "email", status: "active" };
    expect(await findValue("uptide_subscribers", own)).toBe(0);
    await admin.delete(`${pages}/customers?confirm=Customers`);
    expect(await find("uptide_subscribers")).toHaveLength(8);
    expect(await stateOf("uptide_mirror_state", "state")).toEqual(["off"]);
    expect(await find("uptide_mirror_last_success_timestamp_seconds")).toEqual([]);
    const now = Date.now();
    await runHousekeeping(bindings, now);
    expect(await findValue("uptide_cron_last_run_timestamp_seconds")).toBe(now / 1000);
  });
});
