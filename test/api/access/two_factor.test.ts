import { beforeAll, describe, expect, it, vi } from "vitest";
import { addUser, bindings, codeAt, setUp, signIn, Visitor } from "../client.ts";

const ROOT = "/api/v1/auth/2fa";
const LOGIN = "/api/v1/auth/login";
const SESSION = "/api/v1/auth/session";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

interface Setup {
  setupToken: string;
  secret: string;
  uri: string;
  qrSvg: string;
}

/** Each code is generated for a later step, because a code works once. */
async function addGuardedUser() {
  const user = await addUser("operator");
  const setup = (await user.visitor.post<Setup>(`${ROOT}/setup`, { currentPassword: user.password })).body;
  const on = await user.visitor.post<{ recoveryCodes: string[] }>(`${ROOT}/enable`, {
    setupToken: setup.setupToken,
    code: codeAt(setup.secret, Date.now()),
  });
  return { ...user, ...setup, recoveryCodes: on.body.recoveryCodes };
}

async function challenge({ email, password }: { email: string; password: string }) {
  const visitor = new Visitor();
  const reply = await visitor.post<{ challengeToken: string }>(LOGIN, { email, password });
  return { visitor, reply, challengeToken: reply.body.challengeToken };
}

async function lastDenial() {
  const reply = await admin.get<{ items: { userId: number; details: unknown }[] }>(
    "/api/v1/admin/audit?action=Denied",
  );
  return reply.body.items[0];
}

describe("turning two-factor authentication on", () => {
  it("requires the password, then a code; returns a secret, a URI and a QR code", async () => {
    const { visitor, password } = await addUser("operator");
    expect((await visitor.post(`${ROOT}/setup`, { currentPassword: "wrong" })).status).toBe(403);
    const { body } = await visitor.post<Setup>(`${ROOT}/setup`, { currentPassword: password });
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Uptide:.*algorithm=SHA1&digits=6&period=30$/);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(body.qrSvg).toMatch(/^<svg/);
    const wrong = await visitor.post(`${ROOT}/enable`, { setupToken: body.setupToken, code: "000000" });
    expect(wrong.status).toBe(400);
    const on = await visitor.post<{ recoveryCodes: string[] }>(`${ROOT}/enable`, {
      setupToken: body.setupToken,
      code: codeAt(body.secret),
    });
    expect(on.body.recoveryCodes).toHaveLength(8);
    expect(new Set(on.body.recoveryCodes).size).toBe(8);
    expect((await visitor.get<{ user: { twoFactor: boolean } }>(SESSION)).body.user.twoFactor).toBe(true);
    expect((await visitor.post(`${ROOT}/setup`, { currentPassword: password })).status).toBe(409);
  });

  it("must be completed within 10 minutes by the same user", async () => {
    const { visitor, password } = await addUser("operator");
    const { visitor: other } = await addUser("operator");
    const { body } = await visitor.post<Setup>(`${ROOT}/setup`, { currentPassword: password });
    expect(
      (await other.post(`${ROOT}/enable`, { setupToken: body.setupToken, code: codeAt(body.secret) })).status,
    ).toBe(400);
    vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ["Date"] });
    const late = await visitor.post(`${ROOT}/enable`, {
      setupToken: body.setupToken,
      code: codeAt(body.secret),
    });
    vi.useRealTimers();
    expect([late.status, late.body]).toEqual([
      400,
      { error: "That took longer than 10 minutes: start again." },
    ]);
  });

  it("signs out the other sessions and stores the secret and codes encrypted", async () => {
    const user = await addUser("operator");
    const other = await signIn(user.email, user.password);
    const { body } = await user.visitor.post<Setup>(`${ROOT}/setup`, { currentPassword: user.password });
    const on = await user.visitor.post<{ recoveryCodes: string[] }>(`${ROOT}/enable`, {
      setupToken: body.setupToken,
      code: codeAt(body.secret),
    });
    expect((await other.get(SESSION)).status).toBe(401);
    expect((await user.visitor.get(SESSION)).status).toBe(200);
    const tables = await Promise.all(
      ["users", "recovery_codes", "audit"].map((table) =>
        bindings.DB.prepare(`SELECT * FROM ${table}`).all(),
      ),
    );
    const everything = JSON.stringify(tables.map((table) => table.results));
    for (const secret of [body.secret, ...on.body.recoveryCodes]) expect(everything).not.toContain(secret);
  });
});

describe("signing in with two-factor authentication", () => {
  it("requires a code before the session starts", async () => {
    const user = await addGuardedUser();
    const { visitor, reply, challengeToken } = await challenge(user);
    expect(reply.body).toEqual({ requiresTwoFactor: true, challengeToken: expect.any(String) });
    expect(visitor.cookie).toBe("");
    const done = await visitor.post(`${ROOT}/verify`, { challengeToken, code: codeAt(user.secret) });
    expect(done.status).toBe(200);
    expect((await visitor.get(SESSION)).status).toBe(200);
  });

  it("accepts each code once", async () => {
    const user = await addGuardedUser();
    const code = codeAt(user.secret);
    const [first, second] = [await challenge(user), await challenge(user)];
    const replies = await Promise.all(
      [first, second].map(({ visitor, challengeToken }) =>
        visitor.post(`${ROOT}/verify`, { challengeToken, code }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 401]);
  });

  it("accepts each recovery code once, regardless of case and separators", async () => {
    const user = await addGuardedUser();
    const code = user.recoveryCodes[0]!.toUpperCase().replaceAll("-", " ");
    const first = await challenge(user);
    expect(
      (await first.visitor.post(`${ROOT}/verify`, { challengeToken: first.challengeToken, code })).status,
    ).toBe(200);
    const second = await challenge(user);
    expect(
      (await second.visitor.post(`${ROOT}/verify`, { challengeToken: second.challengeToken, code })).status,
    ).toBe(401);
    expect(await lastDenial()).toMatchObject({ userId: 0, details: { reason: "invalid_two_factor_code" } });
  });

  it("rejects wrong codes and codes after five minutes, and audits both", async () => {
    const user = await addGuardedUser();
    const { visitor, challengeToken } = await challenge(user);
    expect((await visitor.post(`${ROOT}/verify`, { challengeToken, code: "000000" })).status).toBe(401);
    expect(await lastDenial()).toMatchObject({ userId: 0, details: { reason: "invalid_two_factor_code" } });

    vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ["Date"] });
    const late = await visitor.post(`${ROOT}/verify`, { challengeToken, code: codeAt(user.secret) });
    vi.useRealTimers();
    expect(late.status).toBe(401);
    expect(await lastDenial()).toMatchObject({ userId: 0, details: { reason: "two_factor_expired" } });
  });

  it("can't be completed after a password reset", async () => {
    const user = await addGuardedUser();
    const { visitor, challengeToken } = await challenge(user);
    await admin.post(`/api/v1/admin/users/${user.id}/reset-password`);
    const reply = await visitor.post(`${ROOT}/verify`, { challengeToken, code: codeAt(user.secret) });
    expect(reply.status).toBe(401);
  });
});

describe("two-factor authentication", () => {
  it("is disabled with password and code, which also deletes the recovery codes", async () => {
    const user = await addGuardedUser();
    const off = (body: object) => user.visitor.post(`${ROOT}/disable`, body);
    expect((await off({ currentPassword: user.password, code: "000000" })).status).toBe(400);
    expect((await off({ currentPassword: "wrong", code: codeAt(user.secret) })).status).toBe(403);
    expect((await off({ currentPassword: user.password, code: codeAt(user.secret) })).status).toBe(204);
    expect((await challenge(user)).reply.body).toHaveProperty("user");
    const left = await bindings.DB.prepare("SELECT 1 FROM recovery_codes WHERE user_id = ?")
      .bind(user.id)
      .all();
    expect(left.results).toEqual([]);
  });

  it("replaces the recovery codes with new ones", async () => {
    const user = await addGuardedUser();
    const renewed = await user.visitor.post<{ recoveryCodes: string[] }>(`${ROOT}/recovery-codes`, {
      currentPassword: user.password,
      code: codeAt(user.secret),
    });
    expect(renewed.body.recoveryCodes).toHaveLength(8);
    const { visitor, challengeToken } = await challenge(user);
    const old = await visitor.post(`${ROOT}/verify`, { challengeToken, code: user.recoveryCodes[0] });
    const fresh = await visitor.post(`${ROOT}/verify`, {
      challengeToken,
      code: renewed.body.recoveryCodes[0],
    });
    expect([old.status, fresh.status]).toEqual([401, 200]);
  });

  it("accepts a code for only one of two simultaneous changes", async () => {
    const user = await addGuardedUser();
    const body = { currentPassword: user.password, code: codeAt(user.secret) };
    const both = [1, 2].map(() => user.visitor.post(`${ROOT}/recovery-codes`, body));
    expect((await Promise.all(both)).map((reply) => reply.status).sort()).toEqual([200, 400]);
  });

  it("can be reset by another administrator, which ends the user's sessions", async () => {
    const user = await addGuardedUser();
    const path = `/api/v1/admin/users/${user.id}/reset-2fa`;
    expect((await admin.post(path, { currentPassword: "correct horse" })).status).toBe(204);
    expect((await user.visitor.get(SESSION)).status).toBe(401);
    expect((await challenge(user)).reply.body).toHaveProperty("user");
  });
});
