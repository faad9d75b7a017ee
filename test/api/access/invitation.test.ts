import { beforeAll, describe, expect, it, vi } from "vitest";
import { ADMIN, addUser, bindings, freshAddress, setUp, signIn, Visitor } from "../client.ts";
import { holdQueue, mailsTo, openMail, tokenFor } from "./mailbox.ts";

const USERS = "/api/v1/admin/users";
const LINK = "/api/v1/auth/password-link";
const SET = "/api/v1/auth/set-password";
const LOGIN = "/api/v1/auth/login";
const HOUR_MS = 3_600_000;
let admin: Visitor;
let people = 0;

interface Made {
  user: { id: number; mustChangePassword: boolean };
  temporaryPassword?: string;
  invitation?: { expiresAt: number; problem: string | null };
}

beforeAll(async () => {
  admin = await setUp();
  await openMail(admin);
  holdQueue();
});

async function invite(role = "operator") {
  const email = `invited${++people}.${crypto.randomUUID()}@example.com`;
  const reply = await admin.post<Made>(USERS, { email, role, invite: true });
  return { email, reply, id: reply.body.user?.id };
}

const use = (token: string, newPassword = "a password of my own") =>
  new Visitor().post(SET, { token, newPassword });
const listed = async (id: number) =>
  (await admin.get<{ id: number; invitedUntil: number | null }[]>(USERS)).body.find((one) => one.id === id);

describe("an invitation", () => {
  it("is sent by email instead of a temporary password", async () => {
    const before = Date.now();
    const { email, reply, id } = await invite();
    expect(reply.status).toBe(201);
    expect(reply.body).not.toHaveProperty("temporaryPassword");
    expect(reply.body.user.mustChangePassword).toBe(false);
    const { expiresAt = 0, problem } = reply.body.invitation ?? {};
    expect(problem).toBeNull();
    expect(expiresAt).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect((await listed(id))?.invitedUntil).toBe(expiresAt);
    const [mail = ""] = await mailsTo(email);
    expect(mail).toContain("Subject: [Status Page] You're invited");
    expect(mail).toContain(ADMIN.email);
    expect(mail).not.toContain("List-Unsubscribe");
  });

  it("lets its recipient set a password once and sign in with it", async () => {
    const { email, id } = await invite("viewer");
    const token = await tokenFor(email);
    for (let looks = 0; looks < 2; looks++)
      expect((await new Visitor().post(LINK, { token })).body).toEqual({ kind: "invitation", email });
    expect((await use(token, "short")).status).toBe(400);
    const used = await use(token);
    expect([used.status, used.headers.get("Set-Cookie")]).toEqual([204, null]);
    expect((await use(token, "another password")).status).toBe(404);
    expect((await new Visitor().post(LINK, { token })).status).toBe(404);
    await signIn(email, "a password of my own");
    expect((await listed(id))?.invitedUntil).toBeNull();
  });

  it("works only once, even with two requests at the same time", async () => {
    const { email } = await invite();
    const token = await tokenFor(email);
    const replies = await Promise.all([use(token, "the first of two"), use(token, "the second of two")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  it("expires after an hour and stays listed", async () => {
    const { email, id } = await invite();
    const token = await tokenFor(email);
    vi.useFakeTimers({ now: Date.now() + HOUR_MS, toFake: ["Date"] });
    const late = await use(token);
    vi.useRealTimers();
    expect(late.status).toBe(404);
    expect((await listed(id))?.invitedUntil).toBeGreaterThan(0);
  });

  it("can be sent again, which invalidates the first link", async () => {
    const { email, id } = await invite();
    const first = await tokenFor(email);
    const again = await admin.post<{ problem: string | null }>(`${USERS}/${id}/invite`);
    expect([again.status, again.body.problem]).toEqual([200, null]);
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    expect((await use(first)).status).toBe(404);
    expect((await use(second)).status).toBe(204);
    expect((await admin.post(`${USERS}/${id}/invite`)).status).toBe(409);
  });

  it("ends when the password is reset or the user deleted, and is rejected for a user with a password", async () => {
    const [reset, removed] = [await invite(), await invite()];
    const [first, second] = [await tokenFor(reset.email), await tokenFor(removed.email)];
    await admin.post(`${USERS}/${reset.id}/reset-password`);
    await admin.delete(`${USERS}/${removed.id}`);
    expect([(await use(first)).status, (await use(second)).status]).toEqual([404, 404]);
    expect((await admin.post(`${USERS}/${(await addUser("viewer")).id}/invite`)).status).toBe(409);
  });

  it("stores only a hash in the database and nothing in the audit log", async () => {
    const { email } = await invite();
    const token = await tokenFor(email);
    const tables = await Promise.all(
      ["password_links", "audit", "users"].map((table) =>
        bindings.DB.prepare(`SELECT * FROM ${table}`).all(),
      ),
    );
    expect(JSON.stringify(tables.map(({ results }) => results))).not.toContain(token);
    await use(token);
    const entry = await bindings.DB.prepare(
      "SELECT user_email, details FROM audit ORDER BY id DESC LIMIT 1",
    ).first();
    expect(entry).toMatchObject({ user_email: email });
    expect(JSON.parse(String(entry?.["details"]))).toMatchObject({
      link: "invitation",
      fields: ["password"],
    });
  });

  it("keeps the user when the email can't be sent, and returns the reason", async () => {
    const { port } = (await admin.get<{ port: number }>("/api/v1/admin/notifications/smtp")).body;
    await admin.put("/api/v1/admin/notifications/smtp", { port: 1 });
    const { reply, id } = await invite();
    await admin.put("/api/v1/admin/notifications/smtp", { port });
    expect(reply.status).toBe(201);
    expect(reply.body.invitation?.problem).toContain("127.0.0.1");
    expect((await listed(id))?.invitedUntil).toBeGreaterThan(Date.now());
  });

  it("is rejected without email settings, and adds no user", async () => {
    await bindings.DB.prepare("UPDATE settings SET name = 'away' WHERE name = 'smtp'").run();
    const { reply, email } = await invite();
    const config = await new Visitor().get<{ passwordReset: boolean }>("/api/v1/auth/config");
    const forgotten = await new Visitor().post("/api/v1/auth/forgot-password", { email });
    await bindings.DB.prepare("UPDATE settings SET name = 'smtp' WHERE name = 'away'").run();
    expect([reply.status, config.body.passwordReset, forgotten.status]).toEqual([409, false, 202]);
    const rows = await bindings.DB.prepare("SELECT 1 FROM users WHERE email = ?").bind(email).all();
    expect(rows.results).toEqual([]);
  });

  it("limits link guesses: returns 429 after 20 from one address", async () => {
    const ip = freshAddress();
    const statuses = [];
    for (let tries = 0; tries < 21; tries++)
      statuses.push((await new Visitor(ip).post(LINK, { token: "x".repeat(43) })).status);
    expect(statuses.slice(0, 20).every((status) => status === 404)).toBe(true);
    expect(statuses[20]).toBe(429);
  });

  it("doesn't work as a password", async () => {
    const { email } = await invite();
    const token = await tokenFor(email);
    for (const password of [token, "", "null"])
      expect([400, 401]).toContain((await new Visitor().post(LOGIN, { email, password })).status);
  });
});
