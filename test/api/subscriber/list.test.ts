import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Subscriber } from "../../../src/schema/subscriber_list.ts";
import { addSubscriber } from "../../durable/subscriber/audience.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import { addBeating } from "../page/placed.ts";
import { pageIdUnderTest } from "../page_under_test.ts";
import { addDelivery, addFanout } from "./told.ts";

const ROOT = "/api/v1/admin/subscribers";
const AUDIT = "/api/v1/admin/audit?entityType=subscriber";
let admin: Visitor;

interface Listed {
  items: Subscriber[];
  total: number;
  page: number;
  limit: number;
}

const list = async (query = "") => (await admin.get<Listed>(`${ROOT}${query}`)).body;
const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
const count = async (table: string) =>
  (await bindings.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

beforeAll(async () => {
  admin = await setUp();
});

beforeEach(async () => {
  await bindings.DB.batch(
    ["subscriber_deliveries", "fanouts", "subscriber_notices", "subscribers"].map((table) =>
      bindings.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
});

describe("the list of subscribers", () => {
  it("contains all fields except secrets", async () => {
    const headers = { "X-Key": "hush-hush" };
    const { id, token, destination } = await addSubscriber({
      headers,
      signingSecret: "whsec_hush",
      events: ["incident.created"],
      monitorIds: [3],
      tags: ["eu"],
    });
    const reply = await admin.get<Listed>(ROOT);
    expect(reply.body).toEqual({
      items: [
        {
          id,
          type: "webhook",
          destination,
          email: expect.stringMatching(/^person\d+@example\.com$/),
          status: "active",
          locale: "en",
          events: ["incident.created"],
          monitorIds: [3],
          tags: ["eu"],
          webhookMethod: "POST",
          webhookHeaders: ["X-Key"],
          notifyOnFailure: true,
          failures: 0,
          lastNotifiedAt: null,
          lastError: null,
          createdAt: 1,
          confirmedAt: 1,
        },
      ],
      total: 1,
      page: 1,
      limit: 50,
    });
    const hidden = await addSubscriber({ destination: "https://hooks.example.com/in?token=abc123&x=1" });
    const listed = (await admin.get<Listed>(`${ROOT}?search=hooks.example.com`)).body.items[0];
    expect([listed?.id, listed?.destination]).toEqual([
      hidden.id,
      "https://hooks.example.com/in?token=••••••••&x=1",
    ]);
    for (const secret of ["hush", token, "seal"]) expect(JSON.stringify(reply.body)).not.toContain(secret);
  });

  it("can be filtered by status, type and part of the address, case-insensitively", async () => {
    const ada = await addSubscriber({ type: "email", destination: "ada@example.com" });
    const hook = await addSubscriber({ destination: "https://8.8.8.8/ADA" });
    const paused = await addSubscriber({ status: "disabled" });
    expect(await idsOf("")).toEqual([paused.id, hook.id, ada.id]);
    expect(await idsOf("?status=disabled")).toEqual([paused.id]);
    expect(await idsOf("?type=email")).toEqual([ada.id]);
    expect(await idsOf("?search=Ada")).toEqual([hook.id, ada.id]);
    expect(await idsOf("?search=%25")).toEqual([]);
    expect(await idsOf("?search=ada&type=webhook&status=active")).toEqual([hook.id]);
  });

  it("is paged, with at most 100 per page", async () => {
    for (let i = 0; i < 3; i++) await addSubscriber();
    const all = await idsOf("");
    expect(await list("?page=2&limit=2")).toMatchObject({ total: 3, page: 2, limit: 2 });
    expect(await idsOf("?page=2&limit=2")).toEqual(all.slice(2));
    expect((await list("?limit=1000")).limit).toBe(100);
    expect((await list("?limit=0")).limit).toBe(1);
    expect((await list("?page=1000000000")).items).toEqual([]);
  });

  it.each(["page=0", "page=-1", "page=x", "limit=x", "status=paused", "type=sms"])(
    "rejects %s",
    async (query) => {
      const reply = await admin.get<{ error: string }>(`${ROOT}?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body.error).not.toBe("");
    },
  );
});

describe("deleting a subscriber", () => {
  it("deletes their deliveries and notices, and their address isn't in the audit log", async () => {
    const [first, second] = [await addFanout(), await addFanout()];
    const gone = await addSubscriber({ type: "email" });
    const other = await addSubscriber({ type: "email" });
    for (const { id } of [gone, other])
      for (const fanoutId of [first, second])
        await addDelivery({ subscriberId: id, fanoutId, status: "delivered" });
    await bindings.DB.prepare(
      "INSERT INTO subscriber_notices (subscriber_id, kind, status, due_at, created_at) VALUES (?, 'welcome', 'pending', 1, 1)",
    )
      .bind(gone.id)
      .run();

    expect((await admin.delete(`${ROOT}/${gone.id}`)).status).toBe(204);

    expect(await idsOf("")).toEqual([other.id]);
    expect(await count("subscriber_notices")).toBe(0);
    const { results } = await bindings.DB.prepare("SELECT id FROM subscriber_deliveries ORDER BY id").all();
    expect(results).toEqual([{ id: first * 1e9 + other.id }, { id: second * 1e9 + other.id }]);
    const { items } = (await admin.get<{ items: object[] }>(AUDIT)).body;
    expect(items[0]).toMatchObject({
      action: "Delete",
      entityId: gone.id,
      entityName: `email #${gone.id}`,
      details: { erased: ["address", "choices", "delivery records"] },
    });
    expect(JSON.stringify(items)).not.toContain(gone.destination);
    expect((await admin.delete(`${ROOT}/${gone.id}`)).status).toBe(404);
  });
});

describe("the export of subscribers", () => {
  const HEAD = "id,type,destination,contact_email,status,events,monitors,tags,last_notified_at,last_error";

  it("has the specified columns, quoted if necessary", async () => {
    const { id: shop } = await addBeating(admin, 'Shop, "EU"');
    const { id, destination } = await addSubscriber({
      destination: "https://8.8.8.8/a,b",
      events: ["incident.created", "incident.resolved"],
      monitorIds: [shop, 999_999],
      tags: ["eu", "two\nlines"],
      status: "disabled",
    });
    await bindings.DB.prepare(
      "UPDATE subscribers SET email = 'ops@example.com', last_notified_at = 86400000",
    ).run();
    const reply = await admin.get<string>(`${ROOT}/export`);
    expect(reply.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(reply.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(reply.body).toBe(
      [
        HEAD,
        `${id},webhook,"${destination}",ops@example.com,disabled,incident.created; incident.resolved,` +
          `"Shop, ""EU"" (#${shop}); #999999","eu; two\nlines",1970-01-02T00:00:00.000Z,`,
        "",
      ].join("\r\n"),
    );
  });

  it("accepts the same filters as the list, or ids", async () => {
    const ids: number[] = [];
    for (const type of ["email", "webhook", "email"] as const) ids.push((await addSubscriber({ type })).id);
    await addSubscriber({ type: "email", status: "pending" });
    const exported = async (query: string) =>
      (await admin.get<string>(`${ROOT}/export${query}`)).body
        .split("\r\n")
        .slice(1, -1)
        .map((line) => Number(line.split(",")[0]));
    expect(await exported("?status=active")).toEqual(ids);
    expect(await exported("?status=active&type=email")).toEqual([ids[0], ids[2]]);
    expect(await exported(`?ids=${ids[1]},${ids[2]},999999`)).toEqual([ids[1], ids[2]]);
    expect(await exported("?search=nobody")).toEqual([]);
    expect((await admin.get(`${ROOT}/export?ids=1,x`)).status).toBe(400);
    expect(
      (await admin.get(`${ROOT}/export?ids=${Array.from({ length: 1001 }, (_, i) => i + 1)}`)).status,
    ).toBe(400);
  });

  it("contains every subscriber, even more than are read at once", async () => {
    await bindings.DB.prepare(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4001)
      INSERT INTO subscribers (page_id, type, destination, email, status, locale, events, seal_name, manage_token, manage_hash,
        unsubscribe_hash, created_at)
      SELECT ${pageIdUnderTest()}, 'email', i || '@example.com', i || '@example.com', 'active', 'en', '[]', 's', 't', 'm' || i, 'u' || i, 1
      FROM n`).run();
    const lines = (await admin.get<string>(`${ROOT}/export`)).body.split("\r\n").slice(1, -1);
    const emails = lines.map((line) => line.split(",")[3]);
    expect(emails).toEqual(Array.from({ length: 4001 }, (_, i) => `${i + 1}@example.com`));
  });

  it("escapes cells that a spreadsheet would run as a formula", async () => {
    for (const start of ["=", "+", "-", "@"])
      await addSubscriber({ type: "email", destination: `${start}cmd|'/c calc'!a1@example.com` });
    const lines = (await admin.get<string>(`${ROOT}/export`)).body.split("\r\n").slice(1, -1);
    expect(lines.map((line) => line.split(",")[2]?.slice(0, 2))).toEqual(["'=", "'+", "'-", "'@"]);
  });
});
