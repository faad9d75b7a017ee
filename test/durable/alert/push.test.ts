import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Contact } from "../../../src/schema/contact.ts";
import type { PushDevice } from "../../../src/schema/push_device.ts";
import { addUser, bindings, Visitor } from "../../api/client.ts";
import { makeSubscription } from "../../api/push.ts";
import {
  addChannel,
  addMonitor,
  addSchedule,
  beat,
  goTo,
  mailTo,
  openScene,
  received,
  ring,
  states,
  untilStates,
} from "./on_call_scene.ts";
import type { Wired } from "./peers.ts";

const DEVICES = "/api/v1/auth/devices";
const CONTACT = "/api/v1/auth/contact";
/** A public IP address, which needs no DNS. Requests to it are redirected to the peer. */
const SERVICE = "https://93.184.216.34";
const { origin, pushKeys: keys } = inject("peers");

interface Note {
  title: string;
  tag: string;
  isAlarm: boolean;
  acknowledge: { path: string } | null;
}

type Operator = Awaited<ReturnType<typeof addUser>>;
let admin: Visitor;
let ada: Operator;
let bo: Operator;
let own: Visitor;
let count = 0;

beforeAll(async () => {
  ({ admin, ada, bo } = await openScene());
  own = ada.visitor;
  const send = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    return send(url.startsWith(SERVICE) ? url.replace(SERVICE, origin) : input, init);
  });
});

beforeEach(async () => {
  goTo(0);
  for (const { id } of (await own.get<PushDevice[]>(DEVICES)).body) await own.delete(`${DEVICES}/${id}`);
  await own.put(CONTACT, {
    order: [{ via: "push" }, { via: "email", afterMinutes: 5 }],
    webhookUrl: null,
  });
});

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function addDevice(path = `/push/${++count}`): Promise<PushDevice & { path: string }> {
  const { body, status } = await own.post<PushDevice>(DEVICES, {
    name: "Ada's phone",
    subscription: { endpoint: SERVICE + path, expirationTime: null, keys },
  });
  expect(status).toBe(201);
  return { ...body, path };
}

async function pushed({ path }: { path: string }): Promise<(Wired & { note: Note })[]> {
  return (await received())
    .filter((one) => one.path === path)
    .map((one) => ({ ...one, note: JSON.parse(one.body) as Note }));
}

const byPush = (kind: string) => `${kind} ${ada.email} (push) delivered`;
const TWO_STEPS = {
  steps: [
    { afterMinutes: 0, target: "on_call" },
    { afterMinutes: 10, target: "on_call" },
  ],
};

async function fail(config: object = TWO_STEPS) {
  const channel = await addChannel(await addSchedule(), config);
  const monitor = await addMonitor(channel);
  await beat(monitor, "down");
  await ring(channel);
  return { channel, monitor };
}

describe("a push notification", () => {
  it("is encrypted for the browser, can be acknowledged there, and is replaced by the recovery", async () => {
    const device = await addDevice();
    const { channel, monitor } = await fail();
    await untilStates(channel, [byPush("alert")]);
    const [alarm] = await pushed(device);
    expect(alarm?.note).toMatchObject({
      title: `${monitor.name} is down`,
      isAlarm: true,
      monitorIds: [monitor.id],
      path: `/admin/monitors/${monitor.id}`,
    });
    expect(alarm?.headers).toMatchObject({
      ttl: "86400",
      urgency: "high",
      topic: expect.stringMatching(/^[\w-]{32}$/),
      "content-encoding": "aes128gcm",
      claims: { aud: SERVICE, sub: `mailto:${ada.email}` },
    });

    const link = alarm?.note.acknowledge?.path ?? "";
    expect(await new Visitor().post(link, undefined)).toMatchObject({ status: 200, body: { by: ada.email } });
    expect((await new Visitor().post(link, undefined)).status).toBe(200);
    await expect.poll(async () => (await states(channel))[1]).toBe(byPush("acknowledged"));
    goTo(5.1);
    await ring(channel);
    goTo(10.2);
    await ring(channel);
    await beat(monitor, "up");
    await expect.poll(() => states(channel)).toContain(byPush("recovery"));
    expect((await states(channel)).join()).not.toContain(bo.email);
    const all = await pushed(device);
    expect(all.map(({ note }) => note.isAlarm)).toEqual([true, false, false]);
    expect(new Set(all.map(({ headers }) => headers?.["topic"])).size).toBe(1);
    expect(new Set(all.map(({ note }) => note.tag)).size).toBe(1);
  });

  it("is followed by an email, and then by the next person, when nobody acknowledges", async () => {
    await addDevice();
    const { channel, monitor } = await fail();
    await untilStates(channel, [byPush("alert")]);
    goTo(5.1);
    await ring(channel);
    await untilStates(channel, [byPush("alert"), "alert Ada delivered"]);
    expect(await mailTo(ada, monitor)).toContain(`${monitor.name} is down`);
    // Bo takes over at 02:30.
    goTo(10.2);
    await ring(channel);
    await untilStates(channel, [byPush("alert"), "alert Ada delivered", "alert Bo delivered"]);
    await beat(monitor, "up");
    await expect
      .poll(async () => (await states(channel)).slice(3).toSorted())
      .toEqual(["recovery Ada delivered", byPush("recovery"), "recovery Bo delivered"].toSorted());
  });

  it("goes to every device, deletes an expired one and records the error of a busy one", async () => {
    const startedAt = Date.now();
    const [phone, laptop] = [await addDevice(), await addDevice()];
    await addDevice(`/push/gone/${++count}`);
    const busy = await addDevice(`/push/busy/${++count}`);
    const { channel } = await fail();
    await untilStates(channel, [byPush("alert")]);
    for (const device of [phone, laptop]) expect(await pushed(device)).toHaveLength(1);
    const { body } = await own.get<PushDevice[]>(DEVICES);
    expect(body.map(({ id }) => id)).toEqual([phone.id, laptop.id, busy.id]);
    expect(body.map(({ lastError }) => lastError)).toEqual([
      null,
      null,
      expect.stringMatching(/^93\.184\.216\.34 returned 503/),
    ]);
    expect(body[0]?.lastSentAt).toBeGreaterThanOrEqual(startedAt);
  });

  it("becomes an email at once when no device is left", async () => {
    await addDevice(`/push/gone/${++count}`);
    const { channel, monitor } = await fail();
    await untilStates(channel, [byPush("alert")]);
    expect(await mailTo(ada, monitor)).toContain(`${monitor.name} is down`);
    expect((await own.get(DEVICES)).body).toEqual([]);
  });
});

describe("a person's contact methods", () => {
  it("are tried in order, including a personal webhook", async () => {
    const hook = `${SERVICE}/person/${++count}`;
    const order = [{ via: "webhook" }, { via: "push", afterMinutes: 3 }];
    const { body, status } = await own.put<Contact>(CONTACT, { order, webhookUrl: hook });
    expect([status, body.webhookUrl, JSON.stringify(body).includes("person")]).toEqual([
      200,
      "••••••••",
      false,
    ]);
    const device = await addDevice();
    const { channel, monitor } = await fail();
    await untilStates(channel, [`alert ${ada.email} (webhook) delivered`]);
    const [call] = (await received()).filter(({ path }) => path === new URL(hook).pathname);
    const sent = JSON.parse(call?.body ?? "") as { title: string; acknowledgeUrl: string };
    expect(sent.title).toBe(`${monitor.name} is down`);
    goTo(3.1);
    await ring(channel);
    await expect.poll(() => pushed(device)).toHaveLength(1);
    expect(await new Visitor().post(new URL(sent.acknowledgeUrl).pathname, undefined)).toMatchObject({
      status: 200,
    });
  });

  it("skip one that isn't set up", async () => {
    expect((await own.get<Contact>(CONTACT)).body.inEffect).toEqual([{ via: "email", afterMinutes: 0 }]);
    const { channel } = await fail();
    await untilStates(channel, ["alert Ada delivered"]);
  });

  it("may include a webhook before its URL is set", async () => {
    const order = [
      { via: "webhook", afterMinutes: 0 },
      { via: "email", afterMinutes: 5 },
    ];
    const { status, body } = await own.put<Contact>(CONTACT, { order });
    expect([status, body.order, body.inEffect]).toEqual([200, order, [{ via: "email", afterMinutes: 0 }]]);
  });

  it.each([
    [{ order: [] }, "order"],
    [{ order: [{ via: "push" }, { via: "push" }] }, "order[1].via"],
    [{ order: [{ via: "push", afterMinutes: 5 }, { via: "email" }] }, "order[1].afterMinutes"],
    [{ order: [{ via: "webhook" }], webhookUrl: null }, "webhookUrl"],
    [{ order: [{ via: "webhook" }], webhookUrl: "http://93.184.216.34/" }, "webhookUrl"],
    [{ order: [{ via: "webhook" }], webhookUrl: "https://10.0.0.1/" }, "webhookUrl"],
  ])("are rejected when invalid: %j", async (body, path) => {
    expect(await own.put(CONTACT, body)).toMatchObject({ status: 400, body: { problems: [{ path }] } });
  });
});

describe("a push device", () => {
  it.each([
    ["a private address", "https://192.168.1.1/push"],
    ["an http address", "http://93.184.216.34/push"],
    ["an invalid address", "push"],
    ["an address of 3,000 characters", `${SERVICE}/${"x".repeat(3000)}`],
  ])("with %s is rejected", async (_, endpoint) => {
    const body = { name: "Phone", subscription: { endpoint, keys } };
    expect(await own.post(DEVICES, body)).toMatchObject({
      status: 400,
      body: { problems: [{ path: "subscription.endpoint" }] },
    });
  });

  it("with invalid keys is rejected", async () => {
    const subscription = { endpoint: `${SERVICE}/x`, keys: { ...keys, p256dh: keys.auth } };
    expect((await own.post(DEVICES, { name: "Phone", subscription })).status).toBe(400);
  });

  it("receives a test message, keeps its id when added again, and belongs to its owner alone", async () => {
    const device = await addDevice();
    expect((await own.post(`${DEVICES}/${device.id}/test`)).status).toBe(204);
    expect((await pushed(device))[0]?.note).toMatchObject({ title: "Test message from Status Page" });
    expect((await addDevice(device.path)).id).toBe(device.id);
    const other = bo.visitor;
    for (const [method, path] of [
      ["POST", `${device.id}/test`],
      ["DELETE", `${device.id}`],
    ] as const)
      expect((await other.send(method, `${DEVICES}/${path}`)).status).toBe(404);
    expect((await other.get(DEVICES)).body).toEqual([]);
  });

  it("is deleted when its test finds it expired, with an error", async () => {
    const device = await addDevice(`/push/gone/${++count}`);
    const answer = await own.post<{ error: string }>(`${DEVICES}/${device.id}/test`);
    expect([answer.status, answer.body.error]).toEqual([422, expect.stringContaining("no longer knows")]);
    expect((await own.get(DEVICES)).body).toEqual([]);
  });

  it("is stored encrypted", async () => {
    const { path } = await addDevice();
    const { results } = await bindings.DB.prepare("SELECT * FROM push_devices").all();
    expect(results).toHaveLength(1);
    for (const secret of [path, keys.auth, keys.p256dh])
      expect(JSON.stringify(results)).not.toContain(secret);
  });

  it("is kept when its browser renews the subscription with the old secret", async () => {
    const device = await addDevice();
    const twin = await addDevice();
    const old = { endpoint: SERVICE + device.path, keys };
    const path = `/push/renewed-${++count}`;
    const fresh = { endpoint: SERVICE + path, keys };
    const renew = async (body: object) => (await new Visitor().post(`${DEVICES}/renew`, body)).status;
    for (const auth of ["", (await makeSubscription()).keys.auth])
      expect(await renew({ old: { ...old, keys: { ...keys, auth } }, subscription: fresh })).toBe(404);
    expect(await renew({ old: { ...old, endpoint: `${SERVICE}/push/none` }, subscription: fresh })).toBe(404);
    expect(await renew({ old, subscription: { ...fresh, endpoint: "https://10.0.0.1/push" } })).toBe(400);
    expect(await renew({ old, subscription: fresh })).toBe(204);
    expect(await renew({ old, subscription: fresh })).toBe(404);
    expect((await own.post(`${DEVICES}/${device.id}/test`)).status).toBe(204);
    expect([await pushed({ path }), await pushed(device)].map(({ length }) => length)).toEqual([1, 0]);
    // The panel had already added the new subscription, so one row remains.
    expect(await renew({ old: { endpoint: SERVICE + twin.path, keys }, subscription: fresh })).toBe(204);
    expect((await own.get<PushDevice[]>(DEVICES)).body.map(({ id }) => id)).toEqual([twin.id]);
  });

  it("is rejected beyond 20 per user", async () => {
    const add = async () =>
      await own.post(DEVICES, { name: "Phone", subscription: await makeSubscription() });
    for (let i = 0; i < 20; i++) expect((await add()).status).toBe(201);
    expect((await add()).status).toBe(409);
  });
});

describe("a deleted user", () => {
  it("leaves no devices or contact methods behind", async () => {
    const leaver = await addUser("operator");
    const { visitor } = leaver;
    await visitor.post(DEVICES, { name: "Phone", subscription: await makeSubscription() });
    await visitor.put(CONTACT, { order: [{ via: "push" }] });
    const count = async (table: string) =>
      await bindings.DB.prepare(`SELECT count(*) AS found FROM ${table} WHERE user_id = ?`)
        .bind(leaver.id)
        .first("found");
    expect([await count("push_devices"), await count("contacts")]).toEqual([1, 1]);
    await admin.delete(`/api/v1/admin/users/${leaver.id}`);
    expect([await count("push_devices"), await count("contacts")]).toEqual([0, 0]);
  });
});
