import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { MonitorGlance } from "../../../src/schema/monitor_glance.ts";
import { type LastChecks, lastChecks } from "../../../src/schema/monitor_history.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";
import { bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;
let answer: () => Response;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer());
});

async function add(body: object): Promise<Monitor> {
  const { status, body: made } = await admin.post<Monitor>(ROOT, { intervalSecs: 86_400, ...body });
  expect(status).toBe(201);
  return made;
}

async function read(id: number, query = ""): Promise<LastChecks> {
  const { status, body } = await admin.get<LastChecks>(`${ROOT}/${id}/checks${query}`);
  expect(status).toBe(200);
  return lastChecks.parse(body);
}

const written = async () => (await bindings.WATCH.getByName(firstWatch()).health()).cost.rowsWritten;

describe("the last checks of a monitor", () => {
  it("are listed in order, failures with their reason", async () => {
    const { id, heartbeatUrl = "" } = await add({ name: "Backup", type: "webhook" });
    const { pathname } = new URL(heartbeatUrl);
    const beat = async (status: string, message = "") =>
      await admin.get(`${pathname}?status=${status}&message=${encodeURIComponent(message)}`);
    expect(await read(id)).toEqual({ checks: [], failure: null, places: [], isOneMachine: false });
    await beat("up", "All is well.");
    await beat("down", "No disk.");
    await beat("down", "No disk.");
    await beat("degraded", "Little disk.");
    await beat("up");
    const { checks, failure } = await read(id);
    expect(checks.map(({ status, message }) => [status, message])).toEqual([
      ["up", ""],
      ["down", "No disk."],
      ["down", "No disk."],
      ["degraded", "Little disk."],
      ["up", ""],
    ]);
    expect(failure).toMatchObject({ status: "degraded", message: "Little disk.", steps: [] });
    expect((await read(id, "?limit=2")).checks.map(({ status }) => status)).toEqual(["degraded", "up"]);
    expect((await admin.get(`${ROOT}/${id}/checks?limit=0`)).status).toBe(400);
    expect((await admin.get(`${ROOT}/999999/checks`)).status).toBe(404);
  });

  it("contain the failing step, without its secrets", async () => {
    answer = () => new Response("no", { status: 503 });
    const auth = { type: "bearer", bearer: { token: "hush-hush" } };
    const url = "https://shop.example/?access_token=abcdef";
    const { id } = await add({
      name: "Shop",
      type: "https",
      config: { url, auth, certExpiry: { enabled: false } },
    });
    const found = await eventually(async () => {
      const last = await read(id);
      expect(last.failure).not.toBeNull();
      return last;
    });
    expect(found.failure?.message).toContain("503");
    expect(found.failure?.steps.length).toBeGreaterThan(0);
    expect(found.failure?.steps.some(({ status }) => status === "down")).toBe(true);
    expect(JSON.stringify(found)).not.toMatch(/hush-hush|abcdef/);
  });

  it("contain the failing response if enabled, in a test too", async () => {
    answer = () => new Response('<b>Away</b> {"password":"abcdef","by":"hush-hush"}', { status: 503 });
    const auth = { type: "bearer", bearer: { token: "hush-hush" } };
    const config = { url: "https://told.example/", auth, certExpiry: { enabled: false } };
    const body = {
      text: '<b>Away</b> {"password":[redacted],"by":"[hidden]"}',
      isCut: false,
      isBinary: false,
    };
    const made = await add({ name: "Told", type: "https", config: { ...config, keepBody: true } });
    expect(made.config).toMatchObject({ keepBody: true });
    const silent = await add({ name: "Silent", type: "https", config });
    expect(silent.config).not.toHaveProperty("keepBody");
    const failureOf = async (id: number) =>
      await eventually(async () => {
        const { failure } = await read(id);
        expect(failure).not.toBeNull();
        return failure;
      });
    expect((await failureOf(made.id))?.body).toEqual(body);
    expect(await failureOf(silent.id)).not.toHaveProperty("body");
    const trial = async (more: object) =>
      (await admin.post<object>(`${ROOT}/test`, { type: "https", config: { ...config, ...more } })).body;
    expect(await trial({ keepBody: true })).toMatchObject({ overall: "down", body });
    expect(await trial({})).not.toHaveProperty("body");
    expect(await trial({ invert: true })).toMatchObject({ overall: "up" });
  });

  it("write one more row only when the reason changes", async () => {
    answer = () => new Response("ok");
    const { id } = await add({
      name: "Steady",
      type: "https",
      config: { url: "https://steady.example/", certExpiry: { enabled: false } },
    });
    const check = async () => {
      await admin.post(`${ROOT}/${id}/check-now`);
      await eventually(async () =>
        expect((await bindings.WATCH.getByName(firstWatch()).health()).outbox).toBe(0),
      );
    };
    await check();
    answer = () => new Response("no", { status: 503 });
    await check();
    const failing = await read(id);
    const before = await written();
    await check();
    const again = (await written()) - before;
    answer = () => new Response("no", { status: 503 });
    expect((await read(id)).failure).toEqual(failing.failure);
    const settled = await written();
    await check();
    expect((await written()) - settled).toBe(again);
    answer = () => new Response("no", { status: 500 });
    await check();
    expect((await read(id)).failure?.message).toContain("500");
  });

  it("are deleted with their monitor", async () => {
    const { id, heartbeatUrl = "" } = await add({ name: "Gone", type: "webhook" });
    await admin.get(`${new URL(heartbeatUrl).pathname}?status=down&message=Bad`);
    expect((await read(id)).failure).not.toBeNull();
    await admin.delete(`${ROOT}/${id}`);
    expect((await admin.get(`${ROOT}/${id}/checks`)).status).toBe(404);
  });

  it("are returned for a list of monitors with uptime, without writing anything", async () => {
    const made = await Promise.all(["Aye", "Bee"].map((name) => add({ name, type: "webhook" })));
    const [aye, bee] = made as [Monitor, Monitor];
    const beat = async ({ heartbeatUrl = "" }: Monitor, status: string, message = "") =>
      await admin.get(
        `${new URL(heartbeatUrl).pathname}?status=${status}&message=${encodeURIComponent(message)}`,
      );
    for (let n = 0; n < 21; n++) await beat(aye, "up");
    await beat(aye, "down", "No disk.");
    const before = await written();
    const { status, body } = await admin.get<MonitorGlance[]>(
      `${ROOT}/glances?ids=${bee.id},${aye.id},999999`,
    );
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual([aye.id, bee.id]);
    const [first, second] = body;
    expect(first?.checks).toHaveLength(20);
    expect(first?.checks).toEqual((await read(aye.id, "?limit=20")).checks);
    expect(first?.checks.at(-1)).toMatchObject({ status: "down", message: "No disk." });
    expect(first?.uptime).toBeGreaterThan(0);
    expect(second).toEqual({ id: bee.id, uptime: null, checks: [] });
    expect(await written()).toBe(before);
    const many = Array.from({ length: 101 }, (_, n) => n + 1).join(",");
    expect((await admin.get(`${ROOT}/glances?ids=${many}`)).status).toBe(400);
    expect((await admin.get(`${ROOT}/glances`)).status).toBe(400);
  });
});
