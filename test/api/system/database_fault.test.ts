import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { eventually } from "../../eventually.ts";
import { breakDatabase } from "../broken_database.ts";
import { ADMIN, bindings, setUp, signIn, Visitor } from "../client.ts";
import { place } from "../page/placed.ts";

const AWAY = "The database isn't responding.";
const FULL = "The disk is full, so nothing is saved: free up space.";
const ROOT = "/api/v1/admin";
let admin: Visitor;
let monitor: Monitor;
let answer = 200;
let mend = () => {};

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("", { status: answer }));
  const config = { url: "https://shop.example/", certExpiry: { enabled: false } };
  monitor = (await admin.post<Monitor>(`${ROOT}/monitors`, { name: "Shop", type: "https", config })).body;
  await place(admin, [monitor]);
  await eventually(async () => {
    expect((await admin.get<Monitor>(`${ROOT}/monitors/${monitor.id}`)).body.currentStatus).toBe("up");
  });
});

afterEach(() => {
  mend();
  vi.useRealTimers();
});

describe("the admin panel without its database", () => {
  it("shows dashboard and health for a recent session, and reports the problem", async () => {
    await admin.get(`${ROOT}/dashboard`);
    await admin.get(`${ROOT}/system-health`);
    mend = breakDatabase();
    answer = 503;
    await bindings.WATCH.getByName(`watch-${Math.floor(monitor.id / 32)}`).checkNow(monitor.id);
    for (const path of ["/api/v1/auth/session", `${ROOT}/dashboard`, `${ROOT}/system-health`]) {
      const { status, headers } = await admin.get(path);
      expect([path, status, headers.get("Uptide-Fault")]).toEqual([path, 200, AWAY]);
    }
    const board = (await admin.get<Dashboard>(`${ROOT}/dashboard`)).body;
    expect(JSON.stringify(board)).toMatch(/"status":"down"/);
    const health = (await admin.get<SystemHealth>(`${ROOT}/system-health`)).body;
    expect(health.database.ok).toBe(false);
    expect(health.watches).toMatchObject([{ ok: true }]);
    const ready = await new Visitor().get("/ready");
    expect([ready.status, ready.body]).toEqual([503, { status: "not_ready", problems: [AWAY] }]);
    for (const [method, path] of [
      ["GET", `${ROOT}/monitors`],
      ["POST", `${ROOT}/monitors/${monitor.id}/check-now`],
      ["PATCH", `${ROOT}/branding`],
    ] as const) {
      const { status, body } = await admin.send(method, path, method === "PATCH" ? { body: {} } : {});
      expect([path, status, body]).toEqual([path, 503, { error: AWAY, fault: "database_away" }]);
    }
    mend();
    answer = 200;
    expect((await admin.get(`${ROOT}/monitors`)).headers.get("Uptide-Fault")).toBeNull();
  });

  it("rejects ended and unknown sessions", async () => {
    const other = await signIn(ADMIN.email, ADMIN.password);
    await other.get("/api/v1/auth/session");
    const { cookie } = other;
    await other.post("/api/v1/auth/logout");
    mend = breakDatabase();
    other.cookie = cookie;
    expect((await other.get(`${ROOT}/dashboard`)).status).toBe(503);
    expect((await new Visitor().get(`${ROOT}/dashboard`)).status).toBe(401);
  });

  it("accepts a session for five minutes after the database last confirmed it", async () => {
    const passMinutes = (minutes: number) =>
      vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ["Date"] });
    const read = async () => (await admin.get("/api/v1/auth/session")).status;
    await read();
    passMinutes(4);
    expect(await read()).toBe(200);
    mend = breakDatabase();
    passMinutes(4);
    expect(await read()).toBe(200);
    passMinutes(0.9);
    expect(await read()).toBe(200);
    passMinutes(0.2);
    expect(await read()).toBe(503);
    mend();
    expect(await read()).toBe(200);
  });

  it("rejects a session that another isolate ended, after those minutes", async () => {
    const other = await signIn(ADMIN.email, ADMIN.password);
    const read = async () => (await other.get(`${ROOT}/dashboard`)).status;
    expect(await read()).toBe(200);
    // Another isolate has its own cache, so only the row is deleted.
    await bindings.DB.prepare("DELETE FROM sessions WHERE id = (SELECT max(id) FROM sessions)").run();
    mend = breakDatabase();
    expect(await read()).toBe(200);
    vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ["Date"] });
    expect(await read()).toBe(503);
    mend();
    expect(await read()).toBe(401);
  });
});

describe("a full disk", () => {
  it("is reported by the API, the page and /ready until space is free", async () => {
    mend = breakDatabase("D1_ERROR: database or disk is full: SQLITE_FULL", (sql) =>
      /\b(?:insert|update|delete|replace)\b/i.test(sql),
    );
    const refused = await admin.patch(`${ROOT}/branding`, { siteName: "Another" });
    expect([refused.status, refused.body]).toEqual([503, { error: FULL, fault: "disk_full" }]);
    expect((await admin.get(`${ROOT}/monitors`)).headers.get("Uptide-Fault")).toBe(FULL);
    const ready = await new Visitor().get("/ready");
    expect([ready.status, ready.body]).toEqual([503, { status: "not_ready", problems: [FULL] }]);
    await bindings.PAGE.getByName("page").changed();
    forgetPage();
    expect((await new Visitor().get<PublicPage>("/api/v1/public/page")).body.fault).toBe("disk_full");
    forgetPage();
    expect((await new Visitor().get<string>("/")).body).toContain("because the server's disk is full");
    mend();
    expect((await admin.patch(`${ROOT}/branding`, { siteName: "Another" })).status).toBe(200);
    expect((await new Visitor().get("/ready")).status).toBe(200);
  });
});
