import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { expand } from "../../../src/domain/monitor/listed.ts";
import type { ShortMonitor } from "../../../src/schema/listed_monitor.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/monitors";
const MASK = "••••••••";
const SITE = { name: "Site", type: "https", config: { url: "https://site.example/" } };
let admin: Visitor;
let answer: (request: Request) => Response = () => new Response("ok");

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => answer(new Request(input, init)));
});

beforeEach(() => {
  answer = () => new Response("ok");
});

const add = async (body: object) => (await admin.post<Monitor>(ROOT, { ...SITE, ...body })).body;
const read = async (id: number) => (await admin.get<Monitor>(`${ROOT}/${id}`)).body;

describe("a monitor", () => {
  it("gets the defaults and a key from its name, and is checked at once", async () => {
    const made = await admin.post<Monitor>(ROOT, { ...SITE, name: "Überall  é & Co." });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      key: "uberall-e-co",
      paused: false,
      intervalSecs: 60,
      timeoutMs: 10_000,
      retries: 1,
      failureThreshold: 1,
      recoveryThreshold: 1,
      tags: [],
      dependsOnIds: [],
      channelIds: [],
      actions: [],
      autoIncidentMinutes: null,
      autoIncidentMode: "draft",
      publicName: null,
      publicDescription: null,
    });
    await eventually(async () =>
      expect(await read(made.body.id)).toMatchObject({ currentStatus: "up", confirmedStatus: "up" }),
    );
    expect((await read(made.body.id)).lastCheckedAt).toBeGreaterThan(0);
  });

  it.each([
    ["mqtt", "off", 1883],
    ["mqtt", "on", 8883],
    ["rabbitmq", "off", 5672],
    ["rabbitmq", "verify-none", 5671],
  ])("of type %s with TLS %s and no port gets port %i", async (type, tls, port) => {
    const made = await add({ name: "Broker", type, config: { host: "broker.example", tls }, paused: true });
    expect(made.config).toMatchObject({ tls, port });
    await admin.delete(`${ROOT}/${made.id}`);
  });

  it("gets a numbered key if its name exists; a chosen key that exists gets 409", async () => {
    const keys = [];
    for (let i = 0; i < 3; i++) keys.push((await add({ name: "Twin" })).key);
    expect(keys).toEqual(["twin", "twin-2", "twin-3"]);
    expect((await admin.post(ROOT, { ...SITE, key: "twin" })).status).toBe(409);
    expect((await admin.post(ROOT, { ...SITE, key: "Twin" })).status).toBe(400);
    expect((await add({ name: "日本" })).key).toBe("monitor");
  });

  it("gets its own numbered key among many created at once with the same name", async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => add({ name: "Crowd" })));
    const numbered = Array.from({ length: 11 }, (_, at) => `crowd-${at + 2}`);
    expect(new Set(made.map(({ key }) => key))).toEqual(new Set(["crowd", ...numbered]));
  });

  it.each([
    [{ publicName: "" }, "publicName"],
    [{ publicName: "x".repeat(201) }, "publicName"],
    [{ publicDescription: "Two\nlines" }, "publicDescription"],
    [{ publicDescription: "x".repeat(301) }, "publicDescription"],
    [{ intervalSecs: 9 }, "intervalSecs"],
    [{ intervalSecs: 86_401 }, "intervalSecs"],
    [{ timeoutMs: 999 }, "timeoutMs"],
    [{ timeoutMs: 300_001 }, "timeoutMs"],
    [{ retries: 0 }, "retries"],
    [{ retries: 11 }, "retries"],
    [{ name: "x".repeat(201) }, "name"],
    [{ name: "a\nb" }, "name"],
    [{ type: "nothing" }, "type"],
    [{ config: { url: "ftp://x" } }, "config.url"],
    [{ config: "x" }, "config"],
    [{ tags: Array(21).fill({ label: "a", color: "#fff" }) }, "tags"],
    [{ tags: [{ label: "a", color: "red" }] }, "tags[0].color"],
    [{ autoIncidentMinutes: 10_081 }, "autoIncidentMinutes"],
  ])("is rejected with %j at %s", async (fault, path) => {
    const reply = await admin.post<{ problems: { path: string }[] }>(ROOT, { ...SITE, ...fault });
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, path]);
  });

  it("clamps its thresholds to 1 to 20", async () => {
    expect(await add({ failureThreshold: 0, recoveryThreshold: 99 })).toMatchObject({
      failureThreshold: 1,
      recoveryThreshold: 20,
    });
  });

  it("keeps its key when renamed", async () => {
    const { id } = await add({ name: "Old name" });
    expect((await admin.patch(`${ROOT}/${id}`, { key: "new" })).status).toBe(400);
    expect((await admin.patch<Monitor>(`${ROOT}/${id}`, { name: "New name" })).body).toMatchObject({
      name: "New name",
      key: "old-name",
    });
  });

  it("requires a new config for a new type", async () => {
    const { id } = await add({});
    expect((await admin.patch(`${ROOT}/${id}`, { type: "tcp" })).status).toBe(400);
    const changed = await admin.patch<Monitor>(`${ROOT}/${id}`, {
      type: "tcp",
      config: { host: "x.example", port: 25 },
    });
    expect(changed.body).toMatchObject({ type: "tcp" });
  });

  it("returns 404 after it is deleted", async () => {
    const { id } = await add({});
    expect((await admin.delete(`${ROOT}/${id}`)).status).toBe(204);
    expect((await admin.get(`${ROOT}/${id}`)).status).toBe(404);
    expect((await admin.delete(`${ROOT}/${id}`)).status).toBe(404);
  });

  it("is not checked while paused, and checked at once when resumed", async () => {
    const { id } = await add({ config: { url: "https://paused.example/" } });
    await eventually(async () => expect((await read(id)).currentStatus).toBe("up"));
    expect((await admin.post<Monitor>(`${ROOT}/${id}/pause`)).body).toMatchObject({
      paused: true,
      currentStatus: "pending",
    });
    expect((await admin.post(`${ROOT}/${id}/check-now`)).status).toBe(409);
    answer = () => new Response("no", { status: 503 });
    await admin.post(`${ROOT}/${id}/resume`);
    await eventually(async () => expect((await read(id)).currentStatus).toBe("down"));
  });

  it("can be found by search, type, tag and status", async () => {
    await add({ name: "Findable", tags: [{ label: "shop", color: "#abcdef" }] });
    const names = async (query: string) =>
      (await admin.get<Monitor[]>(`${ROOT}?${query}`)).body.map(({ name }) => name);
    expect(await names("search=findab")).toEqual(["Findable"]);
    expect(await names("tag=shop")).toEqual(["Findable"]);
    expect(await names("type=dns")).toEqual([]);
    expect((await admin.get(`${ROOT}?status=purple`)).status).toBe(400);
  });

  it("has the same fields in the short list as in the full one, without empty ones", async () => {
    answer = ({ url }) => new Response("", { status: url.includes("busy") ? 500 : 200 });
    const tags = [{ label: "shop", color: "#f00" }];
    const config = { url: "https://user:secret-of-url@busy.example/" };
    const { id: plainId } = await add({ name: "Plain" });
    const dressed = { name: "Busy", tags, config, autoIncidentMinutes: 5 };
    const { id } = await add(dressed);
    await admin.put(`${ROOT}/${id}/dependencies`, { dependsOnIds: [plainId] });
    await eventually(async () => expect((await read(id)).confirmedStatus).toBe("down"));
    await admin.post(`${ROOT}/${id}/acknowledge`, { note: "On it" });
    await admin.post(`${ROOT}/${plainId}/pause`);
    const short = (await admin.get<ShortMonitor[]>(`${ROOT}/short`)).body;
    const full = (await admin.get<Monitor[]>(ROOT)).body;
    full.sort((a, b) => a.id - b.id);
    expect(short.map((monitor) => monitor.id)).toEqual(full.map((monitor) => monitor.id));
    for (const [at, monitor] of short.entries()) expect(full[at]).toMatchObject(expand(monitor));
    expect(short.find((monitor) => monitor.id === id)).toMatchObject({
      address: "https://busy.example/",
      currentStatus: "down",
      tags,
      acknowledgement: { note: "On it" },
      dependsOnIds: [plainId],
      autoIncidentMinutes: 5,
    });
    const plain = short.find((monitor) => monitor.id === plainId);
    expect(plain).toMatchObject({ paused: true });
    expect(plain).not.toHaveProperty("tags");
    expect(JSON.stringify(short)).not.toContain("secret-of-url");
  });

  it.each([
    [
      "https",
      { url: "https://a.example/x", headers: { A: "b" }, body: "c", method: "POST" },
      "https://a.example/x",
    ],
    [
      "https",
      { url: "https://b.example/", auth: { type: "bearer", bearer: { token: "t" } } },
      "https://b.example/",
    ],
    ["flow", { steps: [{ request: { url: "https://c.example/in" } }] }, "https://c.example/in"],
    ["tcp", { host: "d.example", port: 70 }, "d.example:70"],
    ["redis", { host: "e.example" }, "e.example:6379"],
    ["dns", { hostname: "f.example" }, "f.example"],
    ["domain", { domain: "g.example" }, "g.example"],
  ])("of type %s has its address in the short list", async (type, config, address) => {
    const { id } = await add({ type, config });
    const short = (await admin.get<ShortMonitor[]>(`${ROOT}/short`)).body;
    expect(short.find((monitor) => monitor.id === id)).toMatchObject({ type, address });
  });
});

describe("a monitor's secret", () => {
  const auth = (password: string) => ({ type: "basic", basic: { username: "me", password } });
  const config = (password: string, url = "https://secret.example/a") => ({ url, auth: auth(password) });

  it("is returned masked, stored encrypted, and used for the check", async () => {
    const sent: (string | null)[] = [];
    answer = (request) => {
      sent.push(request.headers.get("Authorization"));
      return new Response("ok");
    };
    const made = await add({ config: config("hunter2hunter2") });
    expect(made.config).toMatchObject(config(MASK));
    const stored = await bindings.DB.prepare("SELECT config FROM monitors WHERE id = ?")
      .bind(made.id)
      .first<{ config: string }>();
    expect(stored?.config).not.toContain("hunter2");
    await eventually(() => expect(sent).toContain(`Basic ${btoa("me:hunter2hunter2")}`));
  });

  it("is kept if sent as a mask with the same URL, and rejected otherwise", async () => {
    const { id } = await add({ config: config("hunter2hunter2") });
    const change = (body: object) => admin.patch<Monitor>(`${ROOT}/${id}`, { config: body });
    expect((await change({ ...config(MASK), keyword: "hello" })).status).toBe(200);
    expect((await change(config(MASK, "https://elsewhere.example/"))).status).toBe(400);
    expect((await change(config("•••half"))).status).toBe(400);
    expect(
      (
        await change({
          url: "https://secret.example/a",
          auth: { type: "basic", basic: { username: "me", password: 5 } },
        })
      ).status,
    ).toBe(400);
    expect((await admin.post(ROOT, { ...SITE, config: config(MASK) })).status).toBe(400);
  });
});

describe("dependencies", () => {
  it("are rejected if they would form a cycle, with its monitors in the message", async () => {
    const [a, b, c] = [await add({ name: "A" }), await add({ name: "B" }), await add({ name: "C" })];
    const set = (id: number, dependsOnIds: number[]) =>
      admin.put<{ error: string }>(`${ROOT}/${id}/dependencies`, { dependsOnIds });
    expect((await set(a.id, [b.id])).status).toBe(200);
    expect((await set(b.id, [c.id])).status).toBe(200);
    const circle = await set(c.id, [a.id]);
    expect(circle.status).toBe(400);
    expect(circle.body.error).toMatch(
      /^This creates a cycle: (A → B → C → A|B → C → A → B|C → A → B → C)\.$/,
    );
    expect((await set(a.id, [a.id])).body.error).toBe("A monitor can't depend on itself.");
    expect((await set(a.id, [999_999])).status).toBe(400);
    expect((await read(a.id)).dependsOnIds).toEqual([b.id]);
  });
});

describe("testing a configuration", () => {
  it("reports each step and saves nothing", async () => {
    const before = (await admin.get<Monitor[]>(ROOT)).body.length;
    const reply = await admin.post<{ overall: string; steps: unknown[] }>(`${ROOT}/test`, {
      type: "https",
      config: { url: "https://try.example/", expectedStatus: 204 },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.overall).toBe("down");
    expect(reply.body.steps.length).toBeGreaterThan(0);
    expect((await admin.get<Monitor[]>(ROOT)).body.length).toBe(before);
  });

  it("uses the saved secret for a mask, but only for the same URL", async () => {
    const sent: (string | null)[] = [];
    answer = (request) => {
      sent.push(request.headers.get("Authorization"));
      return new Response("ok");
    };
    const auth = { type: "bearer", bearer: { token: "a-secret-token" } };
    const { id } = await add({ config: { url: "https://mask.example/", auth } });
    const masked = { type: "bearer", bearer: { token: MASK } };
    const attempt = (url: string) =>
      admin.post(`${ROOT}/test`, { type: "https", config: { url, auth: masked }, monitorId: id });
    expect((await attempt("https://mask.example/")).status).toBe(200);
    expect(sent).toContain("Bearer a-secret-token");
    expect((await attempt("https://thief.example/")).status).toBe(400);
  });

  it("rejects a saved monitor that doesn't exist", async () => {
    const reply = await admin.post(`${ROOT}/test`, { ...SITE, monitorId: 9999 });
    const problem = { path: "monitorId", message: "There is no monitor with ID 9999." };
    expect(reply).toMatchObject({ status: 400, body: { problems: [problem] } });
  });
});

describe("an API token for monitors", () => {
  it("can read with monitors:read and change with monitors:write", async () => {
    const reader = await addToken(admin, ["monitors:read"]);
    const writer = await addToken(admin, ["monitors:write"]);
    expect((await reader.get(ROOT)).status).toBe(200);
    expect((await reader.post(ROOT, SITE)).status).toBe(403);
    expect((await writer.post(ROOT, SITE)).status).toBe(201);
    const entry = await bindings.DB.prepare("SELECT user_email FROM audit ORDER BY id DESC").first<{
      user_email: string;
    }>();
    expect(entry?.user_email).toBe("token: a token");
  });
});
