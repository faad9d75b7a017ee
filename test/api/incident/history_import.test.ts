import { beforeAll, describe, expect, it } from "vitest";
import type { HistoryImported } from "../../../src/schema/history_import.ts";
import type { Incident } from "../../../src/schema/incident.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { openManageToken, unsubscribeTokenOf } from "../../../src/service/subscriber/token.ts";
import { addToken, bindings, setUp, Visitor } from "../client.ts";
import { addBeating, place } from "../page/placed.ts";

const PATH = "/api/v1/admin/import/history";
const DAY = 86_400_000;
const NOW = Date.now();
const BEGUN = NOW - 30 * DAY;
const GROUND = "They confirmed on our old page.";
let admin: Visitor;
let shop: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  await place(admin, [shop]);
  await admin.put("/api/v1/admin/subscribers/settings", { enabled: true });
});

const send = async (body: object) => await admin.post<HistoryImported & { error: string }>(PATH, body);
const count = async (table: string) =>
  (await bindings.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

const outage = (externalId: string, more: object = {}) => ({
  externalId,
  title: `Outage ${externalId}`,
  impact: "major",
  monitorKeys: [shop.key],
  startedAt: BEGUN,
  updates: [
    { at: BEGUN + 3_600_000, status: "resolved", body: "It works." },
    { at: BEGUN, status: "investigating", body: "Looking." },
  ],
  ...more,
});
const window = (externalId: string) => ({
  externalId,
  name: `Window ${externalId}`,
  startsAt: BEGUN,
  endsAt: BEGUN + 7_200_000,
});

describe("importing history", () => {
  it("previews with dryRun, then adds incidents once with their original times and no notifications", async () => {
    const body = { source: "old", incidents: [outage("1")], maintenance: [window("1")] };
    const shown = await send({ ...body, dryRun: true });
    expect(shown.body).toMatchObject({ dryRun: true, incidents: { added: 1, unchanged: 0 } });
    expect(await count("incidents")).toBe(0);
    expect((await send(body)).body).toMatchObject({ incidents: { added: 1 }, maintenance: { added: 1 } });
    expect((await send(body)).body).toMatchObject({
      incidents: { added: 0, unchanged: 1 },
      maintenance: { added: 0, unchanged: 1 },
    });
    const { items } = (await new Visitor().get<{ items: PublicIncident[] }>("/api/v1/public/incidents")).body;
    expect(items).toMatchObject([
      {
        title: "Outage 1",
        status: "resolved",
        startedAt: new Date(BEGUN).toISOString(),
        resolvedAt: new Date(BEGUN + 3_600_000).toISOString(),
        updates: [{ body: "It works." }, { body: "Looking.", postedAt: new Date(BEGUN).toISOString() }],
      },
    ]);
    expect([await count("public_events"), await count("fanouts")]).toEqual([0, 0]);
    const windows = await admin.get<{ name: string; status: string }[]>("/api/v1/admin/maintenance");
    expect(windows.body).toMatchObject([{ name: "Window 1", status: "completed" }]);
  });

  it("adds nothing twice when two imports run at once, and keeps later edits", async () => {
    const body = { source: "twice", incidents: [outage("1"), outage("1"), outage("2")] };
    const replies = await Promise.all([send(body), send(body)]);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    await send(body);
    const list = (await admin.get<{ items: Incident[] }>("/api/v1/admin/incidents?search=Outage 2")).body
      .items;
    expect(list).toHaveLength(1);
    await admin.patch(`/api/v1/admin/incidents/${list[0]?.id}`, { title: "Outage 2, corrected" });
    await send(body);
    const after = (await admin.get<{ items: Incident[] }>("/api/v1/admin/incidents?search=Outage 2")).body
      .items;
    expect(after.map(({ title }) => title)).toEqual(["Outage 2, corrected"]);
  });

  it("resolves an incident at the given time even without a final update, unless later updates exist", async () => {
    const updates = [{ at: BEGUN, status: "identified", body: "Found." }];
    const later = [...updates, { at: BEGUN + DAY, status: "monitoring", body: "Again." }];
    const incidents = [
      outage("31", { updates, resolvedAt: BEGUN + 7_200_000 }),
      outage("32", { updates: later, resolvedAt: BEGUN + 7_200_000 }),
    ];
    expect((await send({ source: "ends", incidents })).status).toBe(200);
    const { items } = (await admin.get<{ items: Incident[] }>("/api/v1/admin/incidents?search=Outage 3"))
      .body;
    const found = Object.fromEntries(
      items.map(({ title, status, resolvedAt, updatedAt }) => [title, [status, resolvedAt, updatedAt]]),
    );
    expect(found).toEqual({
      "Outage 31": ["resolved", BEGUN + 7_200_000, BEGUN + 7_200_000],
      "Outage 32": ["monitoring", null, BEGUN + DAY],
    });
  });

  it("rejects unknown monitors and future times, and saves nothing", async () => {
    const before = await count("incidents");
    const ahead = [{ at: NOW + DAY, status: "investigating", body: "Later." }];
    const incidents = [outage("8", { monitorKeys: ["nothing"] }), outage("9", { updates: ahead })];
    const reply = await send({ source: "wrong", incidents });
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([
      400,
      expect.stringMatching(/There is no monitor with the key nothing.*History can't lie in the future/),
    ]);
    expect(await count("incidents")).toBe(before);
  });

  it("requires an administrator's session, not a token", async () => {
    const token = await addToken(admin, ["incidents:write", "subscribers:write"]);
    expect((await token.post(PATH, { source: "old" })).status).toBe(403);
  });
});

describe("importing subscribers", () => {
  const subscribers = [{ email: "Reader@example.com", monitorKeys: [] }];

  it("requires the reason why they count as confirmed, and stores it in the audit log", async () => {
    const refused = await send({ source: "old", subscribers });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("ground")]);
    expect((await send({ source: "old", subscribers, ground: "Consent", dryRun: true })).status).toBe(200);
    expect((await send({ source: "old", subscribers, ground: GROUND })).body.subscribers.added).toBe(1);
    const audit = await admin.get<{ items: object[] }>("/api/v1/admin/audit?entityType=history");
    expect(audit.body.items[0]).toMatchObject({
      action: "Import",
      details: { subscribers: 1, ground: GROUND },
    });
    expect(await count("subscriber_notices")).toBe(0);
  });

  it("allows them to unsubscribe with their email's link, and never re-adds them", async () => {
    const row = await bindings.DB.prepare(
      "SELECT seal_name AS sealName, manage_token AS manageToken, status FROM subscribers WHERE email = 'reader@example.com'",
    ).first<{ sealName: string; manageToken: string; status: string }>();
    expect(row?.status).toBe("active");
    const manage = await openManageToken(bindings, row!);
    const token = await unsubscribeTokenOf(manage ?? "");
    await new Visitor().post("/api/v1/public/subscriptions/unsubscribe", { token });
    expect((await send({ source: "old", subscribers, ground: GROUND })).body.subscribers).toEqual({
      added: 0,
      unchanged: 1,
    });
    const after = await bindings.DB.prepare("SELECT status FROM subscribers").all();
    expect(after.results).toEqual([{ status: "unsubscribed" }]);
  });
});
