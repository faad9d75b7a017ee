import { beforeAll, describe, expect, it } from "vitest";
import { type Env, secretBoxOf } from "../../src/env.ts";
import { randomBytes, toBase64 } from "../../src/lib/bytes.ts";
import { rewriteSecrets } from "../../src/service/record/secret_rotation.ts";
import { ADMIN, bindings, codeAt, setUp, Visitor } from "../api/client.ts";

const NEW_KEY = toBase64(randomBytes(32));
let secret = "";
let admin: Visitor;

/** The same bindings with other keys, as after `wrangler secret put SECRET_KEY`. */
function underKeys(text: string): Env {
  return { ...bindings, SECRET_KEY: text };
}

beforeAll(async () => {
  admin = await setUp();
  const setup = await admin.post<{ setupToken: string; secret: string }>("/api/v1/auth/2fa/setup", {
    currentPassword: ADMIN.password,
  });
  secret = setup.body.secret;
  await admin.post("/api/v1/auth/2fa/enable", { setupToken: setup.body.setupToken, code: codeAt(secret) });
});

async function storedSecret(): Promise<{ id: number; totp_secret: string }> {
  return (await bindings.DB.prepare("SELECT id, totp_secret FROM users").first())!;
}

describe("changing SECRET_KEY", () => {
  it("rewrites stored secrets so that the new key alone decrypts them", async () => {
    const before = await storedSecret();
    await rewriteSecrets(underKeys(`${NEW_KEY},${bindings.SECRET_KEY}`), Date.now());
    const after = await storedSecret();
    expect(after.totp_secret).not.toBe(before.totp_secret);
    const box = await secretBoxOf(underKeys(NEW_KEY));
    expect(await box.open(after.totp_secret, `user/${after.id}/totp_secret`)).toBe(secret);
    const entry = await bindings.DB.prepare(
      "SELECT user_email, entity_type, details FROM audit ORDER BY id DESC LIMIT 1",
    ).first();
    expect(entry).toEqual({
      user_email: "system",
      entity_type: "config",
      details: '{"rewrittenUnderTheNewKey":1}',
    });
  });

  it("rewrites the secrets of monitors and their heartbeat addresses", async () => {
    const auth = { type: "bearer", bearer: { token: "of the monitor" } };
    await admin.post("/api/v1/admin/monitors", {
      name: "Site",
      type: "https",
      config: { url: "https://x.example/", auth },
    });
    await admin.post("/api/v1/admin/monitors", { name: "Beat", type: "webhook", config: {} });
    await rewriteSecrets(underKeys(`${NEW_KEY},${bindings.SECRET_KEY}`), Date.now());
    const rows = await bindings.DB.prepare(
      "SELECT key, config, heartbeat_token FROM monitors ORDER BY id",
    ).all<{
      config: string;
      heartbeat_token: string;
    }>();
    const box = await secretBoxOf(underKeys(NEW_KEY));
    const { token } = JSON.parse(rows.results[0]!.config).auth.bearer;
    expect(await box.open(token, "monitor/site/auth/bearer/token")).toBe("of the monitor");
    expect(await box.open(rows.results[1]!.heartbeat_token, "monitor/beat/heartbeat")).toMatch(
      /^[0-9a-f]{48}$/,
    );
  });

  it("rewrites the secrets of local vaults and the credentials of other vaults", async () => {
    const VAULTS = "/api/v1/admin/vaults";
    const address = "https://vault.example";
    const auths = [
      { method: "token", token: "of the vault" },
      { method: "approle", roleId: "role", secretId: "of the role" },
    ];
    const remotes = [];
    for (const auth of auths) {
      const body = { name: "Remote", kind: "hashicorp", settings: { address, auth } };
      remotes.push((await admin.post<{ id: number }>(VAULTS, body)).body.id);
    }
    const local = await admin.post<{ id: number }>(VAULTS, { name: "Local", kind: "local" });
    await admin.post(`${VAULTS}/${local.body.id}/secrets`, {
      name: "key",
      type: "value",
      values: { value: "of the secret" },
    });
    await rewriteSecrets(underKeys(`${NEW_KEY},${bindings.SECRET_KEY}`), Date.now());

    const box = await secretBoxOf(underKeys(NEW_KEY));
    const vaults = await bindings.DB.prepare(
      "SELECT seal_name, settings FROM vaults WHERE id IN (?, ?) ORDER BY id",
    )
      .bind(...remotes)
      .all<{ seal_name: string; settings: string }>();
    const [byToken, byRole] = vaults.results.map(({ seal_name, settings }) => {
      return { name: `vault/${seal_name}/auth`, auth: JSON.parse(settings).auth };
    });
    expect(await box.open(byToken!.auth.token, `${byToken!.name}/token`)).toBe("of the vault");
    expect(await box.open(byRole!.auth.secretId, `${byRole!.name}/secretId`)).toBe("of the role");
    const secret = await bindings.DB.prepare("SELECT seal_name, sealed FROM vault_secrets").first<{
      seal_name: string;
      sealed: string;
    }>();
    const opened = await box.open(secret!.sealed, `vault_secret/${secret!.seal_name}`);
    expect(JSON.parse(opened!)).toEqual({ value: "of the secret" });
  });

  it("rewrites the secrets of channels and actions", async () => {
    const config = {
      url: "https://x.example/",
      headers: { Authorization: "Bearer a" },
      signingSecret: "sign",
    };
    await admin.post("/api/v1/admin/notifications/channels", { name: "Hook", type: "webhook", config });
    await admin.post("/api/v1/admin/actions", { name: "Restart", config });
    await rewriteSecrets(underKeys(`${NEW_KEY},${bindings.SECRET_KEY}`), Date.now());
    const box = await secretBoxOf(underKeys(NEW_KEY));
    for (const [table, name] of [
      ["channels", "channel/hook"],
      ["actions", "action/restart"],
    ]) {
      const row = await bindings.DB.prepare(`SELECT config FROM ${table}`).first<{ config: string }>();
      const stored = JSON.parse(row?.config ?? "");
      expect(await box.open(stored.headers.Authorization, `${name}/headers/Authorization`)).toBe("Bearer a");
      expect(await box.open(stored.signingSecret, `${name}/signingSecret`)).toBe("sign");
    }
  });

  it("rewrites the secrets of subscribers, of emails to them and of pending sign-ups", async () => {
    const old = await secretBoxOf(bindings);
    const seal = async (name: string) => await old.seal(`of ${name}`, `subscriber/seal/${name}`);
    const headers = JSON.stringify({ "X-Key.a": await seal("headers/X-Key.a"), b: await seal("headers/b") });
    const { DB } = bindings;
    await DB.batch([
      DB.prepare(
        `INSERT INTO subscribers (id, type, destination, email, status, locale, events, webhook_headers, seal_name,
           signing_secret, manage_token, manage_hash, unsubscribe_hash, created_at)
         VALUES (7, 'webhook', 'https://x.example/', 'a@example.com', 'active', 'en', '[]', ?, 'seal', ?, ?, 'm', 'u', 1)`,
      ).bind(headers, await seal("signing"), await seal("manage")),
      DB.prepare(
        `INSERT INTO subscriber_notices (subscriber_id, kind, token, status, due_at, created_at)
         VALUES (7, 'confirm', ?, 'pending', 1, 1)`,
      ).bind(await seal("notice")),
      DB.prepare("INSERT INTO subscriber_requests (body, created_at) VALUES (?, 1)").bind(
        JSON.stringify({ sealName: "seal", webhookHeaders: JSON.parse(headers) }),
      ),
    ]);
    await rewriteSecrets(underKeys(`${NEW_KEY},${bindings.SECRET_KEY}`), Date.now());
    const box = await secretBoxOf(underKeys(NEW_KEY));
    const row = (await DB.prepare("SELECT * FROM subscribers").first<Record<string, string>>())!;
    const notice = (await DB.prepare("SELECT * FROM subscriber_notices").first<Record<string, string>>())!;
    const request = (await DB.prepare("SELECT * FROM subscriber_requests").first<Record<string, string>>())!;
    const [own, asked] = [JSON.parse(row["webhook_headers"]!), JSON.parse(request["body"]!).webhookHeaders];
    const places = [
      ...[["manage", row["manage_token"]!] as const, ["signing", row["signing_secret"]!] as const],
      ["notice", notice["token"]!] as const,
      ...[own, asked].flatMap((map: Record<string, string>) =>
        Object.entries(map).map(([name, sealed]) => [`headers/${name}`, sealed] as const),
      ),
    ];
    expect(places).toHaveLength(7);
    for (const [name, sealed] of places)
      expect([name, await box.open(sealed, `subscriber/seal/${name}`)]).toEqual([name, `of ${name}`]);
  });

  it("needs the key before until nothing is left under any key", async () => {
    const newest = toBase64(randomBytes(32));
    const unused = toBase64(randomBytes(32));
    const keys = underKeys(`${newest},${unused},${NEW_KEY},${bindings.SECRET_KEY}`);
    const { keyIds } = await secretBoxOf(keys);
    const known = async () =>
      (await bindings.DB.prepare("SELECT value FROM settings WHERE name = 'secret_key'").first<string>(
        "value",
      ))!;
    await rewriteSecrets(keys, Date.now());
    expect(await known()).not.toContain(`v1.${keyIds[0]}.`);
    await rewriteSecrets(keys, Date.now());
    expect(await known()).toContain(`v1.${keyIds[0]}.`);
    await rewriteSecrets(underKeys(`${NEW_KEY},${newest}`), Date.now());
    await rewriteSecrets(underKeys(`${NEW_KEY},${newest}`), Date.now());
  });

  it("writes nothing when everything is encrypted with the first key already", async () => {
    const before = await storedSecret();
    await rewriteSecrets(underKeys(`${NEW_KEY},${bindings.SECRET_KEY}`), Date.now());
    expect(await storedSecret()).toEqual(before);
  });

  it("to an unknown key makes a sign-in fail with advice", async () => {
    const visitor = new Visitor();
    const login = await visitor.post<{ challengeToken: string }>("/api/v1/auth/login", ADMIN);
    const { challengeToken } = login.body;
    const reply = await visitor.post<{ error: string }>("/api/v1/auth/2fa/verify", {
      challengeToken,
      code: codeAt(secret),
    });
    expect([reply.status, reply.body.error]).toEqual([
      503,
      "SECRET_KEY doesn't decrypt the stored data: set the key it was encrypted with.",
    ]);
  });
});
