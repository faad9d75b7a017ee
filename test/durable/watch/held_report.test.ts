import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/monitors";
const MINUTE_MS = 60_000;
let admin: Visitor;
let channel: Channel;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

beforeEach(async () => {
  const config = { url: "https://hook.example/" };
  const path = "/api/v1/admin/notifications/channels";
  channel = (await admin.post<Channel>(path, { name: "Hook", type: "webhook", config })).body;
});

afterEach(async () => {
  vi.useRealTimers();
  for (const { id } of (await admin.get<Monitor[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());

async function add(body: object = {}): Promise<Monitor> {
  const wanted = { name: "Phone line", type: "manual", config: {}, ...body };
  const made = await admin.post<Monitor>(ROOT, wanted);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const path = `/api/v1/admin/notifications/monitor/${made.body.id}/channels`;
  const linked = await admin.put(path, { channelIds: made.body.name === "Router" ? [] : [channel.id] });
  expect(linked.status).toBe(200);
  return made.body;
}

async function addWithRouter(): Promise<{ line: Monitor; router: Monitor }> {
  const router = await add({ name: "Router" });
  const line = await add();
  await admin.put(`${ROOT}/${line.id}/dependencies`, { dependsOnIds: [router.id] });
  await set(router, "down");
  return { line, router };
}

async function set({ id }: Monitor, status: string): Promise<Monitor> {
  const { body } = await admin.put<Monitor>(`${ROOT}/${id}/status`, { status, message: `It is ${status}` });
  return body;
}

async function read({ id }: Monitor): Promise<Monitor> {
  await eventually(async () => expect((await watch().health()).outbox).toBe(0));
  return (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
}

async function maintain({ id }: Monitor, minutes: number): Promise<void> {
  const startsAt = Date.now() - 1000;
  const endsAt = Date.now() + minutes * MINUTE_MS;
  const made = await admin.post("/api/v1/admin/maintenance", {
    name: "Move",
    startsAt,
    endsAt,
    monitorIds: [id],
  });
  expect(made.status).toBe(201);
}

function pass(minutes: number): void {
  vi.useFakeTimers({ now: Date.now() + minutes * MINUTE_MS, toFake: ["Date"] });
}

async function ring(): Promise<void> {
  await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
}

async function evict(): Promise<void> {
  await runInDurableObject(watch(), (_watch: Watch, state) => state.abort("evicted")).catch(() => {});
}

async function deliveries(): Promise<string[]> {
  const path = `/api/v1/admin/notifications/deliveries?channelId=${channel.id}`;
  const { items } = (await admin.get<{ items: Delivery[] }>(path)).body;
  return items.toReversed().map(({ eventType, reason }) => (reason ? `${eventType} ${reason}` : eventType));
}

async function expectDeliveries(wanted: string[]): Promise<void> {
  await eventually(async () => expect(await deliveries()).toEqual(wanted));
}

async function countChecks({ id }: Monitor): Promise<number> {
  return (await watch().results(id, 0)).length;
}

async function countIncidents(): Promise<number> {
  return (await admin.get<{ items: object[] }>("/api/v1/admin/incidents")).body.items.length;
}

async function expectNoAlarm(): Promise<void> {
  await runInDurableObject(watch(), async (instance: Watch, state) => {
    await state.storage.deleteAlarm();
    await instance.revive();
    expect(await state.storage.getAlarm()).toBeNull();
  });
}

describe("a manual monitor in maintenance", () => {
  it("alerts once the window has ended, with the time of its report", async () => {
    const line = await add({ autoIncidentMinutes: 1 });
    await maintain(line, 10);
    const { lastCheckedAt } = await set(line, "down");
    await expectDeliveries(["alert maintenance"]);
    pass(5);
    await ring();
    await read(line);
    expect(await deliveries()).toEqual(["alert maintenance"]);
    pass(6);
    await ring();
    await expectDeliveries(["alert maintenance", "alert"]);
    expect(await read(line)).toMatchObject({ currentStatus: "down", message: "It is down", lastCheckedAt });
    expect(await countChecks(line)).toBe(1);
    pass(2);
    await ring();
    await eventually(async () => expect(await countIncidents()).toBe(1));
    expect(await deliveries()).toEqual(["alert maintenance", "alert"]);
    await expectNoAlarm();
  });

  it("alerts after each eviction too", async () => {
    const line = await add();
    await maintain(line, 10);
    await set(line, "down");
    pass(11);
    await evict();
    await ring();
    await expectDeliveries(["alert maintenance", "alert"]);
  });

  it("sends the recovery once the window has ended", async () => {
    const line = await add();
    await set(line, "down");
    await expectDeliveries(["alert"]);
    await maintain(line, 10);
    await set(line, "up");
    await expectDeliveries(["alert", "recovery maintenance"]);
    pass(11);
    await ring();
    await expectDeliveries(["alert", "recovery maintenance", "recovery"]);
    expect(await countChecks(line)).toBe(2);
    await ring();
    await expectNoAlarm();
  });

  it("keeps a newer status that arrives together with the held one", async () => {
    const line = await add();
    await maintain(line, 10);
    await set(line, "down");
    pass(11);
    await runInDurableObject(watch(), async (instance: Watch) => {
      const newer = instance.setStatus(line.id, { status: "up", message: "" });
      await Promise.all([newer, instance.alarm()]);
    });
    expect(await read(line)).toMatchObject({ currentStatus: "up" });
    expect(await deliveries()).toEqual(["alert maintenance"]);
  });

  it("owes nothing after a pause", async () => {
    const line = await add();
    await maintain(line, 10);
    await set(line, "down");
    await admin.post(`${ROOT}/${line.id}/pause`);
    await admin.post(`${ROOT}/${line.id}/resume`);
    pass(11);
    await ring();
    expect(await read(line)).toMatchObject({ currentStatus: "pending" });
    await expectNoAlarm();
    expect(await deliveries()).toEqual(["alert maintenance"]);
  });
});

describe("a manual monitor with a failed dependency", () => {
  it("takes its own status and alerts once the dependency has recovered", async () => {
    const { line, router } = await addWithRouter();
    expect(await set(line, "degraded")).toMatchObject({ currentStatus: "affected" });
    pass(2);
    await ring();
    expect(await read(line)).toMatchObject({ currentStatus: "affected", confirmedStatus: "pending" });
    await set(router, "up");
    pass(2);
    await ring();
    expect(await read(line)).toMatchObject({ currentStatus: "degraded", message: "It is degraded" });
    await expectDeliveries(["alert"]);
    const { statuses } = await watch().view([{ id: line.id, rawFrom: null }]);
    expect(statuses[0]?.affectedBy).toEqual([]);
    await ring();
    await expectNoAlarm();
  });

  it("is down after an update from a version that didn't store the status", async () => {
    const { line, router } = await addWithRouter();
    await set(line, "down");
    await runInDurableObject(watch(), (_watch: Watch, { storage }) =>
      storage.sql.exec("UPDATE monitors SET state = json_remove(state, '$.affectedStatus')"),
    );
    await evict();
    await set(router, "up");
    pass(2);
    await ring();
    expect(await read(line)).toMatchObject({ currentStatus: "down" });
    await expectDeliveries(["alert"]);
  });
});
