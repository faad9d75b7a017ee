import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Vault, VaultSecret } from "../../../src/schema/vault.ts";
import { eventually } from "../../eventually.ts";
import { addToken, addUser, bindings, setUp, type Visitor } from "../client.ts";
import { apply } from "../config/client.ts";

const VAULTS = "/api/v1/admin/vaults";
const REFERENCES = "/api/v1/admin/vault-references";
const MONITORS = "/api/v1/admin/monitors";
const MASK = "••••••••";
const SITE = "https://site.example/";
/** These must not appear in any response, audit entry, log line or stored row. */
const VALUES = ["swordfish-1", "swordfish-2", "s.vault-token-1", "role-secret-id-1"];

let admin: Visitor;
let sent: (string | null)[] = [];
let answer: (request: Request) => Response | Promise<Response>;
const written: string[] = [];
const answers: string[] = [];

beforeAll(async () => {
  admin = await setUp();
  for (const level of ["log", "error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void written.push(String(line)));
  }
  vi.spyOn(globalThis, "fetch").mockImplementation(
    async (input, init) => await answer(new Request(input, init)),
  );
});

beforeEach(() => {
  sent = [];
  answer = (request) => {
    sent.push(request.headers.get("Authorization"));
    return new Response("ok");
  };
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
const freshName = () => `vault ${++names}`;
const addVault = async (body: object = {}) =>
  (await ask<Vault>("POST", VAULTS, { name: freshName(), kind: "local", ...body })).body;
const addSecret = async (vault: Vault, body: object = {}) =>
  (
    await ask<VaultSecret>("POST", `${VAULTS}/${vault.id}/secrets`, {
      name: "login",
      type: "userpass",
      values: { user: "ann", password: VALUES[0] },
      ...body,
    })
  ).body;
const addLogin = async () => {
  const vault = await addVault();
  const secret = await addSecret(vault);
  return { vault, secret, reference: { vault: vault.name, secret: secret.name } };
};
const basic = (vault: object, more: object = {}) => ({
  url: SITE,
  auth: { type: "basic", basic: { vault } },
  ...more,
});
const addMonitor = async (config: object, by = admin) =>
  await ask<Monitor>("POST", MONITORS, { name: "Site", type: "https", config }, by);
const read = async (id: number) => (await ask<Monitor>("GET", `${MONITORS}/${id}`)).body;
const checked = (id: number) => eventually(async () => expect((await read(id)).currentStatus).toBe("up"));
const pathOf = ({ id }: Vault, secret: VaultSecret) => `${VAULTS}/${id}/secrets/${secret.id}`;

describe("a vault", () => {
  it("of the local kind can be created, renamed and deleted, and can share its name", async () => {
    const vault = await addVault({ name: "Twins" });
    expect(vault).toEqual({ id: vault.id, version: 1, name: "Twins", kind: "local", settings: {} });
    expect((await addVault({ name: "Twins" })).name).toBe("Twins");
    expect((await ask("PATCH", `${VAULTS}/${vault.id}`, { name: "Solo" })).body).toEqual({
      ...vault,
      version: 2,
      name: "Solo",
    });
    expect((await ask("PATCH", `${VAULTS}/${vault.id}`, { kind: "hashicorp" })).status).toBe(400);
    expect((await ask("POST", `${VAULTS}/${vault.id}/test`)).body).toEqual({ ok: true });
    expect((await ask("DELETE", `${VAULTS}/${vault.id}`)).status).toBe(204);
    expect((await ask("DELETE", `${VAULTS}/${vault.id}`)).status).toBe(404);
    expect((await ask("GET", `${VAULTS}/${vault.id}/secrets`)).status).toBe(404);
  });

  const remote = (settings: object = {}) => ({
    name: "Remote",
    kind: "hashicorp",
    settings: {
      address: "https://vault.example:8200/",
      auth: { method: "token", token: VALUES[2] },
      ...settings,
    },
  });

  it("at HashiCorp is returned masked, and keeps its token only for the same address", async () => {
    const made = await ask<Vault>("POST", VAULTS, remote());
    const settings = {
      address: "https://vault.example:8200",
      mount: "secret",
      namespace: "",
      auth: { method: "token", token: MASK },
    };
    expect([made.status, made.body.settings]).toEqual([201, settings]);
    const change = (change: object) =>
      ask<Vault>("PATCH", `${VAULTS}/${made.body.id}`, { settings: { ...settings, ...change } });
    expect((await change({ mount: "kv/team" })).body.settings).toEqual({ ...settings, mount: "kv/team" });
    const moved = await change({ address: "https://thief.example" });
    expect([moved.status, moved.body.problems?.[0]?.path]).toEqual([400, "settings.auth.token"]);
    const half = await change({ auth: { method: "token", token: "•••half" } });
    expect([half.status, half.body.problems?.[0]?.path]).toEqual([400, "settings.auth.token"]);
    const role = await change({ auth: { method: "approle", roleId: "r", secretId: VALUES[3] } });
    expect(role.body.settings).toMatchObject({ auth: { roleId: "r", secretId: MASK } });
  });

  it.each([
    [{ address: "http://vault.example" }, "settings.address"],
    [{ address: "https://me:pass@vault.example" }, "settings.address"],
    [{ address: "https://vault.example/?a" }, "settings.address"],
    [{ mount: "a/../b" }, "settings.mount"],
    [{ namespace: "a\nb" }, "settings.namespace"],
    [{ auth: { method: "ldap" } }, "settings.auth.method"],
    [{ auth: { method: "token", token: "" } }, "settings.auth.token"],
    [{ auth: { method: "token", token: MASK } }, "settings.auth.token"],
  ])("is rejected with %j at %s", async (fault, path) => {
    const reply = await ask("POST", VAULTS, remote(fault));
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, path]);
  });

  it("can be accessed over http on localhost", async () => {
    expect((await ask("POST", VAULTS, remote({ address: "http://127.0.0.1:8200" }))).status).toBe(201);
  });

  it("returns 422 with its own error if it can't be used", async () => {
    const made = await ask<Vault>("POST", VAULTS, remote());
    answer = () => Response.json({ errors: [`permission denied for ${VALUES[2]}`] }, { status: 403 });
    const reply = await ask("POST", `${VAULTS}/${made.body.id}/test`);
    expect([reply.status, reply.body.error]).toEqual([
      422,
      "The vault Remote refused its token (status 403: permission denied for [redacted]).",
    ]);
    answer = () => Response.json({ data: {} });
    expect((await ask("POST", `${VAULTS}/${made.body.id}/test`)).status).toBe(200);
  });
});

describe("a vault secret", () => {
  it("is returned with its field names and without values", async () => {
    const vault = await addVault();
    const secret = await addSecret(vault);
    expect(secret).toEqual({
      version: 1,
      id: secret.id,
      name: "login",
      type: "userpass",
      fields: ["user", "password"],
    });
    const json = { name: "many", type: "json", values: { key: VALUES[0], other: VALUES[1] } };
    expect((await addSecret(vault, json)).fields).toEqual(["key", "other"]);
    const list = await ask<VaultSecret[]>("GET", `${VAULTS}/${vault.id}/secrets`);
    expect(list.body.map(({ name }) => name)).toEqual(["login", "many"]);
    const references = await ask<(Vault & { secrets: VaultSecret[] })[]>("GET", REFERENCES);
    expect(references.body.find(({ id }) => id === vault.id)).toEqual({
      id: vault.id,
      name: vault.name,
      secrets: list.body.map(({ version: _, ...secret }) => secret),
    });
  });

  it("that can't be decrypted can be entered again", async () => {
    const { vault, secret, reference } = await addLogin();
    const other = await addLogin();
    await bindings.DB.prepare(
      "UPDATE vault_secrets SET sealed = (SELECT sealed FROM vault_secrets WHERE id = ?) WHERE id = ?",
    )
      .bind(other.secret.id, secret.id)
      .run();
    const write = (more: object) =>
      ask<VaultSecret>("PUT", pathOf(vault, secret), { name: "login", type: "userpass", ...more });
    const refusal = `SECRET_KEY doesn't decrypt the secret login of the vault ${vault.name}: enter it again.`;
    for (const more of [{}, { values: { user: "eve", password: MASK } }])
      expect(await write(more)).toMatchObject({ status: 503, body: { error: refusal } });
    const values = { user: "eve", password: VALUES[1] };
    expect(await write({ values })).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await write({ values })).toMatchObject({ status: 200, body: { version: 2 } });
    await ask("POST", `${MONITORS}/test`, { type: "https", config: basic(reference) });
    expect(sent).toEqual([`Basic ${btoa(`eve:${VALUES[1]}`)}`]);
  });

  it("requires a unique name within its vault", async () => {
    const { vault, secret } = await addLogin();
    const body = { name: "login", type: "value", values: { value: VALUES[0] } };
    const twin = await ask("POST", `${VAULTS}/${vault.id}/secrets`, body);
    expect([twin.status, twin.body.error]).toEqual([
      409,
      `The vault ${vault.name} already has a secret named login.`,
    ]);
    await addSecret(vault, { name: "other" });
    const renamed = await ask("PUT", pathOf(vault, secret), { name: "other", type: "userpass" });
    expect(renamed.status).toBe(409);
    expect((await addSecret(await addVault())).name).toBe("login");
  });

  it.each([
    [{ type: "userpass", values: { user: "ann" } }, "values"],
    [{ type: "value", values: { value: "a", more: "b" } }, "values"],
    [{ type: "json", values: {} }, "values"],
    [{ type: "value", values: { value: 5 } }, "values.value"],
    [{ type: "value", values: { value: MASK } }, "values.value"],
    [{ type: "value", values: { value: "•••a" } }, "values.value"],
    [{ type: "value" }, "values"],
    [{ type: "value", path: "a/b" }, "path"],
    [{ type: "blob", values: { value: "a" } }, "type"],
    [{ name: "(deleted secret 4)", type: "value", values: { value: "a" } }, "name"],
    [{ name: "a\nb", type: "value", values: { value: "a" } }, "name"],
  ])("with %j is rejected at %s", async (body, path) => {
    const vault = await addVault();
    const reply = await ask("POST", `${VAULTS}/${vault.id}/secrets`, { name: "x", ...body });
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, path]);
  });

  it("can't be accessed through another vault", async () => {
    const { secret } = await addLogin();
    const other = await addVault();
    expect((await ask("DELETE", pathOf(other, secret))).status).toBe(404);
    const body = { name: "x", type: "value", values: { value: "a" } };
    expect((await ask("PUT", pathOf(other, secret), body)).status).toBe(404);
  });
});

describe("a vault reference", () => {
  it("is resolved right before a check, so the next check uses a rotated secret", async () => {
    const { vault, secret, reference } = await addLogin();
    const made = await addMonitor(basic(reference));
    expect(made.status).toBe(201);
    expect(made.body.config).toMatchObject(basic(reference));
    await checked(made.body.id);
    expect(sent).toEqual([`Basic ${btoa(`ann:${VALUES[0]}`)}`]);
    const values = { user: MASK, password: VALUES[1] };
    await ask("PUT", pathOf(vault, secret), { name: "login", type: "userpass", values });
    sent = [];
    await ask("POST", `${MONITORS}/${made.body.id}/check-now`);
    expect(sent).toEqual([`Basic ${btoa(`ann:${VALUES[1]}`)}`]);
  });

  it("is updated when the vault or secret is renamed, and renaming keeps the values", async () => {
    const { vault, secret, reference } = await addLogin();
    const { id } = (await addMonitor(basic(reference))).body;
    await ask("PATCH", `${VAULTS}/${vault.id}`, { name: `${vault.name} renamed` });
    await ask("PUT", pathOf(vault, secret), { name: "renamed", type: "userpass" });
    await checked(id);
    const renamed = { vault: `${vault.name} renamed`, secret: "renamed" };
    expect((await read(id)).config).toMatchObject(basic(renamed));
    sent = [];
    await ask("POST", `${MONITORS}/${id}/check-now`);
    expect(sent).toEqual([`Basic ${btoa(`ann:${VALUES[0]}`)}`]);
  });

  it("uses the mapped fields, or a single value as token or password", async () => {
    const vault = await addVault();
    await addSecret(vault, { name: "many", type: "json", values: { who: "bob", key: VALUES[0] } });
    await addSecret(vault, { name: "one", type: "value", values: { value: VALUES[1] } });
    const fieldMapping = { user: "who", password: "key" };
    const attempt = (config: object) =>
      ask<{ message: string }>("POST", `${MONITORS}/test`, { type: "https", config });
    await attempt(basic({ vault: vault.name, secret: "many", fieldMapping }));
    const bearer = { type: "bearer", bearer: { vault: { vault: vault.name, secret: "one" } } };
    await attempt({ url: SITE, auth: bearer });
    const own = { username: "eve", vault: { vault: vault.name, secret: "one" } };
    await attempt({ url: SITE, auth: { type: "basic", basic: own } });
    expect(sent).toEqual([
      `Basic ${btoa(`bob:${VALUES[0]}`)}`,
      `Bearer ${VALUES[1]}`,
      `Basic ${btoa(`eve:${VALUES[1]}`)}`,
    ]);
  });

  it("shows no value that a mapping sends as the user name", async () => {
    const { reference } = await addLogin();
    const echo = { source: "json", path: "$.seen", operator: "equals", value: "" };
    const attempt = async (fieldMapping: object) => {
      answer = ({ headers }) => {
        const [seen] = atob(headers.get("Authorization")?.slice(6) ?? "").split(":");
        return Response.json({ seen });
      };
      const config = basic({ ...reference, fieldMapping }, { assertions: [echo] });
      return (await ask<{ message: string }>("POST", `${MONITORS}/test`, { type: "https", config })).body
        .message;
    };
    expect(await attempt({ user: "password", password: "user" })).toContain("[hidden]");
    expect(await attempt({ user: "user", password: "password" })).toContain("ann");
  });

  it("with an unknown field lists the known fields, sends nothing, and doesn't fail the monitor", async () => {
    const vault = await addVault();
    await addSecret(vault, { name: "many", type: "json", values: { who: "bob", key: VALUES[0] } });
    const reference = { vault: vault.name, secret: "many", fieldMapping: { password: "kee" } };
    const reply = await ask("POST", `${MONITORS}/test`, { type: "https", config: basic(reference) });
    expect([reply.status, reply.body.error, sent]).toEqual([
      503,
      `The secret many of the vault ${vault.name} has no field called kee. Its fields: who, key.`,
      [],
    ]);
    const { id } = (await addMonitor(basic(reference))).body;
    const now = await ask("POST", `${MONITORS}/${id}/check-now`);
    expect([now.status, now.body.error]).toEqual([503, reply.body.error]);
    expect(await read(id)).toMatchObject({ currentStatus: "pending", message: reply.body.error });
  });

  it("must match exactly one vault and one secret, by name", async () => {
    const { vault, reference, secret } = await addLogin();
    const place = "config.auth.basic.vault";
    const refuse = async (value: object) => {
      const reply = await addMonitor(basic(value));
      return [reply.status, reply.body.problems?.[0]?.path, reply.body.problems?.[0]?.message];
    };
    expect(await refuse({ vault: "none", secret: "login" })).toEqual([
      400,
      `${place}.vault`,
      "There is no vault named none.",
    ]);
    expect(await refuse({ ...reference, secret: "none" })).toEqual([
      400,
      `${place}.secret`,
      `The vault ${vault.name} has no secret named none.`,
    ]);
    expect((await refuse({ vaultId: vault.id, secretId: secret.id })).slice(0, 1)).toEqual([400]);
    expect(await refuse({ ...reference, vaultId: vault.id })).toEqual([
      400,
      `${place}.vaultId`,
      "IDs aren't allowed here: name the vault and the secret.",
    ]);
    const { id } = (await addMonitor(basic(reference))).body;
    await addVault({ name: vault.name });
    expect(await refuse(reference)).toEqual([
      400,
      `${place}.vault`,
      `2 vaults are named ${vault.name}: rename all but one.`,
    ]);
    const kept = await ask("PATCH", `${MONITORS}/${id}`, { config: basic(reference, { keyword: "ok" }) });
    expect(kept.status).toBe(200);
  });

  it("is rejected for a type that doesn't support it", async () => {
    const { reference } = await addLogin();
    const reply = await addMonitor({ url: SITE, vault: reference });
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, "config.vault"]);
  });

  it("to a deleted vault is returned as a placeholder, which can be kept but not added again", async () => {
    const { vault, secret, reference } = await addLogin();
    const { id } = (await addMonitor(basic(reference))).body;
    const gone = await addLogin();
    const other = (await addMonitor(basic(gone.reference))).body;
    for (const one of [id, other.id]) await checked(one);
    await ask("DELETE", pathOf(vault, secret));
    await ask("DELETE", `${VAULTS}/${gone.vault.id}`);
    const placeholder = { vault: vault.name, secret: `(deleted secret ${secret.id})` };
    expect((await read(id)).config).toMatchObject(basic(placeholder));
    expect((await read(other.id)).config).toMatchObject(
      basic({ vault: `(deleted vault ${gone.vault.id})`, secret: `(deleted secret ${gone.secret.id})` }),
    );
    const kept = await ask<Monitor>("PATCH", `${MONITORS}/${id}`, {
      config: basic(placeholder, { keyword: "ok" }),
    });
    expect([kept.status, kept.body.config]).toMatchObject([200, basic(placeholder, { keyword: "ok" })]);
    const sentAgain = await addMonitor(basic(placeholder));
    expect([sentAgain.status, sentAgain.body.problems]).toEqual([
      400,
      [
        {
          path: "config.auth.basic.vault.secret",
          message: "This refers to something deleted: choose another, or leave out the vault reference.",
        },
      ],
    ]);
    sent = [];
    expect((await ask("POST", `${MONITORS}/${id}/check-now`)).body.error).toMatch(/was deleted/);
    expect(sent).toEqual([]);
  });
});

describe("a token without vault:use", () => {
  let token: Visitor;
  let user: Visitor;

  beforeAll(async () => {
    token = await addToken(admin, ["monitors:write"]);
    user = await addToken(admin, ["monitors:write", "vault:use"]);
  });

  const refusal = [403, "This API token needs the vault:use permission."];
  const answerOf = ({ status, body }: { status: number; body: Refusal }) => [status, body.error];

  it("can't list vault references, unlike one with it and an operator", async () => {
    expect(answerOf(await ask("GET", REFERENCES, undefined, token))).toEqual(refusal);
    expect((await ask("GET", REFERENCES, undefined, user)).status).toBe(200);
    const operator = (await addUser("operator")).visitor;
    expect((await ask("GET", REFERENCES, undefined, operator)).status).toBe(200);
    for (const by of [user, operator]) expect((await ask("GET", VAULTS, undefined, by)).status).toBe(403);
    const { reference } = await addLogin();
    expect((await addMonitor(basic(reference), operator)).status).toBe(201);
  });

  it("can't add a reference, even to an unknown vault", async () => {
    const { reference } = await addLogin();
    expect(answerOf(await addMonitor(basic(reference), token))).toEqual(refusal);
    expect(answerOf(await addMonitor(basic({ vault: "none", secret: "none" }), token))).toEqual(refusal);
    const { id } = (await addMonitor({ url: SITE })).body;
    const change = { config: basic(reference) };
    expect(answerOf(await ask("PATCH", `${MONITORS}/${id}`, change, token))).toEqual(refusal);
    expect((await ask("PATCH", `${MONITORS}/${id}`, change, user)).status).toBe(200);
  });

  it("can't change the config around a reference, but everything else", async () => {
    const { reference } = await addLogin();
    const config = basic(reference, { headers: { "X-Api-Key": VALUES[0] } });
    const shown = basic(reference, { headers: { "X-Api-Key": MASK } });
    const { id } = (await addMonitor(config)).body;
    const change = (body: object) => ask<Monitor>("PATCH", `${MONITORS}/${id}`, body, token);
    const around = [
      { ...shown, url: "https://thief.example/" },
      { ...shown, headers: {} },
      { ...shown, keyword: "a" },
      { ...shown, auth: { type: "basic", basic: { vault: { ...reference, fieldMapping: { user: "a" } } } } },
      { ...shown, auth: { type: "basic", basic: { username: "a", vault: reference } } },
    ];
    for (const wanted of around) expect(answerOf(await change({ config: wanted }))).toEqual(refusal);
    const rest = { name: "B", intervalSecs: 120, tags: [{ label: "a", color: "#fff" }] };
    expect((await change({ ...rest, config: shown })).body).toMatchObject({ ...rest, config: shown });
    const other = { type: "tcp", config: { host: "a.example", port: 1, vault: reference } };
    expect((await change(other)).status).toBe(400);
    const removed = { url: "https://elsewhere.example/" };
    expect((await change({ config: removed })).body.config).toMatchObject(removed);
  });

  it("can't assign a monitor with a reference to an agent, by the API or a document", async () => {
    await ask("POST", "/api/v1/admin/agents", { name: "Cellar", key: "cellar" });
    const { reference } = await addLogin();
    const { id, key } = (await addMonitor(basic(reference))).body;
    const change = (body: object, by = token) => ask("PATCH", `${MONITORS}/${id}`, body, by);
    const places = [{ agent: "cellar" }, { locations: ["agent:cellar"] }];
    const document = { kind: "Monitor", key, name: "M", type: "https", config: basic(reference) };
    for (const place of places) {
      expect(answerOf(await change(place))).toEqual(refusal);
      expect((await apply(token, [{ ...document, ...place }])).status).toBe(403);
    }
    expect((await apply(token, [document])).status).toBe(200);
    expect((await change({ agent: "cellar" }, user)).status).toBe(200);
    expect((await change({ name: "B", agent: "cellar" })).status).toBe(200);
    expect((await change({ agent: null })).status).toBe(200);
    expect((await change({ agent: "cellar", config: { url: SITE } })).status).toBe(200);
  });

  it("can't test a config with a reference, or with masks of a monitor that has one", async () => {
    const { reference } = await addLogin();
    const config = basic(reference, { headers: { "X-Api-Key": VALUES[0] } });
    const { id } = (await addMonitor(config)).body;
    await checked(id);
    sent = [];
    const attempt = (body: object, by = token) =>
      ask("POST", `${MONITORS}/test`, { type: "https", ...body }, by);
    expect(answerOf(await attempt({ config: basic(reference) }))).toEqual(refusal);
    const masked = { url: SITE, headers: { "X-Api-Key": MASK } };
    expect(answerOf(await attempt({ config: masked, monitorId: id }))).toEqual(refusal);
    expect(sent).toEqual([]);
    expect((await attempt({ config: { url: SITE }, monitorId: id })).status).toBe(200);
    expect((await attempt({ config: basic(reference) }, user)).status).toBe(200);
  });
});

describe("channels and SMTP settings", () => {
  const ROOT = "/api/v1/admin/notifications";
  const SMTP = `${ROOT}/smtp`;
  const addToVault = async (value: string) => {
    const vault = await addVault();
    const secret = await addSecret(vault, { name: "key", type: "value", values: { value } });
    return { vault, secret, reference: { vault: vault.name, secret: "key" } };
  };

  it("resolve a vault secret when something is sent", async () => {
    const { vault, secret, reference } = await addToVault(`https://hooks.example/${VALUES[0]}`);
    const posted: string[] = [];
    answer = (request) => {
      posted.push(request.url);
      return new Response("ok");
    };
    const body = { name: "Chat", type: "slack", config: { vault: reference } };
    const made = await ask<{ id: number; config: object }>("POST", `${ROOT}/channels`, body);
    expect([made.status, made.body.config]).toMatchObject([201, { vault: reference, webhookUrl: "" }]);
    const list = await ask<{ config: object }[]>("GET", `${ROOT}/channels`);
    expect(list.body.map(({ config }) => config)).toEqual([made.body.config]);
    expect((await ask("POST", `${ROOT}/channels/test`, body)).status).toBe(200);
    expect((await ask("POST", `${ROOT}/channels/${made.body.id}/test`)).status).toBe(200);
    expect(posted).toEqual(Array(2).fill(`https://hooks.example/${VALUES[0]}`));
    await ask("DELETE", pathOf(vault, secret));
    const failed = await ask("POST", `${ROOT}/channels/${made.body.id}/test`);
    expect([failed.status, failed.body.error]).toEqual([
      422,
      "The vault secret used here was deleted: choose another, or enter the credentials here.",
    ]);
  });

  it("can be changed around a reference only with vault:use", async () => {
    const token = await addToken(admin, ["channels:write"]);
    const { reference } = await addToVault(VALUES[0]!);
    const config = { topic: "alerts", vault: reference };
    const body = { name: "Push", type: "ntfy", config };
    expect((await ask("POST", `${ROOT}/channels`, body, token)).status).toBe(403);
    const { id, config: answered } = (
      await ask<{ id: number; config: object }>("POST", `${ROOT}/channels`, body)
    ).body;
    const change = async (to: object) => (await ask("PATCH", `${ROOT}/channels/${id}`, to, token)).status;
    expect(await change({ config: { ...config, serverUrl: "https://thief.example" } })).toBe(403);
    expect(await change({ name: "Other", config: answered })).toBe(200);
    expect((await ask("POST", `${ROOT}/channels/test`, body, token)).status).toBe(403);
    expect(await change({ config: { topic: "elsewhere" } })).toBe(200);
  });

  it("can use a vault secret for the mail server's credentials", async () => {
    const token = await addToken(admin, ["channels:write"]);
    const { vault, reference } = await addLogin();
    const server = { host: "127.0.0.1", port: 1, fromAddress: "a@example.com" };
    const put = async (body: object, by = admin) => {
      const reply = await ask<{ vault: object; host: string }>("PUT", SMTP, body, by);
      return [reply.status, reply.body.vault ?? reply.body.problems?.[0]?.path];
    };
    expect(await put({ vault: { ...reference, secret: "none" } })).toEqual([400, "vault.secret"]);
    expect(await put({ ...server, vault: reference }, token)).toEqual([403, undefined]);
    expect(await put({ ...server, vault: reference })).toEqual([200, reference]);
    expect((await ask<{ vault: object }>("GET", SMTP)).body.vault).toEqual(reference);
    expect(await put({ host: "thief.example" }, token)).toEqual([403, undefined]);
    expect(await put({ host: server.host }, token)).toEqual([200, reference]);
    expect(await put({ fromName: "Us" })).toEqual([200, reference]);
    await ask("DELETE", `${VAULTS}/${vault.id}`);
    const failed = await ask("POST", `${SMTP}/test`, { to: "b@example.com" });
    expect([failed.status, failed.body.error]).toEqual([422, expect.stringContaining("was deleted")]);
    expect(await put({ vault: null, host: "free.example" }, token)).toEqual([200, undefined]);
  });
});

describe("a secret value", () => {
  it("never appears in a response, audit entry, log line or database row", async () => {
    const audit = await ask("GET", "/api/v1/admin/audit?limit=100");
    expect(JSON.stringify(audit.body)).toContain("vault_secret");
    const tables = ["vaults", "vault_secrets", "monitors", "audit", "monitor_status", "monitor_history"];
    const rows = await bindings.DB.batch(
      tables.map((table) => bindings.DB.prepare(`SELECT * FROM ${table}`)),
    );
    expect(rows.map(({ results }) => results.length).slice(0, 4)).not.toContain(0);
    const everything = [...answers, ...written, ...rows.map((row) => JSON.stringify(row.results))];
    for (const value of VALUES) {
      expect(everything.filter((text) => text.includes(value))).toEqual([]);
      expect(everything.filter((text) => text.includes(btoa(value).slice(0, 10)))).toEqual([]);
    }
  });
});
