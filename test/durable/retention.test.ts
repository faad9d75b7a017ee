import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../durable/watch/watch.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { runHousekeeping } from "../../src/service/system/housekeeping.ts";
import { bindings, setUp } from "../api/client.ts";
import { rowsReadDuring } from "../api/d1_reads.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 8, 10, 0, 0, 30);
const TODAY = Math.floor(NOW / DAY);
/** An upper bound for the rows an idle minute reads, with a wide margin. */
const MOST_ROWS_A_MINUTE = 120;

const run = async (text: string, ...values: unknown[]) =>
  await bindings.DB.prepare(text)
    .bind(...values)
    .run();
const housekeep = (now = NOW) => runHousekeeping(bindings, now);

async function marks(text: string): Promise<string[]> {
  const { results } = await bindings.DB.prepare(`${text} ORDER BY mark`).all<{ mark: string }>();
  return results.map(({ mark }) => mark);
}

const KINDS: Record<string, { add: (at: number, mark: string) => Promise<unknown>; read: string }> = {
  "deliveries of channels": {
    add: (at, mark) =>
      run(
        `INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
          due_at, max_attempts, message, created_at) VALUES (1, ?, '', 'webhook', '', 'alert', 'delivered', ?, 3, '{}', ?)`,
        mark,
        at,
        at,
      ),
    read: "SELECT event_id AS mark FROM deliveries",
  },
  "runs of actions": {
    add: (at, mark) =>
      run(
        `INSERT INTO action_runs (action_id, action_name, monitor_name, trigger, status, due_at, created_at)
          VALUES (1, ?, '', 'down', 'failed', ?, ?)`,
        mark,
        at,
        at,
      ),
    read: "SELECT action_name AS mark FROM action_runs",
  },
  "deliveries to subscribers": {
    add: async (at, mark) => {
      await run(
        `INSERT INTO fanouts (event_id, event_type, title, scope, at, cursor, finished_at, created_at)
          VALUES (?, 'incident.created', '', '{}', ?, NULL, 1, ?)`,
        mark,
        at,
        at,
      );
      await run(
        `INSERT INTO subscriber_deliveries (id, status, max_attempts, due_at, created_at)
          SELECT max(id) * 1000000000 + 7, 'delivered', 4, ?, ? FROM fanouts`,
        at,
        at,
      );
    },
    read: `SELECT event_id AS mark FROM fanouts f
      WHERE EXISTS (SELECT 1 FROM subscriber_deliveries d WHERE d.id / 1000000000 = f.id)`,
  },
  "emails about subscriptions": {
    add: (at, mark) =>
      run(
        `INSERT INTO subscriber_notices (subscriber_id, kind, status, due_at, created_at, last_error)
          VALUES (1, 'welcome', 'delivered', ?, ?, ?)`,
        at,
        at,
        mark,
      ),
    read: "SELECT last_error AS mark FROM subscriber_notices",
  },
};

async function empty(): Promise<void> {
  const tables = ["deliveries", "action_runs", "subscriber_deliveries", "fanouts", "subscriber_notices"];
  for (const table of [...tables, "public_events", "response_days", "response_blocks"])
    await run(`DELETE FROM ${table}`);
  await run("DELETE FROM settings WHERE name = 'day'");
}

beforeAll(async () => {
  await setUp();
  await run(`INSERT INTO subscribers (id, type, destination, email, status, locale, events, seal_name, manage_token,
    manage_hash, unsubscribe_hash, created_at)
    VALUES (1, 'email', 'a@example.com', 'a@example.com', 'active', 'en', '[]', 'a', '', 'a', 'a', 0)`);
});

beforeEach(empty);

afterEach(() => {
  vi.useRealTimers();
});

describe("retention of 90 days", () => {
  it.each(Object.entries(KINDS))(
    "deletes %s older than 90 days, to the millisecond",
    async (_kind, { add, read }) => {
      await add(NOW - 90 * DAY - 1, "a");
      await add(NOW - 90 * DAY, "b");
      await add(NOW - DAY, "c");
      await housekeep();
      expect(await marks(read)).toEqual(["b", "c"]);
      await housekeep(NOW + 1);
      expect(await marks(read)).toEqual(["c"]);
    },
  );

  it("deletes 500 rows a run, even behind a pending one", async () => {
    await run(`INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
      due_at, max_attempts, message, created_at) VALUES (1, 'waits', '', '', '', 'alert', 'pending', 9e15, 3, '{}', 1)`);
    await run(`
      INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
        due_at, max_attempts, message, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
      SELECT 1, 'old' || i, '', 'webhook', '', 'alert', 'delivered', 1, 3, '{}', 1 FROM n`);
    const left = async () => (await marks("SELECT event_id AS mark FROM deliveries")).length;
    const counts = [];
    for (let minute = 0; minute < 3; minute++) {
      await housekeep(NOW + minute * 60_000);
      counts.push(await left());
    }
    expect(counts).toEqual([701, 201, 1]);
  });
});

describe("records of sent alerts", () => {
  it("are deleted after 90 days, more than 10,000 in a day", async () => {
    await run(`
      INSERT INTO monitor_events (id, monitor_id, at, kind, body)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      SELECT i, 900000 + i % 300, ${NOW - 91 * DAY} + i, 'alert', '{}' FROM n`);
    await housekeep();
    expect(await marks("SELECT id AS mark FROM monitor_events WHERE monitor_id >= 900000")).toEqual([]);
  });
});

describe("a minute with nothing to delete", () => {
  it("reads only a few rows, however many are stored", async () => {
    await run(`
      INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
        due_at, max_attempts, message, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      SELECT 1, 'd' || i, '', 'webhook', '', 'alert', 'delivered', 1, 3, '{}', ${NOW - DAY} FROM n`);
    await run(`
      INSERT INTO action_runs (action_id, action_name, monitor_name, trigger, status, due_at, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      SELECT 1, '', '', 'down', 'failed', 1, ${NOW - DAY} FROM n`);
    await run(`
      INSERT INTO fanouts (event_id, event_type, title, scope, at, cursor, finished_at, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      SELECT 'f' || i, 'incident.created', '', '{}', 1, NULL, 1, ${NOW - DAY} FROM n`);
    await run(`
      INSERT INTO subscriber_notices (subscriber_id, kind, status, due_at, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      SELECT 1, 'welcome', 'delivered', 1, ${NOW - DAY} FROM n`);
    await housekeep();
    expect(await rowsReadDuring(() => housekeep(NOW + 60_000))).toBeLessThan(MOST_ROWS_A_MINUTE);
  });
});

describe("hourly response times", () => {
  it("are deleted after 400 days, even for a paused monitor", async () => {
    await run(`INSERT INTO monitors (id, key, name, type, paused, interval_secs, timeout_ms, retries, failure_threshold,
      recovery_threshold, config, tags, created_at, updated_at)
      VALUES (900000, 'paused', 'Paused', 'https', 1, 60, 1000, 1, 1, 1, '{}', '[]', 0, 0)`);
    await run(
      `INSERT INTO response_days (monitor_id, day, hours) VALUES (900000, ?1, x''), (900000, ?1 - 1, x''), (900000, 3, x'')`,
      TODAY - 400,
    );
    const block = Math.floor((TODAY - 400) / 32);
    await run(
      `INSERT INTO response_blocks (monitor_id, block, through, total, days)
        VALUES (900000, ?1, 0, x'', x''), (900000, ?1 - 1, 0, x'', x'')`,
      block,
    );
    await housekeep();
    expect(await marks("SELECT day AS mark FROM response_days")).toEqual([TODAY - 400]);
    expect(await marks("SELECT block AS mark FROM response_blocks")).toEqual([block]);
    // Housekeeping looks once a day, so this one waits for the next.
    await run("INSERT INTO response_days (monitor_id, day, hours) VALUES (900000, 3, x'')");
    await housekeep(NOW + 60_000);
    expect(await marks("SELECT day AS mark FROM response_days")).toEqual([3, TODAY - 400]);
    await housekeep(NOW + DAY);
    expect(await marks("SELECT day AS mark FROM response_days")).toEqual([]);
    await run("DELETE FROM monitors WHERE id = 900000");
  });
});

describe("individual results", () => {
  it("are deleted after 7 days, even when everything is paused", async () => {
    const admin = await setUp();
    const { id } = (
      await admin.post<Monitor>("/api/v1/admin/monitors", { name: "quiet", type: "webhook", config: {} })
    ).body;
    await admin.post(`/api/v1/admin/monitors/${id}/pause`);
    const stub = bindings.WATCH.getByName(`watch-${Math.floor(id / 32)}`);
    const at = Date.now();
    vi.useFakeTimers({ now: at, toFake: ["Date"] });
    const ticks = await runInDurableObject(stub, async (watch: Watch, { storage: { sql } }) => {
      sql.exec("DELETE FROM ticks");
      for (const age of [7 * DAY + 1, 7 * DAY])
        sql.exec("INSERT INTO ticks (at, results) VALUES (?, x'')", at - age);
      await watch.revive();
      return sql
        .exec<{ at: number }>("SELECT at FROM ticks")
        .toArray()
        .map((row) => row.at);
    });
    expect(ticks).toEqual([at - 7 * DAY]);
  });
});
