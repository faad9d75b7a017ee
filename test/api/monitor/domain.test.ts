import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { setUp, type Visitor } from "../client.ts";
import { apply, clearConfig, exportText, validate } from "../config/client.ts";

const MONITORS = "/api/v1/admin/monitors";
const CONFIG = { domain: "example.test", rdapUrl: "https://rdap.test" };
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({
      events: [{ eventAction: "expiration", eventDate: "2200-01-01T00:00:00Z" }],
      status: ["ok"],
    }),
  );
});

beforeEach(clearConfig);

const create = async (more: object = {}) =>
  await admin.post<Monitor & { problems?: { path: string }[] }>(MONITORS, {
    name: "Domain",
    type: "domain",
    config: CONFIG,
    ...more,
  });

describe("a domain monitor", () => {
  it("is checked once a day by default, and at most once an hour", async () => {
    const { body, status } = await create();
    expect([status, body.intervalSecs]).toEqual([201, 86_400]);
    expect((await create({ type: "https", config: { url: "https://a.test" } })).body.intervalSecs).toBe(60);
    expect((await create({ intervalSecs: 3600 })).body.intervalSecs).toBe(3600);
    const hurried = await create({ intervalSecs: 3599 });
    expect(hurried.status).toBe(400);
    expect(hurried.body.problems?.map(({ path }) => path)).toEqual(["intervalSecs"]);
    expect((await admin.patch(`${MONITORS}/${body.id}`, { intervalSecs: 60 })).status).toBe(400);
    const bulk = await admin.post(`${MONITORS}/bulk`, { ids: [body.id], change: { intervalSecs: 60 } });
    expect(bulk.status).toBe(400);
    const document = { kind: "Monitor", key: "d", name: "D", type: "domain", config: CONFIG };
    expect((await validate(admin, [{ ...document, intervalSecs: 60 }])).body.problems).toMatchObject([
      { path: "Monitor[d].intervalSecs" },
    ]);
  });

  it("exports and imports as a document without changes", async () => {
    const config = { ...CONFIG, warnDays: [60, 7], nameServers: ["ns1.example.net"], registrarLock: true };
    const document = { kind: "Monitor", key: "d", name: "D", type: "domain", config };
    expect((await apply(admin, [document])).status).toBe(200);
    const text = await exportText(admin);
    expect(text).toContain("intervalSecs: 86400");
    expect((await validate(admin, text)).body.summary.unchanged).toBe(1);
    expect((await validate(admin, [document])).body.summary.unchanged).toBe(1);
  });

  it("returns the registry's data", async () => {
    const { id } = (await create()).body;
    expect((await admin.post(`${MONITORS}/${id}/check-now`)).body).toMatchObject({
      status: "up",
      expiresAt: Date.UTC(2200, 0, 1),
      registrar: null,
      statuses: ["ok"],
      nameServers: [],
    });
    const tried = await admin.post(`${MONITORS}/test`, { type: "domain", config: CONFIG });
    expect(tried.body).toMatchObject({ overall: "up", expiresAt: Date.UTC(2200, 0, 1), statuses: ["ok"] });
  });
});
