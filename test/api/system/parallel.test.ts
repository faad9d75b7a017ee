import { beforeAll, describe, expect, it, vi } from "vitest";
import { secretBoxOf } from "../../../src/env.ts";
import { ADMIN, bindings, type Reply, setUp, type Visitor } from "../client.ts";

const MONITORS = "/api/v1/admin/monitors";
const CHANNELS = "/api/v1/admin/notifications/channels";
const ACTIONS = "/api/v1/admin/actions";
const MASK = "••••••••";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

const HTTPS = {
  type: "https",
  config: {
    url: "https://parallel.example/",
    auth: { type: "basic", basic: { username: "me", password: "hunter2hunter2" } },
  },
};
const TOLD = { type: "webhook", config: {} };
const SLACK = { type: "slack", config: { webhookUrl: "https://hooks.slack.com/services/hunter2" } };
const HOOK = { type: "webhook", config: { url: "https://hook.example/" } };

async function add(path: string, body: object): Promise<number> {
  const reply = await admin.post<{ id: number }>(path, body);
  expect(reply.status).toBe(201);
  return reply.body.id;
}

async function storedConfig(table: string, id: number): Promise<Record<string, unknown>> {
  const row = await bindings.DB.prepare(`SELECT config FROM ${table} WHERE id = ?`)
    .bind(id)
    .first<{ config: string }>();
  return JSON.parse(row?.config ?? "{}");
}

async function overtaken(
  send: () => Promise<Reply>,
  other: () => Promise<Reply>,
): Promise<{ first: Reply; other: Reply }> {
  const database = Object.getPrototypeOf(bindings.DB) as D1Database;
  const { batch } = database;
  let between: Reply | null = null;
  let isMet = false;
  database.batch = async function <T>(this: D1Database, statements: D1PreparedStatement[]) {
    const isVerb = statements.some((one) => /insert into \\"audit\\"/i.test(JSON.stringify(one)));
    if (isVerb && !isMet) {
      isMet = true;
      between = await other();
    }
    return await batch.call<D1Database, [D1PreparedStatement[]], Promise<D1Result<T>[]>>(this, statements);
  };
  try {
    const first = await send();
    if (!between) throw new Error("the first request wrote nothing");
    return { first, other: between };
  } finally {
    database.batch = batch;
  }
}

const statuses = ({ first, other }: { first: Reply; other: Reply }) => [first.status, other.status];

describe("a change with another change before it is written", () => {
  it("to a monitor's config never mixes the settings of two types", async () => {
    const id = await add(MONITORS, { name: "Race", ...HTTPS });
    const done = await overtaken(
      () => admin.patch(`${MONITORS}/${id}`, { config: { ...HTTPS.config, keyword: "x" } }),
      () => admin.patch(`${MONITORS}/${id}`, TOLD),
    );
    expect(statuses(done)).toEqual([200, 200]);
    expect(await storedConfig("monitors", id)).toEqual({ graceSecs: 0 });
    expect(JSON.stringify((await admin.get(`${MONITORS}/${id}`)).body)).not.toContain("v1.");
  });

  it("to a monitor's type doesn't mix them either", async () => {
    const id = await add(MONITORS, { name: "Race", ...HTTPS });
    const done = await overtaken(
      () => admin.patch(`${MONITORS}/${id}`, TOLD),
      () => admin.patch(`${MONITORS}/${id}`, { config: { ...HTTPS.config, keyword: "x" } }),
    );
    expect(statuses(done)).toEqual([200, 200]);
    expect(await storedConfig("monitors", id)).toEqual({ graceSecs: 0 });
  });

  it("succeeds without a version, however many come at once", async () => {
    const id = await add(MONITORS, { name: "Race", ...TOLD });
    const sent = Array.from({ length: 40 }, (_, at) =>
      admin.patch(`${MONITORS}/${id}`, { name: `Race ${at}` }),
    );
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("to a channel's config is validated again for the new type", async () => {
    const id = await add(CHANNELS, { name: "Race", ...SLACK });
    const done = await overtaken(
      () => admin.patch(`${CHANNELS}/${id}`, { config: { ...SLACK.config, text: "x" } }),
      () => admin.patch(`${CHANNELS}/${id}`, HOOK),
    );
    expect(statuses(done)).toEqual([400, 200]);
    expect(await storedConfig("channels", id)).not.toHaveProperty("webhookUrl");
  });

  it("to an action never keeps a secret that the other change removed", async () => {
    const config = { url: "https://one.example/", signingSecret: "hunter2hunter2" };
    const id = await add(ACTIONS, { name: "Race", config });
    const done = await overtaken(
      () =>
        admin.patch(`${ACTIONS}/${id}`, { config: { ...config, signingSecret: MASK, headers: { A: "b" } } }),
      () => admin.patch(`${ACTIONS}/${id}`, { config: { url: "https://two.example/" } }),
    );
    expect(statuses(done)).toEqual([400, 200]);
    expect(await storedConfig("actions", id)).toMatchObject({
      url: "https://two.example/",
      signingSecret: "",
    });
  });

  it.each([
    ["SMTP", "/api/v1/admin/notifications/smtp", { user: "me" }, { fromName: "Us" }],
    ["single sign-on", "/api/v1/admin/oidc", { clientId: "me" }, { buttonLabel: "Us" }],
    ["subscriptions", "/api/v1/admin/subscribers/settings", { allowWebhook: true }, { rssEnabled: false }],
  ] as const)("to the settings of %s keeps the other change", async (_, path, one, other) => {
    const more = path.endsWith("oidc") ? { currentPassword: ADMIN.password } : {};
    const done = await overtaken(
      () => admin.put(path, { ...one, ...more }),
      () => admin.put(path, { ...other, ...more }),
    );
    expect(statuses(done)).toEqual([200, 200]);
    expect((await admin.get(path)).body).toMatchObject({ ...one, ...other });
  });

  it("to SMTP settings never keeps the password for the other change's server", async () => {
    const path = "/api/v1/admin/notifications/smtp";
    await admin.put(path, { host: "one.example", password: "hunter2hunter2" });
    const done = await overtaken(
      () => admin.put(path, { password: MASK, fromName: "Kept" }),
      () => admin.put(path, { host: "two.example", password: "" }),
    );
    expect(statuses(done)).toEqual([400, 200]);
    expect((await admin.get(path)).body).toMatchObject({ host: "two.example", password: "" });
  });

  it("never leaves a page private with its static copy on, in either order", async () => {
    const [mirror, access] = ["/api/v1/admin/static-mirror", "/api/v1/admin/status-page-access"];
    const on = {
      enabled: true,
      provider: "minio",
      endpoint: "https://store.example",
      bucket: "copy",
      accessKeyId: "AK",
      secretAccessKey: "hunter2hunter2",
    };
    const late = await overtaken(
      () => admin.put(mirror, on),
      () => admin.put(access, { private: true }),
    );
    expect(statuses(late)).toEqual([409, 200]);
    expect(late.first.body).toEqual({ error: expect.stringContaining("is private") });
    await admin.put(access, { private: false });
    const other = await overtaken(
      () => admin.put(access, { private: true }),
      () => admin.put(mirror, on),
    );
    expect(statuses(other)).toEqual([409, 200]);
    expect(other.first.body).toEqual({ error: expect.stringContaining("static copy is on") });
    await admin.put(mirror, { enabled: false });
  });

  it("to the static copy never keeps the secret for the other change's storage", async () => {
    const path = "/api/v1/admin/static-mirror";
    await admin.put(path, { endpoint: "https://one.example", secretAccessKey: "hunter2hunter2" });
    const done = await overtaken(
      () => admin.put(path, { endpoint: "https://one.example", secretAccessKey: MASK, intervalSecs: 900 }),
      () => admin.put(path, { endpoint: "https://two.example", secretAccessKey: "another" }),
    );
    expect(statuses(done)).toEqual([400, 200]);
  });

  it("to a vault never keeps its token for the other change's address", async () => {
    const path = "/api/v1/admin/vaults";
    const settings = { address: "https://one.example", auth: { method: "token", token: "hunter2hunter2" } };
    const id = await add(path, { name: "Race", kind: "hashicorp", settings });
    const elsewhere = { address: "https://two.example", auth: { method: "token", token: "another token" } };
    const kept = { ...settings, auth: { method: "token", token: MASK }, namespace: "x" };
    const done = await overtaken(
      () => admin.patch(`${path}/${id}`, { settings: kept }),
      () => admin.patch(`${path}/${id}`, { settings: elsewhere }),
    );
    expect(statuses(done)).toEqual([400, 200]);
  });

  it("to a local vault's secret keeps the other change's value", async () => {
    const vault = await add("/api/v1/admin/vaults", { name: "Race", kind: "local" });
    const root = `/api/v1/admin/vaults/${vault}/secrets`;
    const write = (values: object) => ({ name: "pair", type: "json", values });
    const id = await add(root, write({ a: "1", b: "1" }));
    const done = await overtaken(
      () => admin.put(`${root}/${id}`, write({ a: "2", b: MASK })),
      () => admin.put(`${root}/${id}`, write({ a: MASK, b: "2" })),
    );
    expect(statuses(done)).toEqual([200, 200]);
    const row = await bindings.DB.prepare("SELECT seal_name, sealed FROM vault_secrets WHERE id = ?")
      .bind(id)
      .first<{ seal_name: string; sealed: string }>();
    const box = await secretBoxOf(bindings);
    const values = await box.open(row?.sealed ?? "", `vault_secret/${row?.seal_name}`);
    expect(JSON.parse(values ?? "{}")).toEqual({ a: "2", b: "2" });
  });

  it("to dependencies never closes a cycle with the other change", async () => {
    const [a, b] = [await add(MONITORS, { name: "A", ...TOLD }), await add(MONITORS, { name: "B", ...TOLD })];
    const done = await overtaken(
      () => admin.put(`${MONITORS}/${a}/dependencies`, { dependsOnIds: [b] }),
      () => admin.put(`${MONITORS}/${b}/dependencies`, { dependsOnIds: [a] }),
    );
    expect(statuses(done)).toEqual([400, 200]);
  });

  it("is rejected if it has an outdated version", async () => {
    const id = await add(MONITORS, { name: "Race", ...TOLD });
    const done = await overtaken(
      () => admin.patch(`${MONITORS}/${id}`, { name: "Mine", version: 1 }),
      () => admin.patch(`${MONITORS}/${id}`, { name: "Theirs", version: 1 }),
    );
    expect(statuses(done)).toEqual([409, 200]);
    expect(done.first.body).toMatchObject({ changedBy: ADMIN.email });
  });

  it("to something deleted in the meantime gets 404 and no audit entry", async () => {
    const id = await add(MONITORS, { name: "Race", ...TOLD });
    const done = await overtaken(
      () => admin.patch(`${MONITORS}/${id}`, { name: "Late" }),
      () => admin.delete(`${MONITORS}/${id}`),
    );
    expect(statuses(done)).toEqual([404, 204]);
    const { results } = await bindings.DB.prepare(
      "SELECT action FROM audit WHERE entity_type = 'monitor' AND entity_id = ? ORDER BY id",
    )
      .bind(id)
      .all();
    expect(results.map(({ action }) => action)).toEqual(["Create", "Delete"]);
  });
});
