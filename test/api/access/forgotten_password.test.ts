import { beforeAll, describe, expect, it, vi } from "vitest";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { addUser, bindings, codeAt, freshAddress, type Reply, setUp, signIn, Visitor } from "../client.ts";
import { statementsDuring } from "../d1_reads.ts";
import { holdQueue, mailsTo, openMail, tokenFor, workQueue } from "./mailbox.ts";

const FORGOT = "/api/v1/auth/forgot-password";
const SET = "/api/v1/auth/set-password";
const SESSION = "/api/v1/auth/session";
const NEW = "a password of my own";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  await openMail(admin);
  holdQueue();
});

const forget = (email: string, visitor = new Visitor()) => visitor.post(FORGOT, { email });
const use = (token: string) => new Visitor().post(SET, { token, newPassword: NEW });

async function linkFor(email: string): Promise<string> {
  await forget(email);
  await workQueue();
  return await tokenFor(email);
}

const newestEntries = async (count: number) =>
  (
    await admin.get<{ items: { action: string; userId: number; details: object }[] }>(
      "/api/v1/admin/audit?limit=10",
    )
  ).body.items.slice(0, count);

describe("requesting a password reset", () => {
  it("gives the same response and runs the same queries for known and unknown addresses", async () => {
    const { email } = await addUser("operator");
    const replies: Reply[] = [];
    const written = [];
    for (const address of [email, "nobody@example.com"]) {
      written.push(await statementsDuring(async () => replies.push(await forget(address))));
    }
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [202, { ok: true }],
      [202, { ok: true }],
    ]);
    expect(written[0]).toBe(written[1]);
    await workQueue();
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo("nobody@example.com")).toEqual([]);
    const left = await bindings.DB.prepare("SELECT * FROM password_requests").all();
    expect(left.results).toEqual([]);
  });

  it("is in the audit log, with recipients and unknown addresses", async () => {
    const { email } = await addUser("operator");
    await linkFor(email);
    expect(await newestEntries(1)).toMatchObject([
      { action: "Allowed", userId: 0, details: { mail: "reset" }, entityName: email },
    ]);
    await forget("stranger@example.com");
    await workQueue();
    expect(await newestEntries(1)).toMatchObject([
      {
        action: "Denied",
        userId: 0,
        details: { reason: "unknown_user" },
        entityName: "stranger@example.com",
      },
    ]);
  });

  it("is rate limited per client with 429, and per email address silently", async () => {
    const ip = freshAddress();
    const statuses = [];
    for (let asked = 0; asked < 6; asked++)
      statuses.push((await forget(`somebody${asked}@example.com`, new Visitor(ip))).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    const { email } = await addUser("operator");
    for (let asked = 0; asked < 5; asked++) expect((await forget(email)).status).toBe(202);
    await workQueue();
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it("is retried each minute while the email can't be sent, and dropped after an hour", async () => {
    const { email } = await addUser("operator");
    const port = (await admin.get<{ port: number }>("/api/v1/admin/notifications/smtp")).body.port;
    await admin.put("/api/v1/admin/notifications/smtp", { port: 1 });
    await forget(email);
    await workQueue();
    await admin.put("/api/v1/admin/notifications/smtp", { port });
    expect(await mailsTo(email)).toEqual([]);
    vi.useFakeTimers({ now: Date.now() + 2 * 60_000, toFake: ["Date"] });
    await runHousekeeping(bindings, Date.now());
    await workQueue();
    vi.useRealTimers();
    expect(await mailsTo(email)).toHaveLength(1);

    await forget("late@example.com");
    await runHousekeeping(bindings, Date.now() + 3_700_000);
    expect((await bindings.DB.prepare("SELECT * FROM password_requests").all()).results).toEqual([]);
    await workQueue();
  });

  it("sends nothing without email settings, and is rejected while password sign-in is off, for any address", async () => {
    const { email } = await addUser("operator");
    const oidc = { enabled: true, issuer: "https://idp.test", clientId: "a", disablePasswordLogin: true };
    await bindings.DB.prepare("UPDATE settings SET name = 'away' WHERE name = 'smtp'").run();
    for (const address of [email, "nobody@example.com"]) expect((await forget(address)).status).toBe(202);
    expect((await bindings.DB.prepare("SELECT * FROM password_requests").all()).results).toEqual([]);
    await bindings.DB.prepare("UPDATE settings SET name = 'smtp' WHERE name = 'away'").run();
    const token = await linkFor(email);
    await bindings.DB.prepare("INSERT INTO settings VALUES ('oidc', ?, 0)").bind(JSON.stringify(oidc)).run();
    for (const address of [email, "nobody@example.com"]) expect((await forget(address)).status).toBe(403);
    expect((await use(token)).status).toBe(403);
    const config = await new Visitor().get("/api/v1/auth/config");
    expect(config.body).toMatchObject({ passwordLogin: false, passwordReset: false });
    await bindings.DB.prepare("DELETE FROM settings WHERE name = 'oidc'").run();
    expect((await use(token)).status).toBe(204);
  });
});

describe("a password reset link", () => {
  it("sets a new password once and ends every session", async () => {
    const { email, visitor, password } = await addUser("operator");
    const token = await linkFor(email);
    expect((await visitor.get(SESSION)).status).toBe(200);
    expect((await use(token)).status).toBe(204);
    expect((await visitor.get(SESSION)).status).toBe(401);
    expect((await use(token)).status).toBe(404);
    expect((await new Visitor().post("/api/v1/auth/login", { email, password })).status).toBe(401);
    await signIn(email, NEW);
  });

  it("replaces a temporary password too", async () => {
    const email = "temporary@example.com";
    const made = await admin.post<{ temporaryPassword: string }>("/api/v1/admin/users", { email });
    expect((await use(await linkFor(email))).status).toBe(204);
    const old = { email, password: made.body.temporaryPassword };
    expect((await new Visitor().post("/api/v1/auth/login", old)).status).toBe(401);
    expect((await (await signIn(email, NEW)).get("/api/v1/auth/sessions")).status).toBe(200);
  });

  it("keeps two-factor authentication on: sign-in still asks for a code", async () => {
    const { email, visitor, password } = await addUser("operator");
    const setup = await visitor.post<{ setupToken: string; secret: string }>("/api/v1/auth/2fa/setup", {
      currentPassword: password,
    });
    const { setupToken, secret } = setup.body;
    await visitor.post("/api/v1/auth/2fa/enable", { setupToken, code: codeAt(secret, Date.now()) });
    await use(await linkFor(email));
    const reply = await new Visitor().post("/api/v1/auth/login", { email, password: NEW });
    expect(reply.body).toMatchObject({ requiresTwoFactor: true });
  });

  it("expires when the user changes the password first", async () => {
    const { email, visitor, password } = await addUser("operator");
    const token = await linkFor(email);
    await visitor.post("/api/v1/auth/change-password", {
      currentPassword: password,
      newPassword: "changed here",
    });
    expect((await use(token)).status).toBe(404);
  });

  it("is not sent to users with single sign-on only; an email explains why", async () => {
    const { email, id } = await addUser("operator");
    await bindings.DB.prepare(
      "UPDATE users SET password_hash = NULL, sso_issuer = 'i', sso_subject = 's' WHERE id = ?",
    )
      .bind(id)
      .run();
    await forget(email);
    await workQueue();
    const [mail = ""] = await mailsTo(email);
    expect(mail).toContain("single sign-on");
    expect(mail).not.toContain("#token=");
    const links = await bindings.DB.prepare("SELECT 1 FROM password_links WHERE user_id = ?").bind(id).all();
    expect(links.results).toEqual([]);
  });
});
