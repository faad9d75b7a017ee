import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SubscriberDelivery } from "../../../src/schema/subscriber_delivery.ts";
import { addSubscriber } from "../../durable/subscriber/audience.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import { rowsReadDuring } from "../d1_reads.ts";
import { addDelivery, addFanout } from "./told.ts";

const ROOT = "/api/v1/admin/subscribers/deliveries";
let admin: Visitor;

interface Listed {
  items: SubscriberDelivery[];
  total: number;
  page: number;
  limit: number;
}

const list = async (query = "") => (await admin.get<Listed>(`${ROOT}${query}`)).body;
const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);

beforeAll(async () => {
  admin = await setUp();
});

beforeEach(async () => {
  await bindings.DB.batch(
    ["subscriber_deliveries", "fanouts", "subscribers"].map((table) =>
      bindings.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
});

describe("the deliveries to subscribers", () => {
  it("contain their message, recipient and result", async () => {
    const { id: subscriberId, destination } = await addSubscriber();
    const fanoutId = await addFanout({ eventType: "incident.resolved", title: "Payments work" });
    const attempts = [{ at: 3, ok: false, error: "The address returned 500.", responseStatus: 500, ms: 12 }];
    const id = await addDelivery({ subscriberId, fanoutId, status: "failed", attempts });
    const delivery = {
      id,
      subscriberId,
      destination,
      type: "webhook",
      eventType: "incident.resolved",
      title: "Payments work",
      status: "failed",
      attemptCount: 4,
      maxAttempts: 4,
      nextAttemptAt: null,
      lastError: "The address returned 500.",
      responseStatus: 500,
      createdAt: 2,
      deliveredAt: null,
    };
    expect(await list()).toEqual({ items: [delivery], total: 1, page: 1, limit: 50 });
    expect((await admin.get(`${ROOT}/${id}`)).body).toEqual({ ...delivery, attempts });
    expect((await admin.get(`${ROOT}/${id + 1}`)).status).toBe(404);
  });

  it("can be filtered by status, event type and subscriber, newest first", async () => {
    const [ada, bob] = [await addSubscriber({ type: "email" }), await addSubscriber()];
    const created = await addFanout();
    const resolved = await addFanout({ eventType: "incident.resolved", isFinished: false });
    const add = (status: "pending" | "delivered" | "failed" | "cancelled", of: number[], claimed?: number) =>
      addDelivery({
        status,
        fanoutId: of[0] ?? 0,
        subscriberId: of[1] ?? 0,
        claimedUntil: claimed ?? null,
      });
    const first = await add("delivered", [created, ada.id]);
    const second = await add("failed", [created, bob.id]);
    const third = await add("pending", [resolved, ada.id], 99);
    const fourth = await add("pending", [resolved, bob.id]);
    expect(await idsOf("")).toEqual([fourth, third, second, first]);
    expect(await idsOf("?status=pending")).toEqual([fourth, third]);
    expect(await idsOf("?status=failed")).toEqual([second]);
    expect(await idsOf("?status=delivered")).toEqual([first]);
    expect(await idsOf("?status=cancelled")).toEqual([]);
    expect(await idsOf("?eventType=incident.created")).toEqual([second, first]);
    expect(await idsOf("?status=pending&eventType=incident.created")).toEqual([]);
    expect(await idsOf(`?subscriberId=${ada.id}`)).toEqual([third, first]);
    expect(await idsOf(`?subscriberId=${bob.id}&status=failed`)).toEqual([second]);
    expect(await list(`?subscriberId=${bob.id}&limit=1&page=2`)).toMatchObject({
      total: 2,
      page: 2,
      limit: 1,
    });
    expect(await idsOf("?limit=3&page=2")).toEqual([first]);
    expect((await list("?limit=500")).limit).toBe(100);
    expect((await list()).items[0]).toMatchObject({ nextAttemptAt: 5 });
  });

  it.each(["page=0", "status=suppressed", "eventType=alert", "subscriberId=0", "subscriberId=1000000000"])(
    "reject %s",
    async (query) => {
      expect((await admin.get(`${ROOT}?${query}`)).status).toBe(400);
    },
  );

  it("are found without reading unrelated rows", async () => {
    const { id: subscriberId } = await addSubscriber();
    for (let event = 0; event < 5; event++) {
      const fanoutId = await addFanout();
      await addDelivery({ subscriberId, fanoutId, status: event === 0 ? "failed" : "delivered" });
      await bindings.DB.prepare(`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
        INSERT INTO subscriber_deliveries (id, status, max_attempts, due_at, created_at)
        SELECT ? * 1000000000 + 100000 + i, 'delivered', 4, 1, 1 FROM n`)
        .bind(fanoutId)
        .run();
    }
    for (const query of [`?subscriberId=${subscriberId}`, "?status=failed", "?status=pending"]) {
      const read = await rowsReadDuring(async () => await list(query));
      expect([query, read, read > 0 && read < 60]).toEqual([query, read, true]);
    }
  });
});

describe("retrying a delivery", () => {
  it("starts four more attempts for a failed one, once, and is audited without the address", async () => {
    const { id: subscriberId, destination } = await addSubscriber();
    const id = await addDelivery({ subscriberId, status: "failed" });
    const reply = await admin.post<SubscriberDelivery>(`${ROOT}/${id}/retry`);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: "pending", attemptCount: 4, maxAttempts: 8 });
    const { items } = (await admin.get<{ items: object[] }>("/api/v1/admin/audit?entityType=subscriber"))
      .body;
    expect(items[0]).toMatchObject({
      action: "Update",
      entityId: subscriberId,
      entityName: `webhook #${subscriberId}`,
      details: { retriedDelivery: id },
    });
    expect(JSON.stringify(items)).not.toContain(destination);
    expect((await admin.post(`${ROOT}/${id}/retry`)).status).toBe(409);
  });

  it.each(["pending", "delivered", "cancelled"] as const)("is rejected for a %s one", async (status) => {
    const id = await addDelivery({ subscriberId: (await addSubscriber()).id, status });
    const reply = await admin.post<{ error: string }>(`${ROOT}/${id}/retry`);
    expect([reply.status, reply.body.error]).toEqual([409, "Only a failed delivery can be sent again."]);
    expect((await list()).items[0]).toMatchObject({ status });
  });
});
