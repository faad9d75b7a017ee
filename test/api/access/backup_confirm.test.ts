import { beforeEach, describe, expect, it } from "vitest";
import type { Backup } from "../../../src/schema/backup.ts";
import { readKept } from "../../durable/backup/kept.ts";
import { addToken, addUser, bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/backups";
const RESTORE = `${ROOT}/restore`;
const PASSPHRASE = { passphrase: "open sesame" };
const MINUTE_MS = 60_000;
let admin: Visitor;

beforeEach(async () => {
  admin = await setUp();
});

const made = async () => (await admin.get<Backup[]>(ROOT)).body.length;

async function sendForm(visitor: Visitor, fields: Readonly<Record<string, string | File>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Response(form);
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  return await visitor.post<{ error: string }>(RESTORE, request.body, { headers });
}

const lastDenial = async () =>
  (await admin.get<{ items: object[] }>("/api/v1/admin/audit?action=Denied&limit=1")).body.items[0];

describe("an open session without the password", () => {
  it("creates a backup with SECRET_KEY, but not with a passphrase", async () => {
    const { visitor, password, email } = await addUser("admin");
    const before = await made();
    expect(await visitor.post(ROOT, PASSPHRASE)).toMatchObject({
      status: 400,
      body: { problems: [{ path: "currentPassword", message: "Enter your current password." }] },
    });
    const wrong = await visitor.post(ROOT, { ...PASSPHRASE, currentPassword: "another" });
    expect(wrong).toMatchObject({ status: 403, body: { problems: [{ path: "currentPassword" }] } });
    expect(await lastDenial()).toMatchObject({ entityName: email, details: { reason: "wrong_password" } });
    expect(await made()).toBe(before);
    expect((await visitor.post(ROOT, { passphrase: "" })).status).toBe(201);
    expect((await visitor.post(ROOT, { ...PASSPHRASE, currentPassword: password })).status).toBe(201);
  });

  it("can't restore a stored or an uploaded backup, and stores no file", async () => {
    const { visitor, password } = await addUser("admin");
    const { name } = (await visitor.post<Backup>(ROOT)).body;
    const file = new File([await readKept(bindings, name)], "b.uptide");
    const before = await made();
    expect((await visitor.post(RESTORE, { name })).status).toBe(400);
    expect((await visitor.post(RESTORE, { name, currentPassword: "another" })).status).toBe(403);
    expect((await sendForm(visitor, { file })).body.error).toBe("Enter your current password.");
    expect((await sendForm(visitor, { currentPassword: "another", file })).status).toBe(403);
    expect((await sendForm(visitor, { file, currentPassword: "another" })).status).toBe(403);
    expect(await made()).toBe(before);
    expect((await visitor.get("/api/v1/auth/session")).status).toBe(200);
    expect(await sendForm(visitor, { file, currentPassword: password })).toMatchObject({
      status: 200,
      body: { state: "done" },
    });
  });

  it("can't guess the password: backups share the attempt limit with all sensitive actions", async () => {
    const { visitor, password } = await addUser("admin");
    const statuses = [];
    for (let tries = 0; tries < 5; tries++) {
      const currentPassword = `guess ${tries}`;
      statuses.push((await visitor.post(ROOT, { ...PASSPHRASE, currentPassword })).status);
      const change = { currentPassword, newPassword: "chosen again" };
      statuses.push((await visitor.post("/api/v1/auth/change-password", change)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect((await visitor.post(ROOT, { ...PASSPHRASE, currentPassword: password })).status).toBe(429);
    expect((await visitor.post(RESTORE, { name: "a.uptide", currentPassword: password })).status).toBe(429);
  });
});

describe("an API token", () => {
  it("can't create or restore a backup, even with a password", async () => {
    const token = await addToken(admin, ["system:read"]);
    const { password: currentPassword } = await addUser("admin");
    const refused = { status: 403, body: { error: "API tokens cannot call this endpoint" } };
    expect(await token.post(ROOT, { ...PASSPHRASE, currentPassword })).toMatchObject(refused);
    expect(await token.post(RESTORE, { name: "a.uptide", currentPassword })).toMatchObject(refused);
  });
});

describe("a single sign-on session", () => {
  it.each([
    ["first, ten minutes ago", 10 * MINUTE_MS - 5000, "created_at", 201],
    ["first, longer ago", 10 * MINUTE_MS + 1, "created_at", 403],
    ["again, ten minutes ago", 10 * MINUTE_MS - 5000, "confirmed_at", 201],
    ["again, longer ago", 10 * MINUTE_MS + 1, "confirmed_at", 403],
  ])("that signed in %s (%i ms, %s) gets %i", async (_name, agoMs, column, status) => {
    const { visitor, id } = await addUser("admin");
    await bindings.DB.batch([
      bindings.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(id),
      bindings.DB.prepare("UPDATE sessions SET method = 'sso', created_at = 0 WHERE user_id = ?").bind(id),
      bindings.DB.prepare(`UPDATE sessions SET ${column} = ? WHERE user_id = ?`).bind(Date.now() - agoMs, id),
    ]);
    const reply = await visitor.post<{ reauth?: true }>(ROOT, PASSPHRASE);
    expect([reply.status, reply.body.reauth ?? false]).toEqual([status, status === 403]);
    const restored = await visitor.post<{ reauth?: true }>(RESTORE, { name: "none.uptide" });
    expect(restored.status).toBe(status === 403 ? 403 : 404);
  });
});
