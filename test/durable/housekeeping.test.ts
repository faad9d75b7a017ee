import { beforeAll, describe, expect, it } from "vitest";
import { runHousekeeping } from "../../src/service/system/housekeeping.ts";
import { breakDatabase } from "../api/broken_database.ts";
import { bindings, setUp } from "../api/client.ts";
import { statementsDuring } from "../api/d1_reads.ts";
import { addMonitors } from "../data/add_monitors.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 8, 10, 0, 0, 30);
/** One read of what is due, the time of the run, the watches and the last check for releases. */
const MOST_STATEMENTS_A_MINUTE = 10;

const run = async (text: string) => await bindings.DB.prepare(text).run();
const rows = async (text: string) => (await bindings.DB.prepare(text).raw()) as unknown[][];

interface DueCase {
  add: string[];
  read: string;
  before: unknown[][];
  after: unknown[][];
}

interface Added {
  kind?: string;
  count: number;
  last?: number;
  isOffered?: 0 | 1;
}

const deleted = (read: string) => ({ read, before: [[1]], after: [[0]] });
const subscriber = (id: number, values: string) => `
  INSERT INTO subscribers (id, type, destination, email, locale, events, seal_name, manage_token, manage_hash,
    unsubscribe_hash, created_at, status, confirm_until)
  VALUES (${id}, 'email', 's${id}', 's${id}', 'en', '[]', 's${id}', '', 's${id}', 's${id}', 0, ${values})`;
const delivery = (id: number, values: string) => `
  INSERT INTO deliveries (id, channel_id, event_id, channel_name, channel_type, monitor_name, event_type, message,
    created_at, status, max_attempts, attempt_count, due_at)
  VALUES (${id}, 1, 'e${id}', '', 'webhook', '', 'alert', '{}', ${values})`;

const CASES: Record<string, DueCase> = {
  "deletes an expired session": {
    add: [
      `INSERT INTO sessions (token_hash, user_id, method, ip, user_agent, created_at, last_seen_at, expires_at)
        SELECT 'old', id, 'password', '', '', 0, 0, ${NOW} FROM users LIMIT 1`,
    ],
    ...deleted("SELECT count(*) FROM sessions WHERE token_hash = 'old'"),
  },
  "deletes an expired challenge": {
    add: [`INSERT INTO used_challenges VALUES ('old', ${NOW})`],
    ...deleted("SELECT count(*) FROM used_challenges"),
  },
  "deletes an expired link to set a password": {
    add: [`INSERT INTO password_links VALUES (77, 'reset', 'old', ${NOW})`],
    ...deleted("SELECT count(*) FROM password_links WHERE token_hash = 'old'"),
  },
  "deletes a password request older than an hour": {
    add: [
      `INSERT INTO password_requests (email, ip, claimed_until, created_at)
        VALUES ('a@example.com', '', ${NOW + MINUTE}, ${NOW - HOUR})`,
    ],
    ...deleted("SELECT count(*) FROM password_requests"),
  },
  "deletes hours-old sums of refused sign-ins": {
    add: [
      `INSERT INTO denials VALUES (${NOW / HOUR - 3}, 'old', 60, NULL)`,
      `INSERT INTO denied_accounts VALUES (${NOW / HOUR - 3}, 'old', 'a', 1, 1)`,
      `INSERT INTO denied_addresses VALUES (${NOW / HOUR - 3}, 'old', 'a', 'b')`,
    ],
    ...deleted("SELECT count(*) FROM denials JOIN denied_accounts JOIN denied_addresses"),
  },
  "deletes an unconfirmed subscription": {
    add: [subscriber(71, `'pending', ${NOW - 30 * DAY}`)],
    ...deleted("SELECT count(*) FROM subscribers WHERE id = 71"),
  },
  "deletes a subscriber event older than 400 days": {
    add: [
      `INSERT INTO public_events (id, type, at, body) VALUES ('old', 'incident.created', ${NOW - 400 * DAY - 1}, '{}')`,
    ],
    ...deleted("SELECT count(*) FROM public_events WHERE id = 'old'"),
  },
  "fails a delivery whose last attempt was interrupted": {
    add: [
      delivery(701, `0, 'pending', 3, 3, ${NOW}`),
      `UPDATE deliveries SET claimed_until = ${NOW - 1} WHERE id = 701`,
    ],
    read: "SELECT status FROM deliveries WHERE id = 701",
    before: [["pending"]],
    after: [["failed"]],
  },
  "brings a delivery's retry forward after the clock was set back": {
    add: [delivery(702, `${NOW + DAY}, 'pending', 3, 1, ${NOW + 2 * DAY}`)],
    read: "SELECT due_at FROM deliveries WHERE id = 702",
    before: [[NOW + 2 * DAY]],
    after: [[NOW]],
  },
  "fails an action run whose last attempt was interrupted": {
    add: [
      `INSERT INTO action_runs (id, action_id, action_name, monitor_name, trigger, status, due_at, fired_at,
        claimed_until, attempt_count, created_at) VALUES (701, 1, '', '', 'down', 'running', 1, 1, 1, 4, ${NOW})`,
    ],
    read: "SELECT status FROM action_runs WHERE id = 701",
    before: [["running"]],
    after: [["failed"]],
  },
  "fails a subscription email whose last attempt was interrupted": {
    add: [
      subscriber(72, "'active', NULL"),
      `INSERT INTO subscriber_notices (id, subscriber_id, kind, status, due_at, attempt_count, claimed_until,
        created_at) VALUES (701, 72, 'welcome', 'pending', 1, 4, 1, ${NOW})`,
    ],
    read: "SELECT status FROM subscriber_notices WHERE id = 701",
    before: [["pending"]],
    after: [["failed"]],
  },
  "fails a subscriber delivery whose last attempt was interrupted": {
    add: [
      `INSERT INTO subscriber_deliveries (id, status, due_at, attempt_count, max_attempts, claimed_until, created_at)
        VALUES (5000000072, 'pending', 1, 4, 4, 1, ${NOW})`,
    ],
    read: "SELECT status FROM subscriber_deliveries WHERE id = 5000000072",
    before: [["pending"]],
    after: [["failed"]],
  },
  "closes a fan-out open for over a day": {
    add: [
      `INSERT INTO fanouts (event_id, event_type, title, scope, at, cursor, claimed_until, created_at)
        VALUES ('open', 'incident.created', '', '{}', 1, 0, ${NOW + MINUTE}, ${NOW - DAY - 1})`,
    ],
    read: "SELECT finished_at FROM fanouts WHERE event_id = 'open'",
    before: [[null]],
    after: [[NOW]],
  },
  "marks an event that no channel could accept as offered": {
    add: [
      `INSERT INTO monitor_events (id, monitor_id, kind, at, offered, body)
        VALUES ('9:1', 9, 'alert', ${NOW - 20_000}, 0, '{"id":"9:1","monitorId":9,"kind":"alert"}')`,
    ],
    read: "SELECT offered FROM monitor_events WHERE id = '9:1'",
    before: [[0]],
    after: [[1]],
  },
  "starts a maintenance window that is due": {
    add: [
      `INSERT INTO maintenance (id, name, description, starts_at, ends_at, all_monitors, notify_subscribers, created_at,
          updated_at, told, turn_at)
        VALUES (71, '', '', ${NOW}, ${NOW + HOUR}, 0, 0, 0, 0, 'announced', ${NOW})`,
    ],
    read: "SELECT told FROM maintenance WHERE id = 71",
    before: [["announced"]],
    after: [["started"]],
  },
  "has a watch load a pending change": {
    add: ["INSERT INTO stale_watches (watch, version) VALUES (700, 1)"],
    ...deleted("SELECT count(*) FROM stale_watches WHERE watch = 700"),
  },
};

beforeAll(async () => {
  await setUp();
  await runHousekeeping(bindings, NOW - 1000);
});

describe("housekeeping", () => {
  it("needs only a few statements when nothing is due", async () => {
    const statements = await statementsDuring(() => runHousekeeping(bindings, NOW));
    expect(statements).toBeLessThanOrEqual(MOST_STATEMENTS_A_MINUTE);
  });

  it.each(Object.entries(CASES))("%s", async (_what, { add, read, before, after }) => {
    for (const text of add) await run(text);
    expect(await rows(read)).toEqual(before);
    await runHousekeeping(bindings, NOW);
    expect(await rows(read)).toEqual(after);
  });

  it("deletes a monitor's old events, but not its newest and none that still has to be sent", async () => {
    const cutoff = NOW + DAY - 90 * DAY;
    const add = (monitorId: number, { kind = "alert", count, last = cutoff - 1, isOffered = 1 }: Added) =>
      run(`
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
        INSERT INTO monitor_events (id, monitor_id, kind, at, offered, body)
          SELECT '${monitorId}:${kind}' || i, ${monitorId}, '${kind}', ${last} - ${count} + i, ${isOffered}, '{}' FROM n`);
    await addMonitors([81, 82]);
    await add(81, { count: 600 });
    await add(81, { kind: "certificate", count: 21 });
    await add(82, { kind: "from a later version", count: 40, isOffered: 0 });
    await add(83, { count: 2 });
    await add(83, { kind: "recovery", count: 1, last: cutoff });
    await runHousekeeping(bindings, NOW + DAY);
    expect(
      await rows(`
        SELECT monitor_id, kind, count(*), max(at) - ${cutoff} FROM monitor_events
        WHERE monitor_id IN (81, 82, 83) GROUP BY monitor_id, kind`),
    ).toEqual([
      [81, "alert", 20, -1],
      [81, "certificate", 20, -1],
      [82, "from a later version", 40, -1],
      [83, "recovery", 1, 0],
    ]);
  });

  it("announces a maintenance and notifies subscribers in the same run", async () => {
    await run(
      `INSERT INTO maintenance (id, name, description, starts_at, ends_at, all_monitors, notify_subscribers, created_at,
          updated_at, told, turn_at)
        VALUES (72, '', '', ${NOW + HOUR}, ${NOW + 2 * HOUR}, 1, 1, 0, 0, 'planned', ${NOW})`,
    );
    await runHousekeeping(bindings, NOW);
    expect(await rows("SELECT count(*) FROM fanouts WHERE event_id = 'maintenance-72-scheduled'")).toEqual([
      [1],
    ]);
  });

  it("runs every task when it can't read which are due", async () => {
    await run(`INSERT INTO used_challenges VALUES ('older', ${NOW})`);
    const repair = breakDatabase("D1_ERROR: Network connection lost.", (text) =>
      text.includes("used challenges"),
    );
    await runHousekeeping(bindings, NOW);
    repair();
    expect(await rows("SELECT count(*) FROM used_challenges")).toEqual([[0]]);
  });
});
