import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { SelfTestResponse } from "../../../src/schema/self_test.ts";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { meetTrouble } from "../../../src/service/system/own_trouble.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";
import { isNextHour } from "./next_hour.ts";

const ADMIN = "/api/v1/admin";
const REFERENCES = ["https://one.reference/", "https://two.reference/"];
let admin: Visitor;
let channel: Channel;
const hits = new Map<string, number>();
const broken = new Set<string>();
const slow = new Map<string, Promise<void>>();
const sent: { title: string; event: string; status: string }[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { hostname } = new URL(request.url);
    if (hostname === "hook.example") sent.push(await request.json());
    hits.set(hostname, (hits.get(hostname) ?? 0) + 1);
    await slow.get(hostname);
    return broken.has(hostname) ? new Response("error code: 1033", { status: 530 }) : new Response("ok");
  });
  const wanted = { name: "Operators", type: "webhook", config: { url: "https://hook.example/" } };
  channel = (await admin.post<Channel>(`${ADMIN}/notifications/channels`, wanted)).body;
});

beforeEach(async () => {
  hits.clear();
  broken.clear();
  slow.clear();
  sent.length = 0;
  await admin.put(`${ADMIN}/self-test`, { urls: REFERENCES, share: 50, channelIds: [channel.id] });
});

afterEach(async () => {
  vi.useRealTimers();
  for (const { id } of await monitors()) await admin.delete(`${ADMIN}/monitors/${id}`);
  await bindings.DB.exec("DELETE FROM settings WHERE name = 'own_trouble'");
});

const watch = () => bindings.WATCH.getByName(firstWatch());
const hostsOf = (count: number) => Array.from({ length: count }, (_, i) => `m${i}.example`);

async function monitors(): Promise<Monitor[]> {
  return (await admin.get<Monitor[]>(`${ADMIN}/monitors`)).body;
}

async function addAll(count: number): Promise<void> {
  for (const host of hostsOf(count)) {
    const config = { url: `https://${host}/`, certExpiry: { enabled: false } };
    const { status } = await admin.post(`${ADMIN}/monitors`, { name: host, type: "https", config });
    expect(status).toBe(201);
  }
  await eventually(async () =>
    expect((await monitors()).filter(({ currentStatus }) => currentStatus === "up").length).toBe(count),
  );
  hits.clear();
}

async function tick(count: number): Promise<void> {
  const { alarmAt } = await watch().health();
  if (alarmAt === null) throw new Error("no alarm is set");
  vi.useFakeTimers({ now: alarmAt + 1, toFake: ["Date"] });
  hits.clear();
  const ringing = runDurableObjectAlarm(watch());
  if (slow.size === 0) await ringing;
  for (const host of hostsOf(count)) await eventually(() => expect(hits.get(host)).toBe(1));
}

async function statuses(): Promise<Record<string, number>> {
  const all = (await monitors()).map(({ currentStatus }) => currentStatus);
  return Object.fromEntries(
    [...new Set(all)].map((one) => [one, all.filter((other) => other === one).length]),
  );
}

async function deliveries(): Promise<string[]> {
  const { results } = await bindings.DB.prepare(
    "SELECT event_id AS id FROM deliveries WHERE event_type = 'own_trouble' ORDER BY id",
  ).all<{ id: string }>();
  return results.map(({ id }) => id.split(":").at(-1) ?? "");
}

async function partOf(id: string) {
  const { body } = await admin.get<SystemHealth>(`${ADMIN}/system-health`);
  return body.parts.find((part) => part.id === id);
}

const selfTest = async () => (await admin.get<SelfTestResponse>(`${ADMIN}/self-test`)).body;

describe("the self-test", () => {
  it("reports trouble of the service instead of failures, once when it begins and once when it ends", async () => {
    await deleteDeliveries();
    await addAll(4);
    for (const host of [...hostsOf(3), "one.reference", "two.reference"]) broken.add(host);
    await tick(4);
    await eventually(async () => expect((await selfTest()).troubleSince).not.toBeNull());
    const { troubleSince } = await selfTest();
    await eventually(async () =>
      expect(
        (await monitors()).filter(({ message }) => message.includes("problem of this service")).length,
      ).toBe(3),
    );
    expect(await statuses()).toEqual({ up: 4 });
    expect(hits.get("one.reference")).toBe(1);
    expect(await partOf("selfTest")).toMatchObject({ state: "failing" });
    await eventually(async () => expect(await deliveries()).toEqual(["began"]));
    await eventually(() =>
      expect(sent).toMatchObject([{ event: "own_trouble", title: "Monitoring is impaired" }]),
    );
    // Another tick, in a new instance of the watch, has the same trouble.
    await runInDurableObject(watch(), (_watch: Watch, state) => state.abort("evicted")).catch(() => {});
    await tick(4);
    await eventually(() => expect(hits.get("two.reference")).toBe(1));
    await runHousekeeping(bindings, Date.now());
    expect(await deliveries()).toEqual(["began"]);
    expect((await selfTest()).troubleSince).toBe(troubleSince);
    // The trouble lasts while no reference responds, even without further checks.
    const later = Date.now() + 10 * 60_000;
    await runHousekeeping(bindings, later);
    expect((await selfTest()).troubleSince).toBe(troubleSince);
    broken.delete("two.reference");
    await runHousekeeping(bindings, later);
    expect((await selfTest()).troubleSince).toBeNull();
    expect(await deliveries()).toEqual(["began", "over"]);
    expect(await partOf("selfTest")).toMatchObject({ state: "ok" });
    const events = await bindings.DB.prepare("SELECT count(*) AS n FROM monitor_events").first("n");
    expect(events).toBe(0);
  });

  it.each([
    ["noting it", []],
    ["notifying its channel", ["began"]],
  ])("reports trouble once when interrupted after %s", async (_when, told) => {
    await deleteDeliveries();
    const at = Date.now();
    const noted = JSON.stringify({ since: at, lastAt: at, isTold: false, overAt: null });
    const note = bindings.DB.prepare(
      "INSERT INTO settings (name, value, updated_at) VALUES ('own_trouble', ?, 1)",
    );
    const unmark = bindings.DB.prepare(
      "UPDATE settings SET value = json_set(value, '$.isTold', json('false')) WHERE name = 'own_trouble'",
    );
    await note.bind(noted).run();
    if (told.length > 0) {
      await runHousekeeping(bindings, at);
      await unmark.run();
    }
    expect(await deliveries()).toEqual(told);
    for (const minute of [1, 2]) await runHousekeeping(bindings, at + minute * 60_000);
    expect(await deliveries()).toEqual(["began"]);
    // The end is reported too.
    await runHousekeeping(bindings, at + 6 * 60_000);
    expect(await deliveries()).toEqual(["began", "over"]);
    expect((await selfTest()).troubleSince).toBeNull();
  });

  it("reports trouble that returns before its end was sent as separate trouble", async () => {
    await deleteDeliveries();
    const from = Date.now();
    const minutes = (count: number) => from + count * 60_000;
    await meetTrouble(bindings, from);
    expect(await deliveries()).toEqual(["began"]);
    const deaf = vi.spyOn(bindings.ALERTS, "getByName").mockImplementation(() => {
      throw new Error("The object is overloaded.");
    });
    await runHousekeeping(bindings, minutes(6));
    await meetTrouble(bindings, minutes(7));
    await meetTrouble(bindings, minutes(8));
    await runHousekeeping(bindings, minutes(14));
    await meetTrouble(bindings, minutes(15));
    expect(await deliveries()).toEqual(["began"]);
    deaf.mockRestore();
    await runHousekeeping(bindings, minutes(16));
    expect(await deliveries()).toEqual(["began", "over", "began", "over", "began"]);
    await runHousekeeping(bindings, minutes(21));
    expect(await deliveries()).toEqual(["began", "over", "began", "over", "began", "over"]);
    expect((await selfTest()).troubleSince).toBeNull();
  });

  it("counts every failure while one reference responds", async () => {
    await addAll(4);
    for (const host of [...hostsOf(3), "one.reference"]) broken.add(host);
    await tick(4);
    await eventually(async () => expect(await statuses()).toEqual({ up: 1, down: 3 }));
    expect((await selfTest()).troubleSince).toBeNull();
  });

  it("is skipped with fewer than three failures or without references", async () => {
    await addAll(4);
    for (const host of [...hostsOf(2), "one.reference", "two.reference"]) broken.add(host);
    await tick(4);
    await eventually(async () => expect(await statuses()).toEqual({ up: 2, down: 2 }));
    expect(hits.get("one.reference")).toBeUndefined();
    await admin.put(`${ADMIN}/self-test`, { urls: [] });
    for (const host of hostsOf(4)) broken.add(host);
    await tick(4);
    await eventually(async () => expect(await statuses()).toEqual({ down: 4 }));
    expect(hits.get("one.reference")).toBeUndefined();
  });

  it("waits for the slowest check before it counts the failures", async () => {
    await addAll(3);
    const released = Promise.withResolvers<void>();
    for (const host of [...hostsOf(2), "one.reference", "two.reference"]) broken.add(host);
    slow.set("m2.example", released.promise);
    await tick(3);
    expect(await statuses()).toEqual({ up: 3 });
    expect(hits.get("one.reference")).toBeUndefined();
    released.resolve();
    await eventually(async () => expect(await statuses()).toEqual({ up: 1, down: 2 }));
    expect(hits.get("one.reference")).toBeUndefined();
  });

  it("asks the references before a monitor's regions", async () => {
    await addAll(3);
    for (const { id } of await monitors())
      await admin.patch(`${ADMIN}/monitors/${id}`, { locations: ["weur"] });
    for (const host of [...hostsOf(3), "one.reference", "two.reference"]) broken.add(host);
    await tick(3);
    await eventually(async () => expect((await selfTest()).troubleSince).not.toBeNull());
    expect(hostsOf(3).map((host) => hits.get(host))).toEqual([1, 1, 1]);
  });

  it("writes one row for the next alarm, and no tick", async () => {
    await addAll(4);
    do await tick(4);
    while (await isNextHour(watch()));
    await eventually(async () => expect((await watch().health()).outbox).toBe(0));
    const before = (await watch().health()).cost.rowsWritten;
    for (const host of [...hostsOf(4), "one.reference", "two.reference"]) broken.add(host);
    await tick(4);
    await eventually(async () =>
      expect(
        (await monitors()).filter(({ message }) => message.includes("problem of this service")).length,
      ).toBe(4),
    );
    expect((await watch().health()).cost.rowsWritten).toBe(before + 1);
  });
});

describe("the settings of the self-test", () => {
  it("are empty by default, and validated", async () => {
    await bindings.DB.exec("DELETE FROM settings WHERE name = 'self_test'");
    expect(await selfTest()).toMatchObject({ urls: [], share: 50, channelIds: [], troubleSince: null });
    const put = async (body: object) =>
      (await admin.put<{ problems: { path: string }[] }>(`${ADMIN}/self-test`, body)).body;
    for (const [body, path] of [
      [{ urls: ["ftp://x"] }, "urls[0]"],
      [{ share: 0 }, "share"],
      [{ share: 101 }, "share"],
      [{ channelIds: [999_999] }, "channelIds"],
    ] as const)
      expect((await put(body)).problems.map((problem) => problem.path)).toEqual([path]);
    expect(await put({ share: 20 })).toMatchObject({ urls: [], share: 20 });
  });
});

async function deleteDeliveries(): Promise<void> {
  await bindings.DB.exec("DELETE FROM deliveries");
}
