import type { World } from "./world.ts";

export async function findLeaks(world: World): Promise<string[]> {
  const found: string[] = [];
  const count = (sql: string) => Number(world.database.read(`SELECT count(*) AS n FROM ${sql}`)[0]?.["n"]);
  const expectNone = (what: string, sql: string) => {
    const rows = count(sql);
    if (rows > 0) found.push(`${rows} ${what}`);
  };
  expectNone("events were not offered", "monitor_events WHERE offered = 0");
  expectNone("runs of actions are open", "action_runs WHERE status IN ('waiting', 'running')");
  expectNone("fan-outs are unfinished", "fanouts WHERE finished_at IS NULL");
  expectNone("sign-ups were not taken", "subscriber_requests");
  expectNone(
    "planned updates are overdue",
    `incident_updates WHERE publish_at < ${world.host.time.now() - 60_000}`,
  );
  expectNone("watches are stale", "stale_watches");
  found.push(...compareTallies(world));
  const now = world.host.time.now();
  expectNone(
    "deliveries are claimed",
    `deliveries WHERE claimed_until IS NOT NULL AND claimed_until < ${now}`,
  );
  for (const name of world.watches.objects.keys()) {
    const { outbox } = await world.ask<{ outbox: number }>(world.watches, name, "health");
    if (outbox > 0) found.push(`${name} has ${outbox} items in its outbox`);
  }
  const channels = world.database.read("SELECT 'channel-' || id AS name FROM channels");
  for (const { name } of channels as { name: string }[]) {
    if (!world.alerts.objects.has(name)) continue;
    const { outbox, nextDue } = await world.ask<{ outbox: number; nextDue: number | null }>(
      world.alerts,
      name,
      "health",
    );
    if (outbox > 0) found.push(`${name} has ${outbox} items in its outbox`);
    if (nextDue !== null && nextDue < now - 60_000)
      found.push(`${name} has something overdue since ${nextDue}`);
  }
  return found;
}

function compareTallies(world: World): string[] {
  const counted = world.database.read(`
    SELECT object_id AS id, status, count FROM tallies
    WHERE kind = 'delivery' AND count > 0 AND object_id IN (SELECT id FROM channels) ORDER BY id, status`);
  const rows = world.database.read(`
    SELECT channel_id AS id, status, count(*) AS count FROM deliveries
    WHERE status <> 'pending' AND channel_id IN (SELECT id FROM channels)
    GROUP BY channel_id, status ORDER BY id, status`);
  const [tallies, ends] = [JSON.stringify(counted), JSON.stringify(rows)];
  return tallies === ends ? [] : [`ends are counted as ${tallies}, and are ${ends}`];
}
