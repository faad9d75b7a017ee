import { beforeAll, describe, expect, it, type MockInstance, vi } from "vitest";
import { addUser, bindings, codeAt, freshAddress, setUp, Visitor } from "../client.ts";

const CHANGE = "/api/v1/auth/change-password";
const LOGIN = "/api/v1/auth/login";
const VERIFY = "/api/v1/auth/2fa/verify";
const SESSION = "/api/v1/auth/session";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

interface Entry {
  userId: number;
  userEmail: string;
  entityType: string;
  details: Record<string, unknown>;
}

async function denials(of: string): Promise<Entry[]> {
  const query = `action=Denied&limit=100&userEmail=${encodeURIComponent(of)}`;
  return (await admin.get<{ items: Entry[] }>(`/api/v1/admin/audit?${query}`)).body.items;
}

async function addGuarded() {
  const user = await addUser("operator");
  const { visitor, password } = user;
  const setup = await visitor.post<{ setupToken: string; secret: string }>("/api/v1/auth/2fa/setup", {
    currentPassword: password,
  });
  const { setupToken, secret } = setup.body;
  const code = codeAt(secret, Date.now());
  const on = await visitor.post<{ recoveryCodes: string[] }>("/api/v1/auth/2fa/enable", { setupToken, code });
  return { ...user, secret, recoveryCodes: on.body.recoveryCodes };
}

async function challenge({ email, password }: { email: string; password: string }): Promise<string> {
  const reply = await new Visitor().post<{ challengeToken: string }>(LOGIN, { email, password });
  return reply.body.challengeToken;
}

describe("guessing in a session", () => {
  it("is blocked after ten wrong passwords or codes across all actions, and ends the session after thirty", async () => {
    const { visitor, email, password } = await addGuarded();
    const deeds: [string, object][] = [
      [CHANGE, { currentPassword: "a guess", newPassword: "another password" }],
      ["/api/v1/auth/2fa/disable", { currentPassword: "a guess", code: "000000" }],
      ["/api/v1/auth/2fa/recovery-codes", { currentPassword: password, code: "000000" }],
    ];
    const tryOut = async (at: number) => {
      const [path, body] = deeds[at % deeds.length]!;
      // The limit counts per user, so each request comes from a new address.
      return await visitor.post(path, body, { ip: freshAddress() });
    };
    for (let at = 0; at < 10; at++) expect([400, 403]).toContain((await tryOut(at)).status);
    expect(await denials(email)).toHaveLength(10);
    const right = await visitor.post(CHANGE, { currentPassword: password, newPassword: "another password" });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("Retry-After"))).toBeGreaterThan(0);
    for (let at = 11; at < 29; at++) expect((await tryOut(at)).status).toBe(429);
    expect((await visitor.get(SESSION)).status).toBe(200);
    expect((await tryOut(29)).status).toBe(429);
    expect((await visitor.get(SESSION)).status).toBe(401);
    const reasons = (await denials(email)).map(({ details }) => details["reason"]);
    expect(reasons.filter((reason) => reason === "rate_limited")).toHaveLength(2);
  });

  it("doesn't count correct passwords, and allows no more guesses in parallel than in sequence", async () => {
    const { visitor, password } = await addUser("operator");
    for (let n = 0; n < 12; n++)
      expect((await visitor.post("/api/v1/auth/2fa/setup", { currentPassword: password })).status).toBe(200);
    const many = Array.from({ length: 14 }, () =>
      visitor.post("/api/v1/auth/2fa/setup", { currentPassword: "a guess" }),
    );
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });
});

describe("a password change", () => {
  it("doesn't undo a reset that an administrator makes at the same time", async () => {
    const { visitor, id, email, password } = await addUser("operator");
    const { DB } = bindings;
    const saved = DB.batch.bind(DB);
    const holds = (statement: D1PreparedStatement) => JSON.stringify(statement).includes("password_hash");
    let resets = 0;
    // Other saves in the meantime go through unchanged.
    const batch = vi.spyOn(Object.getPrototypeOf(DB), "batch") as MockInstance<D1Database["batch"]>;
    batch.mockImplementation(async (statements) => {
      if (resets === 0 && statements.some(holds)) {
        resets++;
        const version = "UPDATE users SET security_version = security_version + 1 WHERE id = ?";
        await DB.prepare(version).bind(id).run();
        await DB.prepare("DELETE FROM sessions WHERE user_id = ?").bind(id).run();
      }
      return await saved(statements);
    });
    const reply = await visitor.post(CHANGE, {
      currentPassword: password,
      newPassword: "the thief's password",
    });
    batch.mockRestore();
    expect(resets).toBe(1);
    expect(reply.status).toBe(401);
    const late = await new Visitor().post(LOGIN, { email, password: "the thief's password" });
    expect(late.status).toBe(401);
  });

  it("is rejected when administrators reset their own password in the user list", async () => {
    const { visitor, id } = await addUser("admin");
    const reply = await visitor.post<{ error: string }>(`/api/v1/admin/users/${id}/reset-password`);
    expect([reply.status, reply.body.error]).toEqual([403, expect.stringContaining("Your settings")]);
    expect((await visitor.get(SESSION)).status).toBe(200);
  });
});

describe("the code step", () => {
  it("accepts ten wrong codes per user, from any number of addresses", async () => {
    const user = await addGuarded();
    const challengeToken = await challenge(user);
    for (let n = 0; n < 10; n++)
      expect((await new Visitor().post(VERIFY, { challengeToken, code: "000000" })).status).toBe(401);
    const code = codeAt(user.secret);
    const right = await new Visitor().post(VERIFY, { challengeToken, code });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("signs in once per challenge, even with two valid codes", async () => {
    const { recoveryCodes, ...user } = await addGuarded();
    const challengeToken = await challenge(user);
    const send = (code?: string) => new Visitor().post(VERIFY, { challengeToken, code });
    expect((await send(recoveryCodes[0])).status).toBe(200);
    expect((await send(recoveryCodes[1])).status).toBe(401);
    const other = await challenge(user);
    const both = await Promise.all(
      [2, 3].map((at) => new Visitor().post(VERIFY, { challengeToken: other, code: recoveryCodes[at] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe("cross-site requests to sign-in", () => {
  const foreign = { "Sec-Fetch-Site": "cross-site" };

  it("are rejected before the rate limit: posted forms, images and frames", async () => {
    const office = new Visitor();
    const body = "email=a&password=b";
    for (let n = 0; n < 12; n++) {
      for (const path of [LOGIN, VERIFY, "/api/v1/setup/complete"]) {
        const headers = { Origin: "https://evil.test", "Content-Type": "text/plain", ...foreign };
        expect((await office.post(path, body, { headers })).status).toBe(403);
      }
      for (const path of ["/api/v1/auth/oidc/login", "/api/v1/auth/oidc/callback?state=x"]) {
        for (const [mode, dest] of [
          ["no-cors", "image"],
          ["navigate", "iframe"],
          ["cors", "empty"],
        ]) {
          const headers = { "Sec-Fetch-Mode": mode!, "Sec-Fetch-Dest": dest!, ...foreign };
          expect((await office.get(path, { headers })).status).toBe(403);
        }
      }
    }
    const headers = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", ...foreign };
    expect((await office.get("/api/v1/auth/oidc/login", { headers })).status).toBe(302);
    const wrong = await office.post(LOGIN, { email: "nobody@example.com", password: "a guess" });
    expect(wrong.status).toBe(401);
  });
});

describe("rejected sign-ins", () => {
  interface Sum {
    reason: string;
    count?: number;
    accounts?: { email: string; count: number; addresses: number }[];
  }

  async function fillHour(reason: string, count: number): Promise<void> {
    const hour = Math.floor(Date.now() / 3_600_000);
    await bindings.DB.prepare(
      "INSERT INTO denials (hour, reason, count) VALUES (?1, ?3, ?4), (?2, ?3, ?4) ON CONFLICT DO UPDATE SET count = ?4",
    )
      .bind(hour, hour + 1, reason, count)
      .run();
  }

  async function sumsOf(reason: string): Promise<Sum[]> {
    const { items } = (
      await admin.get<{ items: { details: Sum }[] }>("/api/v1/admin/audit?action=Denied&limit=100")
    ).body;
    return items.map(({ details }) => details).filter((details) => details.reason === reason);
  }

  it("are summed up in one audit entry after the first fifty per hour and reason", async () => {
    const before = (await sumsOf("unknown_user")).length;
    await fillHour("unknown_user", 48);
    for (let n = 0; n < 6; n++)
      await new Visitor().post(LOGIN, { email: `nobody${n}@example.com`, password: "a guess" });
    const after = (await sumsOf("unknown_user")).slice(0, -before || undefined);
    expect(after.map(({ count }) => count)).toEqual([4, undefined, undefined]);
    expect(after[0]?.accounts).toEqual(
      [2, 3, 4, 5].map((n) => ({ email: `nobody${n}@example.com`, count: 1, addresses: 1 })),
    );
  });

  it("list the accounts of a flood, with attempts and number of addresses", async () => {
    const [one, other] = [await addUser("admin"), await addUser("viewer")];
    await fillHour("wrong_password", 50);
    const guess = async ({ email }: { email: string }, from: Visitor) =>
      expect((await from.post(LOGIN, { email, password: "a guess" })).status).toBe(401);
    const [home, away] = [new Visitor(), new Visitor()];
    await guess(other, home);
    for (const from of [home, home, away]) await guess(one, from);
    for (const filter of ["userEmail", "entityName"]) {
      const query = `action=Denied&${filter}=${encodeURIComponent(one.email)}`;
      const { items } = (await admin.get<{ items: object[] }>(`/api/v1/admin/audit?${query}`)).body;
      expect(items).toMatchObject([{ details: { reason: "wrong_password", count: 4 } }]);
    }
    expect((await sumsOf("wrong_password"))[0]).toMatchObject({
      count: 4,
      accounts: [
        { email: one.email, count: 3, addresses: 2 },
        { email: other.email, count: 1, addresses: 1 },
      ],
    });
  });
});
