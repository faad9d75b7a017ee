import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Outbox } from "../../durable/outbox.ts";
import { makesTables, type StorageStep, upgradeStorage } from "../../durable/storage_version.ts";
import { NEWER_STORAGE } from "../../src/domain/system/newer_storage.ts";
import type { Channel } from "../../src/schema/channel.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { runHousekeeping } from "../../src/service/system/housekeeping.ts";
import { bindings, setUp, Visitor } from "../api/client.ts";
import { eventually } from "../eventually.ts";
import { firstWatch } from "../first_ids.ts";

const ROOT = "/api/v1/admin";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

const watch = () => bindings.WATCH.getByName(firstWatch());
const alerts = ({ id }: Channel) => bindings.ALERTS.getByName(`channel-${id}`);

async function leave(stub: DurableObjectStub, version: { taken: number; needed: number }): Promise<void> {
  await runInDurableObject(stub, (_object, { storage }) => storage.kv.put("storage_version", version));
  await runInDurableObject(stub, (_object, state) => state.abort("evicted")).catch(() => {});
}

async function addHeartbeat(channel?: Channel): Promise<Monitor> {
  const wanted = { name: "Beat", type: "webhook", intervalSecs: 86_400 };
  const { body } = await admin.post<Monitor>(`${ROOT}/monitors`, wanted);
  const channelIds = channel ? [channel.id] : [];
  await admin.put(`${ROOT}/notifications/monitor/${body.id}/channels`, { channelIds });
  return body;
}

async function addChannel(): Promise<Channel> {
  const wanted = { name: "Hook", type: "webhook", config: { url: "https://hook.example/" } };
  return (await admin.post<Channel>(`${ROOT}/notifications/channels`, wanted)).body;
}

async function beat({ heartbeatUrl = "" }: Monitor, status: "up" | "down"): Promise<number> {
  const { pathname } = new URL(heartbeatUrl);
  return (await new Visitor().post(pathname, { status })).status;
}

async function ready(): Promise<[number, string[] | undefined]> {
  const { status, body } = await new Visitor().get<{ problems?: string[] }>("/ready");
  return [status, body.problems];
}

async function rowsOf(query: string): Promise<unknown[]> {
  return (await bindings.DB.prepare(query).all()).results;
}

/** This object stores nothing, so its storage is free for test tables. */
async function inStorage<T>(work: (storage: DurableObjectStorage) => T): Promise<T> {
  const stub = bindings.LIVE.getByName(crypto.randomUUID());
  return await runInDurableObject(stub, (_live, { storage }) => work(storage));
}

describe("the storage of a Durable Object", () => {
  const first = makesTables("CREATE TABLE IF NOT EXISTS things (id INTEGER PRIMARY KEY)");
  const second = (isAddition: boolean): StorageStep => ({
    isAddition,
    change: ({ sql }) => void sql.exec("ALTER TABLE things ADD COLUMN name TEXT NOT NULL DEFAULT 'none'"),
  });
  const things = ({ sql }: DurableObjectStorage) => sql.exec("SELECT * FROM things").toArray();

  it("applies each step once, even to tables older than storage versions", async () => {
    const found = await inStorage((storage) => {
      storage.sql.exec("CREATE TABLE things (id INTEGER PRIMARY KEY)");
      storage.sql.exec("INSERT INTO things VALUES (1)");
      for (let times = 0; times < 2; times++) upgradeStorage(storage, [first, second(false)]);
      return things(storage);
    });
    expect(found).toEqual([{ id: 1, name: "none" }]);
  });

  it("is unchanged when a step fails", async () => {
    const broken: StorageStep = {
      isAddition: false,
      change: () => {
        throw new Error("broken");
      },
    };
    const found = await inStorage((storage) => {
      upgradeStorage(storage, [first]);
      storage.sql.exec("INSERT INTO things VALUES (1)");
      expect(() => upgradeStorage(storage, [first, second(false), broken])).toThrow("broken");
      upgradeStorage(storage, [first]);
      return things(storage);
    });
    expect(found).toEqual([{ id: 1 }]);
  });

  it("serves the previous version when a later one only added to it, and rejects it otherwise", async () => {
    await inStorage((storage) => {
      upgradeStorage(storage, [first, second(true)]);
      upgradeStorage(storage, [first]);
      upgradeStorage(storage, [first, second(true), makesTables("CREATE TABLE other (id INTEGER)")]);
      expect(() => upgradeStorage(storage, [first, second(true)])).toThrow(NEWER_STORAGE);
    });
  });
});

describe("an outbox", () => {
  const upgrade = ({ word, ...rest }: Record<string, unknown>) => ({ ...rest, words: [word] });

  it("upgrades items of earlier versions, and leaves those of later versions alone", async () => {
    const [now, later] = await inStorage((storage) => {
      storage.sql.exec(Outbox.SCHEMA);
      storage.sql.exec(`INSERT INTO outbox (item) VALUES ('{"word":"old"}')`);
      new Outbox(storage.sql, { upgrades: [upgrade, upgrade] }).add({ much: "later" });
      const outbox = new Outbox(storage.sql, { upgrades: [upgrade] });
      outbox.add({ words: ["own"] });
      const listed = outbox.list(10);
      outbox.remove(listed.map(({ id }) => id));
      const rest = new Outbox(storage.sql, { upgrades: [upgrade, upgrade] }).list(10);
      return [listed.map(({ item }) => item), rest.map(({ item }) => item)];
    });
    expect(now).toEqual([{ words: ["old"] }, { words: ["own"] }]);
    expect(later).toEqual([{ much: "later" }]);
  });
});

describe("a watch and a channel's object", () => {
  it("deliver their own messages past those of a later version, and keep those", async () => {
    const channel = await addChannel();
    const monitor = await addHeartbeat(channel);
    const item = JSON.stringify({ kind: "of_later", monitorId: monitor.id, version: 99 });
    for (const stub of [watch(), alerts(channel)])
      await runInDurableObject(stub, (_object, { storage }) => {
        storage.sql.exec("INSERT INTO outbox (item) VALUES (?)", item);
      });
    expect(await beat(monitor, "down")).toBe(200);
    await eventually(async () => {
      const rows = await rowsOf("SELECT event_type, status FROM deliveries");
      expect(rows).toEqual([{ event_type: "alert", status: expect.any(String) }]);
      const health = await alerts(channel).health();
      expect([(await watch().health()).outbox, health.outbox]).toEqual([1, 1]);
      expect(health.alarmAt).toBeGreaterThan(Date.now());
    });
  });

  it("continue when a later version only added to their storage", async () => {
    const monitor = await addHeartbeat();
    await leave(watch(), { taken: 99, needed: 1 });
    expect(await beat(monitor, "up")).toBe(200);
    expect(await ready()).toEqual([200, undefined]);
  });

  it("stop when they can't use their storage, and /ready reports it with advice", async () => {
    const channel = await addChannel();
    const monitor = await addHeartbeat(channel);
    await leave(alerts(channel), { taken: 99, needed: 99 });
    await beat(monitor, "down");
    await eventually(async () => expect(await ready()).toEqual([503, [NEWER_STORAGE]]));
    expect(await rowsOf("SELECT kind FROM monitor_events WHERE offered = 0")).toEqual([{ kind: "alert" }]);

    await bindings.DB.exec(
      `INSERT INTO settings (name, value, updated_at) VALUES ('static_mirror', '{"enabled":true}', 0)`,
    );
    for (const stub of [bindings.MIRROR.getByName("mirror"), watch()]) {
      await bindings.DB.exec("DELETE FROM settings WHERE name = 'newer_storage'");
      expect(await ready()).toEqual([200, undefined]);
      await leave(stub, { taken: 99, needed: 99 });
      await runHousekeeping(bindings, Date.now());
      expect(await ready()).toEqual([503, [NEWER_STORAGE]]);
      await bindings.DB.exec("DELETE FROM settings WHERE name = 'static_mirror'");
    }
    const check = await admin.post(`${ROOT}/monitors/${monitor.id}/check-now`, {});
    expect([check.status, check.body]).toEqual([503, { error: NEWER_STORAGE }]);
  });

  it("are ready again minutes after the last such report", async () => {
    await bindings.DB.prepare("UPDATE settings SET value = ? WHERE name = 'newer_storage'")
      .bind(Date.now() - 200_000)
      .run();
    expect(await ready()).toEqual([200, undefined]);
  });
});
