import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { secretBoxOf } from "../../../src/env.ts";
import { type ConfigKind, decideConfig, writtenConfig } from "../../../src/service/config/settings.ts";
import type { Context } from "../../../src/service/context.ts";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";
import { apply, CONFIG, channel, exportText, MASK, monitor, pathsOf, type Refusal } from "./client.ts";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

beforeEach(async () => {
  const tables = ["monitors", "channels", "actions", "vaults", "vault_secrets"];
  await bindings.DB.batch(tables.map((table) => bindings.DB.prepare(`DELETE FROM ${table}`)));
});

async function stored(table: "monitors" | "channels" | "actions", key: string) {
  const row = await bindings.DB.prepare(`SELECT config FROM ${table} WHERE key = ?`)
    .bind(key)
    .first<{ config: string }>();
  return JSON.parse(row!.config) as Record<string, never>;
}

async function open(sealed: unknown, name: string): Promise<string | null> {
  return await (await secretBoxOf(bindings)).open(String(sealed), name);
}

const https = (config: object) => monitor("m", { config: { url: "https://a.example/", ...config } });
const basic = (password: string | undefined, username = "u") => ({
  auth: { type: "basic", basic: { username, ...(password === undefined ? {} : { password }) } },
});
const passwordOf = async () => {
  const { auth } = (await stored("monitors", "m")) as unknown as { auth: { basic: { password: string } } };
  return auth.basic.password === "" ? "" : await open(auth.basic.password, "monitor/m/auth/basic/password");
};

describe("a secret in a document", () => {
  it("is kept if the document has its mask", async () => {
    await apply(admin, [https(basic("hunter2"))]);
    const reply = await apply(admin, [https({ ...basic(MASK), keyword: "ok" })]);
    expect(reply.body.changes[0]).toEqual({
      kind: "Monitor",
      key: "m",
      action: "update",
      fields: ["config"],
    });
    expect(await passwordOf()).toBe("hunter2");
  });

  it("is replaced by a new value; the same value changes nothing", async () => {
    await apply(admin, [https(basic("hunter2"))]);
    await apply(admin, [https(basic("hunter3"))]);
    expect(await passwordOf()).toBe("hunter3");
    const before = await stored("monitors", "m");
    const again = await apply(admin, [https(basic("hunter3"))]);
    expect(again.body.summary).toEqual({ create: 0, update: 0, unchanged: 1 });
    expect(await stored("monitors", "m")).toEqual(before);
  });

  it("is cleared when its field is omitted", async () => {
    await apply(admin, [https({ ...basic("hunter2"), headers: { "X-Api-Key": "abc" } })]);
    const reply = await apply(admin, [https(basic(undefined))]);
    expect(reply.body.changes[0]!.fields).toEqual(["config"]);
    expect(await passwordOf()).toBe("");
    expect(await stored("monitors", "m")).toMatchObject({ headers: {} });
  });

  it("can't be kept for a new object", async () => {
    for (const document of [
      https(basic(MASK)),
      channel("c", { type: "slack", config: { webhookUrl: MASK } }),
    ])
      expect((await apply(admin, [document])).body.problems![0]!.message).toMatch(/no stored secret to keep/);
  });

  it("can't be kept when the type changes", async () => {
    await apply(admin, [channel("c", { type: "slack", config: { webhookUrl: "https://hooks.example/1" } })]);
    const reply = await apply(admin, [channel("c", { type: "discord", config: { webhookUrl: MASK } })]);
    expect(pathsOf(reply)).toEqual(["NotificationChannel[c].config.webhookUrl"]);
    await apply(admin, [https(basic("hunter2"))]);
    const other = await apply(admin, [
      monitor("m", {
        type: "websocket",
        config: { url: "wss://a.example/", headers: { Authorization: MASK } },
      }),
    ]);
    expect(other.status).toBe(400);
  });

  it.each<[string, object, object, string]>([
    [
      "URL",
      https(basic("x")),
      https({ ...basic(MASK), url: "https://b.example/" }),
      "Monitor[m].config.auth.basic.password",
    ],
    [
      "OAuth2 token URL",
      https({
        auth: {
          type: "oauth2",
          oauth2: { tokenUrl: "https://t.example/", clientId: "c", clientSecret: "s" },
        },
      }),
      https({
        auth: {
          type: "oauth2",
          oauth2: { tokenUrl: "https://u.example/", clientId: "c", clientSecret: MASK },
        },
      }),
      "Monitor[m].config.auth.oauth2.clientSecret",
    ],
    [
      "CAS server",
      https({
        auth: { type: "cas", cas: { casServerUrl: "https://t.example/", username: "c", password: "s" } },
      }),
      https({
        auth: { type: "cas", cas: { casServerUrl: "https://u.example/", username: "c", password: MASK } },
      }),
      "Monitor[m].config.auth.cas.password",
    ],
    [
      "webhook channel's URL",
      channel("m", { config: { url: "https://a.example/", headers: { Authorization: "x" } } }),
      channel("m", { config: { url: "https://b.example/", headers: { Authorization: MASK } } }),
      "NotificationChannel[m].config.headers.Authorization",
    ],
    [
      "ntfy server",
      channel("m", { type: "ntfy", config: { topic: "t", accessToken: "x" } }),
      channel("m", {
        type: "ntfy",
        config: { topic: "t", accessToken: MASK, serverUrl: "https://n.example" },
      }),
      "NotificationChannel[m].config.accessToken",
    ],
  ])("can't be kept for another %s", async (_, before, after, path) => {
    expect((await apply(admin, [before])).status).toBe(200);
    const reply = await apply(admin, [after]);
    expect(reply.status).toBe(400);
    expect(pathsOf(reply)).toEqual([path]);
    expect(reply.body.problems![0]!.message).toMatch(/destination address changed/);
    expect(
      (await apply(admin, [JSON.parse(JSON.stringify(after).replaceAll(MASK, "typed again"))])).status,
    ).toBe(200);
  });

  it("reports every mask that can't be kept", async () => {
    const reply = await apply(admin, [
      https({ ...basic(MASK), headers: { Authorization: MASK, "X-Token": "•••x" } }),
    ]);
    expect(pathsOf(reply)).toEqual(["Monitor[m].config.headers.X-Token"]);
    const next = await apply(admin, [https({ ...basic(MASK), headers: { Authorization: MASK } })]);
    expect(pathsOf(next)).toEqual([
      "Monitor[m].config.headers.Authorization",
      "Monitor[m].config.auth.basic.password",
    ]);
  });

  it("must be a string", async () => {
    const reply = await apply(admin, [
      https({ auth: { type: "basic", basic: { username: "u", password: 12 } } }),
    ]);
    expect(pathsOf(reply)).toEqual(["Monitor[m].config.auth.basic.password"]);
  });

  it("of a bot shows its last four characters in the mask, and that mask keeps it", async () => {
    const bot = (botToken: string, chatId = "-1001") =>
      channel("bot", { type: "telegram", config: { botToken, chatId } });
    const token = "123456789:AAHabcdefghijklmn";
    await apply(admin, [bot(token)]);
    const text = await exportText(admin);
    expect(text).toContain(`${MASK}klmn`);
    expect(text).not.toContain(token);
    expect((await apply(admin, text)).body.summary.unchanged).toBe(1);
    expect((await apply(admin, [bot(MASK)])).body.summary.unchanged).toBe(1);
    expect((await apply(admin, [bot(`${MASK}klmx`)])).status).toBe(400);
    expect((await apply(admin, [bot(`${MASK}klmn`, "-1002")])).body.summary.update).toBe(1);
    expect(await open((await stored("channels", "bot"))["botToken"], "channel/bot/botToken")).toBe(token);
  });

  it("is masked only in known secret fields", async () => {
    const config = {
      url: "https://user:pass@a.example/?token=t",
      method: "POST",
      headers: { "X-Plain": "shown" },
      body: '{"password":"in a body"}',
    };
    await apply(admin, [
      monitor("m", { config }),
      channel("c", { config: { url: "https://hook.example/?key=k" } }),
    ]);
    const text = await exportText(admin);
    for (const shown of ["user:pass@", "token=t", "X-Plain: shown", "in a body", "hook.example/?key=k"])
      expect(text).toContain(shown);
  });

  it("of a database can't be kept for another host or port; an omitted port means the default", async () => {
    const config = z.object({ host: z.string(), port: z.int().default(5432), password: z.string() });
    const kind: ConfigKind = {
      type: {
        config,
        findSecrets: () => [["password"]],
        destinationOf: ({ host, port }) => JSON.stringify([host, port]),
      },
      owner: { kind: "monitor", type: "made-up", spots: [] },
      name: "monitor/db",
    };
    const context = { env: bindings } as unknown as Context;
    const sealed = await (await secretBoxOf(bindings)).seal("hunter2", "monitor/db/password");
    const row = { host: "db.example", password: sealed };
    const written = await writtenConfig(context, kind, { config: row, names: [] });
    expect(written).toEqual({ host: "db.example", port: 5432, password: MASK });
    const decide = (sent: object) =>
      decideConfig(context, kind, { config: { ...sent }, stored: { config: row, written }, names: [] });
    expect(await decide(written)).toMatchObject({ isSame: true, problems: [] });
    for (const other of [{ host: "db2.example" }, { port: 5433 }])
      expect((await decide({ ...written, ...other })).problems.map(({ path }) => path)).toEqual([
        "config.password",
      ]);
    expect(await decide({ ...written, port: 5433, password: "typed" })).toMatchObject({
      isSame: false,
      problems: [],
    });
  });
});

describe("a vault reference", () => {
  const auth = (vault: string, secret: string) => ({
    auth: { type: "basic", basic: { vault: { vault, secret } } },
  });

  async function addVault(name: string, secret = "login"): Promise<number> {
    const { body } = await admin.post<{ id: number }>("/api/v1/admin/vaults", { name, kind: "local" });
    await admin.post(`/api/v1/admin/vaults/${body.id}/secrets`, {
      name: secret,
      type: "userpass",
      values: { user: "u", password: "p" },
    });
    return body.id;
  }

  it("uses names in documents and ids in the database", async () => {
    await addVault("Team", "login");
    expect((await apply(admin, [https(auth("Team", "login"))])).body.summary.create).toBe(1);
    expect(JSON.stringify(await stored("monitors", "m"))).toMatch(/"vaultId":\d+,"secretId":\d+/);
    const text = await exportText(admin);
    expect(text).toContain("vault:\n        vault: Team\n        secret: login\n");
    expect((await apply(admin, text)).body.summary.unchanged).toBe(1);
  });

  it("must match exactly one vault and one secret", async () => {
    await addVault("Team");
    expect(pathsOf(await apply(admin, [https(auth("Team", "other"))]))).toEqual([
      "Monitor[m].config.auth.basic.vault.secret",
    ]);
    await addVault("Team");
    const reply = await apply(admin, [https(auth("Team", "login"))]);
    expect(pathsOf(reply)).toEqual(["Monitor[m].config.auth.basic.vault.vault"]);
    expect(reply.body.problems![0]!.message).toMatch(/2 vaults are named Team/);
  });

  it("makes an export fail if another vault has the same name", async () => {
    const id = await addVault("Team");
    await apply(admin, [https(auth("Team", "login")), channel("c")]);
    await admin.post("/api/v1/admin/vaults", { name: "Team", kind: "local" });
    const reply = await admin.get<Refusal>(`${CONFIG}/export`);
    expect([reply.status, reply.body.error]).toEqual([409, expect.stringContaining("Team")]);
    expect((await admin.get(`${CONFIG}/export?kind=NotificationChannel`)).status).toBe(200);
    await admin.patch(`/api/v1/admin/vaults/${id}`, { name: "Other" });
    expect((await admin.get(`${CONFIG}/export`)).status).toBe(200);
  });

  it("to a deleted vault is exported as a placeholder, and rejected until replaced", async () => {
    const id = await addVault("Team");
    await apply(admin, [https(auth("Team", "login"))]);
    await admin.delete(`/api/v1/admin/vaults/${id}`);
    const text = await exportText(admin);
    expect(text).toContain(`vault: "(deleted vault ${id})"`);
    const reply = await apply(admin, text);
    expect([reply.status, pathsOf(reply)[0]]).toEqual([400, "Monitor[m].config.auth.basic.vault.vault"]);
    expect((await apply(admin, [https(basic("typed"))])).status).toBe(200);
  });

  it("requires vault:use to add or change it or the config around it", async () => {
    await addVault("Team");
    const token = await addToken(admin, ["monitors:write"]);
    const user = await addToken(admin, ["monitors:write", "vault:use"]);
    const refused = await apply(token, [https(auth("Team", "login"))]);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      "This API token needs the vault:use permission.",
    ]);
    expect((await apply(user, [https(auth("Team", "login"))])).status).toBe(200);
    expect((await apply(token, [{ ...https(auth("Team", "login")), intervalSecs: 90 }])).status).toBe(200);
    expect((await apply(token, [https({ ...auth("Team", "login"), keyword: "x" })])).status).toBe(403);
    expect((await apply(token, [https({ auth: { type: "none" } })])).status).toBe(200);
  });
});
