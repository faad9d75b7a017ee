import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ADMIN, addToken, addUser, bindings, codeAt, setUp, signIn, Visitor } from "../client.ts";

const SETTINGS = "/api/v1/admin/sign-in";
const ROOT = "/api/v1/auth";
const SESSION = `${ROOT}/session`;
const REFUSED = { error: "Set up two-factor authentication first", mustSetUpTwoFactor: true };
/** Saving is limited per user, so each test has its own. */
let boss: Visitor;
const PASSWORD = "the boss's password";

interface Own {
  user: { mustSetUpTwoFactor: boolean; twoFactor: boolean };
}

beforeAll(async () => {
  await setUp();
});

beforeEach(async () => {
  boss = (await addUser("admin", PASSWORD)).visitor;
});

afterEach(async () => {
  await bindings.DB.prepare("DELETE FROM settings WHERE name IN ('sign_in', 'status_page_access')").run();
});

const require = (requireTwoFactor = true, currentPassword = PASSWORD) =>
  boss.put<{ requireTwoFactor: boolean }>(SETTINGS, { requireTwoFactor, currentPassword });

async function setUpTwoFactor(visitor: Visitor, currentPassword: string): Promise<string> {
  const { body } = await visitor.post<{ setupToken: string; secret: string }>(`${ROOT}/2fa/setup`, {
    currentPassword,
  });
  const code = codeAt(body.secret, Date.now());
  const on = await visitor.post(`${ROOT}/2fa/enable`, { setupToken: body.setupToken, code });
  expect(on.status).toBe(200);
  return body.secret;
}

describe("required two-factor authentication", () => {
  it("is off by default, and needs an administrator and their password", async () => {
    expect((await boss.get(SETTINGS)).body).toEqual({ requireTwoFactor: false, version: 1 });
    expect((await require(true, "wrong")).status).toBe(403);
    const { visitor } = await addUser("operator");
    expect((await visitor.put(SETTINGS, { requireTwoFactor: true })).status).toBe(403);
    expect((await boss.get(SETTINGS)).body).toMatchObject({ requireTwoFactor: false });
    expect((await require()).body).toMatchObject({ requireTwoFactor: true });
  });

  it("accepts five attempts to save in 15 minutes", async () => {
    for (let tries = 0; tries < 5; tries++) expect((await require(true, "wrong")).status).toBe(403);
    expect((await require()).status).toBe(429);
  });

  it.each(["admin", "operator", "branding", "viewer"] as const)(
    "blocks everything but setup for %s",
    async (role) => {
      const { visitor, email, password } = await addUser(role);
      await require();
      const elsewhere = new Visitor();
      const again = await elsewhere.post<Own>(`${ROOT}/login`, { email, password });
      expect(again.body.user).toMatchObject({ mustSetUpTwoFactor: true, twoFactor: false });
      expect((await elsewhere.post(`${ROOT}/logout`)).status).toBe(204);
      expect((await visitor.get<Own>(SESSION)).body.user.mustSetUpTwoFactor).toBe(true);
      for (const path of ["/api/v1/admin/monitors", "/api/v1/admin/layout", `${ROOT}/sessions`])
        expect([path, (await visitor.get(path)).body]).toEqual([path, REFUSED]);
      const change = { currentPassword: password, newPassword: "something else" };
      expect((await visitor.post(`${ROOT}/change-password`, change)).body).toEqual(REFUSED);

      const secret = await setUpTwoFactor(visitor, password);
      expect((await visitor.get<Own>(SESSION)).body.user).toMatchObject({
        mustSetUpTwoFactor: false,
        twoFactor: true,
      });
      if (role !== "viewer") {
        expect((await visitor.get(`${ROOT}/sessions`)).status).toBe(200);
        const off = { currentPassword: password, code: codeAt(secret) };
        expect((await visitor.post(`${ROOT}/2fa/disable`, off)).status).toBe(409);
      } else expect((await visitor.post(`${ROOT}/2fa/setup`)).status).toBe(403);
    },
  );

  it("applies after a temporary password is replaced", async () => {
    const email = "both@example.com";
    const made = await boss.post<{ temporaryPassword: string }>("/api/v1/admin/users", { email });
    await require();
    const visitor = await signIn(email, made.body.temporaryPassword);
    expect((await visitor.post(`${ROOT}/2fa/setup`)).body).toEqual({
      error: "Change the temporary password first",
    });
    const change = { currentPassword: made.body.temporaryPassword, newPassword: "chosen by myself" };
    expect((await visitor.post(`${ROOT}/change-password`, change)).status).toBe(204);
    expect((await visitor.get(`${ROOT}/sessions`)).body).toEqual(REFUSED);
    await setUpTwoFactor(visitor, "chosen by myself");
    expect((await visitor.get(`${ROOT}/sessions`)).status).toBe(200);
  });

  it("hides a private page from users without it", async () => {
    const { visitor, password } = await addUser("viewer");
    await boss.put("/api/v1/admin/status-page-access", { private: true });
    expect((await visitor.get("/api/v1/public/page")).status).toBe(200);
    await require();
    const refused = await visitor.get("/api/v1/public/page");
    expect([refused.status, refused.body]).toEqual([403, REFUSED]);
    await setUpTwoFactor(visitor, password);
    expect((await visitor.get("/api/v1/public/page")).status).toBe(200);
  });

  it("doesn't apply to API tokens, and no longer applies when it is switched off", async () => {
    const token = await addToken(boss, ["audit:read"]);
    const { visitor } = await addUser("operator");
    await require();
    expect((await token.get("/api/v1/admin/audit")).status).toBe(200);
    expect((await visitor.get("/api/v1/admin/monitors")).status).toBe(403);
    await setUpTwoFactor(boss, PASSWORD);
    expect((await require(false)).status).toBe(200);
    expect((await visitor.get("/api/v1/admin/monitors")).status).toBe(200);
    expect((await visitor.get<Own>(SESSION)).body.user.mustSetUpTwoFactor).toBe(false);
    expect((await signIn(ADMIN.email, ADMIN.password)).cookie).not.toBe("");
  });

  it("applies to single sign-on users too", async () => {
    const { visitor, id } = await addUser("operator");
    await bindings.DB.prepare("UPDATE users SET sso_issuer = 'i', sso_subject = 's' WHERE id = ?")
      .bind(id)
      .run();
    await bindings.DB.prepare("UPDATE sessions SET method = 'sso' WHERE user_id = ?").bind(id).run();
    await require();
    expect((await visitor.get(`${ROOT}/sessions`)).body).toEqual(REFUSED);
    const asked = await visitor.post(`${ROOT}/2fa/setup`, {});
    expect([asked.status, asked.body]).toMatchObject([403, { reauth: true }]);
  });
});
