import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action, ActionRun } from "../../../src/schema/action.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { addToken, addUser, bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/actions";
const MONITORS = "/api/v1/admin/monitors";
const MASK = "••••••••";
const HOOK = "https://hook.example/restart";

let admin: Visitor;
let answer: (request: Request) => Response | Promise<Response>;
const sent: { url: string; method: string; headers: Headers; body: string; redirect: string }[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { url, method, headers, redirect } = request;
    if (url.includes("hook.example"))
      sent.push({ url, method, headers, body: await request.clone().text(), redirect });
    return await answer(request);
  });
});

beforeEach(() => {
  answer = () => new Response("ok");
  sent.length = 0;
});

interface Refusal {
  error: string;
  problems: { path: string; message: string }[];
}
type Page = { items: ActionRun[]; total: number; page: number; limit: number };

const post = (body: object) => admin.post<Action & Refusal>(ROOT, body);
const add = async (config: object = {}, more: object = {}) =>
  (await post({ name: "Restart", config: { url: HOOK, ...config }, ...more })).body;
const addMonitor = async (name = "Site") =>
  (await admin.post<Monitor>(MONITORS, { name, type: "webhook", config: {} })).body;
const addChannel = async () =>
  (
    await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", {
      name: "Hook",
      type: "webhook",
      config: { url: "https://channel.example/" },
    })
  ).body.id;
const run = async (id: number, body?: object) => await admin.post<ActionRun>(`${ROOT}/${id}/run`, body);
const ended = async (id: number): Promise<ActionRun> =>
  await eventually(async () => {
    const { body } = await admin.get<ActionRun>(`${ROOT}/runs/${id}`);
    expect(body.finishedAt ?? body.attempts.length).toBeGreaterThan(0);
    return body;
  });
const ranOnce = async (id: number, body?: object) => await ended((await run(id, body)).body.id);

describe("an action", () => {
  it("gets the defaults and a key from its name", async () => {
    const made = await post({ name: "Restart it", config: { url: HOOK } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      key: "restart-it",
      enabled: true,
      failureNotifications: [],
      monitors: [],
      config: { url: HOOK, method: "POST", headers: {}, body: "", secrets: [] },
    });
    expect((await post({ name: "Restart it", config: { url: HOOK } })).body.key).toBe("restart-it-2");
    expect((await post({ name: "x", key: "restart-it", config: { url: HOOK } })).status).toBe(409);
    expect((await post({ name: "x", key: "Not A Key", config: { url: HOOK } })).status).toBe(400);
    expect((await admin.patch(`${ROOT}/${made.body.id}`, { key: "other" })).status).toBe(400);
    expect((await admin.get(`${ROOT}/999999`)).status).toBe(404);
  });

  it.each([
    [{ name: "x" }, "config"],
    [{ name: "", config: { url: HOOK } }, "name"],
    [{ name: "x", config: {} }, "config.url"],
    [{ name: "x", config: { url: "ftp://hook.example/" } }, "config.url"],
    [{ name: "x", config: { url: "https://{{monitor_name}}/" } }, "config.url"],
    [{ name: "x", config: { url: HOOK, method: "TRACE" } }, "config.method"],
    [{ name: "x", config: { url: HOOK, method: "GET", body: "{}" } }, "config.body"],
    [{ name: "x", config: { url: HOOK, body: "{" } }, "config.body"],
    [{ name: "x", config: { url: HOOK, headers: { "a b": "c" } } }, "config.headers.a b"],
    [{ name: "x", config: { url: HOOK, signingSecret: MASK } }, "config.signingSecret"],
    [{ name: "x", config: { url: HOOK, signingSecret: "whsec_*" } }, "config.signingSecret"],
    [{ name: "x", config: { url: HOOK, secrets: [{ name: "a b" }] } }, "config.secrets[0].name"],
    [
      {
        name: "x",
        config: {
          url: HOOK,
          secrets: ["a", "a"].map((name) => ({ name, vault: { vault: "v", secret: "s" } })),
        },
      },
      "config.secrets[1].name",
    ],
    [
      {
        name: "x",
        config: {
          url: HOOK,
          secrets: ["a_basic", "a"].map((name) => ({ name, vault: { vault: "v", secret: "s" } })),
        },
      },
      "config.secrets[0].name",
    ],
    [
      {
        name: "x",
        config: { url: HOOK, secrets: [{ name: "a", vault: { vault: "Nowhere", secret: "s" } }] },
      },
      "config.secrets[0].vault.vault",
    ],
    [{ name: "x", config: { url: HOOK }, failureNotifications: [999_999] }, "failureNotifications"],
  ])("%j is rejected at %s", async (body, path) => {
    const reply = await post(body);
    const paths = reply.body.problems?.map((problem) => problem.path.replace('["a b"]', ".a b"));
    expect([reply.status, paths]).toEqual([400, expect.arrayContaining([path])]);
  });

  it("stores a body sent as an object as text", async () => {
    const made = await add({ body: { text: "{{monitor_name}}" } });
    expect(JSON.parse(String(made.config["body"]))).toEqual({ text: "{{monitor_name}}" });
  });

  it("returns masked secrets, keeps them when the mask is sent back, but not for another address", async () => {
    const made = await add({ headers: { Authorization: "Bearer abc-123" }, signingSecret: "sign-456" });
    expect(made.config).toMatchObject({ headers: { Authorization: MASK }, signingSecret: MASK });
    const path = `${ROOT}/${made.id}`;
    const kept = await admin.patch<Action>(path, { config: { ...made.config, method: "PUT" } });
    expect([kept.status, kept.body.config["method"]]).toEqual([200, "PUT"]);
    await ranOnce(made.id);
    expect(sent[0]?.headers.get("Authorization")).toBe("Bearer abc-123");
    const moved = await admin.patch<Refusal>(path, {
      config: { ...made.config, url: "https://evil.example/" },
    });
    expect([moved.status, moved.body.problems[0]?.path]).toEqual([400, "config.headers.Authorization"]);
    const stored = await bindings.DB.prepare("SELECT config FROM actions WHERE id = ?")
      .bind(made.id)
      .first("config");
    expect(stored).not.toMatch(/abc-123|sign-456/);
  });

  it("can be changed, audited by field name, and deleted", async () => {
    const channel = await addChannel();
    const { id } = await add();
    const changed = await admin.patch<Action>(`${ROOT}/${id}`, {
      name: "Other",
      enabled: false,
      failureNotifications: [channel, channel],
    });
    expect(changed.body).toMatchObject({ name: "Other", enabled: false, failureNotifications: [channel] });
    const audit = await admin.get<{ items: { details: object }[] }>(
      "/api/v1/admin/audit?entityType=action&limit=1",
    );
    expect(audit.body.items[0]?.details).toMatchObject({
      fields: ["name", "enabled", "failureNotifications"],
    });
    await admin.delete(`/api/v1/admin/notifications/channels/${channel}`);
    expect((await admin.get<Action>(`${ROOT}/${id}`)).body.failureNotifications).toEqual([]);
    expect((await admin.delete(`${ROOT}/${id}`)).status).toBe(204);
    expect((await admin.get(`${ROOT}/${id}`)).status).toBe(404);
  });

  it("is accessible only to administrators and tokens with its permission, as are a monitor's links to it", async () => {
    const monitor = await addMonitor();
    const { id } = await add();
    const links = [{ actionId: id, onStatus: "down", delayMinutes: 0, cooldownMinutes: 0 }];
    const path = `${MONITORS}/${monitor.id}`;
    await admin.put(`${path}/actions`, { actions: links });
    const { visitor: operator } = await addUser("operator");
    for (const address of [ROOT, `${ROOT}/${id}`, `${ROOT}/runs`, `${path}/actions`])
      expect([address, (await operator.get(address)).status]).toEqual([address, 403]);
    expect((await operator.put(`${path}/actions`, { actions: [] })).status).toBe(403);
    expect((await operator.post(`${ROOT}/${id}/run`)).status).toBe(403);
    expect((await operator.get<Monitor>(path)).body.actions).toEqual([]);
    const monitors = await addToken(admin, ["monitors:write"]);
    expect((await monitors.put(`${path}/actions`, { actions: [] })).status).toBe(403);
    expect((await monitors.get<Monitor>(path)).body.actions).toEqual([]);
    const reader = await addToken(admin, ["actions:read", "monitors:read"]);
    expect((await reader.get<Monitor>(path)).body.actions).toEqual(links);
    expect((await reader.post(`${ROOT}/${id}/run`)).status).toBe(403);
    expect((await (await addToken(admin, ["actions:write"])).get(`${path}/actions`)).body).toMatchObject({
      actions: links,
    });
  });
});

describe("the actions of a monitor", () => {
  it("are replaced as a whole, returned in order, and shown on the monitor and the action", async () => {
    const monitor = await addMonitor("Linked");
    const [first, second] = [await add(), await add()];
    const path = `${MONITORS}/${monitor.id}/actions`;
    const actions = [
      { actionId: second.id, onStatus: "down", delayMinutes: 10_080, cooldownMinutes: 5 },
      { actionId: first.id, onStatus: "up" },
      { actionId: first.id, onStatus: "down" },
    ];
    const reply = await admin.put<{ actions: object[] }>(path, { actions });
    const expected = [
      { actionId: first.id, onStatus: "down", delayMinutes: 0, cooldownMinutes: 0 },
      { actionId: first.id, onStatus: "up", delayMinutes: 0, cooldownMinutes: 0 },
      { actionId: second.id, onStatus: "down", delayMinutes: 10_080, cooldownMinutes: 5 },
    ];
    expect([reply.status, reply.body.actions]).toEqual([200, expected]);
    expect((await admin.get(path)).body).toMatchObject({ actions: expected });
    expect((await admin.get<Monitor>(`${MONITORS}/${monitor.id}`)).body.actions).toEqual(expected);
    expect((await admin.get<Action>(`${ROOT}/${second.id}`)).body.monitors).toEqual([
      { monitorId: monitor.id, name: "Linked", onStatus: "down", delayMinutes: 10_080, cooldownMinutes: 5 },
    ]);
    await admin.delete(`${ROOT}/${first.id}`);
    expect((await admin.get(path)).body).toMatchObject({ actions: [expected[2]] });
    expect((await admin.put(path, { actions: [] })).body).toMatchObject({ actions: [] });
    expect((await admin.get(`${MONITORS}/999999/actions`)).status).toBe(404);
  });

  it.each([
    [{ onStatus: "degraded" }, "actions[0].onStatus"],
    [{ delayMinutes: 10_081 }, "actions[0].delayMinutes"],
    [{ delayMinutes: -1 }, "actions[0].delayMinutes"],
    [{ delayMinutes: 1.5 }, "actions[0].delayMinutes"],
    [{ cooldownMinutes: 10_081 }, "actions[0].cooldownMinutes"],
    [{ actionId: 999_999 }, "actions[0].actionId"],
  ])("with %j are rejected at %s", async (fault, path) => {
    const { id } = await addMonitor();
    const link = { actionId: (await add()).id, onStatus: "down", ...fault };
    const reply = await admin.put<Refusal>(`${MONITORS}/${id}/actions`, { actions: [link] });
    expect([reply.status, reply.body.problems[0]?.path]).toEqual([400, path]);
  });

  it("can link each action and status only once", async () => {
    const { id } = await addMonitor();
    const link = { actionId: (await add()).id, onStatus: "down" };
    const reply = await admin.put<Refusal>(`${MONITORS}/${id}/actions`, { actions: [link, link] });
    expect([reply.status, reply.body.problems[0]?.path]).toEqual([400, "actions[1]"]);
  });
});

describe("a manual run", () => {
  it("sends the configured request with its monitor's values, and follows no redirect", async () => {
    const monitor = await addMonitor('Shop "1" & more');
    const { id } = await add({
      url: `${HOOK}?name={{monitor_name}}&id={{monitor_id}}&x={{unknown}}`,
      headers: { "X-Monitor": "{{monitor_key}}" },
      body: '{"text": "{{monitor_name}} is {{status}}", "event": "{{event_type}}", "since": "{{down_since}}", "id": {{monitor_id}}}',
    });
    const begun = await run(id, { monitorId: monitor.id });
    expect([begun.status, begun.body]).toEqual([
      202,
      expect.objectContaining({
        actionId: id,
        actionName: "Restart",
        monitorId: monitor.id,
        monitorName: 'Shop "1" & more',
        trigger: "manual",
        status: "waiting",
        reason: null,
        attempts: [],
        finishedAt: null,
      }),
    ]);
    const done = await ended(begun.body.id);
    expect(done).toMatchObject({
      status: "succeeded",
      attempts: [{ httpStatus: 200, error: null, ms: expect.any(Number), at: expect.any(Number) }],
    });
    const [request] = sent;
    expect(request?.method).toBe("POST");
    expect(request?.redirect).toBe("manual");
    expect(request?.url).toBe(`${HOOK}?name=Shop%20%221%22%20%26%20more&id=${monitor.id}&x={{unknown}}`);
    expect(request?.headers.get("Content-Type")).toBe("application/json");
    expect(request?.headers.get("X-Monitor")).toBe(monitor.key);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      text: 'Shop "1" & more is up',
      event: "manual",
      since: "",
      id: monitor.id,
    });
  });

  it("works without a body and a monitor", async () => {
    const { id } = await add({ method: "GET" });
    expect(await ranOnce(id)).toMatchObject({ status: "succeeded", monitorId: null, monitorName: "" });
    expect(sent).toMatchObject([{ method: "GET", body: "" }]);
    const missing = await admin.post<Refusal>(`${ROOT}/${id}/run`, { monitorId: 999_999 });
    expect([missing.status, missing.body.problems[0]?.path]).toEqual([400, "monitorId"]);
    expect((await run(999_999)).status).toBe(404);
  });

  it("of a disabled action is recorded as skipped and sends nothing", async () => {
    const { id } = await add({}, { enabled: false });
    const { status, body } = await run(id);
    expect([status, body.status, body.reason]).toEqual([202, "skipped", "action disabled"]);
    expect((await admin.post(`${ROOT}/runs/${body.id}/cancel`)).status).toBe(409);
    expect(sent).toEqual([]);
  });

  it("is signed according to Standard Webhooks if it has a signing secret", async () => {
    const { id } = await add({ body: "{}", signingSecret: "my secret", headers: { "webhook-id": "mine" } });
    const done = await ranOnce(id);
    const headers = sent[0]?.headers;
    expect(headers?.get("webhook-id")).toMatch(new RegExp(`^run_${done.id}_`));
    const key = await crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode("my secret"),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["verify"],
    );
    const signature = Uint8Array.from(
      atob(headers?.get("webhook-signature")?.replace("v1,", "") ?? ""),
      (char) => char.charCodeAt(0),
    );
    const text = `${headers?.get("webhook-id")}.${headers?.get("webhook-timestamp")}.{}`;
    expect(await crypto.subtle.verify("HMAC", key, signature, new TextEncoder().encode(text))).toBe(true);
  });

  it("is listed newest first, with pages and filters by action, monitor, status and time", async () => {
    const monitor = await addMonitor();
    const { id } = await add();
    const first = await ranOnce(id);
    const second = await ranOnce(id, { monitorId: monitor.id });
    const list = async (query: string) => (await admin.get<Page>(`${ROOT}/runs?${query}`)).body;
    expect((await list(`actionId=${id}`)).items.map((item) => item.id)).toEqual([second.id, first.id]);
    expect(await list(`actionId=${id}&limit=1&page=2`)).toMatchObject({
      items: [{ id: first.id }],
      total: 2,
      page: 2,
      limit: 1,
    });
    expect((await list(`monitorId=${monitor.id}`)).items.map((item) => item.id)).toEqual([second.id]);
    expect((await list(`actionId=${id}&status=failed`)).total).toBe(0);
    expect((await list(`actionId=${id}&from=${second.createdAt + 1}`)).total).toBe(0);
    expect((await list(`actionId=${id}&to=${first.createdAt - 1}`)).total).toBe(0);
    expect((await admin.get(`${ROOT}/runs?status=odd`)).status).toBe(400);
    expect((await admin.get(`${ROOT}/runs/999999`)).status).toBe(404);
  });

  it("can be retried only after it failed, and can't be cancelled after it finished", async () => {
    const { id } = await ranOnce((await add()).id);
    expect((await admin.post(`${ROOT}/runs/${id}/retry`)).status).toBe(409);
    expect((await admin.post(`${ROOT}/runs/${id}/cancel`)).status).toBe(409);
    await bindings.DB.prepare("UPDATE action_runs SET status = 'failed' WHERE id = ?").bind(id).run();
    const again = await admin.post<ActionRun>(`${ROOT}/runs/${id}/retry`);
    expect([again.status, again.body.trigger]).toEqual([202, "retry"]);
    expect(await ended(again.body.id)).toMatchObject({ status: "succeeded" });
    expect((await admin.get<ActionRun>(`${ROOT}/runs/${id}`)).body.status).toBe("failed");
  });
});
