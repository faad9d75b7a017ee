import { beforeAll, describe, expect, it, vi } from "vitest";
import { Gate } from "../../../durable/gate/gate.ts";
import { findUserByEmail } from "../../../src/data/user.ts";
import { finishFirstStep } from "../../../src/service/access/sign_in.ts";
import { createContext } from "../../../src/service/context.ts";
import { eventually } from "../../eventually.ts";
import { ADMIN, addUser, bindings, freshAddress, ORIGIN, setUp, signIn, Visitor } from "../client.ts";

const LOGIN = "/api/v1/auth/login";
const SESSION = "/api/v1/auth/session";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

async function lastAudit(filter = "") {
  const reply = await admin.get<{ items: Record<string, unknown>[] }>(
    `/api/v1/admin/audit?entityType=session${filter}`,
  );
  return reply.body.items[0];
}

describe("a profile", () => {
  it("has a name, shown in the session and in audit entries", async () => {
    const { email, visitor } = await addUser("operator");
    const change = (name: string) =>
      visitor.patch<{ user: { name: string }; problems?: { path: string }[] }>("/api/v1/auth/profile", {
        name,
      });
    const saved = await change("Grace Hopper");
    expect([saved.status, saved.body.user.name]).toEqual([200, "Grace Hopper"]);
    expect((await visitor.get<{ user: unknown }>(SESSION)).body.user).toMatchObject({ name: "Grace Hopper" });
    const audit = await admin.get<{ items: { entityName: string; details: unknown }[] }>(
      "/api/v1/admin/audit?entityType=user&action=Update",
    );
    expect(audit.body.items[0]).toMatchObject({
      entityName: email,
      details: { changes: { name: ["", "Grace Hopper"] } },
    });
    const refused = await change(ADMIN.email);
    expect([refused.status, refused.body.problems?.[0]?.path]).toEqual([400, "name"]);
  });

  it("has a time zone, saved independently of the name", async () => {
    const { email, visitor } = await addUser("operator");
    const change = async (body: object) =>
      await visitor.patch<{ user: object; problems?: object[] }>("/api/v1/auth/profile", body);
    const read = async () => (await visitor.get<{ user: object }>(SESSION)).body.user;
    expect(await read()).toMatchObject({ timeZone: null });
    await change({ name: "Alan Turing" });
    const saved = await change({ timeZone: "Europe/Warsaw" });
    const wanted = { name: "Alan Turing", timeZone: "Europe/Warsaw" };
    expect([saved.status, saved.body.user]).toMatchObject([200, wanted]);
    expect(await read()).toMatchObject(wanted);
    const again = await signIn(email, "a password of mine");
    expect((await again.get<{ user: object }>(SESSION)).body.user).toMatchObject(wanted);
    const path = "/api/v1/admin/audit?entityType=user&action=Update&limit=1";
    expect((await admin.get<{ items: object[] }>(path)).body.items[0]).toMatchObject({
      entityName: email,
      details: { changes: { timeZone: [null, "Europe/Warsaw"] } },
    });

    const message = "Use the IANA name of a time zone, such as Europe/Warsaw.";
    for (const timeZone of ["Europe/Atlantis", "+01:00", ""]) {
      const refused = await change({ timeZone });
      expect([refused.status, refused.body.problems]).toMatchObject([400, [{ path: "timeZone", message }]]);
    }
    await change({ name: "" });
    expect(await read()).toMatchObject({ name: "", timeZone: "Europe/Warsaw" });
    await change({ timeZone: null });
    expect(await read()).toMatchObject({ timeZone: null });
    expect((await admin.get<{ user: object }>(SESSION)).body.user).toMatchObject({ timeZone: null });
  });
});

describe("signing in", () => {
  it("starts a session that lasts 12 hours and returns its user", async () => {
    const visitor = await signIn(ADMIN.email, ADMIN.password);
    const reply = await visitor.get<{ user: unknown }>(SESSION);
    expect(reply.body.user).toMatchObject({
      email: ADMIN.email,
      role: "admin",
      twoFactor: false,
      sso: false,
    });
    const list =
      await visitor.get<{ createdAt: number; expiresAt: number; current: boolean }[]>(
        "/api/v1/auth/sessions",
      );
    const own = list.body.find((session) => session.current);
    expect((own?.expiresAt ?? 0) - (own?.createdAt ?? 0)).toBe(12 * 3_600_000);
  });

  it("is audited as Allowed with its method", async () => {
    await signIn(ADMIN.email, ADMIN.password);
    expect(await lastAudit()).toMatchObject({
      action: "Allowed",
      userEmail: ADMIN.email,
      details: { method: "password", twoFactor: false },
    });
  });

  it("is rejected and audited as Denied under user 0 for a wrong password or unknown address", async () => {
    const wrong = await new Visitor().post(LOGIN, { email: ADMIN.email, password: "wrong horse" });
    expect([wrong.status, wrong.body]).toEqual([401, { error: "Wrong email address or password." }]);
    expect(await lastAudit()).toMatchObject({
      action: "Denied",
      userId: 0,
      details: { reason: "wrong_password" },
    });

    const unknown = await new Visitor().post(LOGIN, { email: "nobody@example.com", password: "wrong horse" });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(await lastAudit()).toMatchObject({
      action: "Denied",
      userId: 0,
      details: { reason: "unknown_user" },
    });
  });

  it("does the same hashing for an unknown address as for a wrong password", async () => {
    const work = vi.spyOn(Gate.prototype, "isPasswordRight");
    await new Visitor().post(LOGIN, { email: ADMIN.email, password: "wrong horse" });
    await new Visitor().post(LOGIN, { email: "nobody@example.com", password: "wrong horse" });
    expect(work.mock.calls.map(([password]) => password)).toEqual(["wrong horse", "wrong horse"]);
    work.mockRestore();
  });

  it("starts no session if the account changes during the password check", async () => {
    const { email, id } = await addUser("operator");
    const client = { ip: freshAddress(), userAgent: "test" };
    const context = createContext(bindings, { client, origin: ORIGIN, waitUntil: () => {} });
    const user = (await findUserByEmail(context.db, email))!;
    const signInNow = () => finishFirstStep(context, user, { method: "password", oldToken: null });
    expect(await signInNow()).toHaveProperty("sessionToken");
    await bindings.DB.prepare("UPDATE users SET security_version = security_version + 1 WHERE id = ?")
      .bind(id)
      .run();
    await expect(signInNow()).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("ignores case and surrounding spaces in the address", async () => {
    const reply = await new Visitor().post(LOGIN, { email: " Admin@Example.COM ", password: ADMIN.password });
    expect(reply.status).toBe(200);
  });

  it("starts a new session and ends the browser's previous one", async () => {
    const visitor = await signIn(ADMIN.email, ADMIN.password);
    const old = visitor.cookie;
    await visitor.post(LOGIN, ADMIN);
    expect(visitor.cookie).not.toBe(old);
    const stale = new Visitor();
    stale.cookie = old;
    expect((await stale.get(SESSION)).status).toBe(401);
  });

  it("is limited to ten attempts in 15 minutes per address, successful or not, then returns 429", async () => {
    const ip = freshAddress();
    const wrong = { email: ADMIN.email, password: "wrong horse" };
    for (let i = 0; i < 9; i++) expect((await new Visitor(ip).post(LOGIN, wrong)).status).toBe(401);
    const code = { challengeToken: "nonsense", code: "123456" };
    expect((await new Visitor(ip).post("/api/v1/auth/2fa/verify", code)).status).toBe(401);

    const refused = await new Visitor(ip).post(LOGIN, ADMIN);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);
    expect(await lastAudit()).toMatchObject({
      action: "Denied",
      userId: 0,
      details: { reason: "rate_limited", ip },
    });
    const total = async () =>
      (await admin.get<{ total: number }>("/api/v1/admin/audit?action=Denied")).body.total;
    const before = await total();
    await new Visitor(ip).post(LOGIN, ADMIN);
    expect(await total()).toBe(before);
    expect((await new Visitor().post(LOGIN, ADMIN)).status).toBe(200);
  });
});

describe("a session", () => {
  it("ends when its user ends it, without affecting others", async () => {
    const [first, second] = [
      await signIn(ADMIN.email, ADMIN.password),
      await signIn(ADMIN.email, ADMIN.password),
    ];
    const list = await second.get<{ id: number; current: boolean }[]>("/api/v1/auth/sessions");
    const own = list.body.find((session) => session.current);
    expect((await first.delete(`/api/v1/auth/sessions/${own?.id}`)).status).toBe(204);
    expect((await second.get(SESSION)).status).toBe(401);
    expect((await first.get(SESSION)).status).toBe(200);
  });

  it("of another user can't be ended", async () => {
    const { visitor } = await addUser("operator");
    const list = await admin.get<{ id: number }[]>("/api/v1/auth/sessions");
    expect((await visitor.delete(`/api/v1/auth/sessions/${list.body[0]?.id}`)).status).toBe(404);
    expect((await admin.get(SESSION)).status).toBe(200);
  });

  it("also ends with a form that redirects to the page, but not with a form on another site", async () => {
    const visitor = await signIn(ADMIN.email, ADMIN.password);
    const { cookie } = visitor;
    const form = (origin: string) =>
      visitor.post("/api/v1/auth/logout", "", {
        headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
      });
    expect((await form("https://elsewhere.example")).status).toBe(403);
    const reply = await form(ORIGIN);
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/"]);
    visitor.cookie = cookie;
    expect((await visitor.get(SESSION)).status).toBe(401);
  });

  it("ends with sign-out, which deletes its cookies", async () => {
    const visitor = await signIn(ADMIN.email, ADMIN.password);
    const { cookie } = visitor;
    const reply = await visitor.post("/api/v1/auth/logout");
    expect([reply.status, ...reply.headers.getSetCookie()]).toEqual([
      204,
      "uptide=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
      "uptide-user=; Max-Age=0; Path=/; SameSite=Lax",
    ]);
    visitor.cookie = cookie;
    expect((await visitor.get(SESSION)).status).toBe(401);
  });

  it("ends on all devices with logout-all", async () => {
    const { visitor, email, password } = await addUser("operator");
    const other = await signIn(email, password);
    expect((await visitor.post("/api/v1/auth/logout-all")).status).toBe(204);
    expect((await other.get(SESSION)).status).toBe(401);
  });

  it("ends after 12 hours", async () => {
    const visitor = await signIn(ADMIN.email, ADMIN.password);
    const session = (
      await visitor.get<{ id: number; current: boolean }[]>("/api/v1/auth/sessions")
    ).body.find((one) => one.current);
    await bindings.DB.prepare("UPDATE sessions SET expires_at = ? WHERE id = ?")
      .bind(Date.now(), session?.id)
      .run();
    expect((await visitor.get(SESSION)).status).toBe(401);
  });

  it("isn't updated in the database on every request", async () => {
    const visitor = await signIn(ADMIN.email, ADMIN.password);
    const seen = async () =>
      (await visitor.get<{ lastSeenAt: number; current: boolean }[]>("/api/v1/auth/sessions")).body.find(
        (one) => one.current,
      )?.lastSeenAt;
    const before = await seen();
    await visitor.get(SESSION);
    expect(await seen()).toBe(before);
    await bindings.DB.prepare("UPDATE sessions SET last_seen_at = last_seen_at - 300000").run();
    await visitor.get(SESSION);
    await eventually(async () => expect(await seen()).toBeGreaterThanOrEqual(before ?? 0));
  });
});

describe("changing the password", () => {
  it("requires the current password, ends the other sessions and keeps this one", async () => {
    const { visitor, email, password } = await addUser("branding");
    const other = await signIn(email, password);
    const change = (currentPassword: string, newPassword: string) =>
      visitor.post("/api/v1/auth/change-password", { currentPassword, newPassword });
    expect((await change("not it at all", "another password")).status).toBe(403);
    expect((await change(password, "short")).status).toBe(400);
    expect((await change(password, "x".repeat(129))).status).toBe(400);
    expect((await change(password, "another password")).status).toBe(204);
    expect((await other.get(SESSION)).status).toBe(401);
    expect((await visitor.get(SESSION)).status).toBe(200);
    expect((await new Visitor().post(LOGIN, { email, password })).status).toBe(401);
    await signIn(email, "another password");
  });

  it("stores no password in the audit log", async () => {
    const { visitor, password } = await addUser("branding");
    await visitor.post("/api/v1/auth/change-password", {
      currentPassword: password,
      newPassword: "tell nobody this",
    });
    const rows = await bindings.DB.prepare("SELECT * FROM audit").all();
    expect(JSON.stringify(rows.results)).not.toContain("tell nobody this");
  });
});
