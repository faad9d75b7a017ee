import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { startFanouts } from "../../../src/service/subscriber/announce.ts";
import { sendDeliveries } from "../../../src/service/subscriber/delivery_send.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { addBeating, place } from "../../api/page/placed.ts";
import type { Wired } from "../alert/peers.ts";
import { addSubscriber, drain, statusesOf } from "./audience.ts";

const { origin, smtpPort } = inject("peers");
const env = { ...bindings, SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "true" };
const SITE = "http://uptide.test";
let admin: Visitor;
let shop: Monitor;
let hidden: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  hidden = await addBeating(admin, "Backoffice");
  await place(admin, [shop]);
  await admin.patch("/api/v1/admin/branding", { siteName: "Acme Status" });
  await admin.put("/api/v1/admin/subscribers/settings", { enabled: true, allowWebhook: true });
  const smtp = { host: "127.0.0.1", port: smtpPort, fromAddress: "status@example.com" };
  await admin.put("/api/v1/admin/notifications/smtp", smtp);
  vi.spyOn(bindings.SUBSCRIBERS, "sendBatch").mockResolvedValue(undefined as never);
});

async function receivedAt(path: string): Promise<Wired[]> {
  const all = (await (await fetch(`${origin}/received`)).json()) as Wired[];
  return all.filter((one) => one.path === path);
}

async function sendNotices(): Promise<void> {
  await startFanouts(bindings, Date.now());
  await drain(async (ids) => await sendDeliveries(env, ids));
}

async function addIncident(): Promise<number> {
  const incident = { title: "Checkout fails", status: "investigating", impact: "major", body: "Looking." };
  const monitorIds = [shop.id, hidden.id];
  return (await admin.post<{ id: number }>("/api/v1/admin/incidents", { ...incident, monitorIds })).body.id;
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("a subscriber's webhook", () => {
  it("receives the documented event with its own headers and a signature", async () => {
    const { id, token } = await addSubscriber({
      destination: `${origin}/told`,
      method: "PUT",
      signingSecret: "a secret",
      headers: { Authorization: "Bearer own" },
    });
    const incident = await addIncident();
    await sendNotices();
    const news = { status: "monitoring", body: "Fixed, *probably*." };
    await admin.post(`/api/v1/admin/incidents/${incident}/updates`, news);
    await sendNotices();
    expect(await statusesOf(id)).toEqual(["delivered", "delivered"]);
    const [created, updated] = await receivedAt("/told");
    const page = { name: "Acme Status", url: SITE };
    const common = { occurredAt: TIME, meta: { manageUrl: `${SITE}/#subscription=${token}` }, page };
    const components = [{ id: shop.id, name: "Shop" }];
    const first = { body: "Looking.", status: "investigating", postedAt: TIME };
    const notified = {
      id: incident,
      title: "Checkout fails",
      impact: "major",
      startedAt: TIME,
      resolvedAt: null,
      url: `${SITE}/incidents/${incident}`,
    };
    expect(JSON.parse(created!.body)).toEqual({
      event: "incident.created",
      ...common,
      components,
      incident: { ...notified, status: "investigating", updates: [first] },
    });
    const update = { ...news, postedAt: TIME };
    expect(JSON.parse(updated!.body)).toEqual({
      event: "incident.updated",
      ...common,
      components,
      update,
      incident: { ...notified, status: "monitoring", updates: [update, first] },
    });
    expect(updated!.method).toBe("PUT");
    const headers = updated!.headers as Record<string, string>;
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-svc-event": "incident.updated",
      authorization: "Bearer own",
    });
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${updated!.body}`;
    const signature = createHmac("sha256", "a secret").update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
  });

  it("receives a maintenance window instead of an incident, without components for the whole page", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski", published: true });
    await addSubscriber({ destination: `${origin}/window` });
    await addSubscriber({ destination: `${origin}/window-pl`, locale: "pl" });
    const [startsAt, endsAt] = [Date.UTC(2040, 0, 1), Date.UTC(2040, 0, 2)];
    const locales = { pl: { name: "Przenosiny" } };
    const window = { name: "Move", description: "Racks.", startsAt, endsAt, allMonitors: true, locales };
    const { body } = await admin.post<{ id: number }>("/api/v1/admin/maintenance", window);
    await sendNotices();
    const [notified] = await receivedAt("/window");
    const { event, maintenance, components, incident, update } = JSON.parse(notified!.body);
    expect({ event, maintenance, components, incident, update }).toEqual({
      event: "maintenance.scheduled",
      maintenance: {
        id: body.id,
        name: "Move",
        description: "Racks.",
        startsAt: "2040-01-01T00:00:00.000Z",
        endsAt: "2040-01-02T00:00:00.000Z",
        url: `${SITE}/maintenance/${body.id}`,
      },
      components: [],
    });
    const [inPolish] = await receivedAt("/window-pl");
    expect(JSON.parse(inPolish!.body).maintenance).toEqual({ ...maintenance, name: "Przenosiny" });
  });

  it("receives nothing at a private address unless that is allowed", async () => {
    const { id } = await addSubscriber({ destination: `${origin}/private` });
    await addIncident();
    await startFanouts(bindings, Date.now());
    await drain();
    expect(await statusesOf(id)).toEqual(["pending"]);
    expect(await receivedAt("/private")).toEqual([]);
  });
});

it("emails of an event share one session, have one recipient each, and are threaded by incident", async () => {
  const people = [await addSubscriber({ type: "email" }), await addSubscriber({ type: "email" })];
  const before = (await receivedAt("/mail")).length;
  const incident = await addIncident();
  await sendNotices();
  await admin.post(`/api/v1/admin/incidents/${incident}/updates`, { status: "resolved", body: "Done." });
  await sendNotices();
  const mails = (await receivedAt("/mail")).slice(before).map(({ body }) => body);
  expect(mails).toHaveLength(4);
  expect(mails.filter((mail) => mail.includes("EHLO"))).toHaveLength(2);
  for (const { id, destination } of people) {
    expect(await statusesOf(id)).toEqual(["delivered", "delivered"]);
    const [first, second] = mails.filter((mail) => mail.includes(`RCPT TO:<${destination}>`));
    const thread = `<incident-${incident}.${id}@uptide.test>`;
    expect(first).toContain(`Message-ID: ${thread}`);
    expect(second).toContain(`References: ${thread}`);
    expect(second).not.toContain(`Message-ID: ${thread}`);
    expect(first).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  }
});
