import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery, DeliveryDetail } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/notifications";
const MASK = "••••••••";
const HOOK = { name: "Hook", type: "webhook", config: { url: "https://hook.example/in" } };
let admin: Visitor;
let answer: (request: Request) => Response | Promise<Response> = () => new Response("ok");
const sent: { url: string; method: string; headers: Headers; body: string }[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { url, method, headers } = request;
    if (!url.includes("site.example"))
      sent.push({ url, method, headers, body: await request.clone().text() });
    return await answer(request);
  });
});

beforeEach(() => {
  answer = () => new Response("ok");
  sent.length = 0;
});

const add = async (body: object = {}) =>
  (await admin.post<Channel>(`${ROOT}/channels`, { ...HOOK, ...body })).body;
const addMonitor = async (name = "Site") =>
  (
    await admin.post<Monitor>("/api/v1/admin/monitors", {
      name,
      type: "https",
      config: { url: "https://site.example/", certExpiry: { enabled: false } },
    })
  ).body;
const deliveriesOf = async (channelId: number) =>
  (await admin.get<{ items: Delivery[]; total: number }>(`${ROOT}/deliveries?channelId=${channelId}`)).body;

describe("a channel", () => {
  it("gets the defaults and a key from its name", async () => {
    const made = await admin.post<Channel>(`${ROOT}/channels`, HOOK);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      key: "hook",
      enabled: true,
      notifyOnRecovery: true,
      monitorIds: [],
      alertPolicy: {
        quietHours: { enabled: false, start: "22:00", end: "07:00", timezone: "UTC", mode: "defer" },
        throttle: { enabled: false, maxAlerts: 3, windowMinutes: 60 },
        grouping: { enabled: false, minMonitors: 3, windowSeconds: 60 },
      },
    });
    expect((await add()).key).toBe("hook-2");
    expect((await admin.post(`${ROOT}/channels`, { ...HOOK, key: "hook" })).status).toBe(409);
    expect((await admin.patch(`${ROOT}/channels/${made.body.id}`, { key: "other" })).status).toBe(400);
  });

  it("clamps numbers in its alert policy, and rejects invalid times and time zones", async () => {
    const { alertPolicy } = await add({
      alertPolicy: {
        throttle: { maxAlerts: 1000, windowMinutes: 0 },
        grouping: { minMonitors: 1, windowSeconds: 1e6 },
      },
    });
    expect(alertPolicy.throttle).toMatchObject({ maxAlerts: 100, windowMinutes: 1 });
    expect(alertPolicy.grouping).toMatchObject({ minMonitors: 2, windowSeconds: 900 });
    for (const quietHours of [
      { start: "24:00" },
      { end: "7" },
      { timezone: "Mars/Base" },
      { mode: "drop" },
    ]) {
      const reply = await admin.post<{ problems: { path: string }[] }>(`${ROOT}/channels`, {
        ...HOOK,
        alertPolicy: { quietHours },
      });
      expect(reply.status).toBe(400);
      expect(reply.body.problems[0]?.path).toBe(`alertPolicy.quietHours.${Object.keys(quietHours)[0]}`);
    }
  });

  it("returns masked secrets, keeps them when the mask is sent back, but not for another address", async () => {
    const config = {
      url: "https://hook.example/in",
      headers: { Authorization: "Bearer abc" },
      signingSecret: "s3cret",
    };
    const made = await add({ config });
    expect(made.config).toMatchObject({ headers: { Authorization: MASK }, signingSecret: MASK });
    const path = `${ROOT}/channels/${made.id}`;
    const kept = await admin.patch<Channel>(path, { config: { ...made.config, method: "PUT" } });
    expect(kept.status).toBe(200);
    expect((await admin.post(`${path}/test`)).status).toBe(200);
    expect(sent[0]?.headers.get("Authorization")).toBe("Bearer abc");
    expect(sent[0]?.method).toBe("PUT");
    const moved = await admin.patch(path, { config: { ...made.config, url: "https://evil.example/" } });
    expect(moved.status).toBe(400);
    expect((await admin.patch(path, { type: "slack" })).status).toBe(400);
    const stored = await bindings.DB.prepare("SELECT config FROM channels WHERE id = ?")
      .bind(made.id)
      .first("config");
    expect(stored).not.toContain("Bearer abc");
  });

  it("shows the end of a long bot token, and accepts that mask", async () => {
    const botToken = "123456789:AAEabcdefghijklmnopWXYZ";
    const made = await add({ type: "telegram", config: { botToken, chatId: "42" } });
    expect(made.config["botToken"]).toBe(`${MASK}WXYZ`);
    const path = `${ROOT}/channels/${made.id}`;
    expect((await admin.patch(path, { config: { ...made.config, chatId: "43" } })).status).toBe(200);
    expect((await admin.patch(path, { config: { ...made.config, botToken: `${MASK}XXXX` } })).status).toBe(
      400,
    );
    answer = () => Response.json({ ok: true });
    expect((await admin.post(`${path}/test`)).status).toBe(200);
    expect(sent[0]?.url).toContain(botToken);
  });

  it("reports the service's response when a test can't be delivered", async () => {
    const { id } = await add();
    answer = () => new Response("no such room", { status: 404 });
    const reply = await admin.post<{ error: string }>(`${ROOT}/channels/${id}/test`);
    expect(reply.status).toBe(422);
    expect(reply.body.error).toContain("no such room");
    const unsaved = await admin.post<{ error: string }>(`${ROOT}/channels/test`, HOOK);
    expect(unsaved.status).toBe(422);
    const { items } = await deliveriesOf(id);
    expect(items).toMatchObject([{ eventType: "test", status: "failed", attemptCount: 1, maxAttempts: 1 }]);
  });

  it("can be linked to monitors from the channel and from the monitor", async () => {
    const monitor = await addMonitor();
    const channel = await add({ monitorIds: [monitor.id] });
    expect(channel.monitorIds).toEqual([monitor.id]);
    const path = `${ROOT}/monitor/${monitor.id}/channels`;
    expect((await admin.get(path)).body).toMatchObject({ channelIds: [channel.id] });
    const read = await admin.get<Monitor>(`/api/v1/admin/monitors/${monitor.id}`);
    expect(read.body.channelIds).toEqual([channel.id]);
    expect((await admin.put(path, { channelIds: [999_999] })).status).toBe(400);
    expect((await admin.put(path, { channelIds: [] })).body).toMatchObject({ channelIds: [] });
    expect((await admin.get<Channel>(`${ROOT}/channels/${channel.id}`)).body.monitorIds).toEqual([]);
    const token = await addToken(admin, ["monitors:write"]);
    expect((await token.put(path, { channelIds: [] })).status).toBe(403);
    expect((await token.get(path)).status).toBe(403);
    const reader = await addToken(admin, ["channels:read"]);
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.put(path, { channelIds: [] })).status).toBe(403);
  });

  it("lists its types and their presets", async () => {
    const { body } = await admin.get<{ type: string; presets: { name: string }[] }[]>(
      `${ROOT}/channel-types`,
    );
    expect(body.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        "email",
        "webhook",
        "slack",
        "discord",
        "teams",
        "telegram",
        "ntfy",
        "pushover",
      ]),
    );
    const webhook = body.find(({ type }) => type === "webhook");
    expect(webhook?.presets.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["PagerDuty", "Mattermost"]),
    );
  });
});

describe("an alert", () => {
  it("is sent once when a check fails, and followed by a recovery", async () => {
    const monitor = await addMonitor("Shop");
    const channel = await add({ monitorIds: [monitor.id] });
    answer = (request) =>
      request.url.includes("site.example") ? new Response("no", { status: 503 }) : new Response("ok");
    await admin.post(`/api/v1/admin/monitors/${monitor.id}/check-now`);
    await eventually(() => expect(sent.length).toBe(1));
    expect(sent[0]?.body).toContain("Shop");
    await eventually(async () =>
      expect((await deliveriesOf(channel.id)).items).toMatchObject([
        {
          eventType: "alert",
          status: "delivered",
          monitorId: monitor.id,
          monitorName: "Shop",
          attemptCount: 1,
        },
      ]),
    );
    answer = () => new Response("ok");
    await admin.post(`/api/v1/admin/monitors/${monitor.id}/check-now`);
    await eventually(async () =>
      expect((await deliveriesOf(channel.id)).items.map((item) => [item.eventType, item.status])).toEqual([
        ["recovery", "delivered"],
        ["alert", "delivered"],
      ]),
    );
    expect(sent.length).toBe(2);
  });

  it("is retried after a failed attempt, and can be retried manually after the last one", async () => {
    const monitor = await addMonitor("Shop 2");
    const channel = await add({ monitorIds: [monitor.id] });
    answer = (request) => new Response("busy", { status: request.url.includes("site.example") ? 500 : 503 });
    await admin.post(`/api/v1/admin/monitors/${monitor.id}/check-now`);
    await eventually(async () => {
      const [item] = (await deliveriesOf(channel.id)).items;
      expect(item).toMatchObject({ status: "pending", attemptCount: 1, maxAttempts: 3, heldUntil: null });
      expect(item?.lastError).toContain("busy");
      expect((item?.nextAttemptAt ?? 0) - Date.now()).toBeGreaterThan(50_000);
    });
    const [item] = (await deliveriesOf(channel.id)).items;
    const path = `${ROOT}/deliveries/${item?.id}`;
    expect((await admin.post(`${path}/retry`)).status).toBe(409);
    await bindings.DB.prepare("UPDATE deliveries SET status = 'failed' WHERE id = ?").bind(item?.id).run();
    answer = () => new Response("ok");
    expect((await admin.post(`${path}/retry`)).status).toBe(200);
    await eventually(async () =>
      expect((await admin.get<DeliveryDetail>(path)).body).toMatchObject({
        status: "delivered",
        attemptCount: 2,
        attempts: [{ ok: false }, { ok: true, error: null }],
      }),
    );
  });

  it("shows the message in the channel's format, without secrets", async () => {
    const monitor = await addMonitor("Shop said");
    const channel = await add({
      monitorIds: [monitor.id],
      config: {
        url: "https://hook.example/in?token=abcdef",
        headers: { Authorization: "Bearer hush-hush" },
        body: '{"what":"{{monitor_name}} is {{status}}","routing_key":"hush-key","api_token":"hush-token"}',
        signingSecret: "hush-signed",
      },
    });
    answer = (request) => new Response("", { status: request.url.includes("site.example") ? 500 : 200 });
    await admin.post(`/api/v1/admin/monitors/${monitor.id}/check-now`);
    const item = await eventually(async () => {
      const [found] = (await deliveriesOf(channel.id)).items;
      expect(found).toMatchObject({ status: "delivered" });
      return found;
    });
    const read = async () => (await admin.get<DeliveryDetail>(`${ROOT}/deliveries/${item?.id}`)).body;
    const said = await read();
    expect(JSON.parse(said.sent)).toMatchObject({ what: "Shop said is down" });
    expect(JSON.stringify(said)).not.toMatch(/hush|abcdef/);
    expect(said.isChannelNewer).toBe(false);
    const hook = { type: "slack", config: { webhookUrl: "https://hooks.slack.com/services/T0/B0/hush" } };
    await admin.patch(`${ROOT}/channels/${channel.id}`, hook);
    const later = await read();
    expect(later.isChannelNewer).toBe(true);
    expect(later.sent).toContain('"attachments"');
    expect(later.sent).not.toContain("hush");
    await admin.delete(`${ROOT}/channels/${channel.id}`);
    expect((await read()).sent).toMatch(/^Shop said is down\n/);
  });

  it("fails at once when the channel permanently rejects it", async () => {
    const monitor = await addMonitor("Shop 3");
    const channel = await add({ monitorIds: [monitor.id] });
    answer = (request) => new Response("gone", { status: request.url.includes("site.example") ? 500 : 410 });
    await admin.post(`/api/v1/admin/monitors/${monitor.id}/check-now`);
    await eventually(async () =>
      expect((await deliveriesOf(channel.id)).items).toMatchObject([{ status: "failed", attemptCount: 1 }]),
    );
  });

  it.each([
    ["channel disabled", { enabled: false }],
    [
      "quiet-hours",
      { alertPolicy: { quietHours: { enabled: true, start: "00:00", end: "00:00", mode: "suppress" } } },
    ],
  ])("is recorded even if it isn't sent: %s", async (reason, change) => {
    const monitor = await addMonitor(`Shop ${reason}`);
    const channel = await add({ monitorIds: [monitor.id], ...change });
    answer = () => new Response("no", { status: 500 });
    await admin.post(`/api/v1/admin/monitors/${monitor.id}/check-now`);
    await eventually(async () =>
      expect((await deliveriesOf(channel.id)).items).toMatchObject([{ status: "suppressed", reason }]),
    );
    expect(sent).toEqual([]);
  });

  it("waits until quiet hours end, and is cancelled when its channel is deleted", async () => {
    const monitor = await addMonitor("Shop quiet");
    const quietHours = { enabled: true, start: "00:00", end: "00:00" };
    const channel = await add({ monitorIds: [monitor.id], alertPolicy: { quietHours } });
    answer = () => new Response("no", { status: 500 });
    await admin.post(`/api/v1/admin/monitors/${monitor.id}/check-now`);
    await eventually(async () => {
      const [item] = (await deliveriesOf(channel.id)).items;
      expect(item?.status).toBe("pending");
      expect((item?.heldUntil ?? 0) % 86_400_000).toBe(0);
    });
    expect((await admin.delete(`${ROOT}/channels/${channel.id}`)).status).toBe(204);
    expect((await deliveriesOf(channel.id)).items).toMatchObject([{ status: "cancelled", heldUntil: null }]);
  });
});
