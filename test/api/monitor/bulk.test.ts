import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { MonitorBulkResponse } from "../../../src/schema/monitor_bulk.ts";
import { addToken, setUp, type Visitor } from "../client.ts";
import { statementsDuring } from "../d1_reads.ts";

const ROOT = "/api/v1/admin/monitors";
const CHANNELS = "/api/v1/admin/notifications/channels";
const RED = { label: "red", color: "#f00" };
const SHOP = { label: "shop", color: "#0f0" };
let admin: Visitor;
let made: Monitor[] = [];

interface Entry {
  action: string;
  entityName: string;
  entityId: number;
  details: { changes?: Record<string, unknown> };
}

beforeAll(async () => {
  admin = await setUp();
});

beforeEach(async () => {
  await admin.post(`${ROOT}/bulk`, { filter: {}, delete: true });
  made = [];
  for (const name of ["Shop", "Mail", "Search"]) made.push(await add({ name }));
});

const add = async (body: object) =>
  (await admin.post<Monitor>(ROOT, { type: "webhook", intervalSecs: 3600, ...body })).body;
const list = async () => (await admin.get<Monitor[]>(ROOT)).body;
const change = async (body: object) => await admin.post<MonitorBulkResponse>(`${ROOT}/bulk`, body);
const ids = () => made.map(({ id }) => id);
const entries = async () =>
  (await admin.get<{ items: Entry[] }>("/api/v1/admin/audit?entityType=monitor&limit=3")).body.items;
const addChannel = async (name: string) => {
  const config = { url: "https://hook.example/" };
  return (await admin.post<{ id: number }>(CHANNELS, { name, type: "webhook", config })).body.id;
};

describe("bulk changes to monitors", () => {
  it("update every monitor in one request, each with an audit entry and a new version", async () => {
    const wanted = { paused: true, intervalSecs: 120, timeoutMs: 5000, retries: 2, failureThreshold: 4 };
    const reply = await change({ ids: ids(), change: { ...wanted, recoveryThreshold: 3 } });
    expect(reply).toMatchObject({ status: 200, body: { ids: ids(), changed: 3 } });
    for (const monitor of await list()) {
      expect(monitor).toMatchObject({ ...wanted, recoveryThreshold: 3, version: 2 });
    }
    const audited = await entries();
    expect(audited.map(({ entityName }) => entityName).sort()).toEqual(["Mail", "Search", "Shop"]);
    expect(audited.map(({ entityId }) => entityId).sort()).toEqual(ids().sort());
    expect(audited[0]).toMatchObject({
      action: "Update",
      details: { changes: { intervalSecs: [3600, 120] } },
    });
  });

  it("skip unchanged monitors, without audit entries", async () => {
    await change({ ids: [made[0]?.id], change: { paused: true } });
    const before = await entries();
    expect((await change({ ids: [made[0]?.id], change: { paused: true } })).body.changed).toBe(0);
    expect(await entries()).toEqual(before);
    expect((await change({ ids: ids(), change: { paused: true } })).body.changed).toBe(2);
  });

  it("apply to the monitors that match a filter; an empty filter matches all", async () => {
    await change({ ids: [made[0]?.id, made[2]?.id], change: { addTags: [SHOP] } });
    const tagged = await change({ filter: { tag: "shop" }, change: { retries: 5 } });
    expect(tagged.body).toEqual({ ids: [made[2]?.id, made[0]?.id], changed: 2 });
    expect((await change({ filter: { search: "mail" }, change: { retries: 5 } })).body.ids).toEqual([
      made[1]?.id,
    ]);
    expect((await change({ filter: {}, change: { retries: 6 } })).body.changed).toBe(3);
    expect((await change({ filter: { tag: "none" }, delete: true })).body).toEqual({ ids: [], changed: 0 });
  });

  it("add and remove tags, and keep the others", async () => {
    const own = { label: "own", color: "#00f" };
    const tagged = await add({ name: "Tagged", tags: [own, { ...RED, color: "#111" }] });
    await change({ ids: [...ids(), tagged.id], change: { addTags: [RED, SHOP] } });
    const read = async (id: number) => (await admin.get<Monitor>(`${ROOT}/${id}`)).body.tags;
    expect(await read(tagged.id)).toEqual([own, RED, SHOP]);
    expect(await read(made[0]!.id)).toEqual([RED, SHOP]);
    await change({ ids: [tagged.id], change: { removeTags: ["red", "unknown"] } });
    expect(await read(tagged.id)).toEqual([own, SHOP]);
    const twice = await add({ name: "Twice", tags: [RED, { ...RED, color: "#111" }] });
    await change({ ids: [twice.id], change: { paused: true } });
    expect(await read(twice.id)).toEqual(twice.tags);
  });

  it("link and unlink channels, on the monitors and on the channels", async () => {
    const [first, second] = [await addChannel("First"), await addChannel("Second")];
    await change({ ids: ids(), change: { addChannelIds: [first, second] } });
    await change({ ids: [made[0]?.id], change: { removeChannelIds: [first] } });
    const linked = new Map((await list()).map(({ name, channelIds }) => [name, channelIds]));
    expect(linked.get("Shop")).toEqual([second]);
    expect(linked.get("Mail")).toEqual([first, second]);
    const channel = (await admin.get<{ version: number; monitorIds: number[] }>(`${CHANNELS}/${first}`)).body;
    expect(channel.version).toBe(3);
    expect(channel.monitorIds).toEqual([made[1]?.id, made[2]?.id]);
  });

  it("delete monitors, and other monitors no longer depend on them", async () => {
    const [shop, mail] = made;
    await admin.put(`${ROOT}/${made[2]?.id}/dependencies`, { dependsOnIds: [shop?.id] });
    expect((await change({ ids: [shop?.id, mail?.id], delete: true })).body.changed).toBe(2);
    const left = await list();
    expect(left.map(({ name, dependsOnIds }) => [name, dependsOnIds])).toEqual([["Search", []]]);
    expect((await entries()).slice(0, 2).map(({ action }) => action)).toEqual(["Delete", "Delete"]);
  });

  it("change nothing if one monitor can't be changed", async () => {
    const tags = Array.from({ length: 20 }, (_, i) => ({ label: `t${i}`, color: "#fff" }));
    const full = await add({ name: "Full", tags });
    const before = await list();
    const crowded = await change({ ids: [...ids(), full.id], change: { addTags: [RED], paused: true } });
    expect(crowded.status).toBe(400);
    expect(JSON.stringify(crowded.body)).toContain("More than 20 tags: Full.");
    const missing = await change({ ids: [...ids(), 99_999, 88_888], delete: true });
    expect(missing.status).toBe(400);
    expect(JSON.stringify(missing.body)).toContain("There is no monitor with ID 99999 or 88888.");
    const gone = await change({ ids: ids(), change: { addChannelIds: [77_777], paused: true } });
    expect(gone.status).toBe(400);
    expect(await list()).toEqual(before);
  });

  it.each([
    [{}, "Use either ids or filter."],
    [{ ids: [1], filter: {}, delete: true }, "Use either ids or filter."],
    [{ ids: [1] }, "Use either change or delete."],
    [{ ids: [1], delete: true, change: { paused: true } }, "Use either change or delete."],
    [{ ids: [], delete: true }, "Choose a monitor."],
    [{ ids: [1], change: {} }, "Choose what to change."],
    [{ ids: [1], change: { intervalSecs: 5 } }, "Use 10 to 86400 seconds."],
    [{ ids: [1], delete: false }, "Use true, or leave it out."],
  ])("reject %j with a message", async (body, sentence) => {
    const reply = await change(body);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain(sentence);
  });

  it.each([
    { filter: { tags: "red" }, delete: true },
    { filter: {}, delete: true, dryRun: true },
    { filter: {}, change: { name: "All the same" } },
  ])("reject unknown fields, which could affect the wrong monitors: %j", async (body) => {
    expect((await change(body)).status).toBe(400);
    expect((await list()).length).toBe(3);
  });

  it("require monitors:write, and channels:write for channels", async () => {
    const channel = await addChannel("Closed");
    const reader = await addToken(admin, ["monitors:read"]);
    expect((await reader.post(`${ROOT}/bulk`, { filter: {}, delete: true })).status).toBe(403);
    const writer = await addToken(admin, ["monitors:write"]);
    const links = { ids: ids(), change: { addChannelIds: [channel] } };
    expect((await writer.post(`${ROOT}/bulk`, links)).status).toBe(403);
    expect((await writer.post(`${ROOT}/bulk`, { ids: ids(), change: { paused: true } })).status).toBe(200);
    const both = await addToken(admin, ["monitors:write", "channels:write"]);
    expect((await both.post(`${ROOT}/bulk`, links)).status).toBe(200);
  });

  it("need only a few more database statements for many monitors", async () => {
    for (let n = 0; n < 40; n++) await add({ name: `More ${n}` });
    const one = await statementsDuring(
      async () => await change({ ids: [made[0]?.id], change: { retries: 7 } }),
    );
    const many = await statementsDuring(async () => await change({ filter: {}, change: { retries: 8 } }));
    expect(many).toBeLessThan(one + 40);
  });

  it("keep every tag when several requests add tags at the same time", async () => {
    const tags = ["a", "b", "c", "d"].map((label) => ({ label, color: "#fff" }));
    const replies = await Promise.all(tags.map((tag) => change({ ids: ids(), change: { addTags: [tag] } })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const monitor of await list())
      expect(monitor.tags.map(({ label }) => label).sort()).toEqual(["a", "b", "c", "d"]);
  });
});
