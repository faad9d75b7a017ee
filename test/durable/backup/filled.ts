import { bindings } from "../../api/client.ts";
import { addSubscriber } from "../subscriber/audience.ts";

/** Covers large tables, bytes, texts that need escaping, and unfinished work. */
export async function fillTables(monitorId: number, channelId: number): Promise<void> {
  const { DB } = bindings;
  const subscriber = await addSubscriber({ headers: { "X-Key": "a header of mine" } });
  const statements: [string, ...unknown[]][] = [
    ["INSERT INTO response_days VALUES (?, 20000, x'00ff10'), (?, 20001, x'')", monitorId, monitorId],
    ["INSERT INTO acknowledgements VALUES (?, 'ann@example.com', 'On it.', 1, NULL, 1)", monitorId],
    ["INSERT INTO snoozes VALUES (?, 9000000000000)", monitorId],
    ["INSERT INTO response_blocks VALUES (?, 600, 19999, x'0102', x'03')", monitorId],
    [
      "INSERT INTO monitor_history VALUES (?, 1000, 2000, 'up', ?), (?, 2000, 3000, 'down', '')",
      monitorId,
      `quotes " ' \\ and\n lines, ż 🦊 \u0001`,
      monitorId,
    ],
    [
      "INSERT INTO pings (monitor_id, at, kind, exit_code, run_id, run_ms, body, is_cut) VALUES (?, 1000, 'fail', 3, 'r', 90, ?, 1)",
      monitorId,
      `quotes " ' \\ and\n lines`,
    ],
    ...["pending", "delivered"].map((status): [string, ...unknown[]] => [
      `INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_id, monitor_name, event_type,
         status, due_at, max_attempts, message, created_at, held_until)
       VALUES (?, ?, 'Hook', 'webhook', ?, 'Shop', 'alert', '${status}', 9000000000000, 3, '{}', 1, 9000000000000)`,
      channelId,
      `${monitorId}:${status}`,
      monitorId,
    ]),
    [
      `INSERT INTO action_runs (timer_id, action_id, action_name, monitor_id, monitor_name, trigger, status, due_at, created_at)
       VALUES ('t', 1, 'Restart', ?, 'Shop', 'down', 'waiting', 9000000000000, 1)`,
      monitorId,
    ],
    [
      "INSERT INTO fanouts (event_id, event_type, title, scope, at, created_at) VALUES ('e', 'incident.created', '', '{\"all\":true}', 1, 1)",
    ],
    [
      `INSERT INTO subscriber_deliveries (id, status, max_attempts, due_at, created_at)
       SELECT id * 1000000000 + ?, 'pending', 3, 9000000000000, 1 FROM fanouts WHERE event_id = 'e'`,
      subscriber.id,
    ],
    [
      `INSERT INTO subscriber_notices (subscriber_id, kind, token, status, due_at, created_at)
       VALUES (?, 'confirm', 'sealed', 'pending', 9000000000000, 1)`,
      subscriber.id,
    ],
    [
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
       SELECT i, 0, '', 'Update', 'monitor', 'n' || i, json_object('text', printf('%.*c', 500, 'x')) FROM n`,
    ],
    [
      `INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
       VALUES (1, 0, '', 'Update', 'monitor', 'long', json_object('text', ?))`,
      `"`.repeat(900_000),
    ],
  ];
  await DB.batch(statements.map(([sql, ...values]) => DB.prepare(sql).bind(...values)));
}
