import { beforeAll, describe, expect, it } from "vitest";
import { ADMIN, addToken, addUser, bindings, setUp, signIn, Visitor } from "../client.ts";

const USERS = "/api/v1/admin/users";
const SESSION = "/api/v1/auth/session";
const CHANGE = "/api/v1/auth/change-password";
let admin: Visitor;
let ownId: number;

interface Made {
  user: { id: number; role: string; mustChangePassword: boolean };
  temporaryPassword: string;
}

beforeAll(async () => {
  admin = await setUp();
  ownId = (await admin.get<{ user: { id: number } }>(SESSION)).body.user.id;
});

describe("a new user", () => {
  it("gets the branding role by default and a 12-character temporary password, shown once", async () => {
    const made = await admin.post<Made>(USERS, { email: "New@Example.com" });
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({
      email: "new@example.com",
      role: "branding",
      mustChangePassword: true,
    });
    const listed = (await admin.get<{ id: number }[]>(USERS)).body;
    expect(made.body.user).toEqual(listed.find(({ id }) => id === made.body.user.id));
    expect(made.body.temporaryPassword).toMatch(/^[0-9A-Za-z]{12}$/);
    expect(JSON.stringify((await admin.get(USERS)).body)).not.toContain(made.body.temporaryPassword);
  });

  it("with an address in use gets 409, with an invalid address or role 400", async () => {
    expect((await admin.post(USERS, { email: ADMIN.email, role: "viewer" })).status).toBe(409);
    expect((await admin.post(USERS, { email: "nobody", role: "viewer" })).status).toBe(400);
    expect((await admin.post(USERS, { email: "x@example.com", role: "owner" })).status).toBe(400);
  });

  it("has no access until the temporary password is replaced", async () => {
    const made = await admin.post<Made>(USERS, { email: "temp@example.com", role: "admin" });
    const visitor = await signIn("temp@example.com", made.body.temporaryPassword);
    expect((await visitor.get(SESSION)).status).toBe(200);
    for (const path of [USERS, "/api/v1/auth/sessions", "/api/v1/admin/audit"]) {
      const reply = await visitor.get(path);
      expect([reply.status, reply.body]).toEqual([403, { error: "Change the temporary password first" }]);
    }
    const same = { currentPassword: made.body.temporaryPassword, newPassword: made.body.temporaryPassword };
    expect((await visitor.post(CHANGE, same)).status).toBe(400);
    const change = { currentPassword: made.body.temporaryPassword, newPassword: "chosen by myself" };
    expect((await visitor.post(CHANGE, change)).status).toBe(204);
    expect((await visitor.get(USERS)).status).toBe(200);
  });

  it("with the viewer role can replace the temporary password but nothing else", async () => {
    const { visitor, password } = await addUser("viewer");
    expect((await visitor.get(SESSION)).status).toBe(200);
    // The role is checked before the body.
    for (const body of [{ currentPassword: password, newPassword: "another one" }, {}])
      expect((await visitor.post(CHANGE, body)).status).toBe(403);
    expect((await visitor.get("/api/v1/auth/sessions")).status).toBe(403);
    expect((await visitor.post("/api/v1/auth/logout")).status).toBe(204);
  });
});

describe("changing a role", () => {
  it("ends the user's sessions", async () => {
    const { visitor, id } = await addUser("operator");
    expect((await admin.patch(`${USERS}/${id}/role`, { role: "branding" })).body).toMatchObject({
      role: "branding",
    });
    expect((await visitor.get(SESSION)).status).toBe(401);
  });

  it("of an administrator deletes the API tokens they created, and no others", async () => {
    const { visitor, id } = await addUser("admin");
    const theirs = await addToken(visitor, ["audit:read"]);
    const mine = await addToken(admin, ["audit:read"]);
    expect((await theirs.get("/api/v1/admin/audit")).status).toBe(200);
    await admin.patch(`${USERS}/${id}/role`, { role: "operator" });
    expect((await theirs.get("/api/v1/admin/audit")).status).toBe(401);
    expect((await mine.get("/api/v1/admin/audit")).status).toBe(200);
  });

  it("keeps one administrator even when two demote each other at once", async () => {
    const { visitor: other, id } = await addUser("admin");
    const everyone = await admin.get<{ id: number; role: string }[]>(USERS);
    for (const user of everyone.body) {
      if (user.role === "admin" && user.id !== id && user.id !== ownId)
        await admin.delete(`${USERS}/${user.id}`);
    }
    const replies = await Promise.all([
      admin.patch(`${USERS}/${id}/role`, { role: "viewer" }),
      other.patch(`${USERS}/${ownId}/role`, { role: "viewer" }),
    ]);
    const left = await bindings.DB.prepare("SELECT id FROM users WHERE role = 'admin'").all<{ id: number }>();
    expect(left.results).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    await bindings.DB.prepare("UPDATE users SET role = 'admin' WHERE id = ?").bind(ownId).run();
    admin = await signIn(ADMIN.email, ADMIN.password);
  });
});

describe("an administrator", () => {
  it("can't change their own role, delete themselves or reset their own two-factor authentication", async () => {
    expect((await admin.patch(`${USERS}/${ownId}/role`, { role: "viewer" })).status).toBe(403);
    expect((await admin.delete(`${USERS}/${ownId}`)).status).toBe(403);
    const reset = await admin.post(`${USERS}/${ownId}/reset-2fa`, { currentPassword: ADMIN.password });
    expect(reset.status).toBe(403);
    expect((await admin.get(SESSION)).status).toBe(200);
  });

  it("can delete a user, which ends their sessions and keeps their audit entries", async () => {
    const { visitor, id, email } = await addUser("admin");
    await addToken(visitor, ["audit:read"], "made by one who left");
    expect((await admin.delete(`${USERS}/${id}`)).status).toBe(204);
    expect((await visitor.get(SESSION)).status).toBe(401);
    const entries = await admin.get<{ items: { entityName: string }[] }>(
      `/api/v1/admin/audit?userEmail=${email}`,
    );
    expect(entries.body.items.map((entry) => entry.entityName)).toContain("made by one who left");
    expect((await admin.delete(`${USERS}/${id}`)).status).toBe(404);
  });

  it("can delete a user without invalidating that user's tokens", async () => {
    const { visitor, id } = await addUser("admin");
    const token = await addToken(visitor, ["audit:read"]);
    await admin.delete(`${USERS}/${id}`);
    expect((await token.get("/api/v1/admin/audit")).status).toBe(200);
  });

  it("can reset a password, which returns a temporary one and ends every session", async () => {
    const { visitor, id, email, password } = await addUser("operator");
    const reset = await admin.post<{ temporaryPassword: string }>(`${USERS}/${id}/reset-password`);
    expect(reset.body.temporaryPassword).toHaveLength(12);
    expect((await visitor.get(SESSION)).status).toBe(401);
    expect((await new Visitor().post("/api/v1/auth/login", { email, password })).status).toBe(401);
    const again = await signIn(email, reset.body.temporaryPassword);
    expect((await again.get("/api/v1/auth/sessions")).status).toBe(403);
  });

  it("has five attempts in 15 minutes to reset two-factor authentication, correct or not", async () => {
    const { visitor: boss } = await addUser("admin", "the boss's password");
    const { id } = await addUser("operator");
    const attempt = (currentPassword: string) => boss.post(`${USERS}/${id}/reset-2fa`, { currentPassword });
    const statuses = [];
    for (const guess of ["a", "b", "c", "the boss's password", "d"])
      statuses.push((await attempt(guess)).status);
    expect(statuses).toEqual([403, 403, 403, 204, 403]);
    const refused = await attempt("the boss's password");
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect((await admin.post(`${USERS}/${id}/reset-2fa`, { currentPassword: ADMIN.password })).status).toBe(
      204,
    );
  });
});
