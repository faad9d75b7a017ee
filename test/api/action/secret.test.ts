import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action, ActionRun } from "../../../src/schema/action.ts";
import type { Vault, VaultSecret } from "../../../src/schema/vault.ts";
import { eventually } from "../../eventually.ts";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/actions";
const VAULTS = "/api/v1/admin/vaults";
/** These must not appear in any response, audit entry, log line or stored row. */
const VALUES = ['sword "fish" 1/2', "json-value-3"];
const FORMS = [
  ...VALUES,
  JSON.stringify(VALUES[0]).slice(1, -1),
  encodeURIComponent(VALUES[0] ?? ""),
  btoa(`ann:${VALUES[0]}`),
];

let admin: Visitor;
let sent: { url: string; body: string; headers: Headers } | null = null;
let status = 200;
const written: string[] = [];
const answers: string[] = [];

beforeAll(async () => {
  admin = await setUp();
  for (const level of ["log", "error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void written.push(String(line)));
  }
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const body = await request.text();
    sent = { url: request.url, body, headers: request.headers };
    return new Response(`${request.url} ${body}`, { status });
  });
});

beforeEach(() => {
  sent = null;
  status = 200;
});

interface Refusal {
  error: string;
  problems?: { path: string; message: string }[];
}

async function ask<T>(method: string, path: string, body?: unknown, by = admin) {
  const reply = await by.send<T & Refusal>(method, path, body === undefined ? {} : { body });
  answers.push(JSON.stringify(reply.body));
  return reply;
}

let names = 0;

async function addSecret(body: object = {}) {
  const vault = (await ask<Vault>("POST", VAULTS, { name: `vault ${++names}`, kind: "local" })).body;
  const secret = (
    await ask<VaultSecret>("POST", `${VAULTS}/${vault.id}/secrets`, {
      name: "login",
      type: "userpass",
      values: { user: "ann", password: VALUES[0] },
      ...body,
    })
  ).body;
  return { vault, secret, reference: { vault: vault.name, secret: secret.name } };
}

async function addAction(reference: object, config: object = {}, by = admin) {
  const secrets = [{ name: "login", vault: reference }];
  return await ask<Action>(
    "POST",
    ROOT,
    { name: "Restart", config: { url: "https://hook.example/", secrets, ...config } },
    by,
  );
}

async function run(id: number): Promise<ActionRun> {
  const begun = await ask<ActionRun>("POST", `${ROOT}/${id}/run`);
  return await eventually(async () => {
    const { body } = await ask<ActionRun>("GET", `${ROOT}/runs/${begun.body.id}`);
    expect(body.attempts.length).toBe(1);
    return body;
  });
}

describe("a secret of an action", () => {
  it("is inserted into the address, headers and body, escaped for each", async () => {
    const { reference } = await addSecret();
    const { body: action } = await addAction(reference, {
      url: "https://hook.example/{{secret_login}}?k={{secret_login}}",
      headers: { Authorization: "Basic {{secret_login_basic}}", "X-Name": "{{secret_login}}" },
      body: '{"key": "{{secret_login}}", "other": "{{secret_other}}"}',
    });
    expect(await run(action.id)).toMatchObject({ status: "succeeded", attempts: [{ error: null }] });
    const path = encodeURIComponent(VALUES[0] ?? "");
    expect(sent?.url).toBe(`https://hook.example/${path}?k=${path}`);
    expect(sent?.headers.get("Authorization")).toBe(`Basic ${btoa(`ann:${VALUES[0]}`)}`);
    expect(sent?.headers.get("X-Name")).toBe(VALUES[0]);
    expect(JSON.parse(sent?.body ?? "")).toEqual({ key: VALUES[0], other: "{{secret_other}}" });
    status = 500;
    expect((await run(action.id)).attempts[0]?.error).toBe("hook.example returned 500.");
  });

  it("with several fields uses the chosen one, and has no basic form without a user", async () => {
    const { reference } = await addSecret({ type: "json", values: { a: "b", key: VALUES[1] } });
    const body = '"{{secret_login}} {{secret_login_basic}}"';
    const { body: action } = await addAction({ ...reference, fieldMapping: { password: "key" } }, { body });
    await run(action.id);
    expect(sent?.body).toBe(`"${VALUES[1]} {{secret_login_basic}}"`);
    const { body: open } = await addAction(reference, { body });
    sent = null;
    expect((await run(open.id)).attempts[0]?.error).toContain("Its fields: a, key");
    expect(sent).toBeNull();
  });

  it("is read and sent by vault and secret name, and stored by ids", async () => {
    const { vault, secret, reference } = await addSecret();
    const { body: action } = await addAction(reference);
    const secrets = [{ name: "login", vault: reference }];
    expect(action.config["secrets"]).toEqual(secrets);
    await ask("PATCH", `${VAULTS}/${vault.id}`, { name: "Renamed" });
    const renamed = await ask<Action>("GET", `${ROOT}/${action.id}`);
    expect(renamed.body.config["secrets"]).toEqual([
      { name: "login", vault: { ...reference, vault: "Renamed" } },
    ]);
    const stored = await bindings.DB.prepare("SELECT config FROM actions WHERE id = ?")
      .bind(action.id)
      .first<string>("config");
    expect(JSON.parse(stored ?? "").secrets).toEqual([
      { name: "login", vault: { vaultId: vault.id, secretId: secret.id } },
    ]);
    await ask("DELETE", `${VAULTS}/${vault.id}/secrets/${secret.id}`);
    const left = await ask<Action>("GET", `${ROOT}/${action.id}`);
    expect(left.body.config["secrets"]).toMatchObject([
      { vault: { secret: `(deleted secret ${secret.id})` } },
    ]);
    const kept = await ask("PATCH", `${ROOT}/${action.id}`, {
      config: { ...left.body.config, method: "PUT" },
    });
    expect(kept.status).toBe(200);
    expect((await run(action.id)).attempts[0]?.error).toContain("deleted");
    const sentAgain = await addAction({ vault: "Renamed", secret: `(deleted secret ${secret.id})` });
    expect([sentAgain.status, sentAgain.body.problems?.[0]?.path]).toEqual([
      400,
      "config.secrets[0].vault.secret",
    ]);
  });

  it("requires vault:use to be added or changed, but not when the action is renamed or the secret omitted", async () => {
    const { reference } = await addSecret();
    const without = await addToken(admin, ["actions:write"], "without");
    const withUse = await addToken(admin, ["actions:write", "vault:use"], "with");
    const refused = await addAction(reference, {}, without);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      "This API token needs the vault:use permission.",
    ]);
    const made = await addAction(reference, {}, withUse);
    expect(made.status).toBe(201);
    const path = `${ROOT}/${made.body.id}`;
    const { config } = made.body;
    const change = async (body: object) => (await ask("PATCH", path, body, without)).status;
    expect(await change({ name: "Renamed", enabled: false })).toBe(200);
    expect(await change({ config })).toBe(200);
    expect(await change({ config: { ...config, url: "https://elsewhere.example/" } })).toBe(403);
    expect(await change({ config: { ...config, secrets: [] } })).toBe(200);
  });

  it("never appears in a response, log line or database row", async () => {
    const tables = await bindings.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    ).all<{ name: string }>();
    const rows = await Promise.all(
      tables.results.map(
        async ({ name }) => (await bindings.DB.prepare(`SELECT * FROM "${name}"`).all()).results,
      ),
    );
    const everything = [JSON.stringify(rows), ...answers, ...written].join("\n");
    expect(everything).toContain("hook.example returned 500.");
    for (const form of FORMS) {
      expect([form, everything.includes(form)]).toEqual([form, false]);
      expect([form, everything.includes(JSON.stringify(form).slice(1, -1))]).toEqual([form, false]);
    }
  });
});
