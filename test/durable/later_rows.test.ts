import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Channel } from "../../src/schema/channel.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { runHousekeeping } from "../../src/service/system/housekeeping.ts";
import { bindings, setUp, Visitor } from "../api/client.ts";
import { eventually } from "../eventually.ts";
import { firstWatch } from "../first_ids.ts";

const ROOT = "/api/v1/admin";
const ADDRESSES = [
  "/monitors",
  "/notifications/channels",
  "/notifications/deliveries",
  "/actions",
  "/actions/runs",
  "/incidents",
  "/maintenance",
  "/layout",
  "/branding",
  "/locales",
  "/vaults",
  "/users",
  "/audit",
  "/config/export",
  "/system-health",
].map((path) => ROOT + path);
const PUBLIC = [
  "/api/v1/public/page",
  "/api/v1/public/incidents",
  "/api/v2/summary.json",
  "/history.rss",
  "/",
];

let admin: Visitor;
let monitor: Monitor;
let channel: Channel;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
  channel = (
    await admin.post<Channel>(`${ROOT}/notifications/channels`, {
      name: "Hook",
      type: "webhook",
      config: { url: "https://hook.example/" },
    })
  ).body;
  monitor = await addHeartbeat("Beat");
  await admin.put(`${ROOT}/subscribers/settings`, { enabled: true });
  await addLaterColumns();
});

async function addHeartbeat(name: string): Promise<Monitor> {
  const { body } = await admin.post<Monitor>(`${ROOT}/monitors`, {
    name,
    type: "webhook",
    intervalSecs: 86_400,
  });
  await admin.put(`${ROOT}/notifications/monitor/${body.id}/channels`, { channelIds: [channel.id] });
  return body;
}

async function run(sql: string, ...values: unknown[]): Promise<void> {
  await bindings.DB.prepare(sql)
    .bind(...values)
    .run();
}

async function rowsOf(sql: string): Promise<unknown[]> {
  return (await bindings.DB.prepare(sql).all()).results;
}

/** Columns have defaults, because an earlier version still writes rows. */
async function addLaterColumns(): Promise<void> {
  const tables = await bindings.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations'",
  ).all<{ name: string }>();
  for (const { name } of tables.results)
    await run(`ALTER TABLE ${name} ADD COLUMN later TEXT NOT NULL DEFAULT '{"of":"later"}'`);
}

async function beat({ heartbeatUrl = "" }: Monitor, status: "up" | "down"): Promise<number> {
  return (await new Visitor().post(new URL(heartbeatUrl).pathname, { status })).status;
}

async function isWhole(addresses: readonly string[]): Promise<void> {
  for (const path of addresses) expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
}

const reload = () => bindings.WATCH.getByName(firstWatch()).reload();
const alertsOf = async ({ id }: Monitor) =>
  await rowsOf(
    `SELECT event_type FROM deliveries WHERE monitor_id = ${id} AND status <> 'parked' ORDER BY id`,
  );

async function copyAsLater(
  table: string,
  id: number | string,
  others: Record<string, string>,
): Promise<void> {
  const { results } = await bindings.DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{
    name: string;
  }>();
  const values = results.map(({ name }) => others[name] ?? name);
  await run(`INSERT INTO ${table} SELECT ${values.join(", ")} FROM ${table} WHERE id = ?`, id);
}

async function found(table: string, where: string): Promise<unknown[]> {
  return await rowsOf(`SELECT * FROM ${table} WHERE ${where}`);
}

describe("a database written by a later version", () => {
  it("works with added columns", async () => {
    await beat(monitor, "down");
    await eventually(async () => expect(await alertsOf(monitor)).toEqual([{ event_type: "alert" }]));
    await isWhole([...ADDRESSES, ...PUBLIC]);
  });

  it("keeps a monitor of an unknown type, and checks the others", async () => {
    await copyAsLater("monitors", monitor.id, {
      id: "id + 5",
      key: "'new'",
      type: "'quantum'",
      config: `'{"later":{"deep":[1]}}'`,
      heartbeat_hash: "NULL",
      heartbeat_token: "NULL",
    });
    await run(
      "UPDATE monitors SET config = json_set(config, '$.later', json('{\"of\":1}')) WHERE id = ?",
      monitor.id,
    );
    const before = await found("monitors", "key = 'new'");
    await reload();
    await beat(monitor, "up");
    await eventually(async () => expect(await alertsOf(monitor)).toHaveLength(2));
    await isWhole([...ADDRESSES, ...PUBLIC]);
    expect(await found("monitors", "key = 'new'")).toEqual(before);
  });

  it("sends alerts despite a channel of an unknown type and unknown alert settings", async () => {
    await copyAsLater("channels", channel.id, {
      id: "id + 5",
      key: "'new'",
      type: "'pigeon'",
      config: `'{"later":1}'`,
    });
    await run(
      "INSERT INTO monitor_channels (monitor_id, channel_id) VALUES (?, ?)",
      monitor.id,
      channel.id + 5,
    );
    await run(
      "UPDATE channels SET alert_policy = json_set(alert_policy, '$.later', json('{\"of\":1}'), '$.quietHours.later', 1)",
    );
    await beat(monitor, "down");
    await eventually(async () => {
      const rows = await rowsOf(`SELECT status FROM deliveries WHERE channel_id = ${channel.id}`);
      expect(rows).toEqual(Array(3).fill({ status: "delivered" }));
    });
    await isWhole([...ADDRESSES, ...PUBLIC]);
  });

  it("keeps incidents, deliveries and events in unknown states, and processes the others", async () => {
    const incident = {
      title: "Out",
      status: "investigating",
      impact: "major",
      body: "Out.",
      monitorIds: [monitor.id],
    };
    const made = await admin.post<{ id: number }>(`${ROOT}/incidents`, incident);
    await copyAsLater("incidents", made.body.id, { id: "id + 5", status: "'postponed'", impact: "'cosmic'" });
    await copyAsLater("deliveries", 1, {
      id: "id + 500",
      event_id: "'later'",
      status: "'parked'",
      event_type: "'forecast'",
    });
    await copyAsLater("monitor_events", `${monitor.id}:1`, {
      id: `'${monitor.id}:1000'`,
      kind: "'forecast'",
      offered: "0",
      body: `json_set(body, '$.id', '${monitor.id}:1000', '$.kind', 'forecast')`,
    });
    const own = `'${monitor.id}:900'`;
    await copyAsLater("monitor_events", `${monitor.id}:1`, {
      id: own,
      offered: "0",
      body: `json_set(body, '$.id', ${own})`,
    });
    await run("UPDATE monitor_status SET current = 'dimmed' WHERE monitor_id = ?", monitor.id);
    await run(
      `INSERT INTO monitor_history (monitor_id, from_at, to_at, state, message) VALUES (?, 1, 2, 'dimmed', '')`,
      monitor.id,
    );
    const kept = async () => [
      ...(await found("incidents", "status = 'postponed'")),
      ...(await found("deliveries", "status = 'parked'")),
      ...(await found("monitor_events", "kind = 'forecast'")),
    ];
    const before = await kept();
    expect(before).toHaveLength(3);
    await runHousekeeping(bindings, Date.now() + 120_000);
    expect(await kept()).toEqual(before);
    expect(await rowsOf(`SELECT offered FROM monitor_events WHERE id = ${own}`)).toEqual([{ offered: 1 }]);
    await isWhole([...ADDRESSES, ...PUBLIC]);
    await beat(monitor, "up");
    await eventually(async () => expect((await alertsOf(monitor)).length).toBeGreaterThan(3));
  });

  it("serves the page without unknown blocks and settings", async () => {
    const children = [
      { id: "own", type: "monitor", monitorId: monitor.id, grid: { x: 0, y: 0, w: 3, h: 2 } },
      { id: "new", type: "hologram", depth: 3, grid: { x: 0, y: 2, w: 3, h: 2 } },
    ];
    const put = await admin.put(`${ROOT}/layout`, {
      tree: { id: "root", type: "page", children: [children[0]] },
    });
    expect(put.status).toBe(200);
    const [setting] = (await rowsOf("SELECT name FROM settings WHERE value LIKE '%\"root\"%'")) as {
      name: string;
    }[];
    await run(
      "UPDATE settings SET value = json_insert(value, '$.tree.children[#]', json(?), '$.children[#]', json(?), '$.later', 1) WHERE name = ?",
      JSON.stringify(children[1]),
      JSON.stringify(children[1]),
      setting?.name ?? "",
    );
    await run(
      "UPDATE settings SET value = json_insert(value, '$.later', json('{\"of\":1}')) WHERE json_type(value) = 'object'",
    );
    await bindings.PAGE.getByName("page").changed();
    await isWhole([...ADDRESSES, ...PUBLIC]);
    expect((await new Visitor().get<string>("/")).body).toContain(">Beat</a>");
  });
});
