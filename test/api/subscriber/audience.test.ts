import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startFanouts } from "../../../src/service/subscriber/announce.ts";
import { addSubscriber, drain } from "../../durable/subscriber/audience.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import { addBeating, place } from "../page/placed.ts";

const ROOT = "/api/v1/admin/subscribers";
let admin: Visitor;
let shop: number;
let other: number;
let hidden: number;

const count = async (query: string) =>
  (await admin.get<{ count: number }>(`${ROOT}/count?${query}`)).body.count;
const allow = (change: object) =>
  admin.put(`${ROOT}/settings`, {
    enabled: true,
    allowEmail: true,
    allowWebhook: true,
    allowedEvents: ["incident.created", "incident.updated"],
    ...change,
  });

beforeAll(async () => {
  admin = await setUp();
  const names = ["Shop", "Other", "Hidden"];
  const made = [];
  for (const name of names) made.push(await addBeating(admin, name));
  [shop = 0, other = 0, hidden = 0] = made.map(({ id }) => id);
  await admin.patch(`/api/v1/admin/monitors/${shop}`, { tags: [{ label: "eu", color: "#112233" }] });
  await place(admin, made.slice(0, 2));
});

beforeEach(async () => {
  await bindings.DB.prepare("DELETE FROM subscribers").run();
  await allow({});
  await addSubscriber({ type: "email" });
  await addSubscriber({ type: "email" });
  await addSubscriber({ type: "email", events: ["incident.updated"] });
  await addSubscriber({ type: "webhook", monitorIds: [shop] });
  await addSubscriber({ type: "webhook", tags: ["eu"] });
  await addSubscriber({ type: "webhook", monitorIds: [other] });
  await addSubscriber({ type: "email", status: "pending" });
  await addSubscriber({ type: "webhook", status: "disabled" });
});

describe("the number of notified subscribers", () => {
  it("includes those of a monitor, one of its tags, or the whole page", async () => {
    expect(await count("type=incident.created")).toBe(5);
    expect(await count(`type=incident.created&monitorIds=${shop}`)).toBe(4);
    expect(await count(`type=incident.created&monitorIds=${other}`)).toBe(3);
    expect(await count(`type=incident.created&monitorIds=${shop},${other}`)).toBe(5);
    expect(await count(`type=incident.updated&monitorIds=${other}`)).toBe(4);
  });

  it("is zero for monitors outside the page and for disabled notifications", async () => {
    expect(await count(`type=incident.created&monitorIds=${hidden}`)).toBe(0);
    expect(await count("type=incident.resolved")).toBe(0);
    await allow({ allowWebhook: false });
    expect(await count("type=incident.created")).toBe(2);
    await allow({ enabled: false });
    expect(await count("type=incident.created")).toBe(0);
  });

  it("is rejected without an event type or with invalid monitor ids", async () => {
    expect((await admin.get(`${ROOT}/count`)).status).toBe(400);
    expect((await admin.get(`${ROOT}/count?type=incident.created&monitorIds=a`)).status).toBe(400);
  });

  it("matches the notifications that are then sent", async () => {
    const expected = await count(`type=incident.created&monitorIds=${shop},${hidden}`);
    const reply = await admin.post("/api/v1/admin/incidents", {
      title: "Payments fail",
      status: "investigating",
      impact: "minor",
      monitorIds: [shop, hidden],
      body: "",
    });
    expect(reply.status).toBe(201);
    await startFanouts(bindings, Date.now());
    await drain(async (ids) => {
      const end =
        "UPDATE subscriber_deliveries SET status = 'delivered' WHERE id IN (SELECT value FROM json_each(?))";
      await bindings.DB.prepare(end).bind(JSON.stringify(ids)).run();
    });
    const row = await bindings.DB.prepare("SELECT count(*) AS n FROM subscriber_deliveries").first<{
      n: number;
    }>();
    expect([row?.n, expected]).toEqual([4, 4]);
  });
});
